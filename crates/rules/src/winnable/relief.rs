use crate::{Color, Move, Position, Role};

/// No pawn takes longer to become a knight.
const MAX_PLIES: usize = 24;

/// A line in which the loser makes a knight of a pawn, and the winner takes
/// what is offered.
///
/// A lone bishop or knight mates only a king who is shut in by a piece of his
/// own that cannot help him. Where there is none yet, a search finds it late:
/// most of what a queen or a pawn can do leads nowhere.
pub(super) fn after_knight(position: &Position, winner: Color) -> Option<Position> {
    let board = position.board();
    let has_strong = (board.straight_sliders(winner) | board.pieces(winner, Role::Pawn)).any();
    if has_strong || board.pieces(!winner, Role::Pawn).is_empty() {
        return None;
    }
    let mut position = *position;
    for _ in 0..MAX_PLIES {
        let mv = if position.turn() == winner {
            take(&position)?
        } else {
            advance(&position)?
        };
        position.play(mv);
        if mv.promotion().is_some() {
            return Some(position);
        }
    }
    None
}

/// The winner takes a queen or a rook if he can, and leaves the pawns alone.
fn take(position: &Position) -> Option<Move> {
    let loser = !position.turn();
    let ahead = position.board().pieces(loser, Role::Pawn).forward(loser);
    let worth = |mv: &Move| match position.captured(*mv) {
        Some((_, piece)) => piece
            .role
            .value()
            .filter(|&value| value >= 5)
            .map(|v| v + 2),
        None if ahead.contains(mv.to()) => Some(0),
        None => Some(1),
    };
    position.legal_moves().max_by_key(worth)
}

/// The loser offers his queens and rooks, who could help the king, and then
/// his first pawn goes on.
fn advance(position: &Position) -> Option<Move> {
    let us = position.turn();
    let board = position.board();
    let is_offer = |mv: &Move| {
        let occupied = board.occupied().without(mv.from());
        let defenders = board.attackers(mv.to(), us, occupied).without(mv.from());
        let takers = board.attackers(mv.to(), !us, occupied);
        defenders.is_empty() && takers.any()
    };
    let merit = |mv: &Move| match (mv.role(), mv.promotion()) {
        (_, Some(Role::Knight)) => 20,
        (_, Some(_)) => 0,
        (Role::Queen | Role::Rook, None) if is_offer(mv) => 30,
        (Role::Pawn, None) => 10 + us.rank(mv.to().rank()) as usize,
        (Role::King, None) => 1,
        _ => 2,
    };
    position.legal_moves().max_by_key(merit)
}
