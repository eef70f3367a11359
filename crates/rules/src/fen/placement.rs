//! The first part of a FEN, read in one go.
//!
//! Which character follows which is anybody's guess, so a branch on it is
//! guessed wrong every other time, and that costs more than all the rest.
//! This loop has none: a table says what each byte puts down and how far it
//! goes. It accepts or declines; what exactly is wrong with a text is for the
//! careful reader to say.

use crate::{Board, Color, Piece, Role, zobrist};

/// What a byte of the board does, packed so that one load brings it all.
#[derive(Clone, Copy)]
struct Step(u32);

impl Step {
    /// The board ends before this byte.
    const END: Step = Step(1 << 31);

    const fn new(code: u8, squares: u8, borders: u8) -> Step {
        Step(code as u32 | (squares as u32) << 8 | (borders as u32) << 16)
    }

    const fn is_end(self) -> bool {
        self.0 == Step::END.0
    }

    /// The piece it puts down: see [`code`]. 0 is none.
    const fn code(self) -> u8 {
        self.0 as u8
    }

    /// How many squares it goes on.
    const fn squares(self) -> u32 {
        self.0 >> 8 & 0xff
    }

    /// 1 for the border between two ranks.
    const fn borders(self) -> u32 {
        self.0 >> 16
    }
}

/// A board that was read.
pub(super) struct Placement {
    pub(super) board: Board,
    /// The sum of its pieces' keys, see [`zobrist::board`]: here it costs
    /// next to nothing.
    pub(super) key: u64,
    /// Its length in bytes.
    pub(super) length: usize,
}

/// The board that begins this text.
#[inline(always)]
pub(super) fn read(text: &[u8]) -> Option<Placement> {
    /// A board of 64 pieces has 64 letters and 7 borders.
    const LONGEST: usize = 71;
    /// Seven borders, after every eighth square but the last.
    const BORDERS: u64 = 0x0101_0101_0101_0100;
    let mut codes = [0; 64];
    let (mut key, mut borders) = (0, 0_u64);
    let (mut square, mut border_count, mut length) = (0, 0, 0);
    for &byte in text.iter().take(LONGEST) {
        let step = STEPS[usize::from(byte)];
        if step.is_end() {
            break;
        }
        let index = square as usize % 64;
        codes[index] = step.code();
        key ^= KEYS[usize::from(step.code() % 16)][index];
        borders |= u64::from(step.borders()) << (square % 64);
        border_count += step.borders();
        square += step.squares();
        length += 1;
    }
    let is_whole = square == 64 && border_count == 7 && borders == BORDERS;
    is_whole.then(|| Placement {
        board: board(&codes),
        key,
        length,
    })
}

static STEPS: [Step; 256] = {
    let mut steps = [Step::END; 256];
    let mut index = 0;
    while index < 12 {
        let piece = Piece::new(Color::ALL[index % 2], Role::ALL[index / 2]);
        steps[piece.letter() as usize] = Step::new(code(piece), 1, 0);
        index += 1;
    }
    let mut digit = 1;
    while digit <= 8 {
        steps[b'0' as usize + digit] = Step::new(0, digit as u8, 0);
        digit += 1;
    }
    steps[b'/' as usize] = Step::new(0, 0, 1);
    steps
};

/// The key of each code on each square, in the order of a FEN.
static KEYS: [[u64; 64]; 16] = {
    let mut keys = [[0; 64]; 16];
    let mut index = 0;
    while index < 12 {
        let piece = Piece::new(Color::ALL[index % 2], Role::ALL[index / 2]);
        let mut square = 0;
        while square < 64 {
            keys[code(piece) as usize][square ^ 56] =
                zobrist::PIECE[piece.color as usize][piece.role as usize][square];
            square += 1;
        }
        index += 1;
    }
    keys
};

/// Three bits for the role, counted from 1, and the next for Black.
const fn code(piece: Piece) -> u8 {
    (piece.role as u8 + 1) | (piece.color as u8) << 3
}

/// The board of these pieces, in the order of a FEN.
#[inline(always)]
fn board(codes: &[u8; 64]) -> Board {
    let one = plane(codes, 0);
    let two = plane(codes, 1);
    let four = plane(codes, 2);
    let black = plane(codes, 3);
    let roles = [
        one & !two & !four,
        two & !one & !four,
        one & two,
        four & !one & !two,
        four & one,
        four & two,
    ];
    Board::from_sets(roles, (one | two | four) & !black, black)
}

/// The set of the squares whose codes have this bit.
#[inline(always)]
fn plane(codes: &[u8; 64], bit: u32) -> u64 {
    let mut ranks = [0; 8];
    for (rank, codes) in ranks.iter_mut().zip(codes.as_chunks().0) {
        // The product moves the lowest bits of eight bytes side by side.
        let bits = u64::from_le_bytes(*codes) >> bit & 0x0101_0101_0101_0101;
        *rank = (bits.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    }
    u64::from_be_bytes(ranks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bitboard, Square};

    #[test]
    fn the_board_is_read_with_its_length() {
        let start = read(crate::fen::START.as_bytes()).unwrap();
        assert_eq!(start.board, Board::start());
        assert_eq!(start.key, zobrist::board(&Board::start()));
        assert_eq!(start.length, 43);
    }

    #[test]
    fn every_code_of_a_piece_finds_its_square() {
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece::new(color, role);
                for square in Square::ALL {
                    let mut codes = [0; 64];
                    codes[square as usize ^ 56] = code(piece);
                    let board = board(&codes);
                    assert_eq!(board.piece_at(square), Some(piece));
                    assert_eq!(board.occupied(), Bitboard::from(square));
                }
            }
        }
    }

    #[test]
    fn what_is_not_eight_times_eight_is_declined() {
        for text in [
            "",
            "8",
            "8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8/",
            "8/8/8/8/8/8/8/8/8",
            "9/8/8/8/8/8/8/8",
            "88/8/8/8/8/8/8",
            "8//8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/7",
            "8/8/8/8/8/8/8/7PP",
            "8/8/8/8/8/8/7P1/7",
        ] {
            assert!(read(text.as_bytes()).is_none(), "{text}");
        }
    }

    /// Numbers that wrap must not bring a wrong board round to a right one.
    #[test]
    fn a_very_long_rank_is_declined() {
        let mut text = [b'8'; 400];
        text[33] = b'/';
        assert!(read(&text).is_none());
    }
}
