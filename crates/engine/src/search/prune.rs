//! Pruning of whole nodes, before any of their moves is searched.

use arbiter_rules::Bitboard;

use super::{
    node::Node,
    worker::{Worker, has_pieces},
};
use crate::{Bound, picker::Picker, score::LOWEST_TABLEBASE_WIN, transposition_table::Entry};

impl Worker<'_> {
    /// Tries to prune a node, and returns its value if that succeeds.
    pub(super) fn prune_node(&mut self, node: &Node<'_>, alpha: i32, beta: i32) -> Option<i32> {
        let &Node {
            position,
            piece_keys,
            ply,
            depth,
            eval,
            ..
        } = node;
        // Razoring: only captures could raise such a low evaluation.
        if depth <= 4 && eval + 240 * depth + 120 <= alpha {
            let value = self.quiescence::<false>(position, piece_keys, ply, alpha, alpha + 1);
            if value <= alpha {
                return Some(value);
            }
        }
        // Reverse futility pruning: the evaluation is far above beta.
        let margin = 80 * (depth - i32::from(node.is_improving)).max(0);
        if depth <= 9
            && eval - margin >= beta
            && eval < LOWEST_TABLEBASE_WIN
            && beta > -LOWEST_TABLEBASE_WIN
        {
            return Some((2 * beta + eval) / 3);
        }
        self.try_null_move(node, beta)
            .or_else(|| self.try_probcut(node, beta))
    }

    /// Null move pruning: if passing reaches beta, so does some move. Not in pawn
    /// endings, where zugzwang is common.
    fn try_null_move(&mut self, node: &Node<'_>, beta: i32) -> Option<i32> {
        let &Node {
            position,
            piece_keys,
            ply,
            depth,
            eval,
            ..
        } = node;
        let has_passed = ply > 0 && self.step_before(ply, 1).is_none();
        if depth < 3
            || eval < beta
            || node.corrected < beta + 150 - 20 * depth
            || has_passed
            || ply < self.no_null_move_before
            || beta <= -LOWEST_TABLEBASE_WIN
            || !has_pieces(position)
        {
            return None;
        }
        let child = position.after_null_move()?;
        let reduction = 4 + depth / 4 + ((eval - beta) / 180).min(3);
        let barrier = self.enter_null_move(ply, &child);
        let value = -self.node::<false>(
            &child,
            piece_keys,
            ply + 1,
            -beta,
            1 - beta,
            depth - reduction,
            !node.is_cut,
        );
        self.leave_null_move(barrier);
        if self.is_stopped || value < beta {
            return None;
        }
        // A mate found after a pass proves nothing.
        let value = if value >= LOWEST_TABLEBASE_WIN {
            beta
        } else {
            value
        };
        if depth < 14 || self.no_null_move_before > 0 {
            return Some(value);
        }
        self.no_null_move_before = ply + 3 * ((depth - reduction) / 4).max(1) as usize;
        let verified = self.node::<false>(
            position,
            piece_keys,
            ply,
            beta - 1,
            beta,
            depth - reduction,
            false,
        );
        self.no_null_move_before = 0;
        (verified >= beta && !self.is_stopped).then_some(value)
    }

    /// ProbCut: a capture that exceeds beta by a margin in a shallow search
    /// reaches beta in a deep one.
    fn try_probcut(&mut self, node: &Node<'_>, beta: i32) -> Option<i32> {
        let &Node {
            position,
            piece_keys,
            ply,
            depth,
            ..
        } = node;
        let goal = beta + 180 - 50 * i32::from(node.is_improving);
        let is_hopeless = node
            .entry
            .is_some_and(|entry| entry.depth >= depth - 3 && entry.value < goal);
        if depth < 5 || beta.abs() >= LOWEST_TABLEBASE_WIN || is_hopeless {
            return None;
        }
        let threshold = goal - node.corrected;
        let mut picker = Picker::noisy(position, node.hash_move, threshold, &self.move_stack);
        let steps = [None; 3];
        let mut found = None;
        while let Some(mv) = picker.next(
            position,
            self.histories,
            Bitboard::EMPTY,
            &steps,
            &mut self.move_stack,
        ) {
            let child = position.after(mv);
            let child_keys = piece_keys.after(position, mv);
            self.enter_child(ply, position.turn(), mv, &child);
            let mut value =
                -self.quiescence::<false>(&child, &child_keys, ply + 1, -goal, 1 - goal);
            if value >= goal {
                value = -self.node::<false>(
                    &child,
                    &child_keys,
                    ply + 1,
                    -goal,
                    1 - goal,
                    depth - 4,
                    !node.is_cut,
                );
            }
            self.leave_child();
            if self.is_stopped {
                break;
            }
            if value >= goal {
                let entry = Entry {
                    mv: mv.into(),
                    value,
                    eval: node.raw,
                    depth: depth - 3,
                    bound: Some(Bound::Lower),
                    was_pv: node.was_pv,
                };
                self.shared.transpositions.store(position.key(), ply, entry);
                found = Some(value);
                break;
            }
        }
        picker.finish(&mut self.move_stack);
        found
    }
}
