//! What people see in a browser: documents made of `web/pages`, and the files
//! that they load.

mod document;
mod files;
mod look;
mod strip_comments;
mod words;

use std::sync::Arc;

use arbiter_wire::GameView;
use axum::{
    Router,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use tower_http::{
    compression::{CompressionLayer, CompressionLevel},
    set_header::SetResponseHeaderLayer,
};

use self::{document::Document, files::Files, look::Look};
use crate::{App, endpoints::caller::Caller};

/// Nothing but what this server itself serves.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data:; connect-src 'self'; font-src 'self'; \
                      media-src 'self' blob:; manifest-src 'self'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

/// How well a document is compressed, which is another for each reader: in half
/// a millisecond, and a fifth smaller than in the least time.
const QUICK: CompressionLevel = CompressionLevel::Precise(5);

/// The documents, and what they load.
pub fn routes() -> Router<Arc<App>> {
    let mut documents = Router::new();
    for (path, name) in [
        ("/", "home"),
        ("/editor", "editor"),
        ("/analysis", "analysis"),
        ("/player/{name}", "player"),
        ("/settings", "settings"),
        ("/sign-in", "sign_in"),
    ] {
        let show = async move |State(app): State<Arc<App>>, caller, headers: HeaderMap| {
            show(&app, &format!("pages/{name}.html"), &caller, &headers)
        };
        documents = documents.route(path, get(show));
    }
    documents
        .route("/game/{id}", get(game))
        .route("/laws", get(laws))
        .route("/laws/{chapter}", get(chapter))
        .route("/favicon.ico", get(icon))
        .layer(CompressionLayer::new().quality(QUICK))
        .route("/a/{version}/{language}/{*path}", get(file))
        .layer(header_of("x-content-type-options", "nosniff"))
        .layer(header_of("x-frame-options", "DENY"))
        // The name of a game is as good as a key to it while a seat is free.
        .layer(header_of("referrer-policy", "no-referrer"))
        .layer(header_of("cross-origin-opener-policy", "same-origin"))
}

fn header_of(name: &'static str, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    let name = axum::http::HeaderName::from_static(name);
    SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
}

/// The document that says that there is nothing here.
pub fn missing(app: &App, caller: &Caller, headers: &HeaderMap) -> Response {
    let document = show(app, "pages/not_found.html", caller, headers);
    (StatusCode::NOT_FOUND, document).into_response()
}

/// A game, with how it stands: it is drawn before the socket is open.
async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    headers: HeaderMap,
) -> Response {
    let player = caller.player().map(|player| player.id);
    let game = match id.parse() {
        Ok(id) => app.rooms.view(&app, id, player).await.ok(),
        Err(_) => None,
    };
    // What is the matter with one that is not there, the socket says.
    respond(&app, "pages/game.html", game.as_ref(), &caller, &headers)
}

async fn laws(State(app): State<Arc<App>>, caller: Caller, headers: HeaderMap) -> Response {
    let language = Look::of(&headers).language;
    show(
        &app,
        &format!("laws/{language}/index.html"),
        &caller,
        &headers,
    )
}

async fn chapter(
    State(app): State<Arc<App>>,
    Path(chapter): Path<String>,
    caller: Caller,
    headers: HeaderMap,
) -> Response {
    let is_name = chapter
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    let language = Look::of(&headers).language;
    if !is_name || chapter == "index" {
        return missing(&app, &caller, &headers);
    }
    show(
        &app,
        &format!("laws/{language}/{chapter}.html"),
        &caller,
        &headers,
    )
}

async fn icon(State(app): State<Arc<App>>) -> Redirect {
    let files = Files::of(&app.settings);
    Redirect::temporary(&format!("/a/{}/en/pieces/icon.svg", files.version()))
}

fn show(app: &App, path: &str, caller: &Caller, headers: &HeaderMap) -> Response {
    respond(app, path, None, caller, headers)
}

fn respond(
    app: &App,
    path: &str,
    game: Option<&GameView>,
    caller: &Caller,
    headers: &HeaderMap,
) -> Response {
    let files = Files::of(&app.settings);
    let look = Look::of(headers);
    let document = Document::new(&files, &look, caller.player()).about(game);
    let Some(text) = document.read(path) else {
        if path == "pages/not_found.html" {
            return StatusCode::NOT_FOUND.into_response();
        }
        return missing(app, caller, headers);
    };
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "private, no-cache"),
        (header::VARY, "cookie, accept-language"),
    ];
    (headers, text).into_response()
}

async fn file(
    State(app): State<Arc<App>>,
    Path((version, language, path)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Response {
    let files = Files::of(&app.settings);
    let accepts = headers.get(header::ACCEPT_ENCODING);
    let accepts = accepts.and_then(|value| value.to_str().ok()).unwrap_or("");
    let Some(file) = files.serve(&path, &language, accepts) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    // Who has an older document gets what there is now, and does not keep it.
    let keep = match version == files.version() && files.is_lasting() {
        true => "public, max-age=31536000, immutable",
        false => "no-store",
    };
    let headers = [
        (header::CONTENT_TYPE, file.kind),
        (header::CACHE_CONTROL, keep),
        (header::VARY, "accept-encoding"),
    ];
    let coding = file
        .coding
        .map(|coding| [(header::CONTENT_ENCODING, coding)]);
    match coding {
        Some(coding) => (headers, coding, file.bytes.into_owned()).into_response(),
        None => (headers, file.bytes.into_owned()).into_response(),
    }
}

#[cfg(test)]
mod tests;
