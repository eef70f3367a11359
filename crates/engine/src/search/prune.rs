//! Reasons to look no further, found before any move is looked at.

use arbiter_rules::{Bitboard, Position, Role};

use super::{node::Node, worker::Worker};
use crate::{Bound, picker::Picker, score::KNOWN_WIN, table::Entry};

impl Worker<'_> {
    /// Reasons to be content with this position before any of its moves is
    /// looked at.
    pub(super) fn prune_whole(&mut self, node: &Node<'_>, alpha: i32, beta: i32) -> Option<i32> {
        let &Node {
            position,
            sums,
            ply,
            depth,
            eval,
            ..
        } = node;
        // Razoring: so far behind that only captures could help.
        if depth <= 4 && eval + 240 * depth + 120 <= alpha {
            let value = self.quiescence::<false>(position, sums, ply, alpha, alpha + 1);
            if value <= alpha {
                return Some(value);
            }
        }
        // Reverse futility: so far ahead that a quiet move keeps it.
        let margin = 80 * (depth - i32::from(node.is_improving)).max(0);
        if depth <= 9 && eval - margin >= beta && eval < KNOWN_WIN && beta > -KNOWN_WIN {
            return Some((2 * beta + eval) / 3);
        }
        self.try_pass(node, beta)
            .or_else(|| self.try_captures(node, beta))
    }

    /// Null move: if even passing is good enough, a move is too. Not in
    /// endings of pawns, where having to move may be what loses.
    fn try_pass(&mut self, node: &Node<'_>, beta: i32) -> Option<i32> {
        let &Node {
            position,
            sums,
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
            || ply < self.no_pass_before
            || beta <= -KNOWN_WIN
            || !has_pieces(position)
        {
            return None;
        }
        let child = position.pass()?;
        let reduction = 4 + depth / 4 + ((eval - beta) / 180).min(3);
        let barrier = self.pass(ply, &child);
        let value = -self.node::<false>(
            &child,
            sums,
            ply + 1,
            -beta,
            1 - beta,
            depth - reduction,
            !node.is_cut,
        );
        self.unpass(barrier);
        if self.is_over || value < beta {
            return None;
        }
        // A mate that needs a pass is none.
        let value = if value >= KNOWN_WIN { beta } else { value };
        if depth < 14 || self.no_pass_before > 0 {
            return Some(value);
        }
        self.no_pass_before = ply + 3 * ((depth - reduction) / 4).max(1) as usize;
        let verified = self.node::<false>(
            position,
            sums,
            ply,
            beta - 1,
            beta,
            depth - reduction,
            false,
        );
        self.no_pass_before = 0;
        (verified >= beta && !self.is_over).then_some(value)
    }

    /// `ProbCut`: a capture that is much too good in a shallow look is good
    /// enough in a deep one.
    fn try_captures(&mut self, node: &Node<'_>, beta: i32) -> Option<i32> {
        let &Node {
            position,
            sums,
            ply,
            depth,
            ..
        } = node;
        let goal = beta + 180 - 50 * i32::from(node.is_improving);
        let is_hopeless = node
            .entry
            .is_some_and(|entry| entry.depth >= depth - 3 && entry.value < goal);
        if depth < 5 || beta.abs() >= KNOWN_WIN || is_hopeless {
            return None;
        }
        let threshold = goal - node.corrected;
        let mut picker = Picker::noisy(position, node.hinted, threshold, &self.pile);
        let steps = [None; 3];
        let mut found = None;
        while let Some(mv) = picker.next(
            position,
            self.histories,
            Bitboard::EMPTY,
            &steps,
            &mut self.pile,
        ) {
            let child = position.after(mv);
            let child_sums = sums.after(position, mv);
            self.go_to(ply, position.turn(), mv, &child);
            let mut value =
                -self.quiescence::<false>(&child, &child_sums, ply + 1, -goal, 1 - goal);
            if value >= goal {
                value = -self.node::<false>(
                    &child,
                    &child_sums,
                    ply + 1,
                    -goal,
                    1 - goal,
                    depth - 4,
                    !node.is_cut,
                );
            }
            self.come_back();
            if self.is_over {
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
                self.shared.table.store(position.key(), ply, entry);
                found = Some(value);
                break;
            }
        }
        picker.finish(&mut self.pile);
        found
    }
}

/// Whether the side to move has more than pawns.
pub(super) fn has_pieces(position: &Position) -> bool {
    let board = position.board();
    (board.of(position.turn()) - board.by_role(Role::Pawn) - board.by_role(Role::King)).any()
}
