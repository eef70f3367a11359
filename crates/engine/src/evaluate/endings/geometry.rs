//! Distances and squares that matter in endings.

use arbiter_rules::{Bitboard, Color, File, Rank, Square};

/// Returns the Manhattan distance from the center: 0 for the four center squares, 6
/// for the corners.
pub(super) fn center_distance(square: Square) -> i32 {
    let off = |line: usize| [3, 2, 1, 0, 0, 1, 2, 3][line];
    off(square.file() as usize) + off(square.rank() as usize)
}

/// Returns how close a square is to a corner of this color: 7 in the corner, 0 on
/// the diagonal between the other two.
pub(super) fn corner_closeness(square: Square, is_light: bool) -> i32 {
    let file = match is_light {
        true => 7 - square.file() as i32,
        false => square.file() as i32,
    };
    (7 - file - square.rank() as i32).abs()
}

/// Returns how close two squares are: 6 if adjacent.
pub(super) fn closeness(a: Square, b: Square) -> i32 {
    7 - a.distance(b) as i32
}

/// Returns the promotion square of a pawn.
pub(super) fn promotion_square(color: Color, pawn: Square) -> Square {
    Square::new(pawn.file(), color.rank(Rank::Eighth))
}

/// Returns the rank of a pawn from its side: 1 at its start, 6 before promotion.
pub(super) fn advance(color: Color, pawn: Square) -> i32 {
    color.rank(pawn.rank()) as i32
}

/// Returns the edge file that contains all pawns, if there is one.
pub(super) fn edge_file(pawns: Bitboard) -> Option<File> {
    [File::A, File::H]
        .into_iter()
        .find(|&file| pawns.any() && (pawns - Bitboard::file(file)).is_empty())
}

/// Reports whether all pawns are on the same wing.
pub(super) fn on_one_wing(pawns: Bitboard) -> bool {
    let left: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
    (pawns - left).is_empty() || (pawns & left).is_empty()
}
