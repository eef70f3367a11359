//! The first part of a FEN, read in one go.
//!
//! Which character follows which is anybody's guess, so a branch on it is
//! guessed wrong every other time, and that costs more than all the rest.
//! This loop has none: a table says what each byte puts down and how far it
//! goes. It accepts or declines; what exactly is wrong with a text is for the
//! careful reader to say.

use crate::{Board, Color, Piece, Role, Square, zobrist};

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
///
/// One number says where we are: eight times the squares behind us plus the
/// borders behind us. Its lowest three bits are the rank, counted from the
/// top, and the three above them the file. It only grows, so what is noted
/// for a rank last is where that rank ended. The borders are counted once
/// more high above, where no square reaches: fifteen of them would otherwise
/// stand for a square and seven.
#[inline(always)]
pub(super) fn read(text: &[u8]) -> Option<Placement> {
    /// A board of 64 pieces has 64 letters and 7 borders.
    const LONGEST: usize = 71;
    const RANK_ENDS: [u32; 8] = {
        let mut ends = [0; 8];
        let mut rank = 0;
        while rank < 8 {
            ends[rank] = 64 * (rank as u32 + 1) + BORDER * rank as u32;
            rank += 1;
        }
        ends
    };
    let mut codes = [0; 64];
    let mut rank_ends = [0; 8];
    let (mut place, mut key, mut length) = (0, 0, 0);
    for &byte in text.iter().take(LONGEST) {
        let Step { code, advance } = STEPS[usize::from(byte)];
        if advance == 0 {
            break;
        }
        let square = (place % 64) as usize;
        // Added, not put: a border stands where its rank began.
        codes[square] |= code;
        key ^= KEYS[usize::from(code % 16)][square];
        rank_ends[(place % 8) as usize] = place;
        place += advance;
        length += 1;
    }
    rank_ends[(place % 8) as usize] = place;
    (rank_ends == RANK_ENDS).then(|| Placement {
        board: board(&codes),
        key,
        length,
    })
}

/// What a byte of the board does.
#[derive(Clone, Copy)]
struct Step {
    /// The piece it puts down: see [`code`]. 0 is none.
    code: u8,
    /// 8 for every square it goes on, or [`BORDER`]. 0 ends the board.
    advance: u32,
}

/// The next rank, counted twice.
const BORDER: u32 = 1 << 16 | 1;

static STEPS: [Step; 256] = {
    let end = Step {
        code: 0,
        advance: 0,
    };
    let mut steps = [end; 256];
    let mut index = 0;
    while index < 12 {
        let piece = Piece::new(Color::ALL[index % 2], Role::ALL[index / 2]);
        steps[piece.letter() as usize] = Step {
            code: code(piece),
            advance: 8,
        };
        index += 1;
    }
    let mut digit = 1;
    while digit <= 8 {
        steps[b'0' as usize + digit].advance = 8 * digit as u32;
        digit += 1;
    }
    steps[b'/' as usize].advance = BORDER;
    steps
};

/// The key of each code on each square, by file and by rank from the top.
static KEYS: [[u64; 64]; 16] = {
    let mut keys = [[0; 64]; 16];
    let mut index = 0;
    while index < 12 {
        let piece = Piece::new(Color::ALL[index % 2], Role::ALL[index / 2]);
        let mut square = 0;
        while square < 64 {
            keys[code(piece) as usize][place(Square::ALL[square])] =
                zobrist::PIECE[piece.color as usize][piece.role as usize][square];
            square += 1;
        }
        index += 1;
    }
    keys
};

/// Where a square stands in the lists: by file, then by rank from the top.
const fn place(square: Square) -> usize {
    8 * square.file() as usize + 7 - square.rank() as usize
}

/// Three bits for the role, counted from 1, and the next for Black.
const fn code(piece: Piece) -> u8 {
    (piece.role as u8 + 1) | (piece.color as u8) << 3
}

/// The board of these codes.
#[inline(always)]
fn board(codes: &[u8; 64]) -> Board {
    // A code has four bits, so two files share a word.
    let [a, b, c, d, e, f, g, h] = files(codes);
    let pairs = [a | e << 4, b | f << 4, c | g << 4, d | h << 4];
    let one = plane(pairs, 0);
    let two = plane(pairs, 1);
    let four = plane(pairs, 2);
    let black = plane(pairs, 3);
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

/// The codes of each file, one byte a rank.
#[inline(always)]
fn files(codes: &[u8; 64]) -> [u64; 8] {
    let mut files = [0; 8];
    for (file, codes) in files.iter_mut().zip(codes.as_chunks().0) {
        *file = u64::from_le_bytes(*codes);
    }
    files
}

/// The set of the squares whose codes have this bit: byte by byte a rank, and
/// in each byte the bits of files a to d, each with its partner four on.
#[inline(always)]
fn plane(pairs: [u64; 4], bit: u32) -> u64 {
    let bits = pairs.map(|pair| pair >> bit & 0x1111_1111_1111_1111);
    let from_top = bits[0] | bits[1] << 1 | bits[2] << 2 | bits[3] << 3;
    from_top.swap_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bitboard;

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
                    codes[place(square)] = code(piece);
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
            "88//8/8/8/8/8/8",
            "8/8/8/8/8/8/88/",
            "/8/8/8/8/8/8/8/8",
            "7////////7/7/7/7/7/7/7/77",
            "7/////////8/8/8/8/8/8/8",
            "4k2/////////8/8/8/8/8/8/4K3",
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
