//! Accounts, as their administrators see and change them.

use std::sync::Arc;

use arbiter_wire::{AdminPlayerDetail, AdminPlayerList, CloseAccount, CreatedLink, PlayerChange};
use axum::{extract::State, http::StatusCode};

use super::{
    super::{
        extract::{Body, Params, PlayerPath},
        query::PlayersQuery,
    },
    check_reason, finish,
    links::created,
};
use crate::{
    base::clock,
    endpoints::{
        App, Json,
        routes::{Routes, delete, get, post},
        staff::{Administrator, Moderator},
    },
    people::accounts::Secret,
    refusal::ServerRefusal,
    store::{LinkKind, Name, NewLink},
};

/// How long a password reset link is valid, in milliseconds: a day.
const PASSWORD_LINK_MILLIS: u64 = 24 * 60 * 60 * 1_000;

/// Returns the endpoints for accounts.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/admin/players", get(search))
        .route("/v1/admin/players/{name}", get(detail).patch(change))
        .route("/v1/admin/players/{name}/close", post(close))
        .route("/v1/admin/players/{name}/reopen", post(reopen))
        .route("/v1/admin/players/{name}/password", post(password_link))
        .route("/v1/admin/players/{name}/sessions", delete(end_sessions))
}

/// Search accounts by the beginning of their names.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/admin/players", tag = "admin", operation_id = "search_players",
    params(PlayersQuery), security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = AdminPlayerList, description = "A page of the list."),
        (status = 403, description = "`needs_moderator`."),
    )
))]
pub async fn search(
    State(app): State<Arc<App>>,
    Moderator(_): Moderator,
    Params(ask): Params<PlayersQuery>,
) -> Result<Json<AdminPlayerList>, ServerRefusal> {
    let limit = ask.limit.checked()?;
    let found = app
        .store
        .search_players(ask.name, ask.after, limit, clock::wall());
    let players = found.await?;
    let next = players.last().filter(|_| players.len() == limit);
    let next = next.map(|player| player.name.clone());
    Ok(Json(AdminPlayerList { players, next }))
}

/// Get an account with its sessions, bans, reports and acts.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/admin/players/{name}", tag = "admin", operation_id = "player_detail",
    params(("name" = String, Path, description = "The name of the player.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = AdminPlayerDetail, description = "The account."),
        (status = 403, description = "`needs_moderator`."),
        (status = 404, description = "`unknown_player`."),
    )
))]
pub async fn detail(
    State(app): State<Arc<App>>,
    Moderator(_): Moderator,
    PlayerPath(name): PlayerPath,
) -> Result<Json<AdminPlayerDetail>, ServerRefusal> {
    let detail = app.store.player_detail(name.clone(), clock::wall()).await?;
    let unknown = || ServerRefusal::UnknownPlayer(name.chars().take(40).collect());
    detail.map(Json).ok_or_else(unknown)
}

/// Change the role or the name of an account.
#[cfg_attr(feature = "descriptions", utoipa::path(
    patch, path = "/v1/admin/players/{name}", tag = "admin", operation_id = "change_player",
    params(("name" = String, Path, description = "The name of the player.")),
    request_body = PlayerChange, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Changed."),
        (status = 403, description = "`needs_administrator`."),
        (status = 404, description = "`unknown_player`."),
        (status = 409, description = "`last_administrator` or `name_taken`."),
        (status = 422, description = "`invalid_name` or `invalid_body`."),
    )
))]
pub async fn change(
    State(app): State<Arc<App>>,
    Administrator(actor): Administrator,
    PlayerPath(name): PlayerPath,
    Body(change): Body<PlayerChange>,
) -> Result<StatusCode, ServerRefusal> {
    let now = clock::wall();
    let new: Option<Name> = change.name.as_deref().map(str::parse).transpose()?;
    if let Some(role) = change.role {
        let acted = app.store.set_role(actor, name.clone(), role, now).await?;
        finish(&app, &name, acted).await?;
    }
    if let Some(new) = new {
        let acted = app.store.rename(actor, name.clone(), new, now).await?;
        finish(&app, &name, acted).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Close an account.
///
/// All its sessions and tokens end at once, and nobody can sign in to it.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/admin/players/{name}/close", tag = "admin", operation_id = "close_account",
    params(("name" = String, Path, description = "The name of the player.")),
    request_body = CloseAccount, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Closed."),
        (status = 403, description = "`needs_administrator`."),
        (status = 404, description = "`unknown_player`."),
        (status = 409, description = "`last_administrator`."),
        (status = 422, description = "`invalid_field` or `invalid_body`."),
    )
))]
pub async fn close(
    State(app): State<Arc<App>>,
    Administrator(actor): Administrator,
    PlayerPath(name): PlayerPath,
    Body(CloseAccount { reason }): Body<CloseAccount>,
) -> Result<StatusCode, ServerRefusal> {
    let reason = check_reason(&reason)?;
    let closed = app
        .store
        .close_account(actor, name.clone(), reason, clock::wall());
    finish(&app, &name, closed.await?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reopen a closed account.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/admin/players/{name}/reopen", tag = "admin",
    operation_id = "reopen_account",
    params(("name" = String, Path, description = "The name of the player.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Open."),
        (status = 403, description = "`needs_administrator`."),
        (status = 404, description = "`unknown_player`."),
    )
))]
pub async fn reopen(
    State(app): State<Arc<App>>,
    Administrator(actor): Administrator,
    PlayerPath(name): PlayerPath,
) -> Result<StatusCode, ServerRefusal> {
    let reopened = app.store.reopen_account(actor, name.clone(), clock::wall());
    finish(&app, &name, reopened.await?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Create a link with which the owner of an account can choose a new password.
///
/// It can be used once, within a day. An earlier one becomes invalid.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/admin/players/{name}/password", tag = "admin",
    operation_id = "create_password_link",
    params(("name" = String, Path, description = "The name of the player.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 201, body = CreatedLink, description = "The link, shown only once."),
        (status = 403, description = "`needs_administrator`."),
        (status = 404, description = "`unknown_player`."),
    )
))]
pub async fn password_link(
    State(app): State<Arc<App>>,
    Administrator(actor): Administrator,
    PlayerPath(name): PlayerPath,
) -> Result<(StatusCode, Json<CreatedLink>), ServerRefusal> {
    let secret = Secret::random();
    let now = clock::wall();
    let link = NewLink {
        kind: LinkKind::Password,
        hash: secret.hash(),
        player: None,
        label: String::new(),
        created: now,
        expires: now + PASSWORD_LINK_MILLIS,
        uses: 1,
        created_by: actor.player,
    };
    let expires = link.expires;
    let acted = app.store.create_password_link(actor, name.clone(), link);
    finish(&app, &name, acted.await?).await?;
    Ok((
        StatusCode::CREATED,
        Json(created("/recover", &secret, expires)),
    ))
}

/// End all sessions of an account. API tokens stay.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/admin/players/{name}/sessions", tag = "admin",
    operation_id = "end_sessions_of",
    params(("name" = String, Path, description = "The name of the player.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Ended."),
        (status = 403, description = "`needs_administrator`."),
        (status = 404, description = "`unknown_player`."),
    )
))]
pub async fn end_sessions(
    State(app): State<Arc<App>>,
    Administrator(actor): Administrator,
    PlayerPath(name): PlayerPath,
) -> Result<StatusCode, ServerRefusal> {
    let ended = app
        .store
        .end_sessions_of(actor, name.clone(), clock::wall());
    finish(&app, &name, ended.await?).await?;
    Ok(StatusCode::NO_CONTENT)
}
