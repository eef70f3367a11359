//! `/metrics`, for Prometheus.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Router,
    extract::{ConnectInfo, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use tokio::net::TcpListener;

use super::App;
use crate::{
    base::metrics::{Gauge, METRICS},
    endpoints::routes::{Routes, get},
    refusal::ServerRefusal,
};

/// The text format of OpenMetrics.
const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Returns `/metrics` for requests from this machine. What passes through a
/// proxy seems to come from this machine as well, and is turned away.
pub(crate) fn routes() -> Routes {
    Routes::new().route("/metrics", get(read_locally))
}

/// Serves `/metrics` to everyone, on an address of its own.
///
/// # Errors
///
/// Returns the error of the listener.
pub async fn serve(listener: TcpListener, app: Arc<App>) -> std::io::Result<()> {
    let answer = |State(app): State<Arc<App>>| async move { read(&app).await };
    let routes = Routes::new().route("/metrics", get(answer));
    axum::serve(listener, Router::from(routes).with_state(app)).await
}

async fn read_locally(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response {
    let is_forwarded = ["forwarded", "x-forwarded-for", "x-real-ip", "via"]
        .iter()
        .any(|name| headers.contains_key(*name));
    if app.settings.is_behind_proxy || is_forwarded || !peer.ip().to_canonical().is_loopback() {
        return StatusCode::NOT_FOUND.into_response();
    }
    read(&app).await
}

async fn read(app: &App) -> Response {
    set(&METRICS.rooms, app.games.count_in_memory());
    set(&METRICS.engine_waiting, app.games.computer.waiting());
    set(&METRICS.proofs_waiting, app.games.proofs.waiting());
    let (open, waiting) = (app.analysis.open_count(), app.analysis.waiting());
    set(&METRICS.analyses_running, open.saturating_sub(waiting));
    set(&METRICS.analyses_waiting, waiting);
    // With thousands of sockets, counting the open files takes milliseconds.
    match tokio::task::spawn_blocking(|| METRICS.render()).await {
        Ok(text) => ([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response(),
        Err(_) => ServerRefusal::Defect.into_response(),
    }
}

fn set(gauge: &Gauge, count: usize) {
    gauge.set(i64::try_from(count).unwrap_or(i64::MAX));
}
