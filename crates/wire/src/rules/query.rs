use serde::{Deserialize, Serialize};

/// A query about a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "descriptions",
    derive(ts_rs::TS, utoipa::ToSchema, utoipa::IntoParams)
)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct PositionQuery {
    /// The position in Forsyth–Edwards Notation, with all six fields or the first
    /// four. `start`, the default, is the starting position, and `saktris` is that
    /// of Saktris.
    #[serde(default = "start")]
    #[cfg_attr(feature = "descriptions", param(required = false))]
    #[cfg_attr(
        feature = "descriptions",
        schema(example = "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    )]
    pub fen: String,
}

/// A query about a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "descriptions",
    derive(ts_rs::TS, utoipa::ToSchema, utoipa::IntoParams)
)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct WhyQuery {
    /// The position in FEN. The default, `start`, is the starting position.
    #[serde(default = "start")]
    #[cfg_attr(feature = "descriptions", param(required = false))]
    #[cfg_attr(
        feature = "descriptions",
        schema(example = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1")
    )]
    pub fen: String,
    /// The move in standard notation (`Nf3`, `O-O`) or in UCI notation (`g1f3`).
    #[serde(rename = "move")]
    #[cfg_attr(feature = "descriptions", schema(example = "O-O"))]
    pub mv: String,
}

/// A query about a series of moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "descriptions",
    derive(ts_rs::TS, utoipa::ToSchema, utoipa::IntoParams)
)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "descriptions", into_params(parameter_in = Query))]
pub struct ReplayQuery {
    /// The position in FEN. The default, `start`, is the starting position.
    #[serde(default = "start")]
    #[cfg_attr(feature = "descriptions", param(required = false))]
    pub fen: String,
    /// The moves, separated by spaces. They may be numbered.
    #[serde(default)]
    #[cfg_attr(feature = "descriptions", param(required = false))]
    #[cfg_attr(feature = "descriptions", schema(example = "1. f3 e5 2. g4 Qh4"))]
    pub moves: String,
}

fn start() -> String {
    "start".to_owned()
}
