//! The caller's own account: sign-up, sessions and tokens.

use std::sync::Arc;

use arbiter_wire::{
    AccountView, CreatedToken, Credentials, NewAuthorization, NewPassword, NewToken, Password,
    PlayerKind, ProviderUrl, Scope, SessionView, SignUp, SignedIn, TokenView,
};
use axum::{
    extract::State,
    http::{HeaderName, HeaderValue, StatusCode, header},
};

use super::extract::{Body, TokenPath};
use crate::{
    base::clock,
    endpoints::{
        App, Json,
        caller::{self, Caller},
        routes::{Routes, delete, get, post},
    },
    people::accounts::{self, NewAccount, SignIn},
    refusal::ServerRefusal,
    store::TokenKind,
};

/// Returns the endpoints for accounts.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/guests", post(create_guest))
        .route("/v1/accounts", post(sign_up))
        .route("/v1/session", post(sign_in).delete(sign_out))
        .route(
            "/v1/account",
            get(account).patch(change_password).delete(delete_account),
        )
        .route("/v1/account/sessions", get(sessions).delete(end_sessions))
        .route("/v1/account/sessions/{id}", delete(end_session))
        .route("/v1/account/tokens", get(tokens).post(create_token))
        .route("/v1/account/tokens/{id}", delete(end_token))
        .route("/v1/account/authorizations", post(authorize))
}

/// A `Set-Cookie` header.
type SetCookie = [(HeaderName, HeaderValue); 1];

/// Become a guest, to play without an account.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/guests", tag = "account",
    responses((status = 201, body = SignedIn, description = "The guest, and the token."))
))]
pub async fn create_guest(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<(StatusCode, SetCookie, Json<SignedIn>), ServerRefusal> {
    app.limits.check_creation(caller.address)?;
    if !app.moderation.policy().guests {
        return Err(ServerRefusal::GuestsOff);
    }
    let sign_in = app.accounts.new_guest(&caller.agent).await?;
    Ok(signed_in(&app, &caller, sign_in))
}

/// Sign up.
///
/// A guest who signs up keeps their games. Their earlier tokens end; the answer has a new one.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/accounts", tag = "account", request_body = SignUp,
    responses(
        (status = 201, body = SignedIn, description = "The account, and the token."),
        (status = 401, description = "`unknown_token`: the guest's token is invalid."),
        (status = 403, description = "`sign_up_closed` or `invitation_needed`."),
        (status = 409, description = "`name_taken`, or `has_account`: sign out first."),
        (status = 422, description = "`invalid_name`, `invalid_password`, \
            `common_password` or `invalid_body`."),
    )
))]
pub async fn sign_up(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(SignUp {
        name,
        password,
        invitation,
    }): Body<SignUp>,
) -> Result<(StatusCode, SetCookie, Json<SignedIn>), ServerRefusal> {
    let guest = match caller.player() {
        None => None,
        Some(player) if player.view.kind == PlayerKind::Guest => {
            Some(caller.require_session()?.0.id)
        }
        Some(_) => return Err(ServerRefusal::HasAccount),
    };
    app.limits.check_creation(caller.address)?;
    let invitation = app
        .accounts
        .check_invitation(app.moderation.policy().sign_up, invitation.as_deref())
        .await?;
    let request = NewAccount {
        guest,
        name: &name,
        password,
        invitation,
    };
    let sign_in = app
        .accounts
        .sign_up(request, &caller.agent, caller.address)
        .await?;
    if let Some(guest) = guest {
        let games = app.store.unfinished_games_of(guest).await?;
        app.games.rename_player(&sign_in.player, &games).await;
    }
    Ok(signed_in(&app, &caller, sign_in))
}

