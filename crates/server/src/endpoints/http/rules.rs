//! The rules of chess: the same answers as those of the command line.

use std::sync::Arc;

use arbiter_wire::rules::{
    BoardView, InvalidInput, Moves, PositionQuery, PositionStatus, Premoves, PremovesQuery, Replay,
    ReplayQuery, SetupReport, Why, WhyQuery,
};
use axum::{
    Json, Router,
    extract::State,
    routing::{get, post},
};

use super::extract::{Body, Params};
use crate::{endpoints::App, refusal::ServerRefusal};

/// Returns the endpoints for the rules of chess.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
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
    State(app): State<Arc<App>>,
    Params(ask): Params<PositionQuery>,
) -> Result<Json<Moves>, ServerRefusal> {
    answer(&app, move || Moves::of(&ask.fen)).await
}

/// List the legal moves of a position sent as JSON.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/rules/moves", tag = "rules", request_body = PositionQuery,
    responses((status = 200, body = Moves), (status = 422, description = UNREADABLE))
))]
pub async fn moves_of(
    State(app): State<Arc<App>>,
    Body(ask): Body<PositionQuery>,
) -> Result<Json<Moves>, ServerRefusal> {
    answer(&app, move || Moves::of(&ask.fen)).await
}

/// Explain whether a move is legal and, if not, why.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/rules/why", tag = "rules", params(WhyQuery),
    responses((status = 200, body = Why), (status = 422, description = UNREADABLE))
))]
pub async fn why(
    State(app): State<Arc<App>>,
    Params(ask): Params<WhyQuery>,
) -> Result<Json<Why>, ServerRefusal> {
    answer(&app, move || Why::of(&ask.fen, &ask.mv)).await
}

/// Explain a move sent as JSON.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/rules/why", tag = "rules", request_body = WhyQuery,
    responses((status = 200, body = Why), (status = 422, description = UNREADABLE))
))]
pub async fn why_of(
    State(app): State<Arc<App>>,
    Body(ask): Body<WhyQuery>,
) -> Result<Json<Why>, ServerRefusal> {
    answer(&app, move || Why::of(&ask.fen, &ask.mv)).await
}

/// Get the status of a position: check, the end of the game, and who can still win.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/rules/status", tag = "rules", params(PositionQuery),
    responses((status = 200, body = PositionStatus), (status = 422, description = UNREADABLE))
))]
pub async fn status(
    State(app): State<Arc<App>>,
    Params(ask): Params<PositionQuery>,
) -> Result<Json<PositionStatus>, ServerRefusal> {
    answer(&app, move || PositionStatus::of(&ask.fen)).await
}

/// Get the status of a position sent as JSON.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/rules/status", tag = "rules", request_body = PositionQuery,
    responses((status = 200, body = PositionStatus), (status = 422, description = UNREADABLE))
))]
pub async fn status_of(
    State(app): State<Arc<App>>,
    Body(ask): Body<PositionQuery>,
) -> Result<Json<PositionStatus>, ServerRefusal> {
    answer(&app, move || PositionStatus::of(&ask.fen)).await
}

/// Play moves one after the other and return the positions.
///
/// The first illegal move ends the replay, and the answer says why it is illegal.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/rules/replay", tag = "rules", params(ReplayQuery),
    responses((status = 200, body = Replay), (status = 422, description = UNREADABLE))
))]
pub async fn replay(
    State(app): State<Arc<App>>,
    Params(ask): Params<ReplayQuery>,
) -> Result<Json<Replay>, ServerRefusal> {
    answer(&app, move || Replay::of(&ask.fen, &ask.moves)).await
}

/// Play moves sent as JSON; there may be many.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/rules/replay", tag = "rules", request_body = ReplayQuery,
    responses((status = 200, body = Replay), (status = 422, description = UNREADABLE))
))]
pub async fn replay_of(
    State(app): State<Arc<App>>,
    Body(ask): Body<ReplayQuery>,
) -> Result<Json<Replay>, ServerRefusal> {
    answer(&app, move || Replay::of(&ask.fen, &ask.moves)).await
}

/// Play moves and return the board after them, with the legal moves.
///
/// The first illegal move ends the replay, and the answer says why it is illegal.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/rules/look", tag = "rules", params(ReplayQuery),
    responses((status = 200, body = BoardView), (status = 422, description = UNREADABLE))
))]
pub async fn look(
    State(app): State<Arc<App>>,
    Params(ask): Params<ReplayQuery>,
) -> Result<Json<BoardView>, ServerRefusal> {
    answer(&app, move || BoardView::of(&ask.fen, &ask.moves)).await
}

/// Get the board after moves sent as JSON.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/rules/look", tag = "rules", request_body = ReplayQuery,
    responses((status = 200, body = BoardView), (status = 422, description = UNREADABLE))
))]
pub async fn look_of(
    State(app): State<Arc<App>>,
    Body(ask): Body<ReplayQuery>,
) -> Result<Json<BoardView>, ServerRefusal> {
    answer(&app, move || BoardView::of(&ask.fen, &ask.moves)).await
}

/// Check a set-up position: everything that is wrong with it, and which castling rights and
/// en passant squares are possible.
///
/// A position that cannot be played is not an error here.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/rules/setup", tag = "rules", params(PositionQuery),
    responses((status = 200, body = SetupReport), (status = 422, description = NO_FEN))
))]
pub async fn set_up(
    State(app): State<Arc<App>>,
    Params(ask): Params<PositionQuery>,
) -> Result<Json<SetupReport>, ServerRefusal> {
    answer(&app, move || SetupReport::of(&ask.fen)).await
}

/// Check a set-up position sent as JSON.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/rules/setup", tag = "rules", request_body = PositionQuery,
    responses((status = 200, body = SetupReport), (status = 422, description = NO_FEN))
))]
pub async fn set_up_of(
    State(app): State<Arc<App>>,
    Body(ask): Body<PositionQuery>,
) -> Result<Json<SetupReport>, ServerRefusal> {
    answer(&app, move || SetupReport::of(&ask.fen)).await
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
    State(app): State<Arc<App>>,
    Body(ask): Body<PremovesQuery>,
) -> Result<Json<Premoves>, ServerRefusal> {
    answer(&app, move || Premoves::of(&ask)).await
}

#[cfg(feature = "descriptions")]
const NO_FEN: &str = "The text is not a FEN; `offset` says where.";

#[cfg(feature = "descriptions")]
const UNREADABLE: &str = "The position is invalid; `offset` says where.";

/// Answers a question on a thread of its own: it can take a second to prove that
/// nobody can win.
async fn answer<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, InvalidInput> + Send + 'static,
) -> Result<Json<T>, ServerRefusal> {
    let answered = app.limits.proofs.run(work).await?;
    answered.map(Json).map_err(|error| ServerRefusal::Input {
        field: "fen",
        error: Box::new(error),
    })
}
