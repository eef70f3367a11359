use serde::{Deserialize, Serialize};

use crate::{GameSummary, PlayerView, Speed};

/// A player in a list of people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ListedPlayer {
    /// The player. In a leaderboard with the rating of its category.
    pub player: PlayerView,
    /// Whether the player is connected.
    pub online: bool,
    /// The number of rated games of the leaderboard's category. Absent in other lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
}

/// The best players of one category, the best first. Only players whose rating is
/// certain enough are listed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Leaderboard {
    /// The rating category.
    pub speed: Speed,
    /// The players.
    pub players: Vec<ListedPlayer>,
}

/// What a player is to the caller, and what they do now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PlayerNow {
    /// Whether the player is connected.
    pub online: bool,
    /// The games that the player is playing, the newest first.
    pub games: Vec<GameSummary>,
    /// The results of the games between the caller and the player, from the caller's
    /// side. Absent for a caller who is not signed in, or asks about themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Whether the caller follows the player.
    pub followed: bool,
}

/// The results of games between two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Score {
    /// The number of games won.
    pub won: u64,
    /// The number of games drawn.
    pub drawn: u64,
    /// The number of games lost.
    pub lost: u64,
}
