//! The checks that every request has to pass, and the security headers of every
//! response.

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header, uri::Authority},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{App, caller, held_body::HeldBody, lichess};
use crate::{
    base::{Address, Settings},
    refusal::ServerRefusal,
};

/// Checks a request, and adds security headers to the response.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let address = caller::address(&app.settings, request.headers(), request.extensions());
    let is_lichess = lichess::is_path(request.uri().path());
    let mut response = match check(&app, address, &request) {
        Ok(()) if is_lichess && request.method() == Method::OPTIONS => lichess::preflight(),
        Ok(()) => hold(&app, address, next.run(request).await),
        Err(error) => error.into_response(),
    };
    if is_lichess {
        response = lichess::translate(response);
    }
    add_security_headers(&app.settings, response.headers_mut());
    response
}

/// Counts a long answer for its address until it is sent: a client that does not
/// read must not fill the memory.
fn hold(app: &App, address: Address, response: Response) -> Response {
    let Some(length) = HeldBody::length_to_hold(response.body()) else {
        return response;
    };
    let mut share = app.limits.answers.share(address);
    if !share.add(length) {
        return ServerRefusal::Busy.into_response();
    }
    response.map(|body| HeldBody::hold(body, share))
}

fn check(app: &App, address: Address, request: &Request) -> Result<(), ServerRefusal> {
    app.limits.check_request(address)?;
    // Where somebody is signed in, it depends on who they are.
    if !caller::is_open_to_the_banned(request.method(), request.uri())
        && !caller::has_token(&app.settings, request.headers())
    {
        app.moderation.check_ban(None, address)?;
    }
    let is_safe = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    ) && !request.headers().contains_key(header::UPGRADE);
    // The lichess API ignores cookies, so that a foreign page can act for nobody.
    let ignores_cookies = lichess::is_path(request.uri().path());
    if is_safe || ignores_cookies || is_own_page(&app.settings, request) {
        return Ok(());
    }
    Err(ServerRefusal::CrossSite)
}

/// Reports whether a request that changes something or opens a WebSocket comes
/// from our own page or from no page at all. Browsers send cookies with the
/// requests of foreign pages too, but they name the page.
fn is_own_page(settings: &Settings, request: &Request) -> bool {
    let headers = request.headers();
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    match headers.get(header::ORIGIN) {
        None => {
            let site = headers.get("sec-fetch-site");
            site.is_none_or(|site| site == "same-origin" || site == "none")
        }
        Some(origin) => {
            let Ok(origin) = origin.to_str() else {
                return false;
            };
            let authority = request.uri().authority().map(Authority::as_str);
            let host = text(header::HOST).or(authority);
            let is_public = settings
                .public
                .as_deref()
                .is_some_and(|public| origin.eq_ignore_ascii_case(public.trim_end_matches('/')));
            let is_host = origin
                .split_once("://")
                .zip(host)
                .is_some_and(|((_, from), host)| from.eq_ignore_ascii_case(host));
            is_public || is_host
        }
    }
}

/// By default nothing may be loaded, run or framed.
const POLICY: &str =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Adds the default security headers where the response does not set its own.
fn add_security_headers(settings: &Settings, headers: &mut HeaderMap) {
    let defaults = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        // Anyone who knows the URL of a game can take its free seat, so the URL must not
        // reach other sites.
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in defaults {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    if caller::is_secure(settings) {
        // Not `includeSubDomains`: other hosts of the domain may have no encryption.
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;
    use crate::base::Database;

    fn check(public: Option<&str>, headers: &[(&str, &str)]) -> bool {
        let mut settings = Settings::new(Database::Sqlite("x".into()));
        settings.public = public.map(str::to_owned);
        let mut request = Request::new(Body::empty());
        for (name, value) in headers {
            let name: HeaderName = name.parse().unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        is_own_page(&settings, &request)
    }

    #[test]
    fn a_foreign_page_is_recognized_by_its_origin() {
        let host = ("host", "chess.example");
        assert!(check(None, &[host, ("origin", "https://chess.example")]));
        assert!(check(
            None,
            &[("host", "[::1]:80"), ("origin", "http://[::1]:80")]
        ));
        assert!(!check(
            None,
            &[host, ("origin", "https://chess.example:8080")]
        ));
        assert!(!check(
            None,
            &[host, ("origin", "https://chess.example.evil")]
        ));
        assert!(!check(None, &[host, ("origin", "null")]));
        assert!(!check(None, &[("origin", "https://chess.example")]));
        let public = Some("https://chess.example/");
        let inside = ("host", "127.0.0.1:8000");
        assert!(check(
            public,
            &[inside, ("origin", "https://chess.example")]
        ));
        assert!(!check(
            public,
            &[inside, ("origin", "https://chess.examples")]
        ));
    }

    #[test]
    fn a_request_without_an_origin_is_not_from_a_foreign_page() {
        assert!(check(None, &[]));
        assert!(check(None, &[("sec-fetch-site", "same-origin")]));
        assert!(check(None, &[("sec-fetch-site", "none")]));
        assert!(!check(None, &[("sec-fetch-site", "cross-site")]));
        assert!(!check(None, &[("sec-fetch-site", "same-site")]));
    }
}
