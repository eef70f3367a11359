//! Query parameters.

use core::num::TryFromIntError;

use arbiter_wire::{Color, GameFilter, GameOutcome, ReportState, Speed, Variant};
use serde::Deserialize;

use crate::refusal::ServerRefusal;

/// The length of one page of a list.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Limit(usize);

/// The length of a page, unless the query says otherwise.
const DEFAULT_PAGE_LENGTH: usize = 50;
/// The length of the longest page of most lists.
const MAX_PAGE_LENGTH: usize = 100;

/// Selects live games.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct LiveQuery {
    /// The maximum number of games; 50 by default.
    #[serde(default)]
    #[cfg_attr(
        feature = "descriptions",
        param(value_type = usize, minimum = 1, maximum = 100, required = false)
    )]
    pub limit: Limit,
}

/// Selects games of the caller.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct GamesQuery {
    /// Which games to return.
    #[serde(default)]
    #[cfg_attr(feature = "descriptions", param(inline, required = false))]
    pub which: GameFilter,
    /// How the games ended for the player.
    #[cfg_attr(feature = "descriptions", param(inline, required = false))]
    pub result: Option<GameOutcome>,
    /// The side of the player.
    #[cfg_attr(feature = "descriptions", param(inline, required = false))]
    pub color: Option<Color>,
    /// The rating category of the games.
    #[cfg_attr(feature = "descriptions", param(inline, required = false))]
    pub speed: Option<Speed>,
    /// The variant of the games.
    #[cfg_attr(feature = "descriptions", param(inline, required = false))]
    pub variant: Option<Variant>,
    /// Whether the games are rated.
    pub rated: Option<bool>,
    /// The name of the opponent: of an account, or of the computer at a level.
    pub opponent: Option<String>,
    /// The opening: a part of its name, or the beginning of its ECO code.
    pub opening: Option<String>,
    /// Where the page starts: `next` of the previous page.
    pub cursor: Option<String>,
    /// The maximum number of games; 50 by default.
    #[serde(default)]
    #[cfg_attr(
        feature = "descriptions",
        param(value_type = usize, minimum = 1, maximum = 100, required = false)
    )]
    pub limit: Limit,
}

/// Selects games in progress of the caller.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct CurrentQuery {
    /// The maximum number of games; 500 by default.
    #[cfg_attr(
        feature = "descriptions",
        param(value_type = Option<usize>, minimum = 1, maximum = 500)
    )]
    pub limit: Option<Limit>,
}

/// Selects finished games of a player.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct FinishedQuery {
    /// How the games ended for the player.
    #[cfg_attr(feature = "descriptions", param(inline, required = false))]
    pub result: Option<GameOutcome>,
    /// The side of the player.
    #[cfg_attr(feature = "descriptions", param(inline, required = false))]
    pub color: Option<Color>,
    /// The rating category of the games.
    #[cfg_attr(feature = "descriptions", param(inline, required = false))]
    pub speed: Option<Speed>,
    /// The variant of the games.
    #[cfg_attr(feature = "descriptions", param(inline, required = false))]
    pub variant: Option<Variant>,
    /// Whether the games are rated.
    pub rated: Option<bool>,
    /// The name of the opponent: of an account, or of the computer at a level.
    pub opponent: Option<String>,
    /// The opening: a part of its name, or the beginning of its ECO code.
    pub opening: Option<String>,
    /// Where the page starts: `next` of the previous page.
    pub cursor: Option<String>,
    /// The maximum number of games; 50 by default.
    #[serde(default)]
    #[cfg_attr(
        feature = "descriptions",
        param(value_type = usize, minimum = 1, maximum = 100, required = false)
    )]
    pub limit: Limit,
}

/// Selects a leaderboard.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct LeaderboardQuery {
    /// The rating category.
    #[cfg_attr(feature = "descriptions", param(inline))]
    pub speed: Speed,
    /// Whether the list is that of bots; by default that of people.
    pub bots: Option<bool>,
}

