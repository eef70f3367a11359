//! The web page: documents made from `web/pages`, and the files that they load.

mod appearance;
#[cfg(test)]
mod bundle;
mod document;
mod files;
mod head;
mod sharing;
mod strings;
mod strip_comments;

use std::sync::{Arc, OnceLock};

use arbiter_rules::{Diagram, Position};
use arbiter_wire::GameView;
use axum::{
    Router,
    extract::{Path, RawQuery, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use tower_http::{
    compression::{CompressionLayer, CompressionLevel},
    set_header::SetResponseHeaderLayer,
};

use self::{appearance::Appearance, document::Document, files::Files};
use super::{App, caller::Caller};
use crate::{
    base::GameId,
    endpoints::routes::{Routes, get},
    people::Provider,
    refusal::{Code, ServerRefusal},
    store::{GamesFilter, Name},
};

/// Only files of this server may be loaded.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data:; connect-src 'self'; font-src 'self'; \
                      media-src 'self' blob:; manifest-src 'self'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

/// The compression level of documents, which differ for each reader: it takes
/// half a millisecond, and the result is a fifth smaller than with the fastest.
const DOCUMENT_COMPRESSION: CompressionLevel = CompressionLevel::Precise(5);

/// Returns the documents.
pub fn documents() -> Router<Arc<App>> {
    let mut documents = Routes::new();
    for (path, name) in [
        ("/", "home"),
        ("/editor", "editor"),
        ("/analysis", "analysis"),
        ("/admin", "admin"),
        ("/games", "games"),
        ("/players", "players"),
        ("/tournaments", "tournaments"),
        ("/settings", "settings"),
        ("/sign-in", "sign_in"),
        ("/sign-in/provider", "provider"),
        ("/recover", "recover"),
        ("/confirm-email", "confirm_email"),
        ("/oauth", "authorize"),
    ] {
        let show = async move |State(app): State<Arc<App>>,
                               RawQuery(query): RawQuery,
                               caller,
                               headers: HeaderMap| {
            let subject = query.map_or(Subject::None, |_| Subject::Query);
            let path = format!("pages/{name}.html");
            respond(&app, &path, subject, &caller, &headers)
        };
        documents = documents.route(path, get(show));
    }
    let documents = documents
        .route("/game/{id}", get(game))
        .route("/player/{name}", get(player))
        .route("/tournament/{id}", get(tournament))
        .route("/tournament/{id}/wall", get(tournament_wall))
        .route("/laws", get(laws))
        .route("/laws/{chapter}", get(chapter))
        .route("/favicon.ico", get(icon))
        .route("/icon.png", get(picture))
        .route("/board.png", get(board));
    Router::from(documents)
        .layer(CompressionLayer::new().quality(DOCUMENT_COMPRESSION))
        .layer(header_of("cross-origin-opener-policy", "same-origin"))
}

/// Returns the files that the documents load.
pub fn files() -> Router<Arc<App>> {
    let files = Routes::new()
        .route("/a/{version}/{language}/{*path}", get(file))
        .route("/service_worker.js", get(service_worker));
    Router::from(files)
        .layer(header_of("x-content-type-options", "nosniff"))
        .layer(header_of("x-frame-options", "DENY"))
        .layer(header_of("referrer-policy", "no-referrer"))
        .layer(header_of("cross-origin-opener-policy", "same-origin"))
}

fn header_of(name: &'static str, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    let name = axum::http::HeaderName::from_static(name);
    SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
}

/// Returns the code of the reader's language.
pub fn language(headers: &HeaderMap) -> &'static str {
    Appearance::of(headers).language
}

/// Returns the document for an unknown path.
pub fn missing(app: &App, caller: &Caller, headers: &HeaderMap) -> Response {
    let document = show(app, "pages/not_found.html", caller, headers);
    (StatusCode::NOT_FOUND, document).into_response()
}

/// Returns the page of a game with its state, so that it is drawn before the
/// WebSocket is open.
async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    headers: HeaderMap,
) -> Response {
    let player = caller.player().map(|player| player.id);
    let game = match id.parse() {
        Ok(id) => app.games.view(id, player).await,
        Err(_) => Err(ServerRefusal::InvalidGameId),
    };
    let code = game.as_ref().err().and_then(ServerRefusal::code);
    let game = game.ok();
    // Without the game the WebSocket says why.
    let subject = game.as_ref().map_or(Subject::None, Subject::Game);
    let document = respond(&app, "pages/game.html", subject, &caller, &headers);
    document_about(code != Some(Code::UnknownGame), document)
}

/// Answers with a document about something, with the right status if there is no such thing.
fn document_about(exists: bool, document: Response) -> Response {
    match exists {
        true => document,
        false => (StatusCode::NOT_FOUND, document).into_response(),
    }
}

