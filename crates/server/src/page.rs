use std::sync::{Arc, LazyLock};

use arbiter_rules::{Picture, Position};
use axum::{
    Router,
    http::{StatusCode, header},
    response::IntoResponse,
    routing::get,
};

use crate::App;

const PAGE: &str = include_str!("../page/index.html");
const STYLE: &str = include_str!("../page/style.css");
static BOARD: LazyLock<String> = LazyLock::new(|| {
    let picture = Picture::of(&Position::start()).without_coordinates();
    picture.svg().to_string()
});

/// Nothing but what this server itself serves, and no script.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// The page at `/`, which says what is here.
pub fn routes() -> Router<Arc<App>> {
    let none = || async { StatusCode::NO_CONTENT };
    Router::new()
        .route(
            "/",
            get(|| async { file("text/html; charset=utf-8", PAGE) }),
        )
        .route("/style.css", get(|| async { file("text/css", STYLE) }))
        .route(
            "/board.svg",
            get(|| async { file("image/svg+xml", &BOARD) }),
        )
        .route("/favicon.ico", get(none))
}

fn file(kind: &'static str, text: &'static str) -> impl IntoResponse {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "public, max-age=300"),
    ];
    (headers, text)
}
