//! What stands behind the question mark.

use core::num::TryFromIntError;

use arbiter_wire::{GameFilter, Speed};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::endpoints::error::Error;

/// How many games a part of a list has at most.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct Limit(usize);

/// Which part of the games that are played.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AskLive {
    /// How many at most; 50 without it.
    #[serde(default)]
    #[param(value_type = usize, minimum = 1, maximum = 100, required = false)]
    pub limit: Limit,
}

/// Which part of one's own games.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AskGames {
    /// Which games.
    #[serde(default)]
    #[param(inline, required = false)]
    pub which: GameFilter,
    /// Where the list goes on: `next` of the answer before.
    pub cursor: Option<String>,
    /// How many at most; 50 without it.
    #[serde(default)]
    #[param(value_type = usize, minimum = 1, maximum = 100, required = false)]
    pub limit: Limit,
}

/// Which part of the games of a player.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AskFinished {
    /// Where the list goes on: `next` of the answer before.
    pub cursor: Option<String>,
    /// How many at most; 50 without it.
    #[serde(default)]
    #[param(value_type = usize, minimum = 1, maximum = 100, required = false)]
    pub limit: Limit,
}

/// Which ratings.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AskRatings {
    /// At which speed.
    #[param(inline)]
    pub speed: Speed,
}

/// From which event on.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AskEvents {
    /// The number of the last event one has; all events without it.
    #[param(value_type = Option<u64>)]
    pub since: Option<Seq>,
}

/// Which game of a text.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AskPgn {
    /// Its number, the first being 1; the first without it.
    #[param(value_type = Option<usize>, minimum = 1)]
    pub game: Option<GameNumber>,
}

/// The number of a game in a text.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "usize")]
pub struct GameNumber(pub usize);

/// There is no game before the first.
#[derive(Debug, thiserror::Error)]
#[error("games are counted from 1")]
pub struct NoSuchNumber;

impl TryFrom<usize> for GameNumber {
    type Error = NoSuchNumber;

    fn try_from(number: usize) -> Result<GameNumber, NoSuchNumber> {
        match number {
            0 => Err(NoSuchNumber),
            number => Ok(GameNumber(number)),
        }
    }
}

/// The number of an event.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "i64")]
pub struct Seq(pub u64);

impl TryFrom<i64> for Seq {
    type Error = TryFromIntError;

    fn try_from(number: i64) -> Result<Seq, TryFromIntError> {
        number.try_into().map(Seq)
    }
}

impl Limit {
    /// The number, if it may be asked for.
    ///
    /// # Errors
    ///
    /// That it is too small or too large.
    pub fn checked(self) -> Result<usize, Error> {
        if (1..=100).contains(&self.0) {
            return Ok(self.0);
        }
        Err(Error::Query("limit: from 1 to 100".to_owned()))
    }
}

impl Default for Limit {
    fn default() -> Limit {
        Limit(50)
    }
}
