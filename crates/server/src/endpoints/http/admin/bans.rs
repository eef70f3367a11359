//! Bans and mutes.

use std::sync::Arc;

use arbiter_wire::{AccountRole, BanList, NewBan};
use axum::{extract::State, http::StatusCode};

use super::{
    super::{
        extract::{Body, EntryPath, Params},
        query::EntriesQuery,
    },
    check_reason, finish,
};
use crate::{
    base::clock,
    endpoints::{
        App, Json,
        routes::{Routes, delete, get},
        staff::Moderator,
    },
    refusal::ServerRefusal,
    store::{self, BanTarget},
};

/// Returns the endpoints for bans and mutes.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/admin/bans", get(list).post(create))
        .route("/v1/admin/bans/{id}", delete(lift))
}

/// List bans and mutes, the newest first.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/admin/bans", tag = "admin", operation_id = "list_bans",
    params(EntriesQuery), security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = BanList, description = "A page of the list."),
        (status = 403, description = "`needs_moderator`."),
    )
))]
pub async fn list(
    State(app): State<Arc<App>>,
    Moderator(_): Moderator,
    Params(ask): Params<EntriesQuery>,
) -> Result<Json<BanList>, ServerRefusal> {
    let limit = ask.limit.checked()?;
    let bans = app.store.bans(ask.before, limit).await?;
    let next = bans.last().filter(|_| bans.len() == limit);
    let next = next.map(|ban| ban.id);
    Ok(Json(BanList { bans, next }))
}

/// Ban or mute an account or a range of addresses.
///
/// Its connections end at once. The person sees the reason and the end. A moderator must give an
/// end.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/admin/bans", tag = "admin", operation_id = "create_ban",
    request_body = NewBan, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 201, description = "Banned or muted."),
        (status = 403, description = "`needs_moderator` or `outranked`."),
        (status = 404, description = "`unknown_player`."),
        (status = 409, description = "`yourself`."),
        (status = 422, description = "`invalid_address_range`, `invalid_field`, `invalid_body`."),
    )
))]
pub async fn create(
    State(app): State<Arc<App>>,
    Moderator(actor): Moderator,
    Body(new): Body<NewBan>,
) -> Result<StatusCode, ServerRefusal> {
    let now = clock::wall();
    let target = match (&new.player, &new.addresses) {
        (Some(name), None) => BanTarget::Player(name.clone()),
        (None, Some(range)) => BanTarget::Addresses(range.parse()?),
        _ => {
            return Err(ServerRefusal::Field {
                field: "player",
                message: "Give either a player or a range of addresses.",
            });
        }
    };
    match new.until {
        None if actor.role < AccountRole::Administrator => {
            return Err(ServerRefusal::Field {
                field: "until",
                message: "Only an administrator can ban without an end.",
            });
        }
        Some(until) if until <= now || i64::try_from(until).is_err() => {
            return Err(ServerRefusal::Field {
                field: "until",
                message: "The end must be in the future.",
            });
        }
        _ => {}
    }
    let ban = store::NewBan {
        kind: new.kind,
        target,
        reason: check_reason(&new.reason)?,
        created: now,
        until: new.until,
    };
    let acted = app.store.ban(actor, ban).await?;
    finish(&app, new.player.as_deref().unwrap_or_default(), acted).await?;
    Ok(StatusCode::CREATED)
}

/// Lift a ban or mute.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/admin/bans/{id}", tag = "admin", operation_id = "lift_ban",
    params(("id" = i64, Path, description = "The id from the list.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Lifted."),
        (status = 403, description = "`needs_moderator` or `outranked`."),
        (status = 404, description = "`no_such_entry`."),
    )
))]
pub async fn lift(
    State(app): State<Arc<App>>,
    Moderator(actor): Moderator,
    EntryPath(id): EntryPath,
) -> Result<StatusCode, ServerRefusal> {
    let acted = app.store.lift_ban(actor, id, clock::wall()).await?;
    finish(&app, "", acted).await?;
    Ok(StatusCode::NO_CONTENT)
}
