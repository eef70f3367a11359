//! The API reference: an OpenAPI document, and a page made from it.

mod page;

use axum::{http::header, response::IntoResponse};

use crate::endpoints::routes::{Routes, get};

/// The document, which `cargo xtask types` writes from the endpoints. A test
/// checks that it is up to date.
pub const DOCUMENT: &str = include_str!("../../../openapi.json");

/// Returns the endpoints for the document and the page.
pub fn routes() -> Routes {
    let page = page::page(&serde_json::from_str(DOCUMENT).unwrap_or_default());
    let styled = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'",
        ),
        CACHED_BRIEFLY,
    ];
    Routes::new()
        .route("/v1", get(async move || (styled, page.clone())))
        .route("/v1/reference.css", get(style))
        .route(
            "/v1/openapi.json",
            get(async move || {
                let headers = [(header::CONTENT_TYPE, "application/json"), CACHED_BRIEFLY];
                (headers, DOCUMENT)
            }),
        )
}

const CACHED_BRIEFLY: (header::HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=300");

async fn style() -> impl IntoResponse {
    let headers = [(header::CONTENT_TYPE, "text/css"), CACHED_BRIEFLY];
    (headers, include_str!("reference/page.css"))
}
