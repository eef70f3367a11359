//! The sender of a request: its token, its address and its client.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
};

use arbiter_wire::{AccountRole, Scope};
use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{Extensions, HeaderMap, HeaderValue, Method, Uri, header, request::Parts},
};
use cookie::{Cookie, SameSite, time};

use super::{App, lichess};
use crate::{
    base::{Address, PlayerId, Settings, TokenId, clock, ignore::Ignore, spawn},
    people::{
        accounts::{self, SESSION_MILLIS, Secret},
        provider::Attempt,
    },
    refusal::ServerRefusal,
    store::{Bearer, PlayerCard, TokenKind},
};

/// The sender of a request.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The player whose token came with the request, if any.
    bearer: Option<Bearer>,
    /// The address of the client.
    pub address: Address,
    /// The `User-Agent` of the client.
    pub agent: String,
    /// Whether the client is a page in a browser. A page is not given the
    /// secret: it has a cookie that no script can read.
    pub is_page: bool,
}

/// The last use of a token is updated at most this often, in milliseconds: once an hour.
const USE_UPDATE_MILLIS: u64 = 60 * 60 * 1_000;
/// How long signing in with a provider may take, in milliseconds: 15 minutes.
const ATTEMPT_MILLIS: u64 = 15 * 60 * 1_000;

impl Caller {
    /// Returns the player, whatever the scopes of the token.
    #[must_use]
    pub fn player(&self) -> Option<&PlayerCard> {
        self.bearer.as_ref().map(|bearer| &bearer.player)
    }

    /// Returns the player, if the token has this scope.
    #[must_use]
    pub fn player_for(&self, scope: Scope) -> Option<PlayerId> {
        self.require(scope).ok().map(|player| player.id)
    }

    /// Returns what the account may do on this server.
    #[must_use]
    pub fn role(&self) -> AccountRole {
        let role = self.bearer.as_ref().map(|bearer| bearer.role);
        role.unwrap_or_default()
    }

    /// Returns the player with their role.
    #[must_use]
    pub fn player_and_role(&self) -> Option<(PlayerId, AccountRole)> {
        let bearer = self.bearer.as_ref()?;
        Some((bearer.player.id, bearer.role))
    }

    /// Checks that the token is still valid, for connections that stay open.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::UnknownToken`] if it is not.
    pub async fn check_token(&self, app: &App) -> Result<(), ServerRefusal> {
        let Some(bearer) = &self.bearer else {
            return Ok(());
        };
        let tokens = app.store.tokens_of(bearer.player.id).await?;
        match tokens.iter().any(|token| token.id == bearer.token) {
            true => Ok(()),
            false => Err(ServerRefusal::UnknownToken),
        }
    }

    /// Returns the token that came with the request.
    #[must_use]
    pub fn token(&self) -> Option<TokenId> {
        self.bearer.as_ref().map(|bearer| bearer.token)
    }

    /// Returns what the token allows.
    #[must_use]
    pub fn scopes(&self) -> Vec<Scope> {
        match &self.bearer {
            None => Vec::new(),
            Some(bearer) => match bearer.kind {
                TokenKind::Session => Scope::ALL.to_vec(),
                TokenKind::Api => accounts::scopes(&bearer.scopes),
            },
        }
    }

    /// Returns the player, if the token has this scope.
    ///
    /// # Errors
    ///
    /// Returns a refusal if nobody is signed in, or the token lacks the scope.
    pub fn require(&self, scope: Scope) -> Result<&PlayerCard, ServerRefusal> {
        let player = self.player().ok_or(ServerRefusal::SignedOut)?;
        if self.scopes().contains(&scope) {
            return Ok(player);
        }
        Err(ServerRefusal::MissingScope(scope))
    }

