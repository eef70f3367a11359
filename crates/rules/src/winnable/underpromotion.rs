use super::work_budget::WorkBudget;
use crate::{Color, Move, Position, Role};

/// The maximum length in plies of the line up to the promotion.
const MAX_UNDERPROMOTION_PLIES: usize = 24;

/// The work units of choosing a move.
const PLY_UNITS: u64 = 150;

/// Returns the position after a line in which the loser promotes a pawn to a
/// knight, or `None` if that takes too long or is no use.
///
/// A lone bishop or knight can mate only a king that is blocked in by one of its
/// own pieces, and that piece must be unable to defend. Where the loser has no such
/// piece yet, a plain search takes long to find one, because most queen and pawn
/// moves lead nowhere. So the loser underpromotes, and the winner captures the
/// pieces that could defend.
pub(super) fn to_knight(
    position: &Position,
    winner: Color,
    budget: &WorkBudget,
) -> Option<Position> {
    let board = position.board();
    let has_strong = (board.straight_sliders(winner) | board.pieces(winner, Role::Pawn)).any();
    if has_strong || board.pieces(!winner, Role::Pawn).is_empty() {
        return None;
    }
    let mut position = position.copy_chess();
    for _ in 0..MAX_UNDERPROMOTION_PLIES {
        if !budget.take(PLY_UNITS) {
            return None;
        }
        let mv = if position.turn() == winner {
            winner_move(&position)?
        } else {
            loser_move(&position)?
        };
        position.play(mv);
        if mv.promotion().is_some() {
            return Some(position);
        }
    }
    None
}

/// Captures a queen or a rook if possible, and otherwise stays out of the way of
/// the pawns.
fn winner_move(position: &Position) -> Option<Move> {
    let loser = !position.turn();
    let ahead = position.board().pieces(loser, Role::Pawn).forward(loser);
    let value = |mv: &Move| match position.captured(*mv) {
        Some((_, piece)) => piece
            .role
            .value()
            .filter(|&value| value >= 5)
            .map(|v| v + 2),
        None if ahead.contains(mv.to()) => Some(0),
        None => Some(1),
    };
    position.legal_moves().max_by_key(value)
}

/// Sacrifices queens and rooks, which could defend the king, and then pushes the
/// most advanced pawn.
fn loser_move(position: &Position) -> Option<Move> {
    let us = position.turn();
    let board = position.board();
    let is_sacrifice = |mv: &Move| {
        let occupied = board.occupied().without(mv.from());
        let defenders = board.attackers(mv.to(), us, occupied).without(mv.from());
        let takers = board.attackers(mv.to(), !us, occupied);
        defenders.is_empty() && takers.any()
    };
    let merit = |mv: &Move| match (mv.role(), mv.promotion()) {
        (_, Some(Role::Knight)) => 20,
        (_, Some(_)) => 0,
        (Role::Queen | Role::Rook, None) if is_sacrifice(mv) => 30,
        (Role::Pawn, None) => 10 + us.rank(mv.to().rank()) as usize,
        (Role::King, None) => 1,
        _ => 2,
    };
    position.legal_moves().max_by_key(merit)
}
