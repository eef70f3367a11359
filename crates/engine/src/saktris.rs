//! What the search needs to know about Saktris beyond its legal moves. All of
//! these functions return quickly in other variants.

use arbiter_rules::{Clear, Color, Move, Position, Role};

use crate::piece_value::PIECE_VALUE;

/// The value of a king: more than all other material.
const KING_VALUE: i32 = 10_000;

/// Reports whether the side to move has lost its king in a clear, and with it
/// the game. A side's own clear never removes its king.
#[inline]
pub(crate) fn has_lost_king(position: &Position) -> bool {
    position.lost_king() == Some(position.turn())
}

/// Reports whether a side still has pieces to place.
pub(crate) fn is_coming(position: &Position, color: Color) -> bool {
    position
        .saktris_state()
        .is_some_and(|saktris| !saktris.to_come(color).is_empty())
}

/// Reports whether the side to move has to place a piece.
pub(crate) fn is_placing(position: &Position) -> bool {
    position
        .saktris_state()
        .is_some_and(|saktris| saktris.waits(position.turn()))
        && position
            .legal_moves()
            .next()
            .is_some_and(Move::is_placement)
}

/// Returns the material gain of a move that causes a clear. Cleared pieces leave
/// the board for good, so there is no recapture to consider.
pub(crate) fn gain(position: &Position, mv: Move, clear: &Clear) -> i32 {
    let value = |role| match role {
        Role::King => KING_VALUE,
        role => PIECE_VALUE[role as usize],
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
