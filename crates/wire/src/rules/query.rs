use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A query about a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, IntoParams)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PositionQuery {
    /// The position in Forsyth–Edwards Notation, with all six fields or the first
    /// four. `start`, the default, is the starting position, and `saktris` is that
    /// of Saktris.
    #[serde(default = "start")]
    #[param(required = false)]
    #[schema(example = "4k3/8/8/8/8/8/8/4K2R w K - 0 1")]
    pub fen: String,
}

/// A query about a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, IntoParams)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WhyQuery {
    /// The position in FEN. The default, `start`, is the starting position.
    #[serde(default = "start")]
    #[param(required = false)]
    #[schema(example = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1")]
    pub fen: String,
    /// The move in standard notation (`Nf3`, `O-O`) or in UCI notation (`g1f3`).
    #[serde(rename = "move")]
    #[schema(example = "O-O")]
    pub mv: String,
}

/// A query about a series of moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, IntoParams)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReplayQuery {
    /// The position in FEN. The default, `start`, is the starting position.
    #[serde(default = "start")]
    #[param(required = false)]
    pub fen: String,
    /// The moves, separated by spaces. They may be numbered.
    #[serde(default)]
    #[param(required = false)]
    #[schema(example = "1. f3 e5 2. g4 Qh4")]
    pub moves: String,
}

fn start() -> String {
    "start".to_owned()
}
