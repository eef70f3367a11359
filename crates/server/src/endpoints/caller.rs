//! Who asks, and from where.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
};

use arbiter_wire::Scope;
use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{Extensions, HeaderMap, HeaderValue, header, request::Parts},
};
use cookie::{Cookie, SameSite, time};

use crate::{
    App,
    base::{Address, PlayerId, Settings, TokenId, clock, ignore::Ignore},
    endpoints::error::Error,
    people::accounts::{self, SESSION, Secret},
    store::{Bearer, PlayerCard, TokenKind},
};

/// Who asks, and from where.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Who; nobody, if he has shown nothing.
    known: Option<Bearer>,
    /// From where.
    pub address: Address,
    /// What the browser or the program says it is.
    pub agent: String,
    /// Whether it is a page in a browser, which needs no secret in its hands:
    /// it has a cookie that no script can read.
    pub is_page: bool,
}

/// How often it is noted that a token was used, in milliseconds: by the hour.
const NOTED: u64 = 60 * 60 * 1_000;

impl Caller {
    /// Who it is, if anybody; what he may see of his own needs the right scope.
    #[must_use]
    pub fn player(&self) -> Option<&PlayerCard> {
        self.known.as_ref().map(|known| &known.player)
    }

    /// Who it is for this purpose; nobody, if his token is not for it.
    #[must_use]
    pub fn player_for(&self, scope: Scope) -> Option<PlayerId> {
        self.may(scope).ok().map(|player| player.id)
    }

    /// That the token is still worth something, for those who stay.
    ///
    /// # Errors
    ///
    /// That it is not.
    pub async fn is_still_known(&self, app: &App) -> Result<(), Error> {
        let Some(known) = &self.known else {
            return Ok(());
        };
        let tokens = app.store.tokens_of(known.player.id).await?;
        match tokens.iter().any(|token| token.id == known.token) {
            true => Ok(()),
            false => Err(Error::UnknownToken),
        }
    }

    /// Which token he has shown.
    #[must_use]
    pub fn token(&self) -> Option<TokenId> {
        self.known.as_ref().map(|known| known.token)
    }

    /// What he may do.
    #[must_use]
    pub fn scopes(&self) -> Vec<Scope> {
        match &self.known {
            None => Vec::new(),
            Some(known) => match known.kind {
                TokenKind::Session => Scope::ALL.to_vec(),
                TokenKind::Api => accounts::scopes(&known.scopes),
            },
        }
    }

    /// Who may do this.
    ///
    /// # Errors
    ///
    /// That nobody is signed in, or that the token is not for it.
    pub fn may(&self, scope: Scope) -> Result<&PlayerCard, Error> {
        let player = self.player().ok_or(Error::SignedOut)?;
        if self.scopes().contains(&scope) {
            return Ok(player);
        }
        Err(Error::MissingScope(scope))
    }

    /// Who is here himself, and not through a token of a program.
    ///
    /// # Errors
    ///
    /// That it is a program, or nobody.
    pub fn in_person(&self) -> Result<(&PlayerCard, TokenId), Error> {
        let known = self.known.as_ref().ok_or(Error::SignedOut)?;
        match known.kind {
            TokenKind::Session => Ok((&known.player, known.token)),
            TokenKind::Api => Err(Error::NeedsSession),
        }
    }
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Caller, Error> {
        let known = match shown(&app.settings, &parts.headers)? {
            Some((secret, way)) => {
                let known = app.store.find_token(secret.hash(), clock::wall()).await?;
                // A cookie that has expired is no reason to refuse what needs
                // none; a program wants to know.
                match (known, way) {
                    (None, Way::Header) => return Err(Error::UnknownToken),
                    (known, _) => known,
                }
            }
            None => None,
        };
        if let Some(known) = &known {
            note_use(app, known);
        }
        let agent = parts.headers.get(header::USER_AGENT);
        Ok(Caller {
            known,
            address: address(&app.settings, &parts.headers, &parts.extensions),
            agent: agent
                .and_then(|agent| agent.to_str().ok())
                .unwrap_or("unknown")
                .to_owned(),
            is_page: parts.headers.contains_key("sec-fetch-site")
                || parts.headers.contains_key(header::ORIGIN),
        })
    }
}

/// In which way a token was shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Header,
    Cookie,
}

/// The token that comes with a request. One in the header goes first: whoever
/// writes it there means it.
fn shown(settings: &Settings, headers: &HeaderMap) -> Result<Option<(Secret, Way)>, Error> {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let secret = value.to_str().ok().and_then(|value| {
            let (scheme, secret) = value.split_once(' ')?;
            let is_bearer = scheme.eq_ignore_ascii_case("bearer");
            is_bearer.then(|| Secret::shown(secret.trim()))?
        });
        let secret = secret.ok_or(Error::UnknownToken)?;
        return Ok(Some((secret, Way::Header)));
    }
    let cookies = headers.get_all(header::COOKIE).iter();
    let secret = cookies
        .filter_map(|value| value.to_str().ok())
        .flat_map(Cookie::split_parse)
        .filter_map(Result::ok)
        .filter(|cookie| cookie.name() == name(settings))
        .find_map(|cookie| Secret::shown(cookie.value()));
    Ok(secret.map(|secret| (secret, Way::Cookie)))
}

/// That a token was used is written now and then, and nobody waits for it.
fn note_use(app: &Arc<App>, known: &Bearer) {
    let (now, token) = (clock::wall(), known.token);
    if now.saturating_sub(known.used) > NOTED {
        let app = Arc::clone(app);
        tokio::spawn(async move {
            let noted = app.store.touch_token(token, now).await;
            noted.ignore("it will be noted the next time");
        });
    }
}

/// Where a request comes from: the machine at the other end, or whom the proxy
/// before us says it speaks for. Of those the last is what the proxy itself
/// has seen.
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

/// What the cookie is called. Where there is encryption browsers hold it to
/// the host that set it, because of its name.
fn name(settings: &Settings) -> &'static str {
    if is_secure(settings) {
        "__Host-arbiter"
    } else {
        "arbiter"
    }
}

/// What tells a browser to show this secret from now on.
#[must_use]
pub fn cookie(settings: &Settings, secret: &Secret) -> HeaderValue {
    written(settings, secret.reveal().to_owned(), SESSION)
}

/// What tells a browser to forget it.
#[must_use]
pub fn no_cookie(settings: &Settings) -> HeaderValue {
    written(settings, String::new(), 0)
}

fn written(settings: &Settings, value: String, millis: u64) -> HeaderValue {
    let cookie = Cookie::build((name(settings), value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_secure(settings))
        .max_age(time::Duration::milliseconds(
            i64::try_from(millis).unwrap_or(i64::MAX),
        ))
        .to_string();
    HeaderValue::try_from(cookie).expect("a cookie of letters and digits is a header")
}

/// Whether people reach the server with encryption.
#[must_use]
pub fn is_secure(settings: &Settings) -> bool {
    let public = settings.public.as_deref().unwrap_or_default();
    public.starts_with("https://")
}