async fn player(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    caller: Caller,
    headers: HeaderMap,
) -> Response {
    let found = match name.parse::<Name>() {
        Ok(name) => app.store.player(name.as_str()).await,
        Err(_) => Ok(None),
    };
    let card = found.as_ref().ok().and_then(Option::as_ref);
    let card = card.map(|profile| &profile.card);
    let latest = match card {
        Some(card) => {
            let games = app.store.games_of(card.id, GamesFilter::Over, None, 1);
            games.await.ok().and_then(|games| games.into_iter().next())
        }
        None => None,
    };
    let latest = latest.map(|game| game.id);
    let subject = card.map_or(Subject::None, |it| Subject::Player(&it.view.name, latest));
    let document = respond(&app, "pages/player.html", subject, &caller, &headers);
    // If the database does not answer, the page says so.
    document_about(!matches!(found, Ok(None)), document)
}

async fn tournament(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    headers: HeaderMap,
) -> Response {
    of_tournament(&app, "pages/tournament.html", &id, &caller, &headers).await
}

async fn tournament_wall(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    headers: HeaderMap,
) -> Response {
    of_tournament(&app, "pages/tournament_wall.html", &id, &caller, &headers).await
}

async fn of_tournament(
    app: &App,
    path: &str,
    id: &str,
    caller: &Caller,
    headers: &HeaderMap,
) -> Response {
    let exists = match id.parse() {
        // If the database does not answer, the page says so.
        Ok(id) => app.store.has_tournament(id).await.unwrap_or(true),
        Err(_) => false,
    };
    document_about(exists, show(app, path, caller, headers))
}

async fn laws(State(app): State<Arc<App>>, caller: Caller, headers: HeaderMap) -> Response {
    let language = Appearance::of(&headers).language;
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
    let is_valid = chapter
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    let language = Appearance::of(&headers).language;
    if !is_valid || chapter == "index" {
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

/// The width and height of [`board`].
const BOARD_PIXELS: u32 = 800;

/// Returns the picture that messengers show for pages without one of their own: the starting
/// position. Its URL stays the same.
async fn board(State(app): State<Arc<App>>, caller: Caller) -> Result<Response, ServerRefusal> {
    static DRAWN: OnceLock<Vec<u8>> = OnceLock::new();
    let draw = || {
        let diagram = || Diagram::of_setup(&Position::start().to_setup());
        DRAWN.get_or_init(|| arbiter_pictures::png(&diagram(), BOARD_PIXELS))
    };
    let drawn = match DRAWN.get() {
        Some(drawn) => drawn,
        None => app.limits.pictures.run(caller.address, draw).await?,
    };
    let headers = [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, "public, max-age=86400"),
    ];
    Ok((headers, drawn.as_slice()).into_response())
}

/// Returns the icon for notifications. Its URL stays the same.
async fn picture(State(app): State<Arc<App>>) -> Redirect {
    let files = Files::of(&app.settings);
    Redirect::temporary(&format!("/a/{}/en/pieces/icon-512.png", files.version()))
}

/// What a document is about.
#[derive(Clone, Copy)]
enum Subject<'a> {
    None,
    /// What the query of the URL names, such as a position.
    Query,
    Game(&'a GameView),
    /// The player of this name, and their last game.
    Player(&'a str, Option<GameId>),
}

fn show(app: &App, path: &str, caller: &Caller, headers: &HeaderMap) -> Response {
    respond(app, path, Subject::None, caller, headers)
}

/// Returns the URL of the server without a slash at its end.
fn origin(app: &App, headers: &HeaderMap) -> String {
    if let Some(public) = &app.settings.public {
        return public.trim_end_matches('/').to_owned();
    }
    let host = headers.get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
    format!("http://{host}")
}

fn respond(
    app: &App,
    path: &str,
    subject: Subject,
    caller: &Caller,
    headers: &HeaderMap,
) -> Response {
    let files = Files::of(&app.settings);
    let appearance = Appearance::of(headers);
    let (game, player) = match subject {
        Subject::None | Subject::Query => (None, None),
        Subject::Game(game) => (Some(game), None),
        Subject::Player(name, latest) => (None, Some((name, latest))),
    };
    let origin = origin(app, headers);
    let document = Document::new(&files, &appearance, caller.player())
        .about(game)
        .about_player(player)
        .with_query(matches!(subject, Subject::Query))
        .at(&origin)
        .with_mail(app.mailer.is_some())
        .with_provider(app.provider.as_ref().map(Provider::label));
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
    // An older document gets the current file, which must not be cached.
    let keep = match version == files.version() && files.is_immutable() {
        true => "public, max-age=31536000, immutable",
        false => "no-store",
    };
    send(&files, &path, &language, keep, &headers)
}

/// Returns the script that shows Web Push messages. It is for all pages, so that its path is above
/// theirs, and browsers ask whether it has changed.
async fn service_worker(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let files = Files::of(&app.settings);
    send(&files, "service_worker.js", "en", "no-cache", &headers)
}

fn send(files: &Files, path: &str, language: &str, keep: &str, headers: &HeaderMap) -> Response {
    let accepts = headers.get(header::ACCEPT_ENCODING);
    let accepts = accepts.and_then(|value| value.to_str().ok()).unwrap_or("");
    let Some(file) = files.serve(path, language, accepts) else {
        return StatusCode::NOT_FOUND.into_response();
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
