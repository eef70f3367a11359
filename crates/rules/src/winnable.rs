//! Dead positions, and whether a side can still win (R73, C6, C7, C9).
//!
//! Both questions come down to one: is there a *helpmate*, that is, a series of
//! legal moves with both sides cooperating that ends in mate by this side? The
//! material on the board alone does not answer it. Five methods do:
//!
//! 1. [`material`]: some material can never give mate.
//! 2. [`helpmate_line`], [`corner_search`] and [`underpromotion`]: in positions
//!    from games a helpmate is found quickly. What they find is a line of legal
//!    moves, so it is a proof.
//! 3. [`reachable`] and [`mating_net`]: in a blocked position the pieces can
//!    never reach squares from which one of them would mate.
//! 4. [`reversible`]: most moves of a game can be undone if the opponent
//!    cooperates, so the position after them is dead only if the one before was.
//! 5. [`search`]: everything else is decided by searching positions until a
//!    mate is found or no position is left. [`mate_pattern`] guides it where only a
//!    knight or a bishop can mate.
//!
//! [`win_question`] puts the methods in order. Each takes its work from one
//! [`WorkBudget`], so that no position, however it was composed, takes long.

mod corner_search;
mod execute_plan;
mod helpmate_line;
mod loser_moves;
mod mate_pattern;
mod material;
mod mating_net;
mod mating_plan;
mod packed;
mod progress;
mod reachable;
mod reversible;
mod search;
mod underpromotion;
mod win_question;
mod work_budget;

use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::{Color, Position, Role};
use helpmate_line::HelpmateLine;
use win_question::{MAX_LINE_UNITS, WinQuestion};
use work_budget::WorkBudget;

/// The number of positions [`Position::can_win`] searches before it gives up, or
/// the equivalent in other work.
const MAX_SEARCH_NODES: usize = 20_000;

/// The work units of one position searched, with the moves that lead to it.
const NODE_UNITS: u64 = 60;

/// The most work units of [`Position::can_win_quick`]. Each question may take them
/// in addition to its nodes.
const QUICK_UNITS: u64 = 30_000;

/// One side gets this fraction of the budget before the other side is tried, but at
/// least this many work units.
const FIRST_SHARE: u64 = 8;
const MIN_FIRST_UNITS: u64 = 40_000;

