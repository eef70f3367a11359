//! What a side cannot mate with, wherever the pieces stand.
//!
//! Each theorem says that no *position* with such material is mate, so it
//! also holds for the position on the board and for all that can follow:
//! captures take material away, and what promotion could add is asked for.
//! `tests.rs` proves them by looking at every such mate there could be.

use crate::{Bitboard, Board, Color, Role};

/// Whether no mate by this side exists with these pieces.
#[inline]
pub(super) fn cannot_mate(board: &Board, winner: Color) -> bool {
    let ours = board.of(winner) - board.by_role(Role::King);
    if ours.is_empty() {
        // A king cannot give check, and uncovers nothing.
        return true;
    }
    if ours
        .meets(board.by_role(Role::Pawn) | board.by_role(Role::Rook) | board.by_role(Role::Queen))
    {
        return false;
    }
    let knights = ours & board.by_role(Role::Knight);
    let theirs = board.of(!winner);
    if knights.is_empty() {
        return bishops_cannot_mate(board, ours, theirs);
    }
    // A knight that checks leaves the neighbours of the king that have the
    // knight's own color to others. Our king cannot guard them all, and a
    // queen that stands on one takes the knight: what is between her and him
    // is empty, or another queen. So one knight needs a blocker of another
    // role, or one that a pawn can become.
    ours == knights && !knights.many() && (theirs - queens_and_kings(board)).is_empty()
}

/// Bishops of one square color check on that color only. The neighbours of
/// the king on the other color must be blocked, and rooks or queens that do so
/// can also step between or take: knights, pawns, and bishops that live on the
/// other color are the blockers that cannot.
fn bishops_cannot_mate(board: &Board, bishops: Bitboard, theirs: Bitboard) -> bool {
    let other = if !bishops.meets(Bitboard::LIGHT) {
        Bitboard::LIGHT
    } else if !bishops.meets(Bitboard::DARK) {
        Bitboard::DARK
    } else {
        return false;
    };
    let blockers = board.by_role(Role::Pawn)
        | board.by_role(Role::Knight)
        | (board.by_role(Role::Bishop) & other);
    !theirs.meets(blockers)
}

fn queens_and_kings(board: &Board) -> Bitboard {
    board.by_role(Role::Queen) | board.by_role(Role::King)
}
