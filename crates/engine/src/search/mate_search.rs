//! Searches for a short mate by checks alone, before the main search. The main search finds
//! such mates late, because it orders and reduces moves by what is usually good.

use arbiter_rules::{Move, Position};

use super::worker::Worker;
use crate::score::{INFINITE, MATE};

/// The longest mate that is looked for, in moves.
const MAX_MOVES: usize = 3;
/// The most nodes to visit.
const MAX_NODES: u64 = 1_000;
/// If the whole search has a node limit, at most one eighth of it is used here.
const NODE_LIMIT_DIVISOR: u64 = 8;

impl Worker<'_> {
    /// Returns the line of a mate by checks, if there is one. No mate by checks is shorter.
    pub(super) fn find_mate_by_checks(&mut self) -> Option<Vec<Move>> {
        let position = self.position().clone();
        // A bare king is mated by driving it to the edge, and in Saktris there are other
        // ways to lose a king.
        let is_bare = position.board().of(!position.turn()).count() == 1;
        if is_bare || position.saktris_state().is_some() {
            return None;
        }
        let limit = self.shared.limits.nodes.unwrap_or(u64::MAX);
        let last_node = self.nodes + MAX_NODES.min(limit / NODE_LIMIT_DIVISOR);
        (1..=MAX_MOVES).find_map(|moves| self.mate_by_checks(&position, 0, moves, last_node))
    }

    /// Returns the line of a mate in at most this many moves of the side to move.
    fn mate_by_checks(
        &mut self,
        position: &Position,
        ply: usize,
        moves: usize,
        last_node: u64,
    ) -> Option<Vec<Move>> {
        let mut checks: Vec<(usize, Move)> = Vec::new();
        for mv in position.legal_moves() {
            if !position.gives_check(mv) || ply == 0 && !self.root.contains(mv) {
                continue;
            }
            self.count_node();
            if self.is_stopped || self.nodes >= last_node {
                return None;
            }
            let evasions = position.after(mv).legal_moves().count();
            if evasions == 0 {
                return Some(vec![mv]);
            }
            checks.push((evasions, mv));
        }
        if moves <= 1 {
            return None;
        }
        // The fewer replies there are, the more likely is a mate.
        checks.sort_by_key(|&(evasions, _)| evasions);
        for (_, mv) in checks {
            let child = position.after(mv);
            self.enter_child(ply, position.turn(), mv, &child);
            let line = self.mated_by_checks(&child, ply + 1, moves - 1, last_node);
            self.leave_child();
            if let Some(line) = line {
                return Some([&[mv], line.as_slice()].concat());
            }
        }
        None
    }

    /// Returns the longest line if every reply is followed by a mate in at most this many
    /// moves.
    fn mated_by_checks(
        &mut self,
        position: &Position,
        ply: usize,
        moves: usize,
        last_node: u64,
    ) -> Option<Vec<Move>> {
        if self.is_draw(position) {
            return None;
        }
        let mut longest: Option<Vec<Move>> = None;
        // Captures refute most checks.
        let mut replies: Vec<Move> = position.legal_moves().collect();
        replies.sort_by_key(|&mv| position.captured(mv).is_none());
        for mv in replies {
            self.count_node();
            let child = position.after(mv);
            self.enter_child(ply, position.turn(), mv, &child);
            let line = if self.is_draw(&child) {
                None
            } else {
                self.mate_by_checks(&child, ply + 1, moves, last_node)
            };
            self.leave_child();
            let line = line?;
            if longest
                .as_ref()
                .is_none_or(|longest| longest.len() <= line.len())
            {
                longest = Some([&[mv], line.as_slice()].concat());
            }
        }
        longest
    }

    /// Makes a mate the result of the search.
    pub(super) fn set_mate(&mut self, line: &[Move]) {
        self.root.begin_aspiration();
        if let Some(root) = line.first().and_then(|&mv| self.root.find(mv)) {
            root.value = MATE - line.len() as i32;
            root.line = line.to_vec();
            root.selective_depth = line.len();
        }
        self.root.sort();
    }

    /// Searches for a mate shorter than this one, which begins with a quiet move. Returns
    /// whether there is one; then it is the result of the search.
    pub(super) fn find_shorter_mate(&mut self, line: &[Move]) -> bool {
        let value = MATE - line.len() as i32;
        let plies = line.len() as i32 - 2;
        // Every check was tried, so there is no mate in one.
        if plies <= 1 {
            return false;
        }
        self.seeks_mate = true;
        self.root_depth = plies;
        self.root.begin_aspiration();
        let (position, piece_keys) = (self.position().clone(), *self.piece_keys());
        let found = self.node::<true>(&position, &piece_keys, 0, value, INFINITE, plies, false);
        self.seeks_mate = false;
        if self.is_stopped || found <= value {
            self.set_mate(line);
            return false;
        }
        self.root.sort();
        true
    }
}
