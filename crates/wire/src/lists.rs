use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{GameOptions, PlayerView, Seats, Speed, Stage};

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct GameSummary {
    /// Its name.
    pub id: String,
    /// Whether it has begun, and whether it is over.
    pub stage: Stage,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// What was agreed on.
    pub options: GameOptions,
    /// How fast it is.
    pub speed: Speed,
    /// Who plays.
    pub players: Seats,
    /// How many moves of either side stand.
    pub ply: u32,
    /// `1-0`, `1/2-1/2`, `0-1` or `*`; nothing while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// How it ended; nothing while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The game that was played after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
}

/// Which games of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum GameFilter {
    /// All.
    #[default]
    All,
    /// Those that wait or are played.
    UnderWay,
    /// Those that are over.
    Over,
}

/// A part of a list of games, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct GameList {
    /// The games.
    pub games: Vec<GameSummary>,
    /// Where the list goes on: ask again with `cursor` set to it. Nothing at
    /// the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Somebody with an account, and what is known of his play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Profile {
    /// Who.
    pub player: PlayerView,
    /// Since when, in milliseconds since 1970.
    pub created: u64,
    /// How strong, at each speed at which he has played rated games.
    pub ratings: Vec<SpeedRating>,
    /// How many games he has won.
    pub won: u64,
    /// How many were drawn.
    pub drawn: u64,
    /// How many he has lost.
    pub lost: u64,
}

/// How strong somebody is at a speed (Glicko-2).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct SpeedRating {
    /// The speed.
    pub speed: Speed,
    /// The rating.
    pub rating: i32,
    /// How far from it the truth may be: with 95 % within twice of this.
    pub deviation: i32,
    /// In how many games that was found.
    pub games: u64,
}

/// The rating of somebody from game to game, the oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct RatingHistory {
    /// The speed.
    pub speed: Speed,
    /// After each rated game.
    pub points: Vec<RatingPoint>,
}

/// A rating after a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct RatingPoint {
    /// The game.
    pub game: String,
    /// When it ended, in milliseconds: the time of the server while it is up.
    pub at: u64,
    /// The rating after it.
    pub rating: i32,
}
