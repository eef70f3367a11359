//! Tokens for programs that players have allowed to act for them.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{StatusCode, Uri},
    response::Redirect,
};
use serde::Serialize;

use super::{api_caller::ApiCaller, fields::Fields};
use crate::{
    endpoints::{
        App, Json,
        routes::{Routes, get, post},
    },
    people::accounts::{PROGRAM_TOKEN_SECONDS, TokenRequest},
    refusal::ServerRefusal,
};

/// Returns the endpoints for tokens.
pub fn routes() -> Routes {
    Routes::new()
        .route("/api/token", post(redeem).delete(revoke))
        .route("/account/oauth/token/create", get(create))
}

/// A token for a program.
#[derive(Serialize)]
struct ProgramToken {
    token_type: &'static str,
    access_token: String,
    expires_in: u64,
}

async fn redeem(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    fields: Fields,
) -> Result<Json<ProgramToken>, ServerRefusal> {
    app.limits.check_creation(caller.address())?;
    if fields.get("grant_type") != Some("authorization_code") {
        return Err(ServerRefusal::InvalidGrant);
    }
    let field = |name| fields.get(name).ok_or(ServerRefusal::InvalidGrant);
    let secret = app.accounts.redeem(TokenRequest {
        code: field("code")?,
        verifier: field("code_verifier")?,
        redirect: field("redirect_uri")?,
        client: field("client_id")?,
    });
    Ok(Json(ProgramToken {
        token_type: "Bearer",
        access_token: secret.await?.reveal().to_owned(),
        expires_in: PROGRAM_TOKEN_SECONDS,
    }))
}

/// Revokes the token of the request.
async fn revoke(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
) -> Result<StatusCode, ServerRefusal> {
    let player = caller.require(&[])?.id;
    let token = caller.token().ok_or(ServerRefusal::SignedOut)?;
    app.accounts.end_token(player, token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends people to the page on which they can create a token, with what the program wants.
async fn create(uri: Uri) -> Redirect {
    let query = uri.query().map(|query| format!("?{query}"));
    Redirect::to(&format!("/settings{}#tokens", query.unwrap_or_default()))
}
