//! Games from elsewhere.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{api_caller::ApiCaller, fields::Fields};
use crate::{
    base::GameId,
    endpoints::{
        App, Json,
        http::read_pgn_text,
        routes::{Routes, post},
    },
    refusal::{BodyFault, ServerRefusal},
};

/// The longest text that fits into a link, in bytes.
const MAX_BYTES: usize = 12 * 1024;

/// Returns the endpoint for imports.
pub fn routes() -> Routes {
    Routes::new().route("/api/import", post(import))
}

/// A game that was read.
#[derive(Serialize)]
struct ImportedGame {
    id: String,
    url: String,
}

/// Reads a game, and returns the address of the analysis board with it. Games that were not
/// played here are not stored.
async fn import(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    fields: Fields,
) -> Result<Json<ImportedGame>, ServerRefusal> {
    let unreadable = |fault, message: &str| ServerRefusal::Body {
        fault,
        message: message.to_owned(),
        field: Some("pgn".to_owned()),
    };
    let pgn = fields.get("pgn").unwrap_or_default().to_owned();
    if pgn.len() > MAX_BYTES {
        return Err(unreadable(
            BodyFault::Length,
            "The game is too long: without comments it may fit into 12 KiB.",
        ));
    }
    let text = pgn.clone();
    let read = move || read_pgn_text(text.as_bytes(), 1).map(|view| view.nodes.len() > 1);
    let has_moves = app.games.proofs.run(caller.address(), read).await??;
    if !has_moves {
        return Err(unreadable(BodyFault::Shape, "This is not a game in PGN."));
    }
    let [a, b, c, d, e, f, g, h, ..] = <[u8; 32]>::from(Sha256::digest(&pgn));
    let id = GameId::from_random(u64::from_be_bytes([a, b, c, d, e, f, g, h]));
    let query = serde_urlencoded::to_string([("pgn", &pgn)]).unwrap_or_default();
    Ok(Json(ImportedGame {
        id: id.to_string(),
        url: format!("{}/analysis?{query}", caller.base(&app)),
    }))
}
