use serde::{Deserialize, Serialize};

use super::MatchStage;
use crate::json::is_false;

/// A knockout match, in its place in the bracket: the winners of matches 1 and 2 of a
/// round meet in match 1 of the next one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TournamentMatch {
    /// The numbers of the upper and the lower player; null for one who is not known yet, and
    /// for a place that stays empty.
    pub players: [Option<u32>; 2],
    /// Whether a place stays empty, so that nothing is played.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bye: bool,
    /// Whether both players are out.
    #[serde(default, skip_serializing_if = "is_false")]
    pub nobody: bool,
    /// The number of the player who won, once it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<u32>,
    /// The points of the upper and the lower player over all games, such as `1.5`; empty
    /// before the first game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub score: Vec<String>,
    /// The games so far, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<MatchGame>,
}

/// A game of a knockout match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MatchGame {
    /// The number of the player with the white pieces.
    pub white: u32,
    /// The result, such as `1-0`, `1/2` or `+-`, once it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The identifier of the game, if it is played on this server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What the game is in the match; absent for regular games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<MatchStage>,
}
