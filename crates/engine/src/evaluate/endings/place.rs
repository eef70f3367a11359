//! Where kings and pawns stand, as endings care about it.

use arbiter_rules::{Bitboard, Color, File, Rank, Square};

/// How far from the middle, along files and ranks together: 0 for the four
/// squares there, 6 for the corners.
pub(super) fn from_middle(square: Square) -> i32 {
    let off = |line: usize| [3, 2, 1, 0, 0, 1, 2, 3][line];
    off(square.file() as usize) + off(square.rank() as usize)
}

/// How near a corner of this color is: 7 in it, 0 on the diagonal between the
/// two others.
pub(super) fn to_corner(square: Square, is_light: bool) -> i32 {
    let file = match is_light {
        true => 7 - square.file() as i32,
        false => square.file() as i32,
    };
    (7 - file - square.rank() as i32).abs()
}

/// How near the two are: 6 side by side.
pub(super) fn nearness(a: Square, b: Square) -> i32 {
    7 - a.distance(b) as i32
}

/// Where a pawn becomes a queen.
pub(super) fn queening(color: Color, pawn: Square) -> Square {
    Square::new(pawn.file(), color.rank(Rank::Eighth))
}

/// How many ranks a pawn has gone: 1 where it begins, 6 before the last.
pub(super) fn advance(color: Color, pawn: Square) -> i32 {
    color.rank(pawn.rank()) as i32
}

/// The outer file on which all the pawns stand.
pub(super) fn outer_file(pawns: Bitboard) -> Option<File> {
    [File::A, File::H]
        .into_iter()
        .find(|&file| pawns.any() && (pawns - Bitboard::file(file)).is_empty())
}

/// Whether all stand on one wing.
pub(super) fn on_one_wing(pawns: Bitboard) -> bool {
    let left: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
    (pawns - left).is_empty() || (pawns & left).is_empty()
}
