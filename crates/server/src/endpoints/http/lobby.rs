//! Looking for an opponent.

use std::sync::Arc;

use arbiter_wire::{OpenSeek, Paired, Problem, Scope, Seek, SeekView};
use axum::{
    Json,
    extract::{FromRequestParts, Path, State},
    http::{StatusCode, request::Parts},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::extract::Body;
use crate::{
    App,
    endpoints::{caller::Caller, error::Error},
    people::lobby::{Keeper, Posted, seeks::SeekId},
};

/// What is asked about the lobby.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_seeks))
        .routes(routes!(post_seek))
        .routes(routes!(read_seek, withdraw_seek))
        .routes(routes!(accept_seek))
}

/// The seek that the path names.
struct SeekPath(SeekId);

/// List the open seeks.
#[utoipa::path(
    get, path = "/v1/lobby", tag = "lobby",
    responses((status = 200, body = Vec<OpenSeek>, description = "The newest first"))
)]
async fn list_seeks(State(app): State<Arc<App>>) -> Json<Vec<OpenSeek>> {
    Json(app.lobby.list())
}

/// Look for an opponent.
///
/// Whoever waits for the same is paired at once; else the seek stays open for
/// ten minutes, in place of any other of the same player.
#[utoipa::path(
    post, path = "/v1/lobby/seeks", tag = "lobby", request_body = Seek,
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = SeekView, description = "There is a game"),
        (status = 202, body = SeekView, description = "One waits: ask again"),
        (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem),
    )
)]
async fn post_seek(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(seek): Body<Seek>,
) -> Result<(StatusCode, Json<SeekView>), Error> {
    let player = caller.may(Scope::Challenge)?.id;
    app.limits.makings.check(caller.address)?;
    let posted = app.lobby.seek(&app, player, seek, Keeper::Request).await?;
    let status = match posted.game {
        Some(_) => StatusCode::OK,
        None => StatusCode::ACCEPTED,
    };
    Ok((status, Json(view(posted))))
}

/// Ask what has become of one's own seek.
#[utoipa::path(
    get, path = "/v1/lobby/seeks/{id}", tag = "lobby",
    params(("id" = String, Path, description = "The name of the seek.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = SeekView), (status = 401, body = Problem),
        (status = 404, body = Problem),
    )
)]
async fn read_seek(
    State(app): State<Arc<App>>,
    caller: Caller,
    SeekPath(id): SeekPath,
) -> Result<Json<SeekView>, Error> {
    let player = caller.may(Scope::Challenge)?.id;
    let posted = app.lobby.find(player, id).ok_or_else(unknown_seek)?;
    Ok(Json(view(posted)))
}

/// Withdraw one's own seek.
#[utoipa::path(
    delete, path = "/v1/lobby/seeks/{id}", tag = "lobby",
    params(("id" = String, Path, description = "The name of the seek.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204), (status = 401, body = Problem), (status = 404, body = Problem),
    )
)]
async fn withdraw_seek(
    State(app): State<Arc<App>>,
    caller: Caller,
    SeekPath(id): SeekPath,
) -> Result<StatusCode, Error> {
    let player = caller.may(Scope::Challenge)?.id;
    match app.lobby.withdraw(&app, player, id) {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(unknown_seek()),
    }
}

/// Accept the open seek of somebody else: the game begins.
#[utoipa::path(
    post, path = "/v1/lobby/seeks/{id}/accept", tag = "lobby",
    params(("id" = String, Path, description = "The name of the seek.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Paired), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 429, body = Problem),
    )
)]
async fn accept_seek(
    State(app): State<Arc<App>>,
    caller: Caller,
    SeekPath(id): SeekPath,
) -> Result<Json<Paired>, Error> {
    let player = caller.may(Scope::Challenge)?.id;
    app.limits.makings.check(caller.address)?;
    let game = app.lobby.accept(&app, player, id).await?.to_string();
    Ok(Json(Paired { game }))
}

fn view(posted: Posted) -> SeekView {
    SeekView {
        id: posted.id.to_string(),
        game: posted.game.map(|game| game.to_string()),
    }
}

fn unknown_seek() -> Error {
    let title = "you have no such seek: it was answered, withdrawn or ten minutes old";
    Problem::new(404, "unknown_seek", title).into()
}

impl<S: Send + Sync> FromRequestParts<S> for SeekPath {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<SeekPath, Error> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let id = path.ok().and_then(|Path(text)| text.parse().ok());
        id.map(SeekPath).ok_or_else(unknown_seek)
    }
}
