//! The link that makes the first administrator, and invitations.

use std::sync::Arc;

use arbiter_wire::{CreatedLink, InvitationView, LinkToken, NewInvitation};
use axum::{extract::State, http::StatusCode};

use super::{
    super::extract::{Body, EntryPath},
    finish,
};
use crate::{
    base::{LinkId, clock},
    endpoints::{
        App, Json,
        caller::Caller,
        routes::{Routes, delete, get, post},
        staff::Administrator,
    },
    people::accounts::{Secret, label},
    refusal::ServerRefusal,
    store::{LinkKind, NewLink},
};

const DAY_MILLIS: u64 = 24 * 60 * 60 * 1_000;

/// Returns the endpoints for links.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/admin/link", post(redeem))
        .route("/v1/admin/invitations", get(list).post(create))
        .route("/v1/admin/invitations/{id}", delete(revoke))
}

/// Become an administrator with the link that the server prints when it has none.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/admin/link", tag = "admin", operation_id = "redeem_administrator_link",
    request_body = LinkToken, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "You are an administrator."),
        (status = 403, description = "`needs_account`, `needs_session` or `invalid_link`."),
    )
))]
pub async fn redeem(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(LinkToken { token }): Body<LinkToken>,
) -> Result<StatusCode, ServerRefusal> {
    let (player, _) = caller.require_session()?;
    if !player.view.kind.has_account() {
        return Err(ServerRefusal::NeedsAccount);
    }
    app.limits.check_creation(caller.address)?;
    let secret = Secret::parse(&token).ok_or(ServerRefusal::InvalidLink)?;
    let now = clock::wall();
    let granted = app
        .store
        .become_administrator(secret.hash(), player.id, now);
    if !granted.await? {
        return Err(ServerRefusal::InvalidLink);
    }
    app.moderation.refresh_everywhere().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List the invitations that can still be used, the newest first.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/admin/invitations", tag = "admin", operation_id = "list_invitations",
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Vec<InvitationView>, description = "The invitations."),
        (status = 403, description = "`needs_administrator`."),
    )
))]
pub async fn list(
    State(app): State<Arc<App>>,
    Administrator(_): Administrator,
) -> Result<Json<Vec<InvitationView>>, ServerRefusal> {
    let links = app.store.links(LinkKind::Invitation, clock::wall()).await?;
    let invitations = links.into_iter().map(|link| InvitationView {
        id: link.id.0,
        label: link.label,
        created: link.created,
        expires: link.expires,
        remaining: link.remaining,
        by: link.created_by,
    });
    Ok(Json(invitations.collect()))
}

/// Create an invitation, with which people can sign up.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/admin/invitations", tag = "admin", operation_id = "create_invitation",
    request_body = NewInvitation, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 201, body = CreatedLink, description = "The link, shown only once."),
        (status = 403, description = "`needs_administrator`."),
        (status = 422, description = "`invalid_field` or `invalid_body`."),
    )
))]
pub async fn create(
    State(app): State<Arc<App>>,
    Administrator(actor): Administrator,
    Body(new): Body<NewInvitation>,
) -> Result<(StatusCode, Json<CreatedLink>), ServerRefusal> {
    if !(1..=365).contains(&new.days) {
        return Err(ServerRefusal::Field {
            field: "days",
            message: "An invitation is valid for 1 to 365 days.",
        });
    }
    if !(1..=1_000).contains(&new.uses) {
        return Err(ServerRefusal::Field {
            field: "uses",
            message: "An invitation can be used 1 to 1,000 times.",
        });
    }
    let secret = Secret::random();
    let now = clock::wall();
    let expires = now + u64::from(new.days) * DAY_MILLIS;
    let link = NewLink {
        kind: LinkKind::Invitation,
        hash: secret.hash(),
        player: None,
        label: label(&new.label),
        created: now,
        expires,
        uses: new.uses,
        created_by: actor.player,
    };
    app.store.create_invitation(actor, link).await?;
    app.moderation.refresh_everywhere().await?;
    Ok((
        StatusCode::CREATED,
        Json(created("/sign-in", &secret, expires)),
    ))
}

/// Revoke an invitation.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/admin/invitations/{id}", tag = "admin",
    operation_id = "revoke_invitation",
    params(("id" = i64, Path, description = "The id from the list.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Revoked."),
        (status = 403, description = "`needs_administrator`."),
        (status = 404, description = "`no_such_entry`."),
    )
))]
pub async fn revoke(
    State(app): State<Arc<App>>,
    Administrator(actor): Administrator,
    EntryPath(id): EntryPath,
) -> Result<StatusCode, ServerRefusal> {
    let revoked = app
        .store
        .revoke_invitation(actor, LinkId(id), clock::wall());
    finish(&app, "", revoked.await?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns a new link as its creator sees it. The secret comes after `#`, so that
/// it does not appear in the logs of servers and proxies.
pub fn created(page: &str, secret: &Secret, expires: u64) -> CreatedLink {
    let token = secret.reveal().to_owned();
    CreatedLink {
        path: format!("{page}#{token}"),
        token,
        expires,
    }
}