/// Selects ratings.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct RatingsQuery {
    /// The speed of the games.
    #[cfg_attr(feature = "descriptions", param(inline))]
    pub speed: Speed,
}

/// Selects players.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct SearchQuery {
    /// The beginning of the name: at least two characters.
    pub name: String,
}

/// Selects events.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct EventsQuery {
    /// The number of the last event that is known; all events by default.
    #[cfg_attr(feature = "descriptions", param(value_type = Option<u64>))]
    pub since: Option<Seq>,
}

/// Selects a picture of a game.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct PictureQuery {
    /// The number of half-moves after which the position is shown; all by default. An animation
    /// ends there.
    pub ply: Option<u32>,
    /// The side at the bottom of the board; White by default.
    #[cfg_attr(feature = "descriptions", param(inline))]
    pub side: Option<Color>,
}

/// Selects a game of a PGN text.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct PgnQuery {
    /// The number of the game, from 1; the first by default.
    #[cfg_attr(feature = "descriptions", param(value_type = Option<usize>, minimum = 1))]
    pub game: Option<GameNumber>,
}

/// Selects accounts.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct PlayersQuery {
    /// The beginning of the name; all accounts by default.
    #[serde(default)]
    #[cfg_attr(feature = "descriptions", param(required = false))]
    pub name: String,
    /// Where the page starts: `next` of the previous page.
    pub after: Option<String>,
    /// The maximum number of entries; 50 by default.
    #[serde(default)]
    #[cfg_attr(
        feature = "descriptions",
        param(value_type = usize, minimum = 1, maximum = 100, required = false)
    )]
    pub limit: Limit,
}

/// Selects bans and mutes, or administrative acts.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct EntriesQuery {
    /// Where the page starts: `next` of the previous page.
    pub before: Option<i64>,
    /// The maximum number of entries; 50 by default.
    #[serde(default)]
    #[cfg_attr(
        feature = "descriptions",
        param(value_type = usize, minimum = 1, maximum = 100, required = false)
    )]
    pub limit: Limit,
}

/// Selects reports.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct ReportsQuery {
    /// Only reports in this state.
    #[cfg_attr(feature = "descriptions", param(inline, required = false))]
    pub state: Option<ReportState>,
    /// Where the page starts: `next` of the previous page.
    pub before: Option<i64>,
    /// The maximum number of entries; 50 by default.
    #[serde(default)]
    #[cfg_attr(
        feature = "descriptions",
        param(value_type = usize, minimum = 1, maximum = 100, required = false)
    )]
    pub limit: Limit,
}

/// The number of a game in a PGN text, from 1.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "usize")]
pub struct GameNumber(pub usize);

/// The error for a game number of 0.
#[derive(Debug, thiserror::Error)]
#[error("games are numbered from 1")]
pub struct InvalidGameNumber;

impl TryFrom<usize> for GameNumber {
    type Error = InvalidGameNumber;

    fn try_from(number: usize) -> Result<GameNumber, InvalidGameNumber> {
        match number {
            0 => Err(InvalidGameNumber),
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
    /// Returns the length.
    ///
    /// # Errors
    ///
    /// Returns a refusal if it is too small or too large.
    pub fn checked(self) -> Result<usize, ServerRefusal> {
        self.up_to(MAX_PAGE_LENGTH)
    }

    /// Returns the length, in a list with this maximum.
    ///
    /// # Errors
    ///
    /// Returns a refusal if it is too small or too large.
    pub fn up_to(self, max: usize) -> Result<usize, ServerRefusal> {
        if (1..=max).contains(&self.0) {
            return Ok(self.0);
        }
        let problem = format!("limit: must be from 1 to {max}");
        Err(ServerRefusal::Query(problem))
    }
}

impl Default for Limit {
    fn default() -> Limit {
        Limit(DEFAULT_PAGE_LENGTH)
    }
}
