use std::sync::Arc;

use axum::http::StatusCode;

use super::App;
use crate::endpoints::routes::{Routes, get};

/// Returns `/healthz` (the process runs) and `/readyz` (it can do its work), for
/// monitoring.
pub fn routes() -> Routes {
    Routes::new()
        .route("/healthz", get(|| async { "alive\n" }))
        .route("/readyz", get(ready))
}

/// The server is ready if it can store a move and is not stopping.
async fn ready(
    axum::extract::State(app): axum::extract::State<Arc<App>>,
) -> (StatusCode, &'static str) {
    if app.closing.is_requested() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    if app.cut_off.is_cut_off() || !app.store.is_ready().await {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "the database is not responding\n",
        );
    }
    (StatusCode::OK, "ready\n")
}
