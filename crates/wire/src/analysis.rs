use serde::{Deserialize, Serialize};

/// A request to analyze a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// The position in FEN. The default, `start`, is the starting position.
    #[serde(default = "start")]
    #[cfg_attr(
        feature = "descriptions",
        schema(example = "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    )]
    pub fen: String,
    /// The moves played from there, separated by spaces. The engine takes them
    /// into account for repetitions.
    #[serde(default)]
    #[cfg_attr(feature = "descriptions", schema(example = "O-O Kd7"))]
    pub moves: String,
    /// The number of lines to find.
    #[serde(default = "default_lines")]
    #[cfg_attr(feature = "descriptions", schema(minimum = 1, maximum = 5))]
    pub lines: u8,
    /// The depth of the search in half-moves; 30 by default.
    #[serde(default = "default_depth")]
    #[cfg_attr(feature = "descriptions", schema(minimum = 1, maximum = 30))]
    pub depth: u8,
}

impl AnalysisRequest {
    /// The largest number of lines.
    pub const MAX_LINES: u8 = 5;
    /// The largest depth in half-moves.
    pub const MAX_DEPTH: u8 = 30;
}

fn start() -> String {
    "start".to_owned()
}

fn default_lines() -> u8 {
    1
}

fn default_depth() -> u8 {
    AnalysisRequest::MAX_DEPTH
}

/// What the engine has found so far: one line of the streamed response.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Analysis {
    /// The depth that the search has completed, in half-moves.
    pub depth: u32,
    /// The number of positions searched.
    pub nodes: u64,
    /// The number of positions searched per second.
    pub nps: u64,
    /// The lines, the best one first. Empty if the game is over.
    pub lines: Vec<AnalysisLine>,
    /// Why the analysis has ended. Absent while it continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<AnalysisEnd>,
}

/// Why an analysis has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AnalysisEnd {
    /// The search has reached its depth, or the result is certain.
    Depth,
    /// The time is used up: 20 seconds, or less while other requests wait.
    Time,
    /// A newer analysis from the same address has replaced it.
    Replaced,
    /// The game is over in this position.
    Over,
}

/// A move that the engine suggests in a game against the computer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Hint {
    /// The number of half-moves played before it.
    pub ply: u32,
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard notation.
    pub san: String,
}

/// A line of play that the engine has found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AnalysisLine {
    /// The evaluation of the line.
    pub score: AnalysisScore,
    /// The moves in UCI notation.
    pub moves: Vec<String>,
    /// The same moves in standard notation.
    pub san: Vec<String>,
}

/// An evaluation from White's point of view: a negative one favors Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AnalysisScore {
    /// The advantage in centipawns.
    Cp(i32),
    /// The number of moves to checkmate: by White, or by Black if negative.
    Mate(i32),
}
