//! What there is under `/v1`, for programs and for people.

mod page;

use std::sync::Arc;

use arbiter_wire::Problem;
use axum::{Router, http::header, response::IntoResponse, routing::get};
use serde_json::{Map, Value, json};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        self,
        security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme},
    },
};

use crate::{App, endpoints::error::PROBLEM};

#[derive(OpenApi)]
#[openapi(
    info(title = "Arbiter", description = ABOUT, license(name = "MIT OR Apache-2.0")),
    tags(
        (name = "rules", description = "Questions about positions, for everybody."),
        (name = "study", description = "The engine and PGN, for everybody."),
        (name = "games", description = "Games: make, join, act, read, watch."),
        (name = "lobby", description = "People who look for opponents."),
        (name = "players", description = "Who plays here, and how well."),
        (name = "account", description = "Oneself: guest or account, sessions, tokens."),
    ),
    components(schemas(Problem)),
    modifiers(&Schemes),
)]
struct Head;

const ABOUT: &str = "\
A chess server that knows every law, says why when it refuses, and loses no move: what is \
acknowledged is on disk.

Whoever plays is known by a token: `POST /v1/guests` gives one to anybody, `POST /v1/session` to \
whoever has an account. Programs send it as `Authorization: Bearer …`; browsers get a cookie. \
Tokens with fewer rights are made with `POST /v1/account/tokens`: `read` sees what only the owner \
sees, `play` acts in his games, `challenge` makes and joins games.

Whatever is not done is answered with `application/problem+json`: a stable `code` for programs, a \
`title` for people, and what it is about. Each address may ask so many times a minute; beyond \
that the answer is 429, and `Retry-After` says when to come back. A body has at most 64 KiB, \
and PGN at most 1 MiB.

Games are told over the WebSocket `/v1/socket`; its messages are described in docs/protocol.md.";

struct Schemes;

impl Modify for Schemes {
    fn modify(&self, api: &mut openapi::OpenApi) {
        let components = api.components.get_or_insert_default();
        let bearer = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        components.add_security_scheme("bearer", bearer);
        let cookie = ApiKeyValue::with_description(
            "arbiter",
            "`__Host-arbiter` where the server is reached with https.",
        );
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(cookie));
        components.add_security_scheme("cookie", cookie);
    }
}

/// The document before there are routes in it.
pub fn head() -> openapi::OpenApi {
    Head::openapi()
}

/// The document and the page made of it.
pub fn routes(api: &openapi::OpenApi) -> Router<Arc<App>> {
    let document = complete(serde_json::to_value(api).unwrap_or_default());
    let page = page::page(&document);
    let text = document.to_string();
    let styled = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'",
        ),
        FRESH,
    ];
    Router::new()
        .route("/v1", get(async move || (styled, page.clone())))
        .route("/v1/reference.css", get(style))
        .route(
            "/v1/openapi.json",
            get(async move || {
                let headers = [(header::CONTENT_TYPE, "application/json"), FRESH];
                (headers, text.clone())
            }),
        )
}

const FRESH: (header::HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=300");

async fn style() -> impl IntoResponse {
    let headers = [(header::CONTENT_TYPE, "text/css"), FRESH];
    (headers, include_str!("reference/page.css"))
}

/// Adds what every route may answer besides its own, and that it is a problem.
fn complete(mut document: Value) -> Value {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    for operations in paths.into_iter().flat_map(Map::values_mut) {
        let operations = operations.as_object_mut().into_iter().flatten();
        for (method, operation) in operations {
            add_problems(method, operation);
        }
    }
    document
}

fn add_problems(method: &str, operation: &mut Value) {
    let asks = operation["parameters"]
        .as_array()
        .is_some_and(|them| them.iter().any(|it| it["in"] == "query"));
    let has_body = operation.get("requestBody").is_some();
    let is_secured = operation.get("security").is_some();
    let mut usual = vec![
        (
            "429",
            "Too many requests, or too much open at once, from one address.",
        ),
        (
            "503",
            "The database does not answer, or too much waits: try again.",
        ),
        ("default", "Anything else that went wrong."),
    ];
    if asks {
        usual.push(("400", "`invalid_query`: the parameters cannot be read."));
    }
    if has_body {
        usual.extend([
            ("400", "`not_json`: the body is not JSON."),
            ("413", "`too_long`: the body has more than 64 KiB."),
            (
                "415",
                "`json_needed`: the body does not say that it is JSON.",
            ),
            (
                "422",
                "`invalid_body`: the JSON means something else; `field` says where.",
            ),
        ]);
    }
    if is_secured {
        usual.push((
            "401",
            "`signed_out` or `unknown_token`: nobody is known by this.",
        ));
        usual.push(("403", "`missing_scope`: the token is not for this."));
    }
    if method != "get" {
        usual.push(("403", "`cross_site`: a page of another site asked."));
    }
    let Some(responses) = operation["responses"].as_object_mut() else {
        return;
    };
    for (status, description) in usual {
        responses
            .entry(status)
            .or_insert_with(|| json!({ "description": description }));
    }
    for (status, response) in responses {
        let is_problem = status.starts_with(['4', '5', 'd']);
        if is_problem && let Some(response) = response.as_object_mut() {
            let schema = json!({ "schema": { "$ref": "#/components/schemas/Problem" } });
            response.insert("content".to_owned(), json!({ PROBLEM: schema }));
        }
    }
}
