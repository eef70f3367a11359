//! The server itself: policy, limits, copies of the database, the log of acts.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use arbiter_wire::{AuditList, AuditView, BackupView, Limits, ServerPolicy, ServerView};
use axum::{extract::State, http::StatusCode};
use time::OffsetDateTime;

use super::super::{
    extract::{Body, Params},
    query::EntriesQuery,
};
use crate::{
    base::{Database, clock, ignore::Ignore},
    endpoints::{
        App, Json,
        routes::{Routes, get, post, put},
        staff::{Administrator, Moderator},
    },
    refusal::ServerRefusal,
    store::{Access, Actor, AdminAct, AuditEntry, AuditPage, Name, connect},
};

/// The most organizers.
const MAX_ORGANIZERS: usize = 200;

/// Returns the endpoints for the server itself.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/server", get(public_policy))
        .route("/v1/admin/server", get(view))
        .route("/v1/admin/server/policy", put(set_policy))
        .route(
            "/v1/admin/server/limits",
            put(set_limits).delete(reset_limits),
        )
        .route("/v1/admin/backup", post(back_up))
        .route("/v1/admin/audit", get(audit))
}

/// Get the rules for signing up and playing.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/server", tag = "account", operation_id = "server_policy",
    responses((status = 200, body = ServerPolicy, description = "The policy."))
))]
pub async fn public_policy(State(app): State<Arc<App>>) -> Json<ServerPolicy> {
    // Only administrators may see the list of organizers.
    Json(ServerPolicy {
        organizers: Vec::new(),
        ..app.moderation.policy()
    })
}

/// Get the version, the policy and the limits of the server.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/admin/server", tag = "admin", operation_id = "view_server",
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = ServerView, description = "The server."),
        (status = 403, description = "`needs_moderator`."),
    )
))]
pub async fn view(State(app): State<Arc<App>>, Moderator(_): Moderator) -> Json<ServerView> {
    let database = match app.settings.database {
        Database::Sqlite(_) => "sqlite",
        Database::Postgres(_) => "postgres",
    };
    Json(ServerView {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        database: database.to_owned(),
        games_in_memory: app.games.count_in_memory(),
        policy: app.moderation.policy(),
        limits: app.games.limits.get(),
        limits_at_start: app.settings.limits,
    })
}

/// Change the rules for signing up and playing.
#[cfg_attr(feature = "descriptions", utoipa::path(
    put, path = "/v1/admin/server/policy", tag = "admin", operation_id = "set_policy",
    request_body = ServerPolicy, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Changed."),
        (status = 403, description = "`needs_administrator`."),
        (status = 422, description = "`invalid_body` or `invalid_field`."),
    )
))]
pub async fn set_policy(
    State(app): State<Arc<App>>,
    Administrator(actor): Administrator,
    Body(policy): Body<ServerPolicy>,
) -> Result<StatusCode, ServerRefusal> {
    let is_name = |it: &String| it.parse::<Name>().is_ok();
    if policy.organizers.len() > MAX_ORGANIZERS || !policy.organizers.iter().all(is_name) {
        return Err(ServerRefusal::Field {
            field: "organizers",
            message: "The organizers are at most 200 names of accounts.",
        });
    }
    app.store.set_policy(actor, policy, clock::wall()).await?;
    app.moderation.refresh_everywhere().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Change what one address may do. The change takes effect immediately, and lasts after a restart.
#[cfg_attr(feature = "descriptions", utoipa::path(
    put, path = "/v1/admin/server/limits", tag = "admin", operation_id = "set_limits",
    request_body = Limits, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Changed."),
        (status = 403, description = "`needs_administrator`."),
        (status = 422, description = "`invalid_body`, or `limit_too_small`."),
    )
))]
pub async fn set_limits(
    State(app): State<Arc<App>>,
    Administrator(actor): Administrator,
    Body(limits): Body<Limits>,
) -> Result<StatusCode, ServerRefusal> {
    if let Some((limit, least)) = limits.too_small() {
        return Err(ServerRefusal::LimitTooSmall { limit, least });
    }
    let changed = app.store.set_limits(actor, Some(limits), clock::wall());
    changed.await?;
    app.moderation.refresh_everywhere().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Return to the limits with which the server was started.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/admin/server/limits", tag = "admin", operation_id = "reset_limits",
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Changed."),
        (status = 403, description = "`needs_administrator`."),
    )
))]
pub async fn reset_limits(
    State(app): State<Arc<App>>,
    Administrator(actor): Administrator,
) -> Result<StatusCode, ServerRefusal> {
    app.store.set_limits(actor, None, clock::wall()).await?;
    app.moderation.refresh_everywhere().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Copy the database into the folder `backups` beside it. SQLite only.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/admin/backup", tag = "admin", operation_id = "back_up",
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 201, body = BackupView, description = "The copy."),
        (status = 403, description = "`needs_administrator`."),
        (status = 409, description = "`backup_unsupported`: use pg_dump for PostgreSQL."),
    )
))]
pub async fn back_up(
    State(app): State<Arc<App>>,
    Administrator(actor): Administrator,
) -> Result<(StatusCode, Json<BackupView>), ServerRefusal> {
    let database = app.settings.database.clone();
    let Database::Sqlite(path) = &database else {
        return Err(ServerRefusal::BackupUnsupported);
    };
    let now = clock::wall();
    let file = backup_file(path, now);
    let Ok(_one_at_a_time) = app.backups.try_lock() else {
        return Err(ServerRefusal::Busy);
    };
    let to = file.clone();
    let copying = tokio::task::spawn_blocking(move || copy(&database, &to));
    let bytes = match copying.await {
        Ok(copied) => copied.map_err(ServerRefusal::BackupFailed)?,
        Err(_) => return Err(ServerRefusal::Defect),
    };
    let file = file.display().to_string();
    record(&app, actor, &file).await?;
    Ok((StatusCode::CREATED, Json(BackupView { file, bytes })))
}

