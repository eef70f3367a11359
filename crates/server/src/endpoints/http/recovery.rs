//! Email addresses, and new passwords for those who forgot theirs.

use std::sync::Arc;

use arbiter_wire::{ForgottenPassword, LinkToken, NewEmail, RecoveredPassword};
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};

use super::extract::Body;
use crate::{
    base::Language,
    endpoints::{
        App,
        caller::Caller,
        page,
        routes::{Routes, post, put},
    },
    people::Mailer,
    refusal::ServerRefusal,
};

/// Returns the endpoints for email addresses and forgotten passwords.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/account/email", put(set_email).delete(remove_email))
        .route("/v1/account/email/confirmation", post(confirm_email))
        .route("/v1/recovery", post(ask_recovery).put(recover))
}

/// Set your email address.
///
/// It counts once the link in a message to this address has been opened, within a day.
#[cfg_attr(feature = "descriptions", utoipa::path(
    put, path = "/v1/account/email", tag = "account", request_body = NewEmail,
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 202, description = "A message with a link was sent."),
        (status = 403, description = "`wrong_password`, `needs_account`, `needs_session`, or \
            `no_mail`: the server sends no email."),
        (status = 422, description = "`invalid_email` or `invalid_body`."),
    )
))]
pub async fn set_email(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    Body(NewEmail { email, password }): Body<NewEmail>,
) -> Result<StatusCode, ServerRefusal> {
    let (player, _) = caller.require_session()?;
    if !player.view.kind.has_account() {
        return Err(ServerRefusal::NeedsAccount);
    }
    let mailer = mailer(&app)?;
    app.limits.check_mail(caller.address)?;
    app.limits.check_password(caller.address)?;
    let checked = app
        .accounts
        .check_password(player.id, password, caller.address);
    let account = app.limits.note_password(caller.address, checked.await)?;
    app.accounts
        .send_confirmation(mailer, &account, &email, language(&headers))
        .await?;
    Ok(StatusCode::ACCEPTED)
}

/// Remove your email address.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/account/email", tag = "account",
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Removed."),
        (status = 403, description = "`needs_session`: an API token is not enough."),
    )
))]
pub async fn remove_email(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<StatusCode, ServerRefusal> {
    let (player, _) = caller.require_session()?;
    app.store.remove_email(player.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Confirm an email address with the link that was sent to it.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/account/email/confirmation", tag = "account", request_body = LinkToken,
    responses(
        (status = 204, description = "The address belongs to the account now."),
        (status = 403, description = "`invalid_link`: it was used, replaced or has expired."),
    )
))]
pub async fn confirm_email(
    State(app): State<Arc<App>>,
    Body(LinkToken { token }): Body<LinkToken>,
) -> Result<StatusCode, ServerRefusal> {
    app.accounts.confirm_email(&token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ask for a password reset link.
///
/// It is sent to the confirmed email address of the account, and lasts an hour. The answer is the
/// same whether or not there is such an account or address.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/recovery", tag = "account", request_body = ForgottenPassword,
    responses(
        (status = 202, description = "If there is such an account, a message was sent."),
        (status = 403, description = "`no_mail`: the server sends no email."),
    )
))]
pub async fn ask_recovery(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    Body(ForgottenPassword { account }): Body<ForgottenPassword>,
) -> Result<StatusCode, ServerRefusal> {
    let mailer = mailer(&app)?;
    app.limits.check_mail(caller.address)?;
    app.accounts
        .send_recovery(mailer, &account, language(&headers))
        .await?;
    Ok(StatusCode::ACCEPTED)
}

/// Choose a new password with a link.
///
/// The link comes by email or from an administrator. All sessions end; API tokens stay.
#[cfg_attr(feature = "descriptions", utoipa::path(
    put, path = "/v1/recovery", tag = "account", request_body = RecoveredPassword,
    responses(
        (status = 204, description = "The password was changed. Sign in with it."),
        (status = 403, description = "`invalid_link`: it was used, replaced or has expired."),
        (status = 422, description = "`invalid_password`, `common_password` or `invalid_body`."),
    )
))]
pub async fn recover(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(RecoveredPassword { token, password }): Body<RecoveredPassword>,
) -> Result<StatusCode, ServerRefusal> {
    let recovered = app.accounts.recover(&token, &password, caller.address);
    recovered.await?;
    Ok(StatusCode::NO_CONTENT)
}

fn mailer(app: &App) -> Result<&Mailer, ServerRefusal> {
    app.mailer.as_ref().ok_or(ServerRefusal::NoMail)
}

fn language(headers: &HeaderMap) -> Language {
    Language::from_code(page::language(headers))
}
