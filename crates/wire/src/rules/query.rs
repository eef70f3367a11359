use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

/// A position that is asked about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, IntoParams, TS)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PositionQuery {
    /// In Forsyth-Edwards Notation, with six parts or the first four; `start`
    /// without one, and `saktris` for the start of Saktris.
    #[serde(default = "start")]
    #[param(required = false)]
    #[schema(example = "4k3/8/8/8/8/8/8/4K2R w K - 0 1")]
    pub fen: String,
}

/// A move that is asked about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, IntoParams, TS)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WhyQuery {
    /// The position; `start` without one.
    #[serde(default = "start")]
    #[param(required = false)]
    #[schema(example = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1")]
    pub fen: String,
    /// The move, as people write it (`Nf3`, `O-O`) or as programs do (`g1f3`).
    #[serde(rename = "move")]
    #[schema(example = "O-O")]
    pub mv: String,
}

/// Moves that are to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, IntoParams, TS)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReplayQuery {
    /// The position to begin with; `start` without one.
    #[serde(default = "start")]
    #[param(required = false)]
    pub fen: String,
    /// The moves with blanks between them. They may be numbered.
    #[serde(default)]
    #[param(required = false)]
    #[schema(example = "1. f3 e5 2. g4 Qh4")]
    pub moves: String,
}

fn start() -> String {
    "start".to_owned()
}
