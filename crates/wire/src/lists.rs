use serde::{Deserialize, Serialize};

use crate::{Color, GameOptions, OpeningView, PlayerView, Seats, Speed, Stage};

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GameSummary {
    /// The identifier of the game.
    pub id: String,
    /// Whether the game has started, and whether it is over.
    pub stage: Stage,
    /// When the game was created, in milliseconds since 1970.
    pub created: u64,
    /// The options of the game.
    pub options: GameOptions,
    /// The rating category of the game.
    pub speed: Speed,
    /// The players.
    pub players: Seats,
    /// The number of half-moves played.
    pub ply: u32,
    /// The side to move. Absent unless the game is being played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Color>,
    /// How many milliseconds the side to move has left for its move. Absent
    /// without a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_left: Option<u64>,
    /// The result: `1-0`, `1/2-1/2`, `0-1`, or `*` for an aborted game. Absent
    /// while the game is in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The code of the reason why the game ended. Absent while it is in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The opening: the last position so far that has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningView>,
    /// The identifier of the rematch, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
}

/// A filter for a list of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum GameFilter {
    /// All games.
    #[default]
    All,
    /// Games that wait for a player or are in progress.
    UnderWay,
    /// Finished games.
    Over,
}

/// How a game ended for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum GameOutcome {
    /// The player won.
    Won,
    /// The game was drawn.
    Drawn,
    /// The player lost.
    Lost,
}

impl GameOutcome {
    /// Returns the result of the game if the player has this color.
    #[must_use]
    pub fn result(self, color: arbiter_rules::Color) -> &'static str {
        use arbiter_rules::Color::{Black, White};
        match (self, color) {
            (GameOutcome::Won, White) | (GameOutcome::Lost, Black) => "1-0",
            (GameOutcome::Lost, White) | (GameOutcome::Won, Black) => "0-1",
            (GameOutcome::Drawn, _) => "1/2-1/2",
        }
    }
}

/// A page of a list of games, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GameList {
    /// The games of this page.
    pub games: Vec<GameSummary>,
    /// The `cursor` with which to request the next page. Absent on the last
    /// page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// The public profile of an account.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Profile {
    /// The player.
    pub player: PlayerView,
    /// When the account was created, in milliseconds since 1970.
    pub created: u64,
    /// The ratings, one for each category in which the player has rated games.
    pub ratings: Vec<SpeedRating>,
    /// The number of games won.
    pub won: u64,
    /// The number of games drawn.
    pub drawn: u64,
    /// The number of games lost.
    pub lost: u64,
}

/// A Glicko-2 rating in one category.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SpeedRating {
    /// The rating category.
    pub speed: Speed,
    /// The rating.
    pub rating: i32,
    /// The rating deviation: the true strength is within twice this value of the
    /// rating with a confidence of 95 %.
    pub deviation: i32,
    /// Whether the deviation is still too large for the rating to say much.
    pub provisional: bool,
    /// The number of rated games.
    pub games: u64,
}

/// The rating history of a player in one category, the oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RatingHistory {
    /// The rating category.
    pub speed: Speed,
    /// The rating after each rated game.
    pub points: Vec<RatingPoint>,
}

/// The rating after a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RatingPoint {
    /// The identifier of the game.
    pub game: String,
    /// When the game ended, in milliseconds on the server's clock, which stands
    /// still while the server is down.
    pub at: u64,
    /// The rating after the game.
    pub rating: i32,
}
