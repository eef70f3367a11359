//! Signing in with an OpenID Connect provider.

use std::sync::Arc;

use arbiter_wire::{NameNeeded, PlayerKind, ProviderAnswer, ProviderUrl, TicketSignUp};
use axum::{
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{AppendHeaders, IntoResponse, Response},
};

use super::{accounts::signed_in, extract::Body};
use crate::{
    endpoints::{
        App, Json,
        caller::{self, Caller},
        routes::{Routes, post, put},
    },
    people::{
        Provider,
        accounts::{ProvidedSignIn, ProvidedSignUp},
        provider::{Attempt, ProvidedPerson},
    },
    refusal::ServerRefusal,
};

/// Returns the endpoints for signing in with a provider.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/session/provider", post(begin).put(sign_in))
        .route("/v1/accounts/provider", post(sign_up))
        .route("/v1/account/provider", put(link).delete(unlink))
}

/// A `Set-Cookie` header.
type SetCookie = AppendHeaders<[(HeaderName, HeaderValue); 1]>;

/// Start signing in with the OpenID Connect provider of this server.
///
/// The answer says where the browser has to go, and comes with a cookie. The provider sends the
/// browser back to `/sign-in/provider` with a code and a state.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/session/provider", tag = "account",
    responses(
        (status = 200, body = ProviderUrl),
        (status = 403, description = "`no_provider`: the server has none."),
        (status = 502, description = "`provider_untrusted`: it does not answer as a provider."),
    )
))]
pub async fn begin(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<(SetCookie, Json<ProviderUrl>), ServerRefusal> {
    let provider = provider(&app)?;
    app.limits.check_password(caller.address)?;
    let attempt = Attempt::begin();
    let url = provider.authorization_url(&attempt).await?;
    let cookie = caller::attempt_cookie(&app.settings, &attempt);
    Ok((set_cookie(cookie), Json(ProviderUrl { url })))
}

/// Sign in with what the OpenID Connect provider has sent.
///
/// This creates an account for those who have none. Its name is the one that the provider knows, if
/// it is valid and free; otherwise the answer has a ticket for `POST /v1/accounts/provider`.
#[cfg_attr(feature = "descriptions", utoipa::path(
    put, path = "/v1/session/provider", tag = "account", request_body = ProviderAnswer,
    operation_id = "sign_in_with_provider",
    responses(
        (status = 201, body = arbiter_wire::SignedIn, description = "The account, and the token."),
        (status = 202, body = NameNeeded, description = "There is no account yet: choose a name."),
        (status = 403, description = "`attempt_expired`, `provider_refused`, `account_closed`, \
            `banned`, `sign_up_closed`, `invitation_needed` or `no_provider`."),
        (status = 409, description = "`has_account`: sign out first."),
        (status = 502, description = "`provider_untrusted` or `provider_clock`."),
    )
))]
pub async fn sign_in(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    Body(answer): Body<ProviderAnswer>,
) -> Result<Response, ServerRefusal> {
    let person = identify(&app, &caller, &headers, &answer).await?;
    let address = caller.address;
    let may_enter = |player| app.moderation.check_ban(Some(player), address);
    let identity = &person.identity;
    let entered = app
        .accounts
        .sign_in_provided(identity, &caller.agent, address, may_enter);
    let entered = match entered.await? {
        Some(entered) => ProvidedSignIn::SignedIn(entered),
        None => {
            app.moderation
                .check_ban(caller.player_and_role(), address)?;
            app.limits.check_creation(address)?;
            let invitation = answer.invitation.as_deref();
            let sign_up = provided_sign_up(&app, &caller, invitation)?;
            app.accounts.sign_up_provided(&person, sign_up).await?
        }
    };
    let ended = set_cookie(caller::no_attempt_cookie(&app.settings));
    Ok(match entered {
        ProvidedSignIn::SignedIn(entered) => {
            (ended, with_session(&app, &caller, entered)).into_response()
        }
        ProvidedSignIn::NameNeeded { ticket, suggestion } => {
            let needed = NameNeeded {
                ticket: ticket.reveal().to_owned(),
                suggestion: suggestion.map(|name| name.to_string()),
            };
            (StatusCode::ACCEPTED, ended, Json(needed)).into_response()
        }
    })
}

