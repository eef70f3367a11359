//! The fast reader for the first field of a FEN.
//!
//! The next character is unpredictable, so a branch on it would be mispredicted
//! half of the time, and that would cost more than everything else. This loop has no
//! such branch: a table says what each byte places and how far it advances. It
//! accepts or declines a text; the careful reader finds out what is wrong with it.

use crate::{Board, Color, Piece, Role, Square, zobrist};

/// A board and how it was written.
pub(super) struct Placement {
    pub(super) board: Board,
    /// Its Zobrist key (see [`zobrist::board`]), which costs almost nothing to compute
    /// here.
    pub(super) key: u64,
    /// Its length in bytes.
    pub(super) length: usize,
}

/// Reads the board at the start of this text.
///
/// A single number holds the cursor: eight times the number of squares read, plus the
/// number of `/` read. Its lowest three bits are the rank, counted from the top, and
/// the next three bits are the file. It only grows, so the last value stored for a
/// rank is where that rank ended. Each `/` is also counted in the high bits, which
/// squares never reach; otherwise eight of them would count as one more square.
#[inline(always)]
pub(super) fn read(text: &[u8]) -> Option<Placement> {
    /// A board of 64 pieces has 64 letters and 7 slashes.
    const MAX_BYTES: usize = 71;
    const RANK_ENDS: [u32; 8] = {
        let mut ends = [0; 8];
        let mut rank = 0;
        while rank < 8 {
            ends[rank] = 64 * (rank as u32 + 1) + SLASH * rank as u32;
            rank += 1;
        }
        ends
    };
    let mut codes = [0; 64];
    let mut rank_ends = [0; 8];
    let (mut cursor, mut key, mut length) = (0, 0, 0);
    for &byte in text.iter().take(MAX_BYTES) {
        let Step { code, advance } = STEPS[usize::from(byte)];
        if advance == 0 {
            break;
        }
        let square = (cursor % 64) as usize;
        // With `|=`, because a `/` maps to a square that may already have a piece.
        codes[square] |= code;
        key ^= KEYS[usize::from(code % 16)][square];
        rank_ends[(cursor % 8) as usize] = cursor;
        cursor += advance;
        length += 1;
    }
    rank_ends[(cursor % 8) as usize] = cursor;
    (rank_ends == RANK_ENDS).then(|| Placement {
        board: board(&codes),
        key,
        length,
    })
}

/// The effect of a byte of the board.
#[derive(Clone, Copy)]
struct Step {
    /// The piece it places (see [`code`]), or 0 for none.
    code: u8,
    /// How far it advances the cursor: 8 for each square, or [`SLASH`]. 0 ends the
    /// board.
    advance: u32,
}

/// How far a `/` advances the cursor: by one, and by one in the high bits.
const SLASH: u32 = 1 << 16 | 1;

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
    steps[b'/' as usize].advance = SLASH;
    steps
};

/// The Zobrist key of each code on each square, in the order of [`index_of`].
static KEYS: [[u64; 64]; 16] = {
    let mut keys = [[0; 64]; 16];
    let mut index = 0;
    while index < 12 {
        let piece = Piece::new(Color::ALL[index % 2], Role::ALL[index / 2]);
        let mut square = 0;
        while square < 64 {
            keys[code(piece) as usize][index_of(Square::ALL[square])] =
                zobrist::PIECE[piece.color as usize][piece.role as usize][square];
            square += 1;
        }
        index += 1;
    }
    keys
};

/// Returns the index of a square: by file, then by rank from the top.
const fn index_of(square: Square) -> usize {
    8 * square.file() as usize + 7 - square.rank() as usize
}

/// Returns the code of a piece: three bits for the role, counted from 1, and one for
/// Black.
const fn code(piece: Piece) -> u8 {
    (piece.role as u8 + 1) | (piece.color as u8) << 3
}

/// Converts codes to a board.
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

/// Returns the codes of each file, one byte per rank.
#[inline(always)]
fn files(codes: &[u8; 64]) -> [u64; 8] {
    let mut files = [0; 8];
    for (file, codes) in files.iter_mut().zip(codes.as_chunks().0) {
        *file = u64::from_le_bytes(*codes);
    }
    files
}

/// Returns the set of squares whose codes have this bit. Each byte of a pair is a
/// rank, and its two halves are two files, four apart.
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
    fn the_board_is_read_with_its_key_and_its_length() {
        let start = read(crate::fen::START.as_bytes()).unwrap();
        assert_eq!(start.board, Board::start());
        assert_eq!(start.key, zobrist::board(&Board::start()));
        assert_eq!(start.length, 43);
    }

    #[test]
    fn every_piece_is_placed_on_the_square_of_its_code() {
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece::new(color, role);
                for square in Square::ALL {
                    let mut codes = [0; 64];
                    codes[index_of(square)] = code(piece);
                    let board = board(&codes);
                    assert_eq!(board.piece_at(square), Some(piece));
                    assert_eq!(board.occupied(), Bitboard::from(square));
                }
            }
        }
    }

    #[test]
    fn a_board_that_is_not_eight_by_eight_is_declined() {
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

    /// Overflow must not turn a wrong board into a right one.
    #[test]
    fn a_very_long_rank_is_declined() {
        let mut text = [b'8'; 400];
        text[33] = b'/';
        assert!(read(&text).is_none());
    }
}
