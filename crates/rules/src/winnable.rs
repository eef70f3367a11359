//! Dead positions, and whether a side can still win (R73, C6, C7, C9).
//!
//! The question is always the same: does any series of legal moves, with both
//! sides helping, end in mate by this side? No list of material answers it.
//!
//! 1. [`material`]: with some material no move ever mates.
//! 2. [`hunt`], [`dive`] and [`relief`]: in a position from a game a helpmate
//!    is soon found. What they find is a line of legal moves, so it is proof.
//! 3. [`reach`] and [`net`]: in a blocked position the pieces can never get to
//!    where one of them would mate.
//! 4. [`comeback`]: along a game most moves can be taken back with the help of
//!    the opponent, so that a position stays alive if it was.
//! 5. [`search`]: everything else is decided by looking at positions until a
//!    mate turns up or none is left to look at.

mod comeback;
mod dive;
mod errand;
mod help;
mod hunt;
mod material;
mod net;
mod packed;
mod plan;
mod progress;
mod reach;
mod relief;
mod search;

use core::cmp::Reverse;

use crate::{ByColor, Color, Position, Role};
use dive::Dive;
use hunt::Hunt;
use search::Search;

/// How many positions [`Position::can_win`] looks at before it gives up. Each
/// takes 60 to 80 bytes while the search lasts.
const DEFAULT_NODES: usize = 400_000;

/// How many it looks at for one side before it asks about the other.
const FEW_NODES: usize = 3_000;

/// How many positions a search takes after a pawn became a knight.
const RELIEF_NODES: usize = 20_000;

/// How many positions a dive into one corner may take.
const DIVE_NODES: usize = 1_000;

impl Position {
    /// Whether some series of legal moves, however odd, leads to mate by this
    /// side. If not, its opponent cannot lose on time or by resigning (FIDE
    /// 5.1.2, 6.9; C6, C7).
    ///
    /// An answer is always right; `None` means that none was found among the
    /// first 400,000 positions looked at, which takes about a second and up
    /// to 32 MB of memory. Such positions are composed, not played.
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
        self.can_win_within(color, DEFAULT_NODES)
    }

    /// Like [`Position::can_win`], but looks at no more than about this many
    /// positions.
    #[must_use]
    pub fn can_win_within(&self, color: Color, nodes: usize) -> Option<bool> {
        if self.is_saktris() {
            return self.can_win_saktris(color, |chess| chess.can_win_within(color, nodes));
        }
        self.can_win_quick(color).or_else(|| {
            // Knights and bishops mate when both sides have brought them where
            // they belong, which a short search finds sooner than hasty lines.
            let is_hasty = nodes > FEW_NODES || !material::is_light(self.board(), color);
            if self.is_regular()
                && is_hasty
                && (Hunt::look(self, color) || Dive::finds_mate(self, color, nodes.min(DIVE_NODES)))
            {
                return Some(true);
            }
            if self.is_regular()
                && let Some(later) = relief::after_knight(self, color)
                && Search::new(color).run(&later, nodes.min(RELIEF_NODES)) == Some(true)
            {
                return Some(true);
            }
            Search::new(color).run(self, nodes)
        })
    }

    /// What can be said about [`Position::can_win`] in a few microseconds,
    /// without memory: an answer is right, and `None` means only that more time
    /// is needed. In games it sees all that cannot be won, but for rare
    /// blocked positions, and about half of what can.
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
        if self.is_regular() && Hunt::glance(self, color) {
            return Some(true);
        }
        if self.looks_blocked() && search::is_blocked(self, color) {
            return Some(false);
        }
        None
    }

    /// Whether it is worth the time to look for a blocked position: several
    /// pawns face each other, few do not, and nobody can jump or break in.
    fn looks_blocked(&self) -> bool {
        let board = self.board();
        let pawns = board.by_role(Role::Pawn);
        let breakers =
            board.by_role(Role::Knight) | board.by_role(Role::Rook) | board.by_role(Role::Queen);
        let white = board.pieces(Color::White, Role::Pawn);
        let rammed = (white.forward(Color::White) & (pawns - white)).count();
        breakers.is_empty() && rammed >= 3 && pawns.count() <= 2 * rammed + 2 && self.is_regular()
    }

    /// Whether the position is dead: neither side can mate by any series of
    /// legal moves (FIDE 5.2.2; R73, C9). `None` as for [`Position::can_win`].
    ///
    /// ```
    /// use arbiter_rules::Position;
    ///
    /// // Nobody gets through, and nobody can take anything.
    /// let position: Position = "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1".parse()?;
    /// assert_eq!(position.is_dead(), Some(true));
    /// # Ok::<(), arbiter_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn is_dead(&self) -> Option<bool> {
        self.is_dead_within(DEFAULT_NODES)
    }

    /// Like [`Position::is_dead`], but looks at no more than about this many
    /// positions for each side.
    #[must_use]
    pub fn is_dead_within(&self, nodes: usize) -> Option<bool> {
        if self.is_saktris() {
            return self.is_dead_saktris(nodes);
        }
        if self.is_dead_by_material() {
            return Some(true);
        }
        if self.is_regular() && Hunt::by_anyone(self) {
            return Some(false);
        }
        self.is_dead_after_all(nodes)
    }

    /// Whether neither side has what it takes to mate: the dead positions that
    /// are known without looking at moves.
    #[must_use]
    pub fn is_dead_by_material(&self) -> bool {
        if self.is_saktris() {
            return self.as_chess().is_some_and(|it| it.is_dead_by_material());
        }
        let cannot_mate = |color| material::cannot_mate(self.board(), color);
        cannot_mate(Color::White) && cannot_mate(Color::Black) && self.is_regular()
    }

    /// As [`Position::is_dead`], where no line to mate is soon found. A short
    /// search for either side comes before a long one for any, and he who has
    /// more comes first.
    fn is_dead_after_all(&self, nodes: usize) -> Option<bool> {
        let strength = |color| {
            let board = self.board();
            let heavy = board.straight_sliders(color) | board.pieces(color, Role::Pawn);
            (heavy.any(), board.of(color).count())
        };
        let mut colors = Color::ALL;
        colors.sort_by_key(|&color| Reverse(strength(color)));
        let mut can_win = ByColor::<Option<bool>>::default();
        for nodes in [FEW_NODES.min(nodes), nodes] {
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
