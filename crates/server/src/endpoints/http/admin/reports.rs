//! Reports of players.

use std::sync::Arc;

use arbiter_wire::{HandleReport, ReportList};
use axum::{extract::State, http::StatusCode};

use super::{
    super::{
        extract::{Body, EntryPath, Params},
        query::ReportsQuery,
    },
    MAX_TEXT_CHARACTERS, finish,
};
use crate::{
    base::clock,
    endpoints::{
        App, Json,
        routes::{Routes, get, patch},
        staff::Moderator,
    },
    refusal::ServerRefusal,
};

/// Returns the endpoints for reports.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/admin/reports", get(list))
        .route("/v1/admin/reports/{id}", patch(handle))
}

/// List reports, the newest first.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/admin/reports", tag = "admin", operation_id = "list_reports",
    params(ReportsQuery), security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = ReportList, description = "A page of the list."),
        (status = 403, description = "`needs_moderator`."),
    )
))]
pub async fn list(
    State(app): State<Arc<App>>,
    Moderator(_): Moderator,
    Params(ask): Params<ReportsQuery>,
) -> Result<Json<ReportList>, ServerRefusal> {
    let limit = ask.limit.checked()?;
    let reports = app.store.reports(ask.state, ask.before, limit).await?;
    let next = reports.last().filter(|_| reports.len() == limit);
    let next = next.map(|report| report.id);
    Ok(Json(ReportList { reports, next }))
}

/// Record how a report was handled.
#[cfg_attr(feature = "descriptions", utoipa::path(
    patch, path = "/v1/admin/reports/{id}", tag = "admin", operation_id = "handle_report",
    params(("id" = i64, Path, description = "The id from the list.")),
    request_body = HandleReport, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Noted."),
        (status = 403, description = "`needs_moderator`."),
        (status = 404, description = "`no_such_entry`."),
        (status = 422, description = "`invalid_field` or `invalid_body`."),
    )
))]
pub async fn handle(
    State(app): State<Arc<App>>,
    Moderator(actor): Moderator,
    EntryPath(id): EntryPath,
    Body(HandleReport { state, note }): Body<HandleReport>,
) -> Result<StatusCode, ServerRefusal> {
    if note.chars().count() > MAX_TEXT_CHARACTERS {
        return Err(ServerRefusal::Field {
            field: "note",
            message: "A note has at most 1,000 characters.",
        });
    }
    let now = clock::wall();
    let acted = app.store.handle_report(actor, id, state, note, now).await?;
    finish(&app, "", acted).await?;
    Ok(StatusCode::NO_CONTENT)
}
