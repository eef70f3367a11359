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
    /// The reasons in tournaments that are not Swiss.
    pub others: Vec<BoardReason>,
}

/// A reason in a tournament that is not Swiss.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BoardReason {
    /// Two players meet in this round of the Berger table.
    Table {
        /// The number of the board.
        board: u32,
        /// The player with White.
        white: u32,
        /// Their number in the table.
        white_number: u32,
        /// The player with Black.
        black: u32,
        /// Their number in the table.
        black_number: u32,
    },
    /// A player has the bye in this round of the Berger table.
    Rest {
        /// The player.
        player: u32,
        /// Their number in the table.
        number: u32,
    },
    /// The seeds of the first round of a knockout add up to the same number.
    Seeds {
        /// The number of the match.
        board: u32,
        /// The better seed.
        player: u32,
        /// Their seed.
        seed: u32,
        /// The opponent.
        opponent: u32,
        /// The seed of the opponent.
        opponent_seed: u32,
        /// The sum.
        sum: u32,
    },
    /// Two players come from matches of the round before.
    Ways {
        /// The number of the match.
        board: u32,
        /// How each of the two got here.
        ways: Vec<MatchWay>,
    },
    /// One of the best seeds of a knockout has a bye.
    SeedBye {
        /// The player.
        player: u32,
        /// Their seed.
        seed: u32,
        /// The places of the bracket.
        places: u32,
        /// The number of players.
        players: u32,
    },
    /// A player has no opponent because both players of a match are out.
    NoOpponent {
        /// The player.
        player: u32,
    },
    /// A player has White.
    White {
        /// The number of the board.
        board: u32,
        /// The player.
        player: u32,
        /// `alternation` in a match; `balance`: they have had it less often; `last_game`:
        /// they had Black in the last game; `order`: nothing else decides.
        code: String,
    },
    /// Two players meet by the ranking of a Keizer tournament.
    Keizer {
        /// The number of the board.
        board: u32,
        /// The better ranked player.
        player: u32,
        /// Their place.
        place: u32,
        /// What they are worth.
        value: i64,
        /// The opponent.
        opponent: u32,
        /// The place of the opponent.
        opponent_place: u32,
        /// What the opponent is worth.
        opponent_value: i64,
        /// The players between the two, and why they were rejected.
        instead: Vec<RefusedChoice>,
    },
    /// A player of a Keizer tournament has the bye: the lowest of those with the fewest byes.
    KeizerBye {
        /// The player.
        player: u32,
        /// Their place.
        place: u32,
    },
    /// Two players of an arena who waited are paired.
    Arena {
        /// The number of the game.
        board: u32,
        /// The better placed player.
        player: u32,
        /// Their place.
        place: u32,
        /// The opponent.
        opponent: u32,
        /// The place of the opponent.
        opponent_place: u32,
        /// The nearest players who waited, and why they were rejected.
        instead: Vec<RefusedChoice>,
        /// How many further players are nearer.
        more: u32,
        /// How many games ago the two met, if they did in the last games: 1 is the last
        /// one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        met_ago: Option<u32>,
    },
    /// Two players of a match between teams meet.
    Team {
        /// The number of the board.
        board: u32,
        /// The player of the first team.
        player: u32,
        /// Their place among the players of their team who are there; in a Scheveningen
        /// match, among all.
        place: u32,
        /// The player of the second team.
        opponent: u32,
        /// Their place.
        opponent_place: u32,
    },
}

/// How a player got into a knockout match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MatchWay {
    /// The player.
    pub player: u32,
    /// Their seed.
    pub seed: u32,
    /// The number of the match in the round before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// The score of that match with the points of this player first, such as `1.5:0.5`;
    /// absent if there was no game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
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
    /// The opponents that come first in the order, and why they were rejected.
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
    /// The player who would be left over first, and why they were not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<RefusedChoice>,
    /// The first opponent in the group, and why they were rejected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<RefusedChoice>,
}

/// A choice that was not made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RefusedChoice {
    /// The number of the player who was not chosen.
    pub player: u32,
    /// The criterion of C.04.3 that rejects it, `C1` to `C21`; `prohibited`, or
    /// `later` if the rest of the pairing comes later in the order. In a Keizer tournament
    /// also `incomplete`: the others could not be paired. In an arena `met`, `meets` or
    /// `left_over`.
    pub code: String,
    /// For `C1`, the round in which the two have met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// For `C6` to `C21`, the value of the criterion with this choice; for `met`, how many
    /// games ago: 1 is the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<i64>,
    /// The points of the players that the criterion is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<String>,
    /// For `meets`, the opponent of the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<u32>,
}
