//! A game from its record.

use core::fmt;

use super::{Alive, Game};
use crate::{Ending, Event, EventError, Fact, Reason};

/// A record that is no game: it does not begin with a start, a move in it is
/// not legal, an end does not fit the board, or it goes on after the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CorruptRecord {
    /// The number of the event, counted from 0.
    pub number: u64,
    /// What is wrong with it.
    pub error: EventError,
}

impl fmt::Display for CorruptRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.number, self.error)
    }
}

impl core::error::Error for CorruptRecord {}

impl Game {
    /// The game that these events made.
    ///
    /// # Errors
    ///
    /// The first event that cannot have happened.
    pub fn replay<'e>(events: impl IntoIterator<Item = &'e Event>) -> Result<Game, CorruptRecord> {
        let mut events = events.into_iter();
        let mut game = match events.next() {
            Some(event) => Game::from_start(event),
            None => Err(EventError::NotStarted),
        }
        .map_err(|error| CorruptRecord { number: 0, error })?;
        for event in events {
            game.admit(event).map_err(|error| CorruptRecord {
                number: game.number,
                error,
            })?;
            game.apply_recorded(event);
        }
        Ok(game)
    }

    /// The game that a record of [`Game::write_event`] tells, a line each.
    ///
    /// # Errors
    ///
    /// The first line that makes no sense, or cannot have happened.
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

    /// The game that begins with this line, the first of a record.
    ///
    /// # Errors
    ///
    /// Why it begins no game.
    pub fn from_first_line(line: &str) -> Result<Game, CorruptRecord> {
        Event::read_start(line)
            .and_then(|event| Game::from_start(&event))
            .map_err(|error| CorruptRecord { number: 0, error })
    }

    /// Goes on with the next line of the record, and says what it told.
    ///
    /// # Errors
    ///
    /// Why it cannot come next. The game is as it was.
    pub fn apply_line(&mut self, line: &str) -> Result<Event, CorruptRecord> {
        let event = self.read_next_event(line)?;
        self.apply_recorded(&event);
        Ok(event)
    }

    /// What the next line of the record tells.
    ///
    /// # Errors
    ///
    /// Why it cannot come next.
    pub fn read_next_event(&self, line: &str) -> Result<Event, CorruptRecord> {
        let number = self.number;
        let corrupt = |error| CorruptRecord { number, error };
        let event = self.read_event(line).map_err(corrupt)?;
        self.admit(&event).map_err(corrupt)?;
        Ok(event)
    }

    /// Makes an event of a record true. The record may have broken off between
    /// it and the end it brought about, so that is to be looked at again.
    pub fn apply_recorded(&mut self, event: &Event) {
        self.apply(event);
        self.alive = Alive::known(self.turns.is_empty());
    }

    fn from_start(event: &Event) -> Result<Game, EventError> {
        match &event.fact {
            Fact::Started(options) => {
                Game::start((**options).clone(), event.at).map_err(|_| EventError::Over)
            }
            _ => Err(EventError::NotStarted),
        }
    }

    /// Whether an event can have happened now.
    fn admit(&self, event: &Event) -> Result<(), EventError> {
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
            Fact::Ended(ending) if !self.can_end(ending) => Err(EventError::NoSuchEnding),
            _ => Ok(()),
        }
    }

    /// Whether the game can end like this now. What the players, their clocks
    /// or a claim bring about is taken from the record.
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
            reason => ending.winner.is_some() == reason.has_winner(),
        }
    }
}
