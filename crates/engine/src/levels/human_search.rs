use core::{cmp::Reverse, ops::ControlFlow};

use arbiter_rules::{Move, PlayedLine, Position, Role};

use crate::{
    Evaluator, SearchControl,
    saktris::{self, has_lost_king, is_placing},
    score::{DRAW, INFINITE, MATE},
};

/// A shallow search, like a person's first impression: it makes a move, then follows
/// captures.
pub(super) struct HumanSearch<'c> {
    control: &'c dyn SearchControl,
    /// Whether the control has stopped the search.
    is_stopped: bool,
    evaluator: Evaluator,
    nodes: u64,
}

/// The limit for exceptionally complicated positions. Ordinary ones need a tenth
/// of it.
const MAX_NODES: u64 = 60_000;
/// How often the control is asked whether to stop.
const NODES_BETWEEN_STOP_CHECKS: u64 = 512;
/// How far exchanges are followed, in half-moves.
const MAX_EXCHANGE_PLIES: u32 = 8;

/// A move and its score in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ScoredMove {
    pub mv: Move,
    pub score: i32,
}

impl HumanSearch<'_> {
    /// Prepares the search for one turn.
    pub(super) fn new(control: &dyn SearchControl) -> HumanSearch<'_> {
        HumanSearch {
            control,
            is_stopped: false,
            evaluator: Evaluator::default(),
            nodes: 0,
        }
    }

    /// Scores the moves and returns them, best first. Moves worse than the best by
    /// more than the margin may be missing.
    pub(super) fn candidates(
        &mut self,
        line: &PlayedLine,
        moves: Vec<Move>,
        margin: i32,
    ) -> Vec<ScoredMove> {
        let position = line.position();
        let mut candidates: Vec<ScoredMove> = Vec::new();
        let mut best = -INFINITE;
        for mv in in_order(position, moves) {
            let after = position.after(mv);
            let alpha = best.saturating_sub(margin).max(-INFINITE);
            let score = -self.quiesce(&after, 1, MAX_EXCHANGE_PLIES, -INFINITE, -alpha);
            if self.is_stopped {
                // Settle for the moves searched so far, or for any move.
                if candidates.is_empty() {
                    candidates.push(ScoredMove { mv, score: DRAW });
                }
                break;
            }
            if score > alpha {
                candidates.push(ScoredMove { mv, score });
            }
            best = best.max(score);
        }
        candidates.sort_by_key(|candidate| Reverse(candidate.score));
        candidates
    }

    /// Follows captures until none improves the score.
    fn quiesce(
        &mut self,
        position: &Position,
        ply: i32,
        left: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_STOP_CHECKS) {
            self.is_stopped = self.control.should_stop();
        }
        if self.is_stopped {
            return alpha;
        }
        let is_stuck = !position.has_legal_move();
        if is_stuck && position.is_check() || has_lost_king(position) {
            return ply - MATE;
        }
        if is_stuck {
            return DRAW;
        }
        if left > 0
            && let Some(mv) = self.natural_placement(position)
        {
            let after = position.after(mv);
            return -self.quiesce(&after, ply + 1, left - 1, -beta, -alpha);
        }
        let mut best = self.evaluator.evaluate_at(ply as usize, position);
        alpha = alpha.max(best);
        if alpha >= beta || left == 0 || self.nodes >= MAX_NODES {
            return best;
        }
        for mv in in_order(position, captures(position)) {
            let after = position.after(mv);
            let score = -self.quiesce(&after, ply + 1, left - 1, -beta, -alpha);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Returns the placement that looks best at first sight, if the side to move
    /// has to place a piece.
    fn natural_placement(&mut self, position: &Position) -> Option<Move> {
        if !is_placing(position) {
            return None;
        }
        position
            .legal_moves()
            .min_by_key(|&mv| self.evaluator.evaluate(&position.after(mv)))
    }
}

/// Returns the captures and, in Saktris, the moves that gain material by a clear.
fn captures(position: &Position) -> Vec<Move> {
    let mut captures = Vec::new();
    if position.saktris_state().is_some() {
        let is_capture = |mv: &Move| match position.clear(*mv) {
            Some(clear) => saktris::gain(position, *mv, &clear) > 0,
            None => position.captured(*mv).is_some(),
        };
        return position.legal_moves().filter(is_capture).collect();
    }
    let mut mask = position.board().of(!position.turn());
    if let Some(square) = position.legal_en_passant() {
        mask = mask.with(square);
    }
    let _ = position.visit_targets_within(mask, |targets| {
        captures.extend(
            targets
                .into_iter()
                .filter(|&mv| position.captured(mv).is_some()),
        );
        ControlFlow::<()>::Continue(())
    });
    captures
}

/// Sorts captures first: the most valuable victim, then the least valuable
/// attacker.
fn in_order(position: &Position, mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_by_cached_key(|&mv| {
        let taken = position
            .captured(mv)
            .map_or(0, |(_, piece)| 16 * (1 + piece_value(piece.role)));
        let promoted = mv.promotion().map_or(0, |role| 8 * piece_value(role));
        Reverse((
            taken + promoted,
            if taken > 0 {
                -piece_value(mv.role())
            } else {
                0
            },
        ))
    });
    moves
}

fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight => 3,
        Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 10,
    }
}