    /// Returns the player with their session; an API token is not enough.
    ///
    /// # Errors
    ///
    /// Returns a refusal if nobody is signed in, or only with an API token.
    pub fn require_session(&self) -> Result<(&PlayerCard, TokenId), ServerRefusal> {
        let bearer = self.bearer.as_ref().ok_or(ServerRefusal::SignedOut)?;
        match bearer.kind {
            TokenKind::Session => Ok((&bearer.player, bearer.token)),
            TokenKind::Api => Err(ServerRefusal::NeedsSession),
        }
    }

    /// Returns the player and the session of an account: guests and API tokens are not enough.
    ///
    /// # Errors
    ///
    /// Returns a refusal if nobody is signed in, only with an API token, or as a guest.
    pub fn require_account(&self) -> Result<(PlayerId, TokenId), ServerRefusal> {
        let (player, token) = self.require_session()?;
        match player.view.kind.has_account() {
            true => Ok((player.id, token)),
            false => Err(ServerRefusal::NeedsAccount),
        }
    }
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = ServerRefusal;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<Caller, ServerRefusal> {
        let bearer = match find_secret(&app.settings, &parts.headers)? {
            Some((secret, source)) => {
                let bearer = app.store.find_token(secret.hash(), clock::wall()).await?;
                // An expired cookie is no reason to refuse what needs no token;
                // but a program should learn that its token is invalid.
                match (bearer, source) {
                    (None, TokenSource::Header) => return Err(ServerRefusal::UnknownToken),
                    (bearer, _) => bearer,
                }
            }
            None => None,
        };
        if let Some(bearer) = &bearer {
            note_use(app, bearer);
        }
        let agent = parts.headers.get(header::USER_AGENT);
        let address = address(&app.settings, &parts.headers, &parts.extensions);
        if !is_open_to_the_banned(&parts.method, &parts.uri) {
            let player = bearer.as_ref().map(|it| (it.player.id, it.role));
            app.moderation.check_ban(player, address)?;
        }
        Ok(Caller {
            bearer,
            address,
            agent: agent
                .and_then(|agent| agent.to_str().ok())
                .unwrap_or("unknown")
                .to_owned(),
            is_page: parts.headers.contains_key("sec-fetch-site")
                || parts.headers.contains_key(header::ORIGIN),
        })
    }
}

/// Reports whether people who are banned may send a request: they can read the
/// page, which tells them why, sign out, and delete their account.
#[must_use]
pub fn is_open_to_the_banned(method: &Method, uri: &Uri) -> bool {
    match uri.path() {
        // Signing in is checked later, when the account is known.
        "/v1/session" => *method == Method::DELETE || *method == Method::POST,
        "/v1/session/provider" => true,
        "/v1/account" => *method == Method::DELETE,
        path => !path.starts_with("/v1/") && !lichess::is_path(path),
    }
}

/// Reports whether a request comes with a token, valid or not.
#[must_use]
pub fn has_token(settings: &Settings, headers: &HeaderMap) -> bool {
    !matches!(find_secret(settings, headers), Ok(None))
}

/// Where a token was sent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TokenSource {
    Header,
    Cookie,
}

/// Returns the token of a request. One in the header takes precedence over a
/// cookie.
fn find_secret(
    settings: &Settings,
    headers: &HeaderMap,
) -> Result<Option<(Secret, TokenSource)>, ServerRefusal> {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let secret = value.to_str().ok().and_then(|value| {
            let (scheme, secret) = value.split_once(' ')?;
            let is_bearer = scheme.eq_ignore_ascii_case("bearer");
            is_bearer.then(|| Secret::parse(secret.trim()))?
        });
        let secret = secret.ok_or(ServerRefusal::UnknownToken)?;
        return Ok(Some((secret, TokenSource::Header)));
    }
    let secret = find_cookie(headers, cookie_name(settings), Secret::parse);
    Ok(secret.map(|secret| (secret, TokenSource::Cookie)))
}

/// Returns the first cookie of this name that can be parsed.
fn find_cookie<T>(headers: &HeaderMap, name: &str, parse: fn(&str) -> Option<T>) -> Option<T> {
    let cookies = headers.get_all(header::COOKIE).iter();
    cookies
        .filter_map(|value| value.to_str().ok())
        .flat_map(Cookie::split_parse)
        .filter_map(Result::ok)
        .filter(|cookie| cookie.name() == name)
        .find_map(|cookie| parse(cookie.value()))
}

