//! What people and programs want to see of a game.

use alloc::vec::Vec;

use arbiter_rules::{Claim, Color, Move, MoveText, Position, Status};

use super::Game;
use crate::{Material, MoveRecord, Span, Time};

/// One move of a game, with what the clock said about it.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove<'g> {
    /// The position in which it was played.
    pub before: &'g Position,
    /// The move.
    pub mv: Move,
    /// How long the player thought.
    pub took: Span,
    /// What his clock showed when he had moved; nothing without a clock.
    pub left: Option<Span>,
    /// Whether a draw was offered with it, `(=)` on a score sheet (FIDE
    /// 9.1.2.2).
    pub offered_draw: bool,
}

impl Game {
    /// The moves that stand.
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

    /// The moves in standard notation.
    pub fn san(&self) -> impl ExactSizeIterator<Item = MoveText> {
        self.line.moves().map(|(before, mv)| before.san(mv))
    }

    /// The moves as R17 wants them.
    pub fn history(&self) -> impl ExactSizeIterator<Item = MoveRecord> {
        self.line
            .moves()
            .map(|(before, mv)| MoveRecord::of(before, mv))
    }

    /// The position after so many moves of either side; the start after none.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        self.line.position_at(ply)
    }

    /// What was taken, and who is ahead (R13).
    #[must_use]
    pub fn material(&self) -> Material {
        Material::of(&self.line)
    }

    /// Where the game stands (R16).
    #[must_use]
    pub fn status(&self) -> Status {
        match self.ending.and_then(crate::Ending::status) {
            Some(status) => status,
            None if self.position().is_check() => Status::Check,
            None => Status::Active,
        }
    }

    /// The draws that the side to move can claim with the position as it is.
    pub fn claims(&self) -> impl Iterator<Item = Claim> {
        self.claims_with(None)
    }

    /// The draws that it can claim with this legal move (FIDE 9.2.1, 9.3.1).
    pub fn claims_with(&self, intended: Option<Move>) -> impl Iterator<Item = Claim> {
        let may_claim = self.ending.is_none()
            && self.touched.is_empty()
            && intended.is_none_or(|mv| self.needs_duty(mv).is_ok());
        [Claim::Threefold, Claim::FiftyMoves]
            .into_iter()
            .filter(move |&claim| may_claim && self.look_at_claim(claim, intended).0)
    }

    /// What the side to move may play: its legal moves, less those that a
    /// touched piece forbids. None once the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.ending.is_some() {
            return Vec::new();
        }
        self.obligation().moves(self.position()).collect()
    }

    /// What the clock of this side shows; nothing without a clock.
    #[must_use]
    pub fn remaining(&self, color: Color, at: Time) -> Option<Span> {
        self.clock.remaining(color, at.max(self.now))
    }
}
