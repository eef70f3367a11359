use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{AnalysisScore, Cleared};

/// Games that were read from PGN: one of them whole, and what the others are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PgnView {
    /// How many games the text has.
    pub count: usize,
    /// The tags of the games, in their order: of the first thousand.
    pub games: Vec<BTreeMap<String, String>>,
    /// Which of them follows, the first being 1; 0 if there is none.
    pub game: usize,
    /// Its tags in their order, the seven of the roster first.
    pub tags: Vec<PgnTag>,
    /// The result after its moves: `1-0`, `1/2-1/2`, `0-1` or `*`.
    pub result: String,
    /// Its moves. The first is the start and no move; whatever follows comes
    /// after the move of which it is a child.
    pub nodes: Vec<PgnNode>,
    /// What is wrong with its text, and before it.
    pub problems: Vec<PgnProblem>,
}

/// A tag of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PgnTag {
    /// `White`.
    pub name: String,
    /// Who played it.
    pub value: String,
}

/// A move of a game, or of one of its variations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PgnNode {
    /// The place of the move before in the list. Of several with the same
    /// one, the first is the line itself, and the others are variations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// The move as people write it; `--` if the side passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// The same as programs do; nothing if the side passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uci: Option<String>,
    /// The position after it.
    pub fen: String,
    /// What left the board with it (Saktris).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleared: Option<Cleared>,
    /// What is said before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// What is said after it, without what is said to programs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// The numbers of its glyphs: 1 is `!`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u8>,
    /// What the clock of the side that moved showed, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<u64>,
    /// How a program judged the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<AnalysisScore>,
}

/// Something that is wrong with the text of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PgnProblem {
    /// Its line, counted from 1.
    pub line: u64,
    /// Its byte in the line, counted from 1.
    pub column: u64,
    /// A stable name for programs.
    pub code: String,
    /// A sentence for people.
    pub message: String,
    /// Whether something was lost, or is only oddly written.
    pub is_damage: bool,
}