/// Updates the last use of a token from time to time, in the background.
fn note_use(app: &Arc<App>, bearer: &Bearer) {
    let (now, token) = (clock::wall(), bearer.token);
    if now.saturating_sub(bearer.used) > USE_UPDATE_MILLIS {
        let app = Arc::clone(app);
        spawn(async move {
            let noted = app.store.touch_token(token, now).await;
            noted.ignore("the next use updates it");
        });
    }
}

/// Returns where a request comes from: the address of the connection, or the
/// one that a trusted proxy names. The last in its list is the one that the
/// proxy itself has seen.
#[must_use]
pub fn address(settings: &Settings, headers: &HeaderMap, extensions: &Extensions) -> Address {
    let forwarded = || {
        let values = headers.get_all("x-forwarded-for").iter();
        let last = values.filter_map(|value| value.to_str().ok()).next_back()?;
        last.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
    };
    let forwarded = settings.is_behind_proxy.then(forwarded).flatten();
    let connected = extensions.get::<ConnectInfo<SocketAddr>>();
    let address = forwarded
        .or_else(|| connected.map(|ConnectInfo(address)| address.ip()))
        .unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    Address::of(address)
}

/// Returns the name of the cookie. With encryption its prefix makes browsers
/// restrict it to this host.
fn cookie_name(settings: &Settings) -> &'static str {
    if is_secure(settings) {
        "__Host-arbiter"
    } else {
        "arbiter"
    }
}

/// Returns a `Set-Cookie` header with this secret.
#[must_use]
pub fn cookie(settings: &Settings, secret: &Secret) -> HeaderValue {
    let value = secret.reveal().to_owned();
    set_cookie(settings, cookie_name(settings), value, SESSION_MILLIS)
}

/// Returns a `Set-Cookie` header that deletes the cookie.
#[must_use]
pub fn no_cookie(settings: &Settings) -> HeaderValue {
    set_cookie(settings, cookie_name(settings), String::new(), 0)
}

/// Returns the name of the cookie that belongs to an attempt to sign in with a
/// provider.
fn attempt_cookie_name(settings: &Settings) -> &'static str {
    if is_secure(settings) {
        "__Host-arbiter-attempt"
    } else {
        "arbiter-attempt"
    }
}

/// Returns the attempt to sign in with a provider that a browser has begun.
#[must_use]
pub fn attempt(settings: &Settings, headers: &HeaderMap) -> Option<Attempt> {
    find_cookie(headers, attempt_cookie_name(settings), Attempt::parse)
}

/// Returns a `Set-Cookie` header with which a browser can complete this attempt.
#[must_use]
pub fn attempt_cookie(settings: &Settings, attempt: &Attempt) -> HeaderValue {
    let value = attempt.secret().reveal().to_owned();
    set_cookie(
        settings,
        attempt_cookie_name(settings),
        value,
        ATTEMPT_MILLIS,
    )
}

/// Returns a `Set-Cookie` header that ends an attempt.
#[must_use]
pub fn no_attempt_cookie(settings: &Settings) -> HeaderValue {
    set_cookie(settings, attempt_cookie_name(settings), String::new(), 0)
}

fn set_cookie(settings: &Settings, name: &str, value: String, millis: u64) -> HeaderValue {
    let cookie = Cookie::build((name.to_owned(), value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_secure(settings))
        .max_age(time::Duration::milliseconds(
            i64::try_from(millis).unwrap_or(i64::MAX),
        ))
        .to_string();
    HeaderValue::try_from(cookie).expect("a cookie of letters and digits is a valid header")
}

/// Reports whether the public URL uses encryption.
#[must_use]
pub fn is_secure(settings: &Settings) -> bool {
    let public = settings.public.as_deref().unwrap_or_default();
    public.starts_with("https://")
}
