//! The rules as a service: the answers of the command line.

use std::sync::Arc;

use arbiter_wire::rules::{
    BoardView, InvalidInput, Moves, PositionQuery, PositionStatus, Premoves, PremovesQuery, Replay,
    ReplayQuery, SetupReport, Why, WhyQuery,
};
use axum::{Json, extract::State};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::extract::{Asked, Body};
use crate::{App, endpoints::error::Error};

/// What is asked about positions.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(moves, moves_of))
        .routes(routes!(why, why_of))
        .routes(routes!(status, status_of))
        .routes(routes!(replay, replay_of))
        .routes(routes!(look, look_of))
        .routes(routes!(set_up, set_up_of))
        .routes(routes!(premoves))
}

/// List the legal moves of a position.
#[utoipa::path(
    get, path = "/v1/rules/moves", tag = "rules", params(PositionQuery),
    responses((status = 200, body = Moves), (status = 422, description = UNREADABLE))
)]
async fn moves(
    State(app): State<Arc<App>>,
    Asked(ask): Asked<PositionQuery>,
) -> Result<Json<Moves>, Error> {
    answer(&app, move || Moves::of(&ask.fen)).await
}

/// List the legal moves of a position that is sent as JSON.
#[utoipa::path(
    post, path = "/v1/rules/moves", tag = "rules", request_body = PositionQuery,
    responses((status = 200, body = Moves), (status = 422, description = UNREADABLE))
)]
async fn moves_of(
    State(app): State<Arc<App>>,
    Body(ask): Body<PositionQuery>,
) -> Result<Json<Moves>, Error> {
    answer(&app, move || Moves::of(&ask.fen)).await
}

/// Say whether a move is legal and, if it is not, why.
#[utoipa::path(
    get, path = "/v1/rules/why", tag = "rules", params(WhyQuery),
    responses((status = 200, body = Why), (status = 422, description = UNREADABLE))
)]
async fn why(State(app): State<Arc<App>>, Asked(ask): Asked<WhyQuery>) -> Result<Json<Why>, Error> {
    answer(&app, move || Why::of(&ask.fen, &ask.mv)).await
}

/// Say the same of a move that is sent as JSON.
#[utoipa::path(
    post, path = "/v1/rules/why", tag = "rules", request_body = WhyQuery,
    responses((status = 200, body = Why), (status = 422, description = UNREADABLE))
)]
async fn why_of(
    State(app): State<Arc<App>>,
    Body(ask): Body<WhyQuery>,
) -> Result<Json<Why>, Error> {
    answer(&app, move || Why::of(&ask.fen, &ask.mv)).await
}

/// Say where a game stands: check, the end, and who can still win.
#[utoipa::path(
    get, path = "/v1/rules/status", tag = "rules", params(PositionQuery),
    responses((status = 200, body = PositionStatus), (status = 422, description = UNREADABLE))
)]
async fn status(
    State(app): State<Arc<App>>,
    Asked(ask): Asked<PositionQuery>,
) -> Result<Json<PositionStatus>, Error> {
    answer(&app, move || PositionStatus::of(&ask.fen)).await
}

/// Say the same of a position that is sent as JSON.
#[utoipa::path(
    post, path = "/v1/rules/status", tag = "rules", request_body = PositionQuery,
    responses((status = 200, body = PositionStatus), (status = 422, description = UNREADABLE))
)]
async fn status_of(
    State(app): State<Arc<App>>,
    Body(ask): Body<PositionQuery>,
) -> Result<Json<PositionStatus>, Error> {
    answer(&app, move || PositionStatus::of(&ask.fen)).await
}

/// Play moves one after the other and show where they lead.
///
/// The first one that is refused ends the replay, and the answer says why.
#[utoipa::path(
    get, path = "/v1/rules/replay", tag = "rules", params(ReplayQuery),
    responses((status = 200, body = Replay), (status = 422, description = UNREADABLE))
)]
async fn replay(
    State(app): State<Arc<App>>,
    Asked(ask): Asked<ReplayQuery>,
) -> Result<Json<Replay>, Error> {
    answer(&app, move || Replay::of(&ask.fen, &ask.moves)).await
}

