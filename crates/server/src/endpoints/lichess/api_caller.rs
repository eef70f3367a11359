use std::sync::Arc;

use arbiter_wire::{AccountRole, PlayerKind, Scope};
use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
};

use crate::{
    base::{Address, TokenId},
    endpoints::{App, caller::Caller},
    people::accounts::SessionGuard,
    refusal::{AccountNeeded, ServerRefusal},
    store::PlayerCard,
};

/// The sender of a request of the lichess API. Cookies are ignored, so that no page of
/// another site can act for a player.
pub struct ApiCaller {
    caller: Caller,
    /// The host to which the request was sent.
    host: Option<String>,
}

/// The two APIs for playing: for a person with a board of any kind, and for a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayApi {
    /// As a person.
    Board,
    /// As a program.
    Bot,
}

/// The scopes for making and answering challenges, one of which is needed.
pub const CHALLENGE_SCOPES: &[Scope] = &[Scope::ChallengeWrite, Scope::BotPlay, Scope::BoardPlay];

impl ApiCaller {
    /// Returns the player, who needs an account and a token with one of these scopes, or
    /// any token if there are none.
    ///
    /// # Errors
    ///
    /// Returns why not.
    pub fn require(&self, scopes: &[Scope]) -> Result<&PlayerCard, ServerRefusal> {
        let player = self.caller.player().ok_or(ServerRefusal::SignedOut)?;
        let owned = self.caller.scopes();
        match scopes {
            [first, ..] if !scopes.iter().any(|scope| owned.contains(scope)) => {
                Err(ServerRefusal::MissingScope(*first))
            }
            _ if !player.view.kind.has_account() => Err(ServerRefusal::NeedsAccount),
            _ => Ok(player),
        }
    }

    /// Returns the player, if the token and the account may play through this API.
    ///
    /// # Errors
    ///
    /// Returns why not.
    pub fn require_for(&self, api: PlayApi) -> Result<&PlayerCard, ServerRefusal> {
        let player = self.require(&[api.scope()])?;
        match (api, player.view.kind) {
            (PlayApi::Board, PlayerKind::Bot) => {
                Err(ServerRefusal::WrongAccount(AccountNeeded::Person))
            }
            (PlayApi::Bot, PlayerKind::Account) => {
                Err(ServerRefusal::WrongAccount(AccountNeeded::Bot))
            }
            _ => Ok(player),
        }
    }

    /// Returns the token that came with the request.
    pub fn token(&self) -> Option<TokenId> {
        self.caller.token()
    }

    /// Returns the address of the client.
    pub fn address(&self) -> Address {
        self.caller.address
    }

    /// Returns the role of the account.
    pub fn role(&self) -> AccountRole {
        self.caller.role()
    }

    /// Returns the URL of the server, as the client knows it.
    pub fn base(&self, app: &App) -> String {
        let public = app.settings.public.as_deref();
        match (public, &self.host) {
            (Some(public), _) => public.trim_end_matches('/').to_owned(),
            (None, Some(host)) => format!("http://{host}"),
            (None, None) => String::new(),
        }
    }

    /// Notes that a connection uses the token, so that it ends when that is revoked.
    pub fn session(&self, app: &App) -> Option<SessionGuard> {
        let (token, player) = self.caller.token().zip(self.caller.player())?;
        Some(app.accounts.sessions.open(token, player.id))
    }
}

impl PlayApi {
    /// Both of them.
    pub const ALL: [PlayApi; 2] = [PlayApi::Board, PlayApi::Bot];

    /// Returns the name in paths.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PlayApi::Board => "board",
            PlayApi::Bot => "bot",
        }
    }

    const fn scope(self) -> Scope {
        match self {
            PlayApi::Board => Scope::BoardPlay,
            PlayApi::Bot => Scope::BotPlay,
        }
    }
}

impl FromRequestParts<Arc<App>> for ApiCaller {
    type Rejection = ServerRefusal;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<ApiCaller, ServerRefusal> {
        parts.headers.remove(header::COOKIE);
        let host = parts.headers.get(header::HOST);
        let host = host.and_then(|host| host.to_str().ok()).map(str::to_owned);
        let caller = Caller::from_request_parts(parts, app).await?;
        Ok(ApiCaller { caller, host })
    }
}