impl Position {
    /// Reports whether any series of legal moves, however unlikely, leads to
    /// mate by this side. If none does, its opponent cannot lose on time or by
    /// resigning (FIDE 5.1.2, 6.9; C6, C7).
    ///
    /// The answer is exact. `None` means that the work of searching 20,000 positions,
    /// which takes about 20 ms and at most 10 MB of memory, did not settle the
    /// question. Few positions are that hard, and nearly all of them are composed.
    /// [`Position::can_win_within`] may do more work.
    ///
    /// ```
    /// use arbiter_rules::{Color, Position};
    ///
    /// // Two knights cannot force mate, but they can mate.
    /// let position: Position = "8/8/8/3k4/8/8/8/KNN5 w - - 0 1".parse()?;
    /// assert_eq!(position.can_win(Color::White), Some(true));
    /// assert_eq!(position.can_win(Color::Black), Some(false));
    /// # Ok::<(), arbiter_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn can_win(&self, color: Color) -> Option<bool> {
        self.can_win_within(color, MAX_SEARCH_NODES)
    }

    /// Like [`Position::can_win`], but with the work of searching this many
    /// positions. All methods take their work from this budget, and time and memory
    /// grow in proportion to it.
    #[must_use]
    pub fn can_win_within(&self, color: Color, nodes: usize) -> Option<bool> {
        if self.is_saktris() {
            return self.can_win_saktris(color, |chess| chess.can_win_within(color, nodes));
        }
        self.can_win_counted(color, &budget_of(nodes))
    }

    fn can_win_counted(&self, color: Color, budget: &WorkBudget) -> Option<bool> {
        let quick = budget.within(QUICK_UNITS, |budget| self.can_win_quickly(color, budget));
        if quick.is_some() || !self.is_regular() {
            return quick;
        }
        WinQuestion::new(self, color).run(budget)
    }

    /// Answers [`Position::can_win`] in a few microseconds and without
    /// allocating, or returns `None` if that takes longer.
    ///
    /// In positions from games it recognizes all that cannot be won, except for
    /// rare blocked positions, and about half of those that can.
    #[must_use]
    pub fn can_win_quick(&self, color: Color) -> Option<bool> {
        if self.is_saktris() {
            return self.can_win_saktris(color, |chess| chess.can_win_quick(color));
        }
        self.can_win_quickly(color, &WorkBudget::new(QUICK_UNITS))
    }

    fn can_win_quickly(&self, color: Color, budget: &WorkBudget) -> Option<bool> {
        if !self.has_legal_move() {
            return Some(self.turn() != color && self.is_check());
        }
        if !self.is_regular() {
            return None;
        }
        if material::cannot_mate(self.board(), color) {
            return Some(false);
        }
        if HelpmateLine::short_line_mates(self, color, budget) {
            return Some(true);
        }
        (self.looks_blocked() && search::is_blocked(self, color, budget)).then_some(false)
    }

    /// Reports whether the test for a blocked position is worth its time: at
    /// least three pawns are blocked by an enemy pawn, few others are left, and
    /// all other pieces are kings and bishops.
    fn looks_blocked(&self) -> bool {
        let board = self.board();
        let pawns = board.by_role(Role::Pawn);
        let breakers =
            board.by_role(Role::Knight) | board.by_role(Role::Rook) | board.by_role(Role::Queen);
        let white = board.pieces(Color::White, Role::Pawn);
        let rammed = (white.forward(Color::White) & (pawns - white)).count();
        breakers.is_empty() && rammed >= 3 && pawns.count() <= 2 * rammed + 2
    }

    /// Reports whether the position is dead: neither side can mate by any series
    /// of legal moves (FIDE 5.2.2; R73, C9). `None` means the same as in
    /// [`Position::can_win`].
    ///
    /// ```
    /// use arbiter_rules::Position;
    ///
    /// // The pawns are locked, and neither bishop can ever attack one.
    /// let position: Position = "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1".parse()?;
    /// assert_eq!(position.is_dead(), Some(true));
    /// # Ok::<(), arbiter_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn is_dead(&self) -> Option<bool> {
        self.is_dead_within(MAX_SEARCH_NODES)
    }

    /// Like [`Position::is_dead`], but with the work of searching this many
    /// positions, for both sides together.
    #[must_use]
    pub fn is_dead_within(&self, nodes: usize) -> Option<bool> {
        if self.is_saktris() {
            return self.is_dead_saktris(nodes);
        }
        if self.is_dead_by_material() {
            return Some(true);
        }
        self.is_dead_counted(&budget_of(nodes))
    }

    fn is_dead_counted(&self, budget: &WorkBudget) -> Option<bool> {
        let is_regular = self.is_regular();
        let units = MAX_LINE_UNITS;
        if is_regular
            && budget.within(units, |budget| {
                HelpmateLine::either_side_mates(self, budget)
            })
        {
            return Some(false);
        }
        if !self.has_legal_move() {
            return Some(!self.is_check());
        }
        is_regular.then(|| self.is_dead_by_search(budget))?
    }

    /// Reports whether neither side has mating material, so that the position is
    /// dead wherever the pieces are.
    #[must_use]
    pub fn is_dead_by_material(&self) -> bool {
        if self.is_saktris() {
            return self.as_chess().is_some_and(|it| it.is_dead_by_material());
        }
        let cannot_mate = |color| material::cannot_mate(self.board(), color);
        cannot_mate(Color::White) && cannot_mate(Color::Black) && self.is_regular()
    }

    /// Decides [`Position::is_dead`] where no single line of play ends in mate.
    /// Both sides get a short search before either gets a long one, and the side
    /// with more material goes first.
    fn is_dead_by_search(&self, budget: &WorkBudget) -> Option<bool> {
        let strength = |color| {
            let board = self.board();
            let heavy = board.straight_sliders(color) | board.pieces(color, Role::Pawn);
            (heavy.any(), board.of(color).count())
        };
        let mut colors = Color::ALL;
        colors.sort_by_key(|&color| Reverse(strength(color)));
        let cannot_win = |color| {
            material::cannot_mate(self.board(), color)
                || self.looks_blocked() && search::is_blocked(self, color, budget)
        };
        let mut open: Vec<_> = colors
            .into_iter()
            .filter(|&color| !cannot_win(color))
            .map(|color| WinQuestion::new(self, color).without_lines())
            .collect();
        for is_first in [true, false] {
            let mut waiting = open.len() as u64;
            for mut question in core::mem::take(&mut open) {
                let units = if is_first {
                    MIN_FIRST_UNITS.max(budget.left() / FIRST_SHARE)
                } else {
                    budget.left() / waiting
                };
                waiting -= 1;
                match budget.within(units, |budget| question.run(budget)) {
                    Some(true) => return Some(false),
                    Some(false) => {}
                    None => open.push(question),
                }
            }
        }
        open.is_empty().then_some(true)
    }
}

/// Returns the budget of a question that may search this many positions.
fn budget_of(nodes: usize) -> WorkBudget {
    WorkBudget::new(
        (nodes as u64)
            .saturating_mul(NODE_UNITS)
            .saturating_add(QUICK_UNITS),
    )
}

#[cfg(test)]
mod tests;
