use arbiter_game::{Ending, Time};
use arbiter_openings::Opening;
use arbiter_rules::{ByColor, Color};

use super::{audit::AuditEntry, columns::event_time, error::StoreError, ratings::RatingChange};
use crate::base::{GameId, PlayerId};

/// Events to add to the log of a game, and what they change in its row.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The sequence number of the first event.
    pub seq: u64,
    /// The events in the text form of the log; at least one.
    pub lines: Vec<String>,
    /// The command that caused them, as "player:command".
    pub command: Option<String>,
    /// The progress to save in the row of the game, if the saved one must be
    /// replaced.
    pub progress: Option<GameProgress>,
    /// The players, if the game begins with these events.
    pub seats: Option<ByColor<PlayerId>>,
    /// The ending, if the game ends with these events.
    pub ended: Option<Ending>,
    /// The administrative act that ends the game, to be recorded with it.
    pub audit_entry: Option<Box<AuditEntry>>,
    /// The side whose player gets the time of an interruption with these events.
    pub ends_interruption: Option<Color>,
}

/// The progress of a game that its row shows.
///
/// Most moves leave the row unchanged: while a game is played its row may lag
/// behind, but the saved deadline is never later than the real one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameProgress {
    /// The next time at which something may happen without a player acting.
    pub deadline: Option<Time>,
    /// The number of moves that have been played and not taken back.
    pub plies: u32,
    /// The opening, once the game has one.
    pub opening: Option<Opening>,
}

/// The result of an append that is on disk.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Appended {
    /// The rating changes, if a rated game ended.
    pub ratings: Option<ByColor<RatingChange>>,
}

/// An error that is returned when events are not appended.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// An event with this number exists, or the game has already begun, or it
    /// was withdrawn: the caller's copy of the game is out of date.
    #[error("the game has changed in the meantime")]
    Conflict,
    /// The database failed. It is unknown whether the events were stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Append {
    /// Reports whether this is a single event that changes nothing in the row
    /// of the game, as most moves are.
    pub(super) fn is_plain_move(&self) -> bool {
        self.progress.is_none()
            && self.seats.is_none()
            && self.ended.is_none()
            && self.ends_interruption.is_none()
            && self.lines.len() == 1
    }

    /// Returns the sequence number after the last event.
    pub(super) fn next_seq(&self) -> u64 {
        self.seq + self.lines.len() as u64
    }

    /// Returns the time of the last event.
    pub(super) fn time(&self) -> Option<Time> {
        event_time(self.lines.last()?)
    }

    /// Returns the error for a game that does not fit these events.
    pub(super) fn missing(&self) -> StoreError {
        StoreError::Missing {
            row: format!("game {}", self.game),
        }
    }
}
