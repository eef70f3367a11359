//! Oneself: a guest, an account, and in which browsers and programs.

use std::sync::Arc;

use arbiter_wire::{
    AccountView, CreatedToken, Credentials, NewPassword, NewToken, Password, PlayerKind, Scope,
    SessionView, SignedIn, TokenView,
};
use axum::{
    Json,
    extract::State,
    http::{HeaderName, HeaderValue, StatusCode, header},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::extract::{Body, TokenPath};
use crate::{
    App,
    base::clock,
    endpoints::{
        caller::{self, Caller},
        error::Error,
    },
    people::accounts::{self, Known},
    store::TokenKind,
};

/// What one does about oneself.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(be_guest))
        .routes(routes!(sign_up))
        .routes(routes!(sign_in, sign_out))
        .routes(routes!(account, change_password, delete_account))
        .routes(routes!(sessions, end_sessions))
        .routes(routes!(end_session))
        .routes(routes!(tokens, make_token))
        .routes(routes!(end_token))
}

/// A header that gives a browser its cookie.
type SetCookie = [(HeaderName, HeaderValue); 1];

/// Become a guest: nobody needs an account to play.
#[utoipa::path(
    post, path = "/v1/guests", tag = "account",
    responses((status = 201, body = SignedIn, description = "A guest, and the token."))
)]
async fn be_guest(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<(StatusCode, SetCookie, Json<SignedIn>), Error> {
    app.limits.makings.check(caller.address)?;
    let known = accounts::new_guest(&app, &caller.agent).await?;
    Ok(welcome(&app, &caller, known))
}

/// Sign up.
///
/// A guest who signs up keeps his games. All his tokens end; the answer has a
/// new one.
#[utoipa::path(
    post, path = "/v1/accounts", tag = "account", request_body = Credentials,
    responses(
        (status = 201, body = SignedIn, description = "An account, and the token."),
        (status = 401, description = "`unknown_token`: the token of the guest is none."),
        (status = 409, description = "`name_taken`, or `has_account`: sign out first."),
        (status = 422, description = "`invalid_name`, `invalid_password` or `invalid_body`."),
    )
)]
async fn sign_up(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<(StatusCode, SetCookie, Json<SignedIn>), Error> {
    let guest = match caller.player() {
        None => None,
        Some(player) if player.view.kind == PlayerKind::Guest => Some(caller.in_person()?.0.id),
        Some(_) => return Err(Error::HasAccount),
    };
    app.limits.passwords.check(caller.address)?;
    let known = accounts::sign_up(&app, guest, &name, password, &caller.agent).await?;
    Ok(welcome(&app, &caller, known))
}

/// Sign in.
#[utoipa::path(
    post, path = "/v1/session", tag = "account", request_body = Credentials,
    responses(
        (status = 201, body = SignedIn, description = "Who it is, and the token."),
        (status = 403, description = "`wrong_password`: the name or the password is wrong."),
    )
)]
async fn sign_in(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<(StatusCode, SetCookie, Json<SignedIn>), Error> {
    app.limits.passwords.check(caller.address)?;
    let known = accounts::sign_in(&app, &name, password, &caller.agent).await?;
    Ok(welcome(&app, &caller, known))
}

fn welcome(app: &App, caller: &Caller, known: Known) -> (StatusCode, SetCookie, Json<SignedIn>) {
    let Known { player, secret } = known;
    let cookie = caller::cookie(&app.settings, &secret);
    let welcome = SignedIn {
        player: player.view,
        token: (!caller.is_page).then(|| secret.reveal().to_owned()),
    };
    (
        StatusCode::CREATED,
        [(header::SET_COOKIE, cookie)],
        Json(welcome),
    )
}

/// Sign out: the token is worth nothing any more.
///
/// A guest who signs out is gone for good.
#[utoipa::path(
    delete, path = "/v1/session", tag = "account", security(("bearer" = []), ("cookie" = [])),
    responses((status = 204, description = "Signed out."))
)]
async fn sign_out(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<(StatusCode, SetCookie), Error> {
    let player = caller.player().ok_or(Error::SignedOut)?;
    if let Some(token) = caller.token() {
        accounts::end_token(&app, player.id, token).await?;
    }
    let cookie = caller::no_cookie(&app.settings);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]))
}

/// Who am I?
#[utoipa::path(
    get, path = "/v1/account", tag = "account", security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = AccountView))
)]
async fn account(caller: Caller) -> Result<Json<AccountView>, Error> {
    let player = caller.may(Scope::Read)?;
    Ok(Json(AccountView {
        player: player.view.clone(),
        scopes: caller.scopes(),
    }))
}

