//! Players whose connections the service has ended: they do not lose the time until they
//! are back.

use arbiter_game::{self as game, Game, Span, Time};
use arbiter_rules::Color;
use arbiter_wire::{Speed, Stage};

use super::{Decision, HostedGame};
use crate::{base::PlayerId, store::Interruptions};

/// How long an interruption lasts at most. A player who takes longer to come back loses
/// the rest: nobody thinks for free because a server stops.
pub const MAX_INTERRUPTION: Span = Span::from_seconds(3);

impl HostedGame {
    /// Returns since when players are interrupted.
    #[must_use]
    pub const fn interruptions(&self) -> Interruptions {
        self.interruptions
    }

    /// Returns those of these sides that lose time if they are interrupted. With days for a
    /// move, or without a clock, nobody does.
    #[must_use]
    pub fn interruptible(&self, is_present: impl Fn(Color) -> bool) -> Vec<Color> {
        let control = self.referee.as_ref().map(|game| &game.options().control);
        let is_slow = control.is_none_or(|it| Speed::of(it) == Speed::Correspondence);
        if is_slow || self.stage() != Stage::Playing {
            return Vec::new();
        }
        let is_human = |color| self.player(color).is_some_and(|it| it.level().is_none());
        let sides = Color::ALL.into_iter();
        sides
            .filter(|&color| is_present(color) && is_human(color))
            .collect()
    }

    /// Notes that the player of a side is interrupted since this time.
    pub fn note_interruption(&mut self, side: Color, since: Option<Time>) {
        self.interruptions[side] = since;
    }

    /// Decides that the player of a side, who is back, gets the time of the interruption.
    /// None if the player has lost no time.
    #[must_use]
    pub fn end_interruption(&self, at: Time, side: Color) -> Option<Box<Decision>> {
        let since: Time = self.interruptions[side]?;
        self.give_back(at, side, at.min(since + MAX_INTERRUPTION))
    }

    /// Decides what a player gets before a command can be decided: a player who is back
    /// gets the time of the interruption, and a player who is not back does not run out of
    /// time because of it.
    #[must_use]
    pub fn give_back_before(&self, at: Time, by: PlayerId) -> Option<Box<Decision>> {
        let game = self.referee.as_ref()?;
        let side = game.clock().running()?;
        let since: Time = self.interruptions[side]?;
        if self.player(side) == Some(by) {
            return self.end_interruption(at, side);
        }
        self.is_overdue(at)
            .then(|| self.give_back(at, side, since + MAX_INTERRUPTION))
            .flatten()
    }

    /// Reports whether the time of the side to move is up at this time, as far as no
    /// interruption is known.
    #[must_use]
    pub fn is_overdue(&self, at: Time) -> bool {
        let limit = self.referee.as_ref().and_then(Game::time_limit);
        limit.is_some_and(|limit| limit <= at)
    }

    /// Decides that the player of a side gets the time of their turn that lies in the
    /// interruption until this time.
    fn give_back(&self, at: Time, side: Color, until: Time) -> Option<Box<Decision>> {
        let game = self.referee.as_ref()?;
        let events = game.give_back(at, side, self.interruptions[side]?, until);
        if events.is_empty() {
            return None;
        }
        let mut decision = self.decision(at, game, events, None);
        decision.ends_interruption = Some(side);
        Some(Box::new(decision))
    }

    /// Returns how much later the flag of the side to move falls because its player is
    /// interrupted.
    pub(super) fn extension(&self, game: &Game) -> Span {
        let extension = || {
            let side = game.clock().running()?;
            let since: Time = self.interruptions[side]?;
            Some(game.lost_time(side, since, since + MAX_INTERRUPTION))
        };
        extension().unwrap_or(Span::ZERO)
    }

    /// Returns what happens at this time without a command: if the flag is down only
    /// because of an interruption, the player gets its time when it is over.
    pub(super) fn tick_interrupted(&self, game: &Game, at: Time) -> Ticked {
        let extension = self.extension(game);
        let Some(limit) = game.time_limit().filter(|limit| *limit <= at) else {
            return Ticked::Events(game.tick(at));
        };
        if extension.is_zero() {
            return Ticked::Events(game.tick(at));
        }
        let given = game.clock().running().and_then(|side| {
            let since: Time = self.interruptions[side]?;
            self.give_back(at, side, since + MAX_INTERRUPTION)
        });
        match given {
            Some(decision) if limit + extension <= at => Ticked::GivenBack(decision),
            // Just before the limit only the position can end the game.
            _ => {
                let before = Time::from_millis(limit.as_millis().saturating_sub(1));
                Ticked::Events(game.tick(before))
            }
        }
    }
}

/// What happens without a command.
pub(super) enum Ticked {
    /// These events, if any.
    Events(Vec<game::Event>),
    /// A player gets the time of an interruption.
    GivenBack(Box<Decision>),
}
