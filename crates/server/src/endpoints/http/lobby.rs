//! The lobby.

use std::sync::Arc;

use arbiter_wire::{OpenSeek, Paired, Scope, Seek, SeekView};
use axum::{
    extract::{FromRequestParts, Path, State},
    http::{StatusCode, request::Parts},
};

use super::extract::Body;
use crate::{
    endpoints::{
        App, Json,
        caller::Caller,
        routes::{Routes, get, post},
    },
    people::lobby::{PostedSeek, SeekOwner, seeks::SeekId},
    refusal::ServerRefusal,
};

/// Returns the endpoints of the lobby.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/lobby", get(list_seeks))
        .route("/v1/lobby/seeks", post(post_seek))
        .route("/v1/lobby/seeks/{id}", get(read_seek).delete(withdraw_seek))
        .route("/v1/lobby/seeks/{id}/accept", post(accept_seek))
}

/// The seek id in the path.
pub struct SeekPath(SeekId);

/// List the open seeks.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/lobby", tag = "lobby",
    responses(
        (status = 200, body = Vec<OpenSeek>, description = "The open seeks, the newest first."),
    )
))]
pub async fn list_seeks(State(app): State<Arc<App>>) -> Json<Vec<OpenSeek>> {
    Json(app.lobby.list().await)
}

/// Post a seek.
///
/// You are paired at once with a player who waits for the same game. Otherwise the seek stays open
/// for ten minutes, in place of any earlier one of yours.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/lobby/seeks", tag = "lobby", request_body = Seek,
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = SeekView, description = "You were paired: there is a game."),
        (status = 202, body = SeekView, description = "The seek is open: ask again."),
        (status = 401), (status = 403),
        (status = 422), (status = 429),
    )
))]
pub async fn post_seek(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(seek): Body<Seek>,
) -> Result<(StatusCode, Json<SeekView>), ServerRefusal> {
    let player = caller.require(Scope::Challenge)?.id;
    app.limits.check_creation(caller.address)?;
    let owner = SeekOwner::Request;
    let posted = app.lobby.seek(player, caller.address, seek, owner).await?;
    let status = match posted.game {
        Some(_) => StatusCode::OK,
        None => StatusCode::ACCEPTED,
    };
    Ok((status, Json(view(posted))))
}

/// Get the state of your seek.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/lobby/seeks/{id}", tag = "lobby",
    params(("id" = String, Path, description = "The id of the seek.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = SeekView), (status = 401),
        (status = 404),
    )
))]
pub async fn read_seek(
    State(app): State<Arc<App>>,
    caller: Caller,
    SeekPath(id): SeekPath,
) -> Result<Json<SeekView>, ServerRefusal> {
    let player = caller.require(Scope::Challenge)?.id;
    let posted = app
        .lobby
        .find(player, id)
        .await
        .ok_or(ServerRefusal::UnknownSeek)?;
    Ok(Json(view(posted)))
}

/// Withdraw your seek.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/lobby/seeks/{id}", tag = "lobby",
    params(("id" = String, Path, description = "The id of the seek.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204), (status = 401), (status = 404),
    )
))]
pub async fn withdraw_seek(
    State(app): State<Arc<App>>,
    caller: Caller,
    SeekPath(id): SeekPath,
) -> Result<StatusCode, ServerRefusal> {
    let player = caller.require(Scope::Challenge)?.id;
    match app.lobby.withdraw(player, id).await {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ServerRefusal::UnknownSeek),
    }
}

/// Accept an open seek. The game starts.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/lobby/seeks/{id}/accept", tag = "lobby",
    params(("id" = String, Path, description = "The id of the seek.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Paired), (status = 401),
        (status = 403), (status = 404),
        (status = 409), (status = 429),
    )
))]
pub async fn accept_seek(
    State(app): State<Arc<App>>,
    caller: Caller,
    SeekPath(id): SeekPath,
) -> Result<Json<Paired>, ServerRefusal> {
    let player = caller.require(Scope::Challenge)?.id;
    app.limits.check_creation(caller.address)?;
    let game = app.lobby.accept(player, id).await?.to_string();
    Ok(Json(Paired { game }))
}

fn view(posted: PostedSeek) -> SeekView {
    SeekView {
        id: posted.id.to_string(),
        game: posted.game.map(|game| game.to_string()),
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SeekPath {
    type Rejection = ServerRefusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<SeekPath, ServerRefusal> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let id = path.ok().and_then(|Path(text)| text.parse().ok());
        id.map(SeekPath).ok_or(ServerRefusal::UnknownSeek)
    }
}
