//! Everything under `/v1`: what programs and pages ask over HTTP.

mod accounts;
mod ask;
mod chat;
mod extract;
mod games;
mod lists;
mod lobby;
mod pgn;
mod reference;
mod rules;
mod socket;
mod stream;
mod study;

use std::sync::Arc;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State},
    http::header,
    middleware,
    response::{IntoResponse, Response},
};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    App,
    endpoints::{caller::Caller, error::Error, guard, page},
};

/// How long a body may be.
const LONGEST_BODY: usize = 64 * 1024;

/// Everything under `/v1`, described and guarded.
pub fn router(app: &Arc<App>) -> Router<Arc<App>> {
    let (routes, api) = described();
    routes
        .merge(reference::routes(&api))
        .method_not_allowed_fallback(no_method)
        .fallback(no_route)
        .layer(CatchPanicLayer::custom(broke_down))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(
            Arc::clone(app),
            guard::guard,
        ))
}

/// Every route, and the document that describes them.
fn described() -> (Router<Arc<App>>, OpenApi) {
    OpenApiRouter::with_openapi(reference::head())
        .merge(rules::routes())
        .merge(study::routes())
        .merge(games::routes())
        .merge(chat::routes())
        .merge(socket::routes())
        .merge(lobby::routes())
        .merge(lists::routes())
        .merge(accounts::routes())
        .split_for_parts()
}

/// Somebody who reads gets a page, a program a problem.
async fn no_route(State(app): State<Arc<App>>, caller: Caller, request: Request) -> Response {
    let path = request.uri().path();
    let accepts = request.headers().get(header::ACCEPT);
    let reads = accepts.is_some_and(|it| it.to_str().is_ok_and(|it| it.contains("text/html")));
    if reads && !path.starts_with("/v1/") {
        return page::missing(&app, &caller, request.headers());
    }
    Error::NoRoute(path.chars().take(100).collect()).into_response()
}

async fn no_method(request: Request) -> Error {
    Error::NoMethod(request.method().to_string())
}

#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over so")]
fn broke_down(panic: Box<dyn std::any::Any + Send>) -> Response {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    tracing::error!(
        panic = words.unwrap_or("without words"),
        "a request broke down"
    );
    Error::Defect.into_response()
}
