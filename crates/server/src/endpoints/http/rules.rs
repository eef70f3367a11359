//! The rules of chess: the same answers as those of the command line.

use std::{convert::Infallible, sync::Arc};

use arbiter_rules::Color;
use arbiter_wire::rules::{
    self, BoardView, InvalidInput, Moves, PositionQuery, PositionStatus, Premoves, PremovesQuery,
    Replay, ReplayQuery, SetupReport, Why, WhyQuery,
};
use axum::{extract::FromRequestParts, http::request::Parts};
use serde::Serialize;

use super::extract::{Body, Params};
use crate::{
    base::{Address, metrics::METRICS},
    endpoints::{
        App, WrittenJson, caller,
        routes::{Routes, get, post},
    },
    refusal::ServerRefusal,
};

/// Returns the endpoints for the rules of chess.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/rules/moves", get(moves).post(moves_of))
        .route("/v1/rules/why", get(why).post(why_of))
        .route("/v1/rules/status", get(status).post(status_of))
        .route("/v1/rules/replay", get(replay).post(replay_of))
        .route("/v1/rules/look", get(look).post(look_of))
        .route("/v1/rules/setup", get(set_up).post(set_up_of))
        .route("/v1/rules/premoves", post(premoves))
}

/// List the legal moves of a position.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/rules/moves", tag = "rules", params(PositionQuery),
    responses((status = 200, body = Moves), (status = 422, description = UNREADABLE))
))]
pub async fn moves(
    asker: Asker,
    Params(ask): Params<PositionQuery>,
) -> Result<WrittenJson, ServerRefusal> {
    let PositionQuery { fen } = ask;
    asker
        .answer(fen, String::new(), |fen, _| Moves::of(fen))
        .await
}

/// List the legal moves of a position sent as JSON.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/rules/moves", tag = "rules", request_body = PositionQuery,
    responses((status = 200, body = Moves), (status = 422, description = UNREADABLE))
))]
pub async fn moves_of(
    asker: Asker,
    Body(ask): Body<PositionQuery>,
) -> Result<WrittenJson, ServerRefusal> {
    let PositionQuery { fen } = ask;
    asker
        .answer(fen, String::new(), |fen, _| Moves::of(fen))
        .await
}

/// Explain whether a move is legal and, if not, why.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/rules/why", tag = "rules", params(WhyQuery),
    responses((status = 200, body = Why), (status = 422, description = UNREADABLE))
))]
pub async fn why(
    asker: Asker,
    Params(ask): Params<WhyQuery>,
) -> Result<WrittenJson, ServerRefusal> {
    asker
        .answer_quickly(move || Why::of(&ask.fen, &ask.mv))
        .await
}

/// Explain a move sent as JSON.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/rules/why", tag = "rules", request_body = WhyQuery,
    responses((status = 200, body = Why), (status = 422, description = UNREADABLE))
))]
pub async fn why_of(asker: Asker, Body(ask): Body<WhyQuery>) -> Result<WrittenJson, ServerRefusal> {
    asker
        .answer_quickly(move || Why::of(&ask.fen, &ask.mv))
        .await
}

/// Get the status of a position: check, the end of the game, and who can still win.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/rules/status", tag = "rules", params(PositionQuery),
    responses((status = 200, body = PositionStatus), (status = 422, description = UNREADABLE))
))]
pub async fn status(
    asker: Asker,
    Params(ask): Params<PositionQuery>,
) -> Result<WrittenJson, ServerRefusal> {
    let PositionQuery { fen } = ask;
    asker
        .answer(fen, String::new(), |fen, _| status_in(fen))
        .await
}

/// Get the status of a position sent as JSON.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/rules/status", tag = "rules", request_body = PositionQuery,
    responses((status = 200, body = PositionStatus), (status = 422, description = UNREADABLE))
))]
pub async fn status_of(
    asker: Asker,
    Body(ask): Body<PositionQuery>,
) -> Result<WrittenJson, ServerRefusal> {
    let PositionQuery { fen } = ask;
    asker
        .answer(fen, String::new(), |fen, _| status_in(fen))
        .await
}

/// Play moves one after the other and return the positions.
///
/// The first illegal move ends the replay, and the answer says why it is illegal.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/rules/replay", tag = "rules", params(ReplayQuery),
    responses((status = 200, body = Replay), (status = 422, description = UNREADABLE))
))]
pub async fn replay(
    asker: Asker,
    Params(ask): Params<ReplayQuery>,
) -> Result<WrittenJson, ServerRefusal> {
    asker.answer(ask.fen, ask.moves, Replay::of).await
}

/// Play moves sent as JSON; there may be many.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/rules/replay", tag = "rules", request_body = ReplayQuery,
    responses((status = 200, body = Replay), (status = 422, description = UNREADABLE))
))]
pub async fn replay_of(
    asker: Asker,
    Body(ask): Body<ReplayQuery>,
) -> Result<WrittenJson, ServerRefusal> {
    asker.answer(ask.fen, ask.moves, Replay::of).await
}

