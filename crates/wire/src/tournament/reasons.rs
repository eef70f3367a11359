use serde::{Deserialize, Serialize};

/// Why a round is paired as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RoundReasons {
    /// Whether the pairings are those of a fixed table.
    pub is_table: bool,
    /// Whether results or players have changed since the round was paired, so that
    /// there is no explanation.
    pub is_outdated: bool,
    /// The pairs, in the order of their boards.
    pub pairs: Vec<PairReason>,
    /// The players who were left over in their score group.
    pub floats: Vec<FloatReason>,
}

/// Why two players meet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PairReason {
    /// The number of the board.
    pub board: u32,
    /// The number of the higher ranked player.
    pub player: u32,
    /// The number of the opponent.
    pub opponent: u32,
    /// The article of C.04.3 that decided the colors.
    pub article: String,
    /// The opponents that come first in the order, and what stands against them.
    pub instead: Vec<RefusedChoice>,
}

/// Why a player is left over in a score group.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct FloatReason {
    /// The number of the player.
    pub player: u32,
    /// The points of the group.
    pub points: String,
    /// Whether the number of players in the group is odd.
    pub odd: bool,
    /// The player who would be left over first, and what stands against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<RefusedChoice>,
    /// The first opponent in the group, and what stands against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<RefusedChoice>,
}

/// A choice that was not made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RefusedChoice {
    /// The number of the player who was not chosen.
    pub player: u32,
    /// The criterion of C.04.3 that stands against it, `C1` to `C21`; `prohibited`, or
    /// `later` if the rest of the pairing comes later in the order.
    pub code: String,
    /// For `C1`, the round in which the two have met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// For `C6` to `C21`, the value of the criterion with this choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<i64>,
    /// The points of the players that the criterion is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<String>,
}
