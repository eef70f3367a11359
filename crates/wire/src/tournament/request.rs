use serde::{Deserialize, Serialize};

use super::TournamentBye;

/// An entry into a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct EnterTournament {
    /// The name of a guest in a tournament over the board.
    pub name: Option<String>,
    /// The team in a match between teams: 1 or 2.
    pub team: Option<u32>,
}

/// A request for a bye in the next round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RequestBye {
    /// `half` or `zero`.
    pub bye: TournamentBye,
}

/// The result of a game over the board, as one of its players enters it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimResult {
    /// `1-0`, `1/2` or `0-1`.
    pub result: String,
}

/// What an arbiter asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ArbiterAction {
    /// Start the tournament: pairs the first round.
    Start,
    /// Pair the next round.
    Pair,
    /// Pair the round again, which has not started yet.
    PairAgain,
    /// Start the games of the round.
    StartRound,
    /// Enter or correct a result.
    Result {
        /// The round, from 1.
        round: u32,
        /// The board, from 1.
        board: u32,
        /// The result, such as `1-0`, `1/2`, `+-` or `--`.
        result: String,
    },
    /// Enter a player by name.
    Add {
        /// The name of an account; in a tournament over the board, any name.
        name: String,
        /// The rating of a player without an account.
        #[serde(default)]
        rating: Option<u32>,
        /// The team in a match between teams: 1 or 2.
        #[serde(default)]
        team: Option<u32>,
    },
    /// Remove a player, who cannot come back by themselves.
    Remove {
        /// The number of the player.
        player: u32,
    },
    /// Let a player come back.
    Return {
        /// The number of the player.
        player: u32,
    },
    /// Give a player a bye in the next round.
    Bye {
        /// The number of the player.
        player: u32,
        /// `full`, `half` or `zero`.
        bye: TournamentBye,
    },
    /// Never pair two players with each other.
    Forbid {
        /// The number of one player.
        one: u32,
        /// The number of the other.
        other: u32,
    },
    /// Take points from a player, in the standings and in later pairings. Not in a
    /// knockout.
    Penalty {
        /// The number of the player.
        player: u32,
        /// The points, such as `0.5`; whole points in an arena.
        points: String,
        /// The reason, which everybody sees: at most 200 characters.
        reason: String,
    },
    /// Stop before the next round.
    Pause,
    /// Continue.
    Resume,
    /// End the tournament with the current standings.
    Finish,
    /// Cancel the tournament before it starts.
    Cancel,
    /// Say something to all players.
    Message {
        /// The text: at most 500 characters.
        text: String,
    },
}

/// A request of an arbiter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ArbiterRequest {
    /// What the arbiter asks for.
    #[serde(rename = "do")]
    pub action: ArbiterAction,
}
