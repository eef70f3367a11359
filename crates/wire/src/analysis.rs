use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A position that the engine is to look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// The position to begin with; `start` without one.
    #[serde(default = "start")]
    #[schema(example = "4k3/8/8/8/8/8/8/4K2R w K - 0 1")]
    pub fen: String,
    /// The moves that were played from there, with blanks between them, so
    /// that the engine knows what would be a repetition.
    #[serde(default)]
    #[schema(example = "O-O Kd7")]
    pub moves: String,
    /// How many lines are wanted.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 5)]
    pub lines: u8,
    /// How many half-moves deep to look; 30 without it.
    #[serde(default = "deepest")]
    #[schema(minimum = 1, maximum = 30)]
    pub depth: u8,
}

impl AnalysisRequest {
    /// So many lines, and no more.
    pub const MAX_LINES: u8 = 5;
    /// So deep, and no deeper.
    pub const MAX_DEPTH: u8 = 30;
}

fn start() -> String {
    "start".to_owned()
}

fn one() -> u8 {
    1
}

fn deepest() -> u8 {
    AnalysisRequest::MAX_DEPTH
}

/// What the engine has found so far: a line of the answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Analysis {
    /// How many half-moves deep it has looked.
    pub depth: u32,
    /// How many positions it has looked at.
    pub nodes: u64,
    /// How many of them in a second.
    pub nps: u64,
    /// The lines, the best one first; none if the game is over.
    pub lines: Vec<AnalysisLine>,
    /// Why there is no more to come; nothing while there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<AnalysisEnd>,
}

/// Why the engine has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisEnd {
    /// It has looked as deep as it was asked to, or all is known.
    Depth,
    /// It has thought for as long as it may: 20 seconds, or less while others
    /// wait.
    Time,
    /// A newer analysis from the same address has taken its place.
    Replaced,
    /// There is nothing to look for: the game is over.
    Over,
}

/// One way to go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct AnalysisLine {
    /// How good it is.
    pub score: AnalysisScore,
    /// The moves in the notation of programs.
    pub moves: Vec<String>,
    /// The same in that of people.
    pub san: Vec<String>,
}

/// How much better White is; less than nothing is good for Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisScore {
    /// In hundredths of a pawn.
    Cp(i32),
    /// Mate in so many moves: White mates, or Black if it is negative.
    Mate(i32),
}
