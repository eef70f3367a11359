//! What a search has to know about Saktris besides its moves. In other
//! variants nothing of this ever happens, and the first question is which.

use arbiter_rules::{Clear, Color, Move, Position, Role};

use crate::see;

/// More than any other material.
const KING: i32 = 10_000;

/// Whether a clear has taken the king of the side to move off the board: then
/// it has lost. Its own clear never does.
#[inline]
pub(crate) fn has_lost_king(position: &Position) -> bool {
    position.lost_king() == Some(position.turn())
}

/// Whether a side still has pieces to come.
pub(crate) fn is_coming(position: &Position, color: Color) -> bool {
    position
        .to_come()
        .is_some_and(|saktris| !saktris.to_come(color).is_empty())
}

/// Whether the turn is one in which a piece is placed.
pub(crate) fn is_placing(position: &Position) -> bool {
    position
        .to_come()
        .is_some_and(|saktris| saktris.waits(position.turn()))
        && position
            .legal_moves()
            .next()
            .is_some_and(Move::is_placement)
}

/// What a move that clears wins: what leaves stays away, so that nobody takes
/// back.
pub(crate) fn gain(position: &Position, mv: Move, clear: &Clear) -> i32 {
    let value = |role| match role {
        Role::King => KING,
        role => see::VALUE[role as usize],
    };
    let taken = position
        .captured(mv)
        .map_or(0, |(_, piece)| value(piece.role));
    let left = clear.pieces().map(|it| match it.piece.color {
        color if color == position.turn() => -value(it.piece.role),
        _ => value(it.piece.role),
    });
    taken + left.sum::<i32>()
}
