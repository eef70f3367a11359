//! Updates of the history heuristics after a node has been searched.

use arbiter_rules::{Bitboard, Move};

use super::{node::Node, worker::Worker};
use crate::{Bound, history::Step, picker::is_noisy, score::LOWEST_TABLEBASE_WIN};

impl Worker<'_> {
    /// Rewards a move that caused a beta cutoff, and punishes those searched
    /// before it.
    pub(super) fn learn_cutoff(
        &mut self,
        node: &Node<'_>,
        mv: Move,
        tried: usize,
        threats: Bitboard,
        steps: &[Option<Step>; 3],
    ) {
        let position = node.position;
        let turn = position.turn();
        let bonus = (170 * node.depth - 60).min(1_700);
        let malus = -(190 * node.depth - 40).min(1_500);
        let is_quiet = !is_noisy(position, mv);
        if is_quiet {
            self.histories.learn_quiet(turn, mv, threats, steps, bonus);
        } else {
            self.histories.learn_capture(position, mv, bonus);
        }
        for &other in &self.tried[tried..] {
            if is_noisy(position, other) {
                self.histories.learn_capture(position, other, malus);
            } else if is_quiet {
                self.histories
                    .learn_quiet(turn, other, threats, steps, malus);
            }
        }
    }

    /// Corrects the evaluation of similar positions if the search result differs
    /// from it. Positions with a capture as best move teach nothing.
    pub(super) fn learn_correction(
        &mut self,
        node: &Node<'_>,
        best: i32,
        bound: Bound,
        best_move: Option<Move>,
    ) {
        let is_quiet = best_move.is_none_or(|mv| !is_noisy(node.position, mv));
        let contradicts_eval = match bound {
            Bound::Exact => true,
            Bound::Lower => best > node.corrected,
            Bound::Upper => best < node.corrected,
        };
        if node.is_check || !is_quiet || !contradicts_eval || best.abs() >= LOWEST_TABLEBASE_WIN {
            return;
        }
        let steps = [self.step_before(node.ply, 1), self.step_before(node.ply, 2)];
        let error = best - node.corrected;
        let turn = node.position.turn();
        self.histories
            .learn_correction(turn, node.piece_keys, steps, node.depth, error);
    }
}
