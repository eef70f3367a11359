//! The HTTP API: everything under `/v1`.

mod accounts;
mod admin;
mod challenges;
mod chat;
mod export;
mod extract;
mod games;
mod hints;
mod lists;
mod lobby;
#[cfg(feature = "descriptions")]
pub mod openapi;
mod people;
pub(super) mod pgn;
mod pgn_export;
mod pictures;
mod provider;
mod push;
mod query;
mod recovery;
mod reference;
mod relations;
mod rules;
mod socket;
mod stream;
mod study;
mod tournaments;

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    http::header,
    response::{IntoResponse, Response},
};
use tower_http::catch_panic::CatchPanicLayer;

pub(super) use extract::{GamePath, Params, read_body};
pub(super) use lists::find_player;
pub(super) use stream::NDJSON;
pub(super) use study::read_pgn_text;

use super::{App, caller::Caller, lichess, page};
use crate::{endpoints::routes::Routes, refusal::ServerRefusal};

/// Returns everything under `/v1`, and the answer to unknown paths.
pub fn routes() -> Router<Arc<App>> {
    let routes = Routes::new()
        .merge(rules::routes())
        .merge(study::routes())
        .merge(games::routes())
        .merge(hints::routes())
        .merge(pictures::routes())
        .merge(chat::routes())
        .merge(socket::routes())
        .merge(lobby::routes())
        .merge(challenges::routes())
        .merge(tournaments::routes())
        .merge(people::routes())
        .merge(lists::routes())
        .merge(pgn_export::routes())
        .merge(accounts::routes())
        .merge(relations::routes())
        .merge(push::routes())
        .merge(admin::routes())
        .merge(export::routes())
        .merge(recovery::routes())
        .merge(provider::routes())
        .merge(reference::routes())
        .merge(lichess::routes());
    Router::from(routes)
        .method_not_allowed_fallback(no_method)
        .fallback(no_route)
        .layer(CatchPanicLayer::custom(panicked))
}

/// Answers an unknown path: with a page for a browser, a problem for a program.
async fn no_route(State(app): State<Arc<App>>, caller: Caller, request: Request) -> Response {
    let path = request.uri().path();
    let accepts = request.headers().get(header::ACCEPT);
    let is_browser = accepts.is_some_and(|it| it.to_str().is_ok_and(|it| it.contains("text/html")));
    if is_browser && !path.starts_with("/v1/") && !lichess::is_path(path) {
        return page::missing(&app, &caller, request.headers());
    }
    ServerRefusal::NoRoute(path.chars().take(100).collect()).into_response()
}

async fn no_method(request: Request) -> ServerRefusal {
    ServerRefusal::NoMethod(request.method().to_string())
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the layer passes it by value"
)]
fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let message = panic.downcast_ref::<&str>().copied();
    let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    tracing::error!(
        panic = message.unwrap_or("no message"),
        "a request panicked"
    );
    ServerRefusal::Defect.into_response()
}
