use std::sync::Arc;

use axum::{Router, http::StatusCode, routing::get};

use crate::App;

/// Whether the server lives, and whether it can do something: for those who
/// watch over it.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/healthz", get(|| async { "alive\n" }))
        .route("/readyz", get(ready))
}

/// Ready is who can store a move and does not stop.
async fn ready(
    axum::extract::State(app): axum::extract::State<Arc<App>>,
) -> (StatusCode, &'static str) {
    if app.stop.is_told() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    if !app.store.is_ready().await {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "the store does not answer\n",
        );
    }
    (StatusCode::OK, "ready\n")
}