/// Sign in.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/session", tag = "account", request_body = Credentials,
    responses(
        (status = 201, body = SignedIn, description = "The account, and the token."),
        (status = 403, description = "`wrong_password`, `account_closed` or `banned`."),
    )
))]
pub async fn sign_in(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<(StatusCode, SetCookie, Json<SignedIn>), ServerRefusal> {
    app.limits.check_password(caller.address)?;
    let address = caller.address;
    let may_enter = |player| app.moderation.check_ban(Some(player), address);
    let tried = app
        .accounts
        .sign_in(&name, password, &caller.agent, address, may_enter);
    let sign_in = app.limits.note_password(address, tried.await)?;
    Ok(signed_in(&app, &caller, sign_in))
}

/// Returns the answer to a sign-in, with the cookie of the session.
pub(super) fn signed_in(
    app: &App,
    caller: &Caller,
    sign_in: SignIn,
) -> (StatusCode, SetCookie, Json<SignedIn>) {
    let SignIn { player, secret } = sign_in;
    let cookie = caller::cookie(&app.settings, &secret);
    let signed_in = SignedIn {
        player: player.view,
        token: (!caller.is_page).then(|| secret.reveal().to_owned()),
    };
    (
        StatusCode::CREATED,
        [(header::SET_COOKIE, cookie)],
        Json(signed_in),
    )
}

/// Sign out.
///
/// The token becomes invalid. A guest who signs out cannot come back.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/session", tag = "account", security(("bearer" = []), ("cookie" = [])),
    responses((status = 204, description = "Signed out."))
))]
pub async fn sign_out(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<(StatusCode, SetCookie), ServerRefusal> {
    let player = caller.player().ok_or(ServerRefusal::SignedOut)?;
    if let Some(token) = caller.token() {
        app.accounts.end_token(player.id, token).await?;
    }
    let cookie = caller::no_cookie(&app.settings);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]))
}

/// Get your account.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/account", tag = "account", security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = AccountView))
))]
pub async fn account(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<AccountView>, ServerRefusal> {
    let player = caller.require(Scope::Read)?;
    let mut view = AccountView {
        player: player.view.clone(),
        scopes: caller.scopes(),
        role: caller.role(),
        email: None,
        has_password: None,
        is_linked: None,
    };
    if let Ok((player, _)) = caller.require_session()
        && let Some(account) = app.store.account(player.id).await?
    {
        view.email = app.store.email_of(player.id).await?;
        view.has_password = Some(!account.password.is_empty());
        if let Some(provider) = &app.provider {
            let identities = app.store.identities_of(player.id).await?;
            let mut issuers = identities.iter().map(|it| it.issuer.as_str());
            view.is_linked = Some(issuers.any(|issuer| issuer == provider.issuer()));
        }
    }
    Ok(Json(view))
}

/// Change the password.
///
/// All other sessions end; API tokens stay.
#[cfg_attr(feature = "descriptions", utoipa::path(
    patch, path = "/v1/account", tag = "account", request_body = NewPassword,
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Changed."),
        (status = 403, description = "`wrong_password`, `needs_account` or `needs_session`."),
        (status = 422, description = "`invalid_password`, `common_password` or `invalid_body`."),
    )
))]
pub async fn change_password(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(NewPassword { old, new }): Body<NewPassword>,
) -> Result<StatusCode, ServerRefusal> {
    let (player, token) = caller.require_session()?;
    app.limits.check_password(caller.address)?;
    let changed = app
        .accounts
        .change_password(player.id, token, old, new, caller.address);
    app.limits.note_password(caller.address, changed.await)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Delete the account.
///
/// Your name, password, email address, ratings and chat messages are deleted, and games in progress
/// are resigned. Your games belong to your opponents, too: they stay, without your name. Nobody can
/// take your name for a year.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/account", tag = "account", request_body = Password,
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Deleted."),
        (status = 403, description = "`wrong_password`, `needs_account` or `needs_session`."),
    )
))]
pub async fn delete_account(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(Password { password }): Body<Password>,
) -> Result<(StatusCode, SetCookie), ServerRefusal> {
    let (player, _) = caller.require_session()?;
    app.limits.check_password(caller.address)?;
    let checked = app
        .accounts
        .check_password(player.id, password, caller.address);
    app.limits.note_password(caller.address, checked.await)?;
    let (games, lobby) = (&app.games, &app.lobby);
    let deleted = app.accounts.delete(player.id, games, lobby, caller.address);
    deleted.await?;
    let cookie = caller::no_cookie(&app.settings);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]))
}

