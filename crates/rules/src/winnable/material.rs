//! Material with which a side cannot mate, wherever the pieces are.
//!
//! Each theorem says that no move can mate with such material. It then holds for
//! the rest of the game as well: captures only remove material, and a side with
//! pawns, which could add some, is not covered. `tests.rs` checks the theorems
//! exhaustively.

use crate::{Bitboard, Board, Color, Role};

/// Reports whether no mate by this side exists with these pieces.
#[inline]
pub(super) fn cannot_mate(board: &Board, winner: Color) -> bool {
    let ours = board.of(winner) - board.by_role(Role::King);
    if ours.is_empty() {
        // A king cannot give check, and has no piece whose line it could open.
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
    // A checking knight attacks none of the king's neighbors on squares of the
    // knight's own color. Our king cannot guard all of those, and if enemy queens
    // block the rest, one of them can capture the knight. So a lone knight needs a
    // blocker that is not a queen.
    ours == knights && !knights.many() && (theirs - queens_and_kings(board)).is_empty()
}

/// Reports whether a side has only knights and bishops, and neither side has
/// pawns.
pub(super) fn is_light(board: &Board, winner: Color) -> bool {
    board.straight_sliders(winner).is_empty() && board.by_role(Role::Pawn).is_empty()
}

/// Reports whether bishops that are all on squares of one color cannot mate.
///
/// Such bishops check along one diagonal of the king at a time: a bishop that
/// opens that diagonal for another cannot land on the king's other one. Two
/// neighbors of the king touch the first square of the checking diagonal, and both
/// have the other color. No king can guard both, so one of them must be blocked. A
/// rook or queen there could capture or interpose on the first square. So a mate
/// needs a blocking pawn, knight, or bishop on squares of the other color.
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
