//! Counts every request, and logs what is refused.
//!
//! The log names routes, not paths, and codes, not sentences: nothing that a
//! visitor wrote gets into it.

use std::{sync::Arc, time::Instant};

use arbiter_wire::Problem;
use axum::{
    extract::{MatchedPath, Request, State},
    http::{Method, StatusCode},
    middleware::Next,
    response::Response,
};

use super::{App, caller};
use crate::{
    base::{Address, PlayerId, metrics::METRICS},
    refusal::RefusalCode,
};

/// The route of requests to paths that do not exist.
const NO_ROUTE: &str = "none";

/// Counts a request, and logs it if it is refused.
pub async fn record(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = name_of(request.method());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or(NO_ROUTE, MatchedPath::as_str);
    let address = caller::address(&app.settings, request.headers(), request.extensions());
    let response = next.run(request).await;
    let status = response.status();
    METRICS.request_time.record(began.elapsed());
    METRICS.count_request(method, route, status.as_u16());
    if let Some(RefusalCode { code, .. }) = response.extensions().get() {
        METRICS.count_refusal(code);
        let status = status.as_u16();
        match is_worth_logging(&app, address, status) {
            true => tracing::info!(%address, method, route, status, code, "request refused"),
            false => tracing::debug!(%address, method, route, status, code, "request refused"),
        }
    }
    response
}

/// Logs a message on a WebSocket that is refused before it reaches a game.
pub fn log_refused_message(
    app: &App,
    address: Address,
    player: Option<PlayerId>,
    problem: &Problem,
) {
    let (player, status, code) = (player.map(|it| it.0), problem.status, &problem.code);
    match is_worth_logging(app, address, status) {
        true => tracing::info!(%address, player, status, code, "message refused"),
        false => tracing::debug!(%address, player, status, code, "message refused"),
    }
}

/// Reports whether a refusal with this status is in the log by default. Wrong
/// addresses are everyday life of a server on the internet, and visitors who do
/// too much would also write too much: for them the limit is logged, once a
/// minute for each address.
fn is_worth_logging(app: &App, address: Address, status: u16) -> bool {
    let quiet = [
        StatusCode::NOT_FOUND,
        StatusCode::METHOD_NOT_ALLOWED,
        StatusCode::TOO_MANY_REQUESTS,
    ];
    !quiet.iter().any(|quiet| quiet.as_u16() == status) && app.limits.refusal_lines.allows(&address)
}

/// Returns the name of a method. Visitors can invent methods, but not new names
/// of metrics.
fn name_of(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