/// List the sessions in which you are signed in.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/account/sessions", tag = "account",
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Vec<SessionView>),
        (status = 403, description = "`needs_session`: an API token is not enough."),
    )
))]
pub async fn sessions(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<Vec<SessionView>>, ServerRefusal> {
    let (player, current) = caller.require_session()?;
    let tokens = app.store.tokens_of(player.id).await?.into_iter();
    let now = clock::wall();
    let sessions = tokens
        .filter(|token| token.kind == TokenKind::Session)
        .filter(|token| token.expires.is_none_or(|expires| expires > now))
        .map(|token| SessionView {
            id: token.id.0,
            label: token.label,
            created: token.created,
            seen: token.used,
            current: token.id == current,
        });
    Ok(Json(sessions.collect()))
}

/// Sign out everywhere else.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/account/sessions", tag = "account",
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "All other sessions have ended."),
        (status = 403, description = "`needs_session`: an API token is not enough."),
    )
))]
pub async fn end_sessions(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<StatusCode, ServerRefusal> {
    let (player, current) = caller.require_session()?;
    app.accounts.end_sessions(player.id, Some(current)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End a session. Its connections are closed at once.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/account/sessions/{id}", tag = "account",
    params(("id" = i64, Path, description = "The id from the list.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "The session has ended."),
        (status = 403, description = "`needs_session`: an API token is not enough."),
        (status = 404, description = "`no_such_token`: you have no such session."),
    )
))]
pub async fn end_session(
    State(app): State<Arc<App>>,
    caller: Caller,
    TokenPath(id): TokenPath,
) -> Result<StatusCode, ServerRefusal> {
    let (player, _) = caller.require_session()?;
    app.accounts.end_token(player.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List your API tokens.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/account/tokens", tag = "account",
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Vec<TokenView>),
        (status = 403, description = "`needs_session`: an API token is not enough."),
    )
))]
pub async fn tokens(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<Vec<TokenView>>, ServerRefusal> {
    let (player, _) = caller.require_session()?;
    let tokens = app.store.tokens_of(player.id).await?.into_iter();
    let tokens = tokens
        .filter(|token| token.kind == TokenKind::Api)
        .map(|token| TokenView {
            id: token.id.0,
            scopes: accounts::scopes(&token.scopes),
            label: token.label,
            created: token.created,
            used: token.used,
        });
    Ok(Json(tokens.collect()))
}

/// Create an API token.
///
/// Only for accounts. A guest has a token already.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/account/tokens", tag = "account", request_body = NewToken,
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 201, body = CreatedToken),
        (status = 403, description = "`needs_account` or `needs_session`."),
        (status = 409, description = "`too_many_tokens`: revoke some first."),
    )
))]
pub async fn create_token(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(NewToken { label, mut scopes }): Body<NewToken>,
) -> Result<(StatusCode, Json<CreatedToken>), ServerRefusal> {
    let (player, _) = caller.require_session()?;
    if !player.view.kind.has_account() {
        return Err(ServerRefusal::NeedsAccount);
    }
    app.limits.check_creation(caller.address)?;
    scopes.sort_unstable();
    scopes.dedup();
    let (id, secret) = app.accounts.new_token(player.id, &label, &scopes).await?;
    let now = clock::wall();
    let view = TokenView {
        id: id.0,
        label: accounts::label(&label),
        scopes,
        created: now,
        used: now,
    };
    let token = secret.reveal().to_owned();
    Ok((StatusCode::CREATED, Json(CreatedToken { view, token })))
}

/// Revoke an API token. Its connections are closed at once.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/account/tokens/{id}", tag = "account",
    params(("id" = i64, Path, description = "The id from the list.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "The token was revoked."),
        (status = 403, description = "`needs_session`: an API token is not enough."),
        (status = 404, description = "`no_such_token`: you have no such token."),
    )
))]
pub async fn end_token(
    State(app): State<Arc<App>>,
    caller: Caller,
    TokenPath(id): TokenPath,
) -> Result<StatusCode, ServerRefusal> {
    let (player, _) = caller.require_session()?;
    app.accounts.end_token(player.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Allow a program to act for you.
///
/// The page at `/oauth` does this when a program sends a player there. The browser goes to the URL
/// of the answer, which has the code with which the program gets its token.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/account/authorizations", tag = "account", request_body = NewAuthorization,
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = ProviderUrl),
        (status = 403, description = "`needs_account` or `needs_session`."),
        (status = 422, description = "`invalid_field`: what the program asks for is invalid."),
    )
))]
pub async fn authorize(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(new): Body<NewAuthorization>,
) -> Result<Json<ProviderUrl>, ServerRefusal> {
    let (player, _) = caller.require_session()?;
    if !player.view.kind.has_account() {
        return Err(ServerRefusal::NeedsAccount);
    }
    app.limits.check_creation(caller.address)?;
    let url = app.accounts.authorize(player.id, new).await?;
    Ok(Json(ProviderUrl { url }))
}