async fn record(app: &App, actor: Actor, file: &str) -> Result<(), ServerRefusal> {
    let mut entry = AuditEntry::new(clock::wall(), actor.player, AdminAct::BackUp);
    file.clone_into(&mut entry.detail);
    app.store.record_act(entry).await?;
    app.moderation.refresh_everywhere().await?;
    Ok(())
}

/// Returns the name of a new copy: `backups/arbiter-2026-11-17-030000.db`.
fn backup_file(database: &Path, now: u64) -> PathBuf {
    let seconds = i64::try_from(now / 1_000).unwrap_or(0);
    let time = OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let name = format!(
        "arbiter-{}-{:02}-{:02}-{:02}{:02}{:02}.db",
        time.year(),
        u8::from(time.month()),
        time.day(),
        time.hour(),
        time.minute(),
        time.second()
    );
    database.with_file_name("backups").join(name)
}

/// Copies the database and returns the size of the copy. Blocks.
fn copy(database: &Database, to: &Path) -> Result<u64, String> {
    let text = |error: &dyn std::error::Error| error.to_string();
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder).map_err(|error| text(&error))?;
    }
    if to.exists() {
        return Err(format!("{} already exists", to.display()));
    }
    let mut db = connect(database, Access::ReadOnly).map_err(|error| text(&error))?;
    if let Err(error) = db.back_up(to, &mut |_| {}) {
        std::fs::remove_file(to).ignore("there may be nothing to remove");
        return Err(text(&error));
    }
    let size = std::fs::metadata(to).map_err(|error| text(&error))?;
    Ok(size.len())
}

/// List administrative acts, the latest first.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/admin/audit", tag = "admin", operation_id = "list_acts",
    params(EntriesQuery), security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = AuditList, description = "A page of the log."),
        (status = 403, description = "`needs_administrator`."),
    )
))]
pub async fn audit(
    State(app): State<Arc<App>>,
    Administrator(_): Administrator,
    Params(ask): Params<EntriesQuery>,
) -> Result<Json<AuditList>, ServerRefusal> {
    let limit = ask.limit.checked()?;
    let page = AuditPage {
        before: ask.before,
        player: None,
        limit,
    };
    let acts = app.store.audit(page).await?;
    let next = acts.last().filter(|_| acts.len() == limit);
    let next = next.map(|act| act.id);
    let acts = acts.into_iter().map(AuditView::from).collect();
    Ok(Json(AuditList { acts, next }))
}
