//! Chat messages that are deleted, and games that an arbiter ends.

use std::sync::Arc;

use arbiter_game::Verdict;
use arbiter_wire::{AdminChatLine, EndGame};
use axum::{extract::State, http::StatusCode};

use super::{
    super::extract::{Body, ChatLinePath, GamePath},
    check_reason, finish,
};
use crate::{
    base::clock,
    endpoints::{
        App, Json,
        routes::{Routes, delete, get, post},
        staff::{Administrator, Moderator},
    },
    refusal::ServerRefusal,
    store::{AdminAct, AuditEntry},
};

/// The most messages in a list.
const MAX_LISTED_MESSAGES: usize = 500;

/// Returns the endpoints for chat and games.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/admin/games/{id}/chat", get(chat))
        .route("/v1/admin/games/{id}/chat/{line}", delete(delete_chat))
        .route("/v1/admin/games/{id}/end", post(end))
}

/// Read both channels of the chat of a game.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/admin/games/{id}/chat", tag = "admin", operation_id = "read_whole_chat",
    params(("id" = String, Path, description = "The id of the game.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Vec<AdminChatLine>, description = "The last 500 messages."),
        (status = 403, description = "`needs_moderator`."),
    )
))]
pub async fn chat(
    State(app): State<Arc<App>>,
    Moderator(_): Moderator,
    GamePath(game): GamePath,
) -> Result<Json<Vec<AdminChatLine>>, ServerRefusal> {
    let lines = app.store.whole_chat(game, MAX_LISTED_MESSAGES).await?;
    Ok(Json(lines))
}

/// Delete a chat message. It also disappears for everyone who watches the game.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/admin/games/{id}/chat/{line}", tag = "admin",
    operation_id = "delete_chat",
    params(
        ("id" = String, Path, description = "The id of the game."),
        ("line" = i64, Path, description = "The id of the message."),
    ),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Deleted."),
        (status = 403, description = "`needs_moderator`."),
        (status = 404, description = "`no_such_entry`."),
    )
))]
pub async fn delete_chat(
    State(app): State<Arc<App>>,
    Moderator(actor): Moderator,
    ChatLinePath { game, line }: ChatLinePath,
) -> Result<StatusCode, ServerRefusal> {
    let deleted = app.store.delete_chat(actor, game, line, clock::wall());
    finish(&app, "", deleted.await?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End a game with a result.
///
/// A rated game counts as the result says; with `*` it does not count.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/admin/games/{id}/end", tag = "admin", operation_id = "end_game",
    params(("id" = String, Path, description = "The id of the game.")),
    request_body = EndGame, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "The game has ended."),
        (status = 403, description = "`needs_administrator`."),
        (status = 404, description = "`unknown_game`."),
        (status = 409, description = "`not_started`, or `game_over`."),
        (status = 422, description = "`invalid_field` or `invalid_body`."),
    )
))]
pub async fn end(
    State(app): State<Arc<App>>,
    Administrator(actor): Administrator,
    GamePath(game): GamePath,
    Body(EndGame { result, reason }): Body<EndGame>,
) -> Result<StatusCode, ServerRefusal> {
    let verdict = Verdict::from_result(&result).ok_or(ServerRefusal::Field {
        field: "result",
        message: "The result is 1-0, 1/2-1/2, 0-1 or *.",
    })?;
    let mut act = AuditEntry::new(clock::wall(), actor.player, AdminAct::EndGame);
    act.game = Some(game);
    act.detail = format!("{result}: {}", check_reason(&reason)?);
    app.games.adjudicate(game, verdict, act).await?;
    app.moderation.refresh_everywhere().await?;
    Ok(StatusCode::NO_CONTENT)
}