/// Play moves and return the board after them, with the legal moves.
///
/// The first illegal move ends the replay, and the answer says why it is illegal.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/rules/look", tag = "rules", params(ReplayQuery),
    responses((status = 200, body = BoardView), (status = 422, description = UNREADABLE))
))]
pub async fn look(
    asker: Asker,
    Params(ask): Params<ReplayQuery>,
) -> Result<WrittenJson, ServerRefusal> {
    asker.answer(ask.fen, ask.moves, BoardView::of).await
}

/// Get the board after moves sent as JSON.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/rules/look", tag = "rules", request_body = ReplayQuery,
    responses((status = 200, body = BoardView), (status = 422, description = UNREADABLE))
))]
pub async fn look_of(
    asker: Asker,
    Body(ask): Body<ReplayQuery>,
) -> Result<WrittenJson, ServerRefusal> {
    asker.answer(ask.fen, ask.moves, BoardView::of).await
}

/// Check a set-up position.
///
/// The answer has everything that is wrong with it, and the possible castling rights and en
/// passant squares. A position that cannot be played is not an error here.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/rules/setup", tag = "rules", params(PositionQuery),
    responses((status = 200, body = SetupReport), (status = 422, description = NO_FEN))
))]
pub async fn set_up(
    asker: Asker,
    Params(ask): Params<PositionQuery>,
) -> Result<WrittenJson, ServerRefusal> {
    let PositionQuery { fen } = ask;
    asker
        .answer(fen, String::new(), |fen, _| SetupReport::of(fen))
        .await
}

/// Check a set-up position sent as JSON.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/rules/setup", tag = "rules", request_body = PositionQuery,
    responses((status = 200, body = SetupReport), (status = 422, description = NO_FEN))
))]
pub async fn set_up_of(
    asker: Asker,
    Body(ask): Body<PositionQuery>,
) -> Result<WrittenJson, ServerRefusal> {
    let PositionQuery { fen } = ask;
    asker
        .answer(fen, String::new(), |fen, _| SetupReport::of(fen))
        .await
}

/// List the possible premoves of a player while the opponent thinks.
///
/// No piece blocks a premove, because it may be gone by then. Whether the move is legal is decided
/// when it is played.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/rules/premoves", tag = "rules", request_body = PremovesQuery,
    responses((status = 200, body = Premoves), (status = 422, description = NO_FEN))
))]
pub async fn premoves(
    asker: Asker,
    Body(ask): Body<PremovesQuery>,
) -> Result<WrittenJson, ServerRefusal> {
    asker.answer_quickly(move || Premoves::of(&ask)).await
}

#[cfg(feature = "descriptions")]
const NO_FEN: &str = "The text is not a FEN; `offset` says where.";

#[cfg(feature = "descriptions")]
const UNREADABLE: &str = "The position is invalid; `offset` says where.";

/// How much a proof may cost that is found at once: less than a millisecond.
const QUICK_PROOF: usize = 500;

/// A client with a question about the rules.
pub struct Asker {
    app: Arc<App>,
    address: Address,
}

impl FromRequestParts<Arc<App>> for Asker {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Asker, Infallible> {
        Ok(Asker {
            address: caller::address(&app.settings, &parts.headers, &parts.extensions),
            app: Arc::clone(app),
        })
    }
}

impl Asker {
    /// Answers a question that needs no proof.
    async fn answer_quickly<T: Serialize>(
        &self,
        work: impl FnOnce() -> Result<T, InvalidInput> + Send + 'static,
    ) -> Result<WrittenJson, ServerRefusal> {
        let questions = &self.app.limits.questions;
        questions.run(self.address, move || write(work())).await?
    }

    /// Answers a question about the position after these moves. Only if it takes
    /// long to prove who can still win, the question waits for its turn among
    /// those that do.
    async fn answer<T: Serialize>(
        &self,
        fen: String,
        moves: String,
        work: impl FnOnce(&str, &str) -> Result<T, InvalidInput> + Send + 'static,
    ) -> Result<WrittenJson, ServerRefusal> {
        let quick = self.app.limits.questions.run(self.address, move || {
            let needs_proof = needs_proof(&fen, &moves);
            let work = move || write(work(&fen, &moves));
            match needs_proof {
                true => Err(work),
                false => Ok(work()),
            }
        });
        match quick.await? {
            Ok(answered) => answered,
            Err(work) => self.app.games.proofs.run(self.address, work).await?,
        }
    }
}

fn write<T: Serialize>(answered: Result<T, InvalidInput>) -> Result<WrittenJson, ServerRefusal> {
    match answered {
        Ok(answer) => Ok(WrittenJson::of(&answer)),
        Err(error) => Err(ServerRefusal::Input {
            field: "fen",
            error: Box::new(error),
        }),
    }
}

fn status_in(fen: &str) -> Result<PositionStatus, InvalidInput> {
    let status = PositionStatus::of(fen)?;
    if status.can_win.white.is_none() || status.can_win.black.is_none() {
        METRICS.proofs_unproved.inc();
    }
    Ok(status)
}

/// Reports whether it takes long to prove who can still win after these moves.
fn needs_proof(fen: &str, moves: &str) -> bool {
    let Ok((line, _)) = rules::read_line(fen, moves) else {
        return false;
    };
    let is_open = |color| line.position().can_win_within(color, QUICK_PROOF).is_none();
    Color::ALL.into_iter().any(is_open)
}
