//! What a side cannot mate with, wherever the pieces stand.
//!
//! Each theorem says that no move mates with such material, so it holds for
//! all that can follow: captures take material away, and pawns, which could
//! add some, are asked for. `tests.rs` looks at every mate there could be.

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
    // A knight that checks leaves the neighbors of the king that have the
    // knight's own color to others. Our king cannot guard them all, and of
    // the queens that would have to stand on the rest one takes the knight.
    // So a lone knight needs a blocker of another role, or a pawn.
    ours == knights && !knights.many() && (theirs - queens_and_kings(board)).is_empty()
}

/// Whether a side has knights and bishops alone, and nobody has pawns.
pub(super) fn is_light(board: &Board, winner: Color) -> bool {
    board.straight_sliders(winner).is_empty() && board.by_role(Role::Pawn).is_empty()
}

/// Bishops that all live on one color check along one diagonal of the king at
/// a time: the one that uncovers it cannot land on the other. Two neighbors of
/// the king touch the first square of that diagonal, and both have the other
/// color. No king guards both, so one of them must be blocked; a rook or a
/// queen there takes on the first square, or steps on it. So a mate needs a
/// pawn, a knight, or a bishop that lives on the other color.
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
