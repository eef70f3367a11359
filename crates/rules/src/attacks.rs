//! The squares that pieces attack. All tables are computed at compile time.
//!
//! Sliding pieces use obstruction difference (Michael Hoffmann,
//! <https://www.chessprogramming.org/Obstruction_Difference>): on each line,
//! one subtraction yields the squares between the nearest blocker on either
//! side. The tables take 4 KiB, where magic bitboards take about 700 KiB.

use crate::{Bitboard, Color, Role, Square};

const KNIGHT_STEPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const KING_STEPS: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

static KNIGHT: [u64; 64] = steps(&KNIGHT_STEPS);
static KING: [u64; 64] = steps(&KING_STEPS);
static PAWN: [[u64; 64]; 2] = [steps(&[(-1, 1), (1, 1)]), steps(&[(-1, -1), (1, -1)])];

/// The squares of a line through a square, with lower and with higher numbers.
#[derive(Clone, Copy)]
struct Line {
    lower: u64,
    upper: u64,
}

/// The file and the rank through each square.
static STRAIGHT: [[Line; 2]; 64] = lines([(0, 1), (1, 0)]);
/// The diagonal and the antidiagonal through each square.
static DIAGONAL: [[Line; 2]; 64] = lines([(1, 1), (-1, 1)]);

static BETWEEN: [[u64; 64]; 64] = between_table();

/// Returns the squares a knight attacks.
#[inline(always)]
#[must_use]
pub fn knight(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square as usize])
}

/// Returns the squares a king attacks.
#[inline(always)]
#[must_use]
pub fn king(square: Square) -> Bitboard {
    Bitboard(KING[square as usize])
}

/// Returns the squares a pawn of this color attacks.
#[inline(always)]
#[must_use]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN[color as usize][square as usize])
}

/// Returns the squares a rook attacks if these squares are occupied, including
/// the first piece in each direction.
#[inline(always)]
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let [file, rank] = &STRAIGHT[square as usize];
    Bitboard(slide(file, occupied.0) | slide(rank, occupied.0))
}

/// Returns the squares a bishop attacks if these squares are occupied.
#[inline(always)]
#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let [rising, falling] = &DIAGONAL[square as usize];
    Bitboard(slide(rising, occupied.0) | slide(falling, occupied.0))
}

/// Returns the squares a queen attacks if these squares are occupied.
#[inline(always)]
#[must_use]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    rook(square, occupied) | bishop(square, occupied)
}

/// Returns the whole file and rank of a square, without the square itself.
#[inline(always)]
#[must_use]
pub fn rook_lines(square: Square) -> Bitboard {
    let [file, rank] = &STRAIGHT[square as usize];
    Bitboard(file.lower | file.upper | rank.lower | rank.upper)
}

/// Returns both diagonals of a square, without the square itself.
#[inline(always)]
#[must_use]
pub fn bishop_lines(square: Square) -> Bitboard {
    let [rising, falling] = &DIAGONAL[square as usize];
    Bitboard(rising.lower | rising.upper | falling.lower | falling.upper)
}

/// Returns the squares a piece of this role and color attacks.
#[inline(always)]
#[must_use]
pub fn by(role: Role, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// Returns the squares strictly between two squares on the same rank, file or
/// diagonal; none if they share no such line.
///
/// ```
/// use arbiter_rules::{attacks, Square};
///
/// assert_eq!(attacks::between(Square::E1, Square::H4).to_string(), "g3 f2");
/// assert!(attacks::between(Square::E1, Square::F3).is_empty());
/// ```
#[inline(always)]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a as usize][b as usize])
}

/// Returns the rank, file or diagonal through two squares, from edge to edge;
/// none if they share no such line.
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    for [first, second] in [&STRAIGHT[a as usize], &DIAGONAL[a as usize]] {
        for line in [first, second] {
            let squares = Bitboard(line.lower | line.upper);
            if squares.contains(b) {
                return squares.with(a);
            }
        }
    }
    Bitboard::EMPTY
}

#[inline(always)]
fn slide(line: &Line, occupied: u64) -> u64 {
    // Without a blocker below, `a1` takes its place; masking with the line
    // removes what does not belong to it.
    let below = (line.lower & occupied) | 1;
    let above = line.upper & occupied;
    let nearest_below = 1 << 63 >> below.leading_zeros();
    let nearest_above = above & above.wrapping_neg();
    (line.lower | line.upper) & (nearest_above << 1).wrapping_sub(nearest_below)
}

const fn steps(steps: &[(i32, i32)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < steps.len() {
            let (files, ranks) = steps[step];
            if let Some(target) = Square::ALL[square].offset(files, ranks) {
                table[square] |= target.bitboard().0;
            }
            step += 1;
        }
        square += 1;
    }
    table
}

const fn ray(from: Square, files: i32, ranks: i32) -> u64 {
    let mut squares = 0;
    let mut at = from;
    while let Some(next) = at.offset(files, ranks) {
        squares |= next.bitboard().0;
        at = next;
    }
    squares
}

/// Square numbers must increase in the given directions.
const fn lines(directions: [(i32, i32); 2]) -> [[Line; 2]; 64] {
    let mut table = [[Line { lower: 0, upper: 0 }; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 2 {
            let (files, ranks) = directions[direction];
            table[square][direction] = Line {
                lower: ray(Square::ALL[square], -files, -ranks),
                upper: ray(Square::ALL[square], files, ranks),
            };
            direction += 1;
        }
        square += 1;
    }
    table
}

const fn between_table() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = KING_STEPS[direction];
            let mut passed = 0;
            let mut at = Square::ALL[from];
            while let Some(next) = at.offset(files, ranks) {
                table[from][next as usize] = passed;
                passed |= next.bitboard().0;
                at = next;
            }
            direction += 1;
        }
        from += 1;
    }
    table
}
