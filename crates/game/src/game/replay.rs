//! Restoring a game from its record.

use core::fmt;

use super::{Game, ProvenAlive};
use crate::{Ending, Event, EventError, Fact, Reason};

/// A record that does not describe a game: it does not begin with the start of a
/// game, a move in it is illegal, an ending contradicts the position, or it
/// continues after the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CorruptRecord {
    /// The number of the invalid event, counted from 0.
    pub number: u64,
    /// What is wrong with the event.
    pub error: EventError,
}

impl fmt::Display for CorruptRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.number, self.error)
    }
}

impl core::error::Error for CorruptRecord {}

impl Game {
    /// Restores a game from its events.
    ///
    /// # Errors
    ///
    /// Returns the first event that cannot have happened.
    pub fn replay<'e>(events: impl IntoIterator<Item = &'e Event>) -> Result<Game, CorruptRecord> {
        let mut events = events.into_iter();
        let mut game = match events.next() {
            Some(event) => Game::from_start(event),
            None => Err(EventError::NotStarted),
        }
        .map_err(|error| CorruptRecord { number: 0, error })?;
        for event in events {
            game.check_event(event).map_err(|error| CorruptRecord {
                number: game.event_count,
                error,
            })?;
            game.apply_recorded(event);
        }
        Ok(game)
    }

    /// Restores a game from a record, one line of [`Game::write_event`] for each
    /// event.
    ///
    /// # Errors
    ///
    /// Returns the first line that cannot be parsed or cannot have happened.
    pub fn from_record<'t>(
        lines: impl IntoIterator<Item = &'t str>,
    ) -> Result<Game, CorruptRecord> {
        let mut lines = lines.into_iter();
        let error = EventError::NotStarted;
        let mut game =
            Game::from_first_line(lines.next().ok_or(CorruptRecord { number: 0, error })?)?;
        for line in lines {
            game.apply_line(line)?;
        }
        Ok(game)
    }

    /// Starts a game from the first line of its record.
    ///
    /// # Errors
    ///
    /// Returns an error if the line is not the start of a game.
    pub fn from_first_line(line: &str) -> Result<Game, CorruptRecord> {
        Event::read_start(line)
            .and_then(|event| Game::from_start(&event))
            .map_err(|error| CorruptRecord { number: 0, error })
    }

    /// Applies the next line of the record and returns its event.
    ///
    /// # Errors
    ///
    /// Returns an error if the line cannot come next. The game is unchanged.
    pub fn apply_line(&mut self, line: &str) -> Result<Event, CorruptRecord> {
        let event = self.read_next_event(line)?;
        self.apply_recorded(&event);
        Ok(event)
    }

    /// Parses the next line of the record without applying it.
    ///
    /// # Errors
    ///
    /// Returns an error if the line cannot come next.
    pub fn read_next_event(&self, line: &str) -> Result<Event, CorruptRecord> {
        let number = self.event_count;
        let corrupt = |error| CorruptRecord { number, error };
        let event = self.read_event(line).map_err(corrupt)?;
        self.check_event(&event).map_err(corrupt)?;
        Ok(event)
    }

    /// Applies an event from a record. The record may have been cut off between
    /// a move and the ending it caused, so [`Game::tick`] checks again whether
    /// the game is over.
    pub fn apply_recorded(&mut self, event: &Event) {
        self.apply(event);
        self.proven_alive = ProvenAlive::new(self.turns.is_empty());
    }

    fn from_start(event: &Event) -> Result<Game, EventError> {
        match &event.fact {
            Fact::Started(options) => {
                // That the position is not dead was proven when the game started.
                let options = (**options).clone();
                match options.start.outcome_quick() {
                    Some(_) => Err(EventError::Over),
                    None => Ok(Game::start_unchecked(options, event.at)),
                }
            }
            _ => Err(EventError::NotStarted),
        }
    }

    /// Checks that an event can happen in the current state.
    fn check_event(&self, event: &Event) -> Result<(), EventError> {
        if self.ending.is_some() {
            return Err(EventError::Over);
        }
        let is_legal = |mv| {
            let position = self.position();
            position.find(position.uci(mv)) == Ok(mv)
        };
        match event.fact {
            Fact::Started(_) => Err(EventError::StartedTwice),
            Fact::Played { mv, .. } if !is_legal(mv) => Err(EventError::IllegalMove),
            Fact::ClaimFailed {
                intended: Some(mv), ..
            } if !is_legal(mv) => Err(EventError::IllegalMove),
            Fact::TakenBack { plies } if plies == 0 || plies > self.turns.len() => {
                Err(EventError::NothingToTakeBack)
            }
            Fact::Berserked { by } if !self.can_berserk(by) => Err(EventError::NoBerserk),
            Fact::Ended(ending) if !self.can_end(ending) => Err(EventError::NoSuchEnding),
            _ => Ok(()),
        }
    }

    /// Reports whether the game can end like this. An ending that the players,
    /// their clocks or a claim bring about is trusted.
    fn can_end(&self, ending: Ending) -> bool {
        let position = self.position();
        match ending.reason {
            Reason::Checkmate => {
                let has_won = ending.winner == Some(!self.turn());
                has_won && position.is_check() && !position.has_legal_move()
            }
            Reason::Stalemate => {
                let is_drawn = ending.winner.is_none();
                is_drawn && !position.is_check() && !position.has_legal_move()
            }
            Reason::KingLost => {
                let outcome = position.outcome().map(Ending::from);
                !position.has_legal_move() && outcome == Some(ending)
            }
            Reason::Adjudication => true,
            reason => ending.winner.is_some() == reason.has_winner(),
        }
    }
}
