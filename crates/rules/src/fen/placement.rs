//! The first part of a FEN, read in one go.
//!
//! Which character follows which is anybody's guess, so a branch on it is
//! guessed wrong every other time, and that costs more than all the rest.
//! This loop has none: a table says what each byte puts down and how far it
//! goes. It accepts or declines; what exactly is wrong with a text is for the
//! careful reader to say.

use crate::{Board, Color, Piece, Role};

/// What a byte of the board does.
#[derive(Clone, Copy)]
struct Step {
    /// The piece it puts down: see [`code`]. 0 is none.
    code: u8,
    /// How many squares it goes on.
    squares: u8,
    /// 1 for the border between two ranks.
    border: u8,
    /// Whether the board ends before it.
    is_end: bool,
}

/// The board that begins this text, and its length in bytes.
#[inline(always)]
pub(super) fn read(text: &[u8]) -> Option<(Board, usize)> {
    /// A board of 64 pieces has 64 letters and 7 borders.
    const LONGEST: usize = 71;
    const RANK_ENDS: [u16; 8] = [8, 16, 24, 32, 40, 48, 56, 64];
    let mut codes = [0; 64];
    let mut rank_ends = [0; 8];
    let (mut square, mut rank, mut length) = (0, 0, 0);
    for &byte in text.iter().take(LONGEST) {
        let step = STEPS[usize::from(byte)];
        if step.is_end {
            break;
        }
        codes[square % 64] = step.code;
        square += usize::from(step.squares);
        // Overwritten until the rank is over.
        rank_ends[rank % 8] = square as u16;
        rank += usize::from(step.border);
        length += 1;
    }
    (rank == 7 && rank_ends == RANK_ENDS).then(|| (board(&codes), length))
}

static STEPS: [Step; 256] = {
    let mut steps = [Step {
        code: 0,
        squares: 0,
        border: 0,
        is_end: true,
    }; 256];
    let mut index = 0;
    while index < 12 {
        let piece = Piece::new(Color::ALL[index % 2], Role::ALL[index / 2]);
        steps[piece.letter() as usize] = Step {
            code: code(piece),
            squares: 1,
            border: 0,
            is_end: false,
        };
        index += 1;
    }
    let mut digit = 1;
    while digit <= 8 {
        steps[b'0' as usize + digit] = Step {
            code: 0,
            squares: digit as u8,
            border: 0,
            is_end: false,
        };
        digit += 1;
    }
    steps[b'/' as usize] = Step {
        code: 0,
        squares: 0,
        border: 1,
        is_end: false,
    };
    steps
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
        let (board, length) = read(crate::fen::START.as_bytes()).unwrap();
        assert_eq!(board, Board::start());
        assert_eq!(length, 43);
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
