//! Evaluations that the engine has already computed.

use std::sync::Arc;

use arbiter_rules::{Position, Setup, Variant};
use arbiter_wire::AnalysisScore;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use crate::{
    endpoints::{
        App, Json,
        http::Params,
        routes::{Routes, get},
    },
    refusal::ServerRefusal,
};

/// Returns the endpoint for evaluations.
pub fn routes() -> Routes {
    Routes::new().route("/api/cloud-eval", get(evaluation))
}

#[derive(Deserialize)]
struct EvaluationQuery {
    fen: String,
    #[serde(rename = "multiPv")]
    multi_pv: Option<usize>,
    variant: Option<String>,
}

/// What the engine found in a position.
#[derive(Serialize)]
struct CloudEval {
    fen: String,
    knodes: u64,
    depth: u32,
    pvs: Vec<Variation>,
}

#[derive(Serialize)]
struct Variation {
    moves: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
}

async fn evaluation(
    State(app): State<Arc<App>>,
    Params(ask): Params<EvaluationQuery>,
) -> Result<Json<CloudEval>, ServerRefusal> {
    let variant = match ask.variant.as_deref() {
        None | Some("standard" | "fromPosition") => Variant::Standard,
        Some("chess960") => Variant::Chess960,
        Some(_) => return Err(ServerRefusal::NoEvaluation),
    };
    // Positions that cannot be read were never searched.
    let setup: Result<Setup, _> = ask.fen.parse();
    let position = setup.ok().and_then(|setup| setup.position().ok());
    let position: Position = position.ok_or(ServerRefusal::NoEvaluation)?;
    let found = app.analysis.find(&position.with_variant(variant));
    let found = found.ok_or(ServerRefusal::NoEvaluation)?;
    let lines = found.lines.into_iter().take(ask.multi_pv.unwrap_or(1));
    let pvs = lines.map(|line| {
        let (cp, mate) = match line.score {
            AnalysisScore::Cp(cp) => (Some(cp), None),
            AnalysisScore::Mate(mate) => (None, Some(mate)),
        };
        Variation {
            moves: line.moves.join(" "),
            cp,
            mate,
        }
    });
    Ok(Json(CloudEval {
        fen: ask.fen,
        knodes: found.nodes / 1_000,
        depth: found.depth,
        pvs: pvs.collect(),
    }))
}
