//! Reporting and blocking other players.

use std::sync::Arc;

use arbiter_wire::{NewReport, Scope};
use axum::{extract::State, http::StatusCode};

use super::{
    admin::MAX_TEXT_CHARACTERS,
    extract::{Body, PlayerPath},
    lists::find_player,
};
use crate::{
    base::{GameId, PlayerId, clock},
    endpoints::{
        App, Json,
        caller::Caller,
        routes::{Routes, get, post, put},
    },
    refusal::ServerRefusal,
    store,
};

/// Returns the endpoints for reports and blocks.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/players/{name}/report", post(report))
        .route("/v1/players/{name}/block", put(block).delete(unblock))
        .route("/v1/account/blocks", get(blocks))
}

/// Report a player to the moderators.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/players/{name}/report", tag = "players", operation_id = "report_player",
    params(("name" = String, Path, description = "The name of the player.")),
    request_body = NewReport, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 201, description = "Reported."),
        (status = 404, description = "`unknown_player` or `unknown_game`."),
        (status = 409, description = "`yourself`."),
        (status = 422, description = "`invalid_field` or `invalid_body`."),
    )
))]
pub async fn report(
    State(app): State<Arc<App>>,
    caller: Caller,
    PlayerPath(name): PlayerPath,
    Body(new): Body<NewReport>,
) -> Result<StatusCode, ServerRefusal> {
    let reporter = caller.require_session()?.0.id;
    app.limits.check_report(reporter, caller.address)?;
    let reported = other_player(&app, reporter, name).await?;
    let text = new.text.trim();
    if text.chars().count() > MAX_TEXT_CHARACTERS {
        return Err(ServerRefusal::Field {
            field: "text",
            message: "A report has at most 1,000 characters.",
        });
    }
    let game = match &new.game {
        None => None,
        Some(id) => {
            let id: GameId = id.parse().map_err(|_| ServerRefusal::InvalidGameId)?;
            app.games.view(id, None).await?;
            Some(id)
        }
    };
    let report = store::NewReport {
        reporter,
        reported,
        game,
        reason: new.reason,
        text: text.to_owned(),
        created: clock::wall(),
    };
    app.store.report(report).await?;
    Ok(StatusCode::CREATED)
}

/// Block a player: they cannot challenge you, join your games, or write to you.
#[cfg_attr(feature = "descriptions", utoipa::path(
    put, path = "/v1/players/{name}/block", tag = "players", operation_id = "block_player",
    params(("name" = String, Path, description = "The name of the player.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Blocked."),
        (status = 404, description = "`unknown_player`."),
        (status = 409, description = "`yourself` or `too_many_blocks`."),
    )
))]
pub async fn block(
    State(app): State<Arc<App>>,
    caller: Caller,
    PlayerPath(name): PlayerPath,
) -> Result<StatusCode, ServerRefusal> {
    let (player, _) = caller.require_account()?;
    app.limits.check_creation(caller.address)?;
    let blocked = other_player(&app, player, name).await?;
    match app.store.block(player, blocked, clock::wall()).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ServerRefusal::TooManyBlocks),
    }
}

/// Unblock a player.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/players/{name}/block", tag = "players", operation_id = "unblock_player",
    params(("name" = String, Path, description = "The name of the player.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Not blocked."),
        (status = 404, description = "`unknown_player`."),
    )
))]
pub async fn unblock(
    State(app): State<Arc<App>>,
    caller: Caller,
    PlayerPath(name): PlayerPath,
) -> Result<StatusCode, ServerRefusal> {
    let (player, _) = caller.require_account()?;
    let blocked = find_player(&app, name).await?.card.id;
    app.store.unblock(player, blocked).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List the players whom you have blocked.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/account/blocks", tag = "account", operation_id = "list_blocks",
    security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = Vec<String>, description = "Their names, in order."))
))]
pub async fn blocks(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<Vec<String>>, ServerRefusal> {
    let player = caller.require(Scope::Read)?.id;
    Ok(Json(app.store.blocks_of(player).await?))
}

/// Returns the player with this name, who must be another than the caller.
pub(super) async fn other_player(
    app: &App,
    caller: PlayerId,
    name: String,
) -> Result<PlayerId, ServerRefusal> {
    let other = find_player(app, name).await?.card.id;
    if other == caller {
        return Err(ServerRefusal::Yourself);
    }
    Ok(other)
}