/// Play moves that are sent as JSON, which may be many.
#[utoipa::path(
    post, path = "/v1/rules/replay", tag = "rules", request_body = ReplayQuery,
    responses((status = 200, body = Replay), (status = 422, description = UNREADABLE))
)]
async fn replay_of(
    State(app): State<Arc<App>>,
    Body(ask): Body<ReplayQuery>,
) -> Result<Json<Replay>, Error> {
    answer(&app, move || Replay::of(&ask.fen, &ask.moves)).await
}

/// Play moves and show the board after them, with what may be played there.
///
/// The first one that is refused is the last, and the answer says why.
#[utoipa::path(
    get, path = "/v1/rules/look", tag = "rules", params(ReplayQuery),
    responses((status = 200, body = BoardView), (status = 422, description = UNREADABLE))
)]
async fn look(
    State(app): State<Arc<App>>,
    Asked(ask): Asked<ReplayQuery>,
) -> Result<Json<BoardView>, Error> {
    answer(&app, move || BoardView::of(&ask.fen, &ask.moves)).await
}

/// Show the board after moves that are sent as JSON.
#[utoipa::path(
    post, path = "/v1/rules/look", tag = "rules", request_body = ReplayQuery,
    responses((status = 200, body = BoardView), (status = 422, description = UNREADABLE))
)]
async fn look_of(
    State(app): State<Arc<App>>,
    Body(ask): Body<ReplayQuery>,
) -> Result<Json<BoardView>, Error> {
    answer(&app, move || BoardView::of(&ask.fen, &ask.moves)).await
}

/// Say all that stands against a set-up, and what there is to choose in it.
///
/// What cannot be played is an answer here, with everything that is wrong.
#[utoipa::path(
    get, path = "/v1/rules/setup", tag = "rules", params(PositionQuery),
    responses((status = 200, body = SetupReport), (status = 422, description = NO_FEN))
)]
async fn set_up(
    State(app): State<Arc<App>>,
    Asked(ask): Asked<PositionQuery>,
) -> Result<Json<SetupReport>, Error> {
    answer(&app, move || SetupReport::of(&ask.fen)).await
}

/// Say the same of a set-up that is sent as JSON.
#[utoipa::path(
    post, path = "/v1/rules/setup", tag = "rules", request_body = PositionQuery,
    responses((status = 200, body = SetupReport), (status = 422, description = NO_FEN))
)]
async fn set_up_of(
    State(app): State<Arc<App>>,
    Body(ask): Body<PositionQuery>,
) -> Result<Json<SetupReport>, Error> {
    answer(&app, move || SetupReport::of(&ask.fen)).await
}

/// List what a player can plan for the next turn while the opponent thinks.
///
/// Nothing is in the way of a planned move: any piece may be gone by then.
/// Whether it is legal is decided when it is played.
#[utoipa::path(
    post, path = "/v1/rules/premoves", tag = "rules", request_body = PremovesQuery,
    responses((status = 200, body = Premoves), (status = 422, description = NO_FEN))
)]
async fn premoves(
    State(app): State<Arc<App>>,
    Body(ask): Body<PremovesQuery>,
) -> Result<Json<Premoves>, Error> {
    answer(&app, move || Premoves::of(&ask)).await
}

const NO_FEN: &str = "The text is not FEN; `offset` says where.";

const UNREADABLE: &str = "The position cannot be read or played; `offset` says where.";

/// To prove that nobody can win can take a second; nobody else waits for it.
async fn answer<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, InvalidInput> + Send + 'static,
) -> Result<Json<T>, Error> {
    let answered = app.limits.proofs.run(work).await?;
    answered.map(Json).map_err(|error| Error::Input {
        field: "fen",
        error,
    })
}