/// Choose the name of an account that signs in with the OpenID Connect provider.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/accounts/provider", tag = "account", request_body = TicketSignUp,
    operation_id = "sign_up_with_provider",
    responses(
        (status = 201, body = arbiter_wire::SignedIn, description = "The account, and the token."),
        (status = 403, description = "`attempt_expired`, `sign_up_closed` or `invitation_needed`."),
        (status = 409, description = "`name_taken`, `identity_taken`, or `has_account`: sign out \
            first."),
        (status = 422, description = "`invalid_name` or `invalid_body`."),
    )
))]
pub async fn sign_up(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(TicketSignUp {
        ticket,
        name,
        invitation,
    }): Body<TicketSignUp>,
) -> Result<Response, ServerRefusal> {
    app.limits.check_creation(caller.address)?;
    let sign_up = provided_sign_up(&app, &caller, invitation.as_deref())?;
    let created = app.accounts.redeem_ticket(&ticket, &name, sign_up).await?;
    Ok(with_session(&app, &caller, created))
}

/// Link your account with the OpenID Connect provider, to sign in with it.
#[cfg_attr(feature = "descriptions", utoipa::path(
    put, path = "/v1/account/provider", tag = "account", request_body = ProviderAnswer,
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Linked."),
        (status = 403, description = "`attempt_expired`, `provider_refused`, `needs_account`, \
            `needs_session` or `no_provider`."),
        (status = 409, description = "`identity_taken`: another player signs in with it."),
        (status = 502, description = "`provider_untrusted` or `provider_clock`."),
    )
))]
pub async fn link(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    Body(answer): Body<ProviderAnswer>,
) -> Result<(StatusCode, SetCookie), ServerRefusal> {
    let (player, _) = caller.require_account()?;
    let person = identify(&app, &caller, &headers, &answer).await?;
    app.accounts
        .link_identity(player, person.identity, caller.address)
        .await?;
    let cookie = caller::no_attempt_cookie(&app.settings);
    Ok((StatusCode::NO_CONTENT, set_cookie(cookie)))
}

/// Unlink your account from the OpenID Connect provider.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/account/provider", tag = "account",
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "No longer linked."),
        (status = 403, description = "`needs_account` or `needs_session`."),
        (status = 409, description = "`needs_password`: set a password first."),
    )
))]
pub async fn unlink(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<StatusCode, ServerRefusal> {
    let (player, _) = caller.require_account()?;
    app.accounts
        .unlink_identities(player, caller.address)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Asks the provider who the player is, if this browser has started the attempt to sign in.
async fn identify(
    app: &App,
    caller: &Caller,
    headers: &HeaderMap,
    answer: &ProviderAnswer,
) -> Result<ProvidedPerson, ServerRefusal> {
    let provider = provider(app)?;
    app.limits.check_password(caller.address)?;
    let attempt = caller::attempt(&app.settings, headers);
    let attempt = attempt.filter(|attempt| attempt.state() == answer.state);
    let attempt = attempt.ok_or(ServerRefusal::AttemptExpired)?;
    let identified = provider.identify(&attempt, &answer.code).await;
    app.limits.note_password(caller.address, identified)
}

/// Returns how the caller signs up: a guest keeps their games.
fn provided_sign_up<'s>(
    app: &App,
    caller: &'s Caller,
    invitation: Option<&'s str>,
) -> Result<ProvidedSignUp<'s>, ServerRefusal> {
    let guest = match caller.player() {
        None => None,
        Some(player) if player.view.kind == PlayerKind::Guest => {
            Some(caller.require_session()?.0.id)
        }
        Some(_) => return Err(ServerRefusal::HasAccount),
    };
    Ok(ProvidedSignUp {
        guest,
        label: &caller.agent,
        address: caller.address,
        policy: app.moderation.policy().sign_up,
        invitation,
    })
}

/// Returns the answer to a sign-in. Its cookie is sent in addition to others.
fn with_session(app: &App, caller: &Caller, entered: crate::people::accounts::SignIn) -> Response {
    let (status, [cookie], body) = signed_in(app, caller, entered);
    (status, AppendHeaders([cookie]), body).into_response()
}

fn set_cookie(cookie: HeaderValue) -> SetCookie {
    AppendHeaders([(header::SET_COOKIE, cookie)])
}

fn provider(app: &App) -> Result<&Provider, ServerRefusal> {
    app.provider.as_ref().ok_or(ServerRefusal::NoProvider)
}
