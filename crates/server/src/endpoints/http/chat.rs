//! What players say to each other, and that they want to play again.

use std::sync::Arc;

use arbiter_wire::{ChatLine, ChatRequest, Problem, Rematched, Scope};
use axum::{Json, extract::State};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::extract::{Body, GamePath};
use crate::{
    App,
    endpoints::{caller::Caller, error::Error},
};

/// What is said at games.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(read_chat, say))
        .routes(routes!(ask_rematch))
}

/// Read what was said at a game.
///
/// Players read what the two of them said and, once the game is over, what
/// watchers said; everybody else reads what watchers said.
#[utoipa::path(
    get, path = "/v1/games/{id}/chat", tag = "games",
    params(("id" = String, Path, description = "The name of the game.")),
    security((), ("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Vec<ChatLine>, description = "The oldest first"),
        (status = 404, body = Problem),
    )
)]
async fn read_chat(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(game): GamePath,
) -> Result<Json<Vec<ChatLine>>, Error> {
    let player = caller.player_for(Scope::Play);
    Ok(Json(app.rooms.history(&app, game, player).await?))
}

/// Say something at a game, at most 200 characters.
#[utoipa::path(
    post, path = "/v1/games/{id}/chat", tag = "games",
    params(("id" = String, Path, description = "The name of the game.")),
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
) -> Result<Json<ChatLine>, Error> {
    let by = caller.may(Scope::Play)?.id;
    Ok(Json(app.rooms.say(&app, game, by, saying.text).await?))
}

/// Ask to play again with colors swapped. The game begins once both want it;
/// the computer always does.
#[utoipa::path(
    post, path = "/v1/games/{id}/rematch", tag = "games",
    params(("id" = String, Path, description = "The name of the game.")),
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
) -> Result<Json<Rematched>, Error> {
    let by = caller.may(Scope::Challenge)?.id;
    app.limits.makings.check(caller.address)?;
    let game = app.rooms.rematch(&app, game, by).await?;
    let game = game.map(|game| game.to_string());
    Ok(Json(Rematched { game }))
}
