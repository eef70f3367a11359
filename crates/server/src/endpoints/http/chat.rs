//! Chat and rematches.

use std::sync::Arc;

use arbiter_wire::{ChatLine, ChatRequest, Problem, Rematched, Scope};
use axum::{Json, extract::State};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::extract::{Body, GamePath};
use crate::{
    endpoints::{App, caller::Caller},
    refusal::ServerRefusal,
};

/// Returns the endpoints for chat and rematches.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(read_chat, say))
        .routes(routes!(ask_rematch))
}

/// Read the chat of a game.
///
/// Players read their own channel and, once the game is over, that of the spectators. Everyone else
/// reads the channel of the spectators.
#[utoipa::path(
    get, path = "/v1/games/{id}/chat", tag = "games",
    params(("id" = String, Path, description = "The id of the game.")),
    security((), ("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Vec<ChatLine>, description = "The messages, the oldest first."),
        (status = 404, body = Problem),
    )
)]
async fn read_chat(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(game): GamePath,
) -> Result<Json<Vec<ChatLine>>, ServerRefusal> {
    let player = caller.player_for(Scope::Play);
    Ok(Json(app.games.chat_history(game, player).await?))
}

/// Send a chat message of at most 200 characters.
#[utoipa::path(
    post, path = "/v1/games/{id}/chat", tag = "games",
    params(("id" = String, Path, description = "The id of the game.")),
    security(("bearer" = []), ("cookie" = [])),
    request_body = ChatRequest,
    responses(
        (status = 200, body = ChatLine), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem),
    )
)]
async fn say(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(game): GamePath,
    Body(saying): Body<ChatRequest>,
) -> Result<Json<ChatLine>, ServerRefusal> {
    let by = caller.require(Scope::Play)?.id;
    Ok(Json(app.games.say(game, by, saying.text).await?))
}

/// Request a rematch with colors swapped.
///
/// The game starts once both players want it. The computer always accepts.
#[utoipa::path(
    post, path = "/v1/games/{id}/rematch", tag = "games",
    params(("id" = String, Path, description = "The id of the game.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Rematched), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 429, body = Problem),
    )
)]
async fn ask_rematch(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(game): GamePath,
) -> Result<Json<Rematched>, ServerRefusal> {
    let by = caller.require(Scope::Challenge)?.id;
    app.limits.check_creation(caller.address)?;
    let game = app.games.rematch(game, by).await?;
    let game = game.map(|game| game.to_string());
    Ok(Json(Rematched { game }))
}
