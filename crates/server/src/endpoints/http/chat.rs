//! Chat and rematches.

use std::sync::Arc;

use arbiter_wire::{ChatLine, ChatRequest, Rematched, Scope};
use axum::extract::State;

use super::extract::{Body, GamePath};
use crate::{
    endpoints::{
        App, Json,
        caller::Caller,
        routes::{Routes, get, post},
    },
    refusal::ServerRefusal,
};

/// Returns the endpoints for chat and rematches.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/games/{id}/chat", get(read_chat).post(say))
        .route("/v1/games/{id}/rematch", post(ask_rematch))
}

/// Read the chat of a game.
///
/// Players read their own channel and, once the game is over, that of the spectators. Everyone else
/// reads the channel of the spectators.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/games/{id}/chat", tag = "games",
    params(("id" = String, Path, description = "The id of the game.")),
    security((), ("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Vec<ChatLine>, description = "The messages, the oldest first."),
        (status = 404),
    )
))]
pub async fn read_chat(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(game): GamePath,
) -> Result<Json<Vec<ChatLine>>, ServerRefusal> {
    let player = caller.player_for(Scope::Play);
    Ok(Json(app.games.chat_history(game, player).await?))
}

/// Send a chat message of at most 200 characters.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/games/{id}/chat", tag = "games",
    params(("id" = String, Path, description = "The id of the game.")),
    security(("bearer" = []), ("cookie" = [])),
    request_body = ChatRequest,
    responses(
        (status = 200, body = ChatLine), (status = 401),
        (status = 403), (status = 404),
        (status = 422), (status = 429),
    )
))]
pub async fn say(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(game): GamePath,
    Body(saying): Body<ChatRequest>,
) -> Result<Json<ChatLine>, ServerRefusal> {
    let by = caller.require(Scope::Play)?.id;
    app.moderation
        .check_mute((by, caller.role()), caller.address)?;
    Ok(Json(app.games.say(game, by, saying.text).await?))
}

/// Request a rematch with colors swapped.
///
/// The game starts once both players want it. The computer always accepts.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/games/{id}/rematch", tag = "games",
    params(("id" = String, Path, description = "The id of the game.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Rematched), (status = 401),
        (status = 403), (status = 404),
        (status = 409), (status = 429),
    )
))]
pub async fn ask_rematch(
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
