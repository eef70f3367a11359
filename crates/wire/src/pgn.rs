use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{AnalysisScore, Cleared, OpeningView};

/// Games read from PGN: one of them in full, and the tags of the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PgnView {
    /// The number of games in the text.
    pub count: usize,
    /// The tags of the first thousand games, in order.
    pub games: Vec<BTreeMap<String, String>>,
    /// The number of the game that follows, counted from 1; 0 if there is none.
    pub game: usize,
    /// The tags of that game in order, the Seven Tag Roster first.
    pub tags: Vec<PgnTag>,
    /// The result: `1-0`, `1/2-1/2`, `0-1` or `*`.
    pub result: String,
    /// The moves. The first node is the starting position, and every other node
    /// comes after its parent.
    pub nodes: Vec<PgnNode>,
    /// The problems in the text of that game and before it.
    pub problems: Vec<PgnProblem>,
}

/// A PGN tag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PgnTag {
    /// The name of the tag, such as `White`.
    pub name: String,
    /// The value of the tag.
    pub value: String,
}

/// A move of a game or of one of its variations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PgnNode {
    /// The index of the previous move in the list. Of several moves with the same
    /// parent, the first continues the line and the others are variations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// The move in standard notation; `--` for a null move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// The move in UCI notation. Absent for a null move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uci: Option<String>,
    /// The position after the move in FEN.
    pub fen: String,
    /// The opening with the name of this position, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningView>,
    /// The pieces that the move cleared from the board (Saktris).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleared: Option<Cleared>,
    /// The comments before the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// The comments after the move, without embedded commands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// The numeric annotation glyphs: 1 is `!`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u8>,
    /// The time on the clock of the side that moved, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<u64>,
    /// How long the player thought, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took: Option<u64>,
    /// The evaluation of the position by an engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<AnalysisScore>,
    /// The highlighted squares, each with the letter of its color before it: `Ga1` is
    /// green. The others are `R` red, `Y` yellow and `B` blue.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<String>,
    /// The arrows: `Re2e4` is red.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<String>,
}

/// A problem in the text of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PgnProblem {
    /// The line of the problem, counted from 1.
    pub line: u64,
    /// The byte in that line, counted from 1.
    pub column: u64,
    /// A stable name for programs.
    pub code: String,
    /// A sentence that describes the problem.
    pub message: String,
    /// Whether something was lost. Otherwise the text is only unusual.
    pub is_damage: bool,
}