/// Change the password.
///
/// All other sessions end; tokens of programs stay.
#[utoipa::path(
    patch, path = "/v1/account", tag = "account", request_body = NewPassword,
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Changed."),
        (status = 403, description = "`wrong_password`, `needs_account` or `needs_session`."),
        (status = 422, description = "`invalid_password` or `invalid_body`."),
    )
)]
async fn change_password(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(NewPassword { old, new }): Body<NewPassword>,
) -> Result<StatusCode, Error> {
    let (player, token) = caller.in_person()?;
    app.limits.passwords.check(caller.address)?;
    accounts::change_password(&app, player.id, token, old, new).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Delete the account.
///
/// Name, password, ratings and what was said are forgotten. The games belong to
/// the opponents, too: they stay, without the name.
#[utoipa::path(
    delete, path = "/v1/account", tag = "account", request_body = Password,
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Deleted."),
        (status = 403, description = "`wrong_password`, `needs_account` or `needs_session`."),
    )
)]
async fn delete_account(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(Password { password }): Body<Password>,
) -> Result<(StatusCode, SetCookie), Error> {
    let (player, _) = caller.in_person()?;
    app.limits.passwords.check(caller.address)?;
    accounts::delete(&app, player.id, password).await?;
    let cookie = caller::no_cookie(&app.settings);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]))
}

/// List the browsers and programs in which one is signed in.
#[utoipa::path(
    get, path = "/v1/account/sessions", tag = "account",
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Vec<SessionView>),
        (status = 403, description = "`needs_session`: a token is not enough."),
    )
)]
async fn sessions(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<Vec<SessionView>>, Error> {
    let (player, current) = caller.in_person()?;
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
#[utoipa::path(
    delete, path = "/v1/account/sessions", tag = "account",
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "All other sessions are over."),
        (status = 403, description = "`needs_session`: a token is not enough."),
    )
)]
async fn end_sessions(State(app): State<Arc<App>>, caller: Caller) -> Result<StatusCode, Error> {
    let (player, current) = caller.in_person()?;
    accounts::end_sessions(&app, player.id, Some(current)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End one session, at once: its sockets are closed.
#[utoipa::path(
    delete, path = "/v1/account/sessions/{id}", tag = "account",
    params(("id" = i64, Path, description = "From the list.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "It is over."),
        (status = 403, description = "`needs_session`: a token is not enough."),
        (status = 404, description = "`no_such_token`: there is no such session of one's own."),
    )
)]
async fn end_session(
    State(app): State<Arc<App>>,
    caller: Caller,
    TokenPath(id): TokenPath,
) -> Result<StatusCode, Error> {
    let (player, _) = caller.in_person()?;
    accounts::end_token(&app, player.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List the tokens of programs.
#[utoipa::path(
    get, path = "/v1/account/tokens", tag = "account",
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Vec<TokenView>),
        (status = 403, description = "`needs_session`: a token is not enough."),
    )
)]
async fn tokens(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<Vec<TokenView>>, Error> {
    let (player, _) = caller.in_person()?;
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

/// Make a token for a program.
///
/// It needs an account: what a guest has is a token already.
#[utoipa::path(
    post, path = "/v1/account/tokens", tag = "account", request_body = NewToken,
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 201, body = CreatedToken),
        (status = 403, description = "`needs_account` or `needs_session`."),
        (status = 409, description = "`too_many_tokens`: end some first."),
    )
)]
async fn make_token(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(NewToken { label, mut scopes }): Body<NewToken>,
) -> Result<(StatusCode, Json<CreatedToken>), Error> {
    let (player, _) = caller.in_person()?;
    if player.view.kind != PlayerKind::Account {
        return Err(Error::NeedsAccount);
    }
    app.limits.makings.check(caller.address)?;
    scopes.sort_unstable();
    scopes.dedup();
    let (id, secret) = accounts::new_token(&app, player.id, &label, &scopes).await?;
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

/// End a token, at once: its sockets are closed.
#[utoipa::path(
    delete, path = "/v1/account/tokens/{id}", tag = "account",
    params(("id" = i64, Path, description = "From the list.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "It is worth nothing any more."),
        (status = 403, description = "`needs_session`: a token is not enough."),
        (status = 404, description = "`no_such_token`: there is no such token of one's own."),
    )
)]
async fn end_token(
    State(app): State<Arc<App>>,
    caller: Caller,
    TokenPath(id): TokenPath,
) -> Result<StatusCode, Error> {
    let (player, _) = caller.in_person()?;
    accounts::end_token(&app, player.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
