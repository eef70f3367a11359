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
//!    mate is found or no position is left.

mod corner_search;
mod execute_plan;
mod helpmate_line;
mod loser_moves;
mod material;
mod mating_net;
mod mating_plan;
mod packed;
mod progress;
mod reachable;
mod reversible;
mod search;
mod underpromotion;

use core::cmp::Reverse;

use crate::{ByColor, Color, Position, Role};
use corner_search::CornerSearch;
use helpmate_line::HelpmateLine;
use search::HelpmateSearch;

/// The number of positions [`Position::can_win`] searches before it gives up.
/// Each takes 60 to 80 bytes during the search.
const MAX_SEARCH_NODES: usize = 400_000;

/// The number of positions searched for one side before the other side is
/// tried.
const FIRST_PASS_NODES: usize = 3_000;

/// The number of positions searched after a pawn has been underpromoted.
const MAX_UNDERPROMOTION_NODES: usize = 20_000;

/// The number of positions searched for a mate in one corner.
const MAX_CORNER_NODES: usize = 1_000;

impl Position {
    /// Reports whether any series of legal moves, however unlikely, leads to
    /// mate by this side. If none does, its opponent cannot lose on time or by
    /// resigning (FIDE 5.1.2, 6.9; C6, C7).
    ///
    /// The answer is exact. `None` means that a search of 400,000 positions did
    /// not settle the question, which takes about a second and up to 32 MB of
    /// memory. Only composed positions are that hard.
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

    /// Like [`Position::can_win`], but searches at most about this many
    /// positions.
    #[must_use]
    pub fn can_win_within(&self, color: Color, nodes: usize) -> Option<bool> {
        if self.is_saktris() {
            return self.can_win_saktris(color, |chess| chess.can_win_within(color, nodes));
        }
        self.can_win_quick(color).or_else(|| {
            // With knights and bishops alone, a short search finds a mate sooner
            // than a single line of play does.
            let tries_lines = nodes > FIRST_PASS_NODES || !material::is_light(self.board(), color);
            if self.is_regular()
                && tries_lines
                && (HelpmateLine::long_line_mates(self, color)
                    || CornerSearch::finds_mate(self, color, nodes.min(MAX_CORNER_NODES)))
            {
                return Some(true);
            }
            if self.is_regular()
                && let Some(later) = underpromotion::to_knight(self, color)
                && HelpmateSearch::new(color).run(&later, nodes.min(MAX_UNDERPROMOTION_NODES))
                    == Some(true)
            {
                return Some(true);
            }
            HelpmateSearch::new(color).run(self, nodes)
        })
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
        if !self.has_legal_move() {
            return Some(self.turn() != color && self.is_check());
        }
        if material::cannot_mate(self.board(), color) && self.is_regular() {
            return Some(false);
        }
        if self.is_regular() && HelpmateLine::short_line_mates(self, color) {
            return Some(true);
        }
        if self.looks_blocked() && search::is_blocked(self, color) {
            return Some(false);
        }
        None
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
        breakers.is_empty() && rammed >= 3 && pawns.count() <= 2 * rammed + 2 && self.is_regular()
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

    /// Like [`Position::is_dead`], but searches at most about this many
    /// positions for each side.
    #[must_use]
    pub fn is_dead_within(&self, nodes: usize) -> Option<bool> {
        if self.is_saktris() {
            return self.is_dead_saktris(nodes);
        }
        if self.is_dead_by_material() {
            return Some(true);
        }
        if self.is_regular() && HelpmateLine::either_side_mates(self) {
            return Some(false);
        }
        self.is_dead_by_search(nodes)
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
    fn is_dead_by_search(&self, nodes: usize) -> Option<bool> {
        let strength = |color| {
            let board = self.board();
            let heavy = board.straight_sliders(color) | board.pieces(color, Role::Pawn);
            (heavy.any(), board.of(color).count())
        };
        let mut colors = Color::ALL;
        colors.sort_by_key(|&color| Reverse(strength(color)));
        let mut can_win = ByColor::<Option<bool>>::default();
        for nodes in [FIRST_PASS_NODES.min(nodes), nodes] {
            for color in colors {
                can_win[color] = can_win[color].or_else(|| self.can_win_within(color, nodes));
                if can_win[color] == Some(true) {
                    return Some(false);
                }
            }
        }
        (can_win.white == Some(false) && can_win.black == Some(false)).then_some(true)
    }
}

#[cfg(test)]
mod tests;
