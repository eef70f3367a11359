//! `/metrics`, for Prometheus.

use std::{net::SocketAddr, sync::Arc};

use ::metrics::gauge;
use axum::{
    Router,
    extract::{ConnectInfo, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use tokio::net::TcpListener;

use super::App;
use crate::base::metrics;

/// Returns `/metrics` for requests from this machine. What passes through a
/// proxy seems to come from this machine as well, and is turned away.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/metrics", get(read_locally))
}

/// Serves `/metrics` to everyone, on an address of its own.
///
/// # Errors
///
/// Returns the error of the listener.
pub async fn serve(listener: TcpListener, app: Arc<App>) -> std::io::Result<()> {
    let answer = |State(app): State<Arc<App>>| async move { read(&app) };
    let router = Router::new().route("/metrics", get(answer)).with_state(app);
    axum::serve(listener, router).await
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
    read(&app)
}

fn read(app: &App) -> Response {
    gauge!("arbiter_rooms").set(app.games.count_in_memory() as f64);
    gauge!("arbiter_engine_waiting").set(app.games.computer.waiting() as f64);
    let text = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, text)], metrics::render()).into_response()
}
