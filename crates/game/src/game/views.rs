//! Views of a game for people and programs.

use alloc::vec::Vec;

use arbiter_rules::{Claim, Color, Move, MoveText, Position, Status};

use super::Game;
use crate::{Material, MoveRecord, Span, Time};

/// A move of a game with its thinking time.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove<'g> {
    /// The position in which the move was played.
    pub before: &'g Position,
    /// The move.
    pub mv: Move,
    /// How long the player thought about it.
    pub took: Span,
    /// The time on the player's clock after the move. `None` without a clock.
    pub left: Option<Span>,
    /// Whether the player offered a draw with it, `(=)` on a score sheet (FIDE
    /// 9.1.2.2).
    pub offered_draw: bool,
}

impl Game {
    /// Returns the moves played, without those taken back.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = PlayedMove<'_>> + ExactSizeIterator {
        self.line
            .moves()
            .zip(&self.turns)
            .map(|((before, mv), turn)| PlayedMove {
                before,
                mv,
                took: turn.took,
                left: turn.left,
                offered_draw: turn.offered_draw,
            })
    }

    /// Returns the moves in standard algebraic notation.
    pub fn san(&self) -> impl ExactSizeIterator<Item = MoveText> {
        self.line.moves().map(|(before, mv)| before.san(mv))
    }

    /// Returns the moves with the fields that R17 prescribes.
    pub fn history(&self) -> impl ExactSizeIterator<Item = MoveRecord> {
        self.line
            .moves()
            .map(|(before, mv)| MoveRecord::of(before, mv))
    }

    /// Returns the position after this many half-moves; the starting position
    /// for 0.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        self.line.position_at(ply)
    }

    /// Returns the captured pieces and the material balance (R13).
    #[must_use]
    pub fn material(&self) -> Material {
        Material::of(&self.line)
    }

    /// Returns the status of the game (R16).
    #[must_use]
    pub fn status(&self) -> Status {
        match self.ending.and_then(crate::Ending::status) {
            Some(status) => status,
            None if self.position().is_check() => Status::Check,
            None => Status::Active,
        }
    }

    /// Returns the draws that the side to move can claim in this position.
    pub fn claims(&self) -> impl Iterator<Item = Claim> {
        self.claims_with(None)
    }

    /// Returns the draws that the side to move can claim with this legal move,
    /// or in this position if there is none (FIDE 9.2.1, 9.3.1).
    pub fn claims_with(&self, intended: Option<Move>) -> impl Iterator<Item = Claim> {
        let may_claim = self.ending.is_none()
            && self.touched.is_empty()
            && intended.is_none_or(|mv| self.check_obligation(mv).is_ok());
        [Claim::Threefold, Claim::FiftyMoves]
            .into_iter()
            .filter(move |&claim| may_claim && self.check_claim(claim, intended).0)
    }

    /// Returns the moves that the side to move may play: its legal moves, as far
    /// as they fulfill its [obligation](Game::obligation). There are none once
    /// the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.ending.is_some() {
            return Vec::new();
        }
        self.obligation().moves(self.position()).collect()
    }

    /// Returns the time on this side's clock. `None` without a clock.
    #[must_use]
    pub fn remaining(&self, color: Color, at: Time) -> Option<Span> {
        self.clock.remaining(color, at.max(self.last_event_at))
    }
}
