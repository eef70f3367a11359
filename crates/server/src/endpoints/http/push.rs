//! Web Push subscriptions of the caller's browsers.

use std::sync::Arc;

use arbiter_wire::{NewPushSubscription, PushView};
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use base64::{
    Engine,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

use super::extract::Body;
use crate::{
    base::clock,
    endpoints::{
        App, Json,
        caller::Caller,
        page,
        routes::{Routes, get},
    },
    play::push::{PUBLIC_KEY_BYTES, PushEndpoint, SECRET_BYTES},
    refusal::ServerRefusal,
    store,
};

/// Browsers write Base64 without padding, and libraries often with it.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Returns the endpoints for Web Push.
pub fn routes() -> Routes {
    Routes::new().route(
        "/v1/account/push",
        get(push).put(subscribe).delete(unsubscribe),
    )
}

/// Get what a browser needs to subscribe to Web Push, and whether this session has.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/account/push", tag = "account", operation_id = "read_push",
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = PushView),
        (status = 403, description = "`needs_account` or `needs_session`."),
    )
))]
pub async fn push(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<PushView>, ServerRefusal> {
    let (player, token) = caller.require_account()?;
    let key = app.games.push.public_key(&app.store).await;
    let key = key.map_err(|error| {
        tracing::error!(%error, "there is no key for Web Push");
        ServerRefusal::Defect
    })?;
    let subscriptions = app.store.push_subscriptions(player).await?;
    let own = subscriptions.into_iter().find(|it| it.token == token);
    Ok(Json(PushView {
        key,
        endpoint: own.map(|own| own.endpoint),
    }))
}

/// Subscribe this session to Web Push.
///
/// You are notified when it is your turn in a correspondence game, when you are challenged, and
/// when a game that you were waiting for starts. The subscription ends with the session. A
/// player has at most ten.
#[cfg_attr(feature = "descriptions", utoipa::path(
    put, path = "/v1/account/push", tag = "account", operation_id = "subscribe_to_push",
    request_body = NewPushSubscription, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Subscribed."),
        (status = 403, description = "`needs_account` or `needs_session`."),
        (status = 422, description = "`invalid_field` or `invalid_body`."),
    )
))]
pub async fn subscribe(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    Body(NewPushSubscription { endpoint, keys }): Body<NewPushSubscription>,
) -> Result<StatusCode, ServerRefusal> {
    let (player, token) = caller.require_account()?;
    app.limits.check_creation(caller.address)?;
    let trusted = &app.settings.trusted_push_origins;
    if PushEndpoint::parse(&endpoint, trusted).is_none() {
        return Err(ServerRefusal::Field {
            field: "endpoint",
            message: "This is not the address of a push service.",
        });
    }
    let public_key = decode(&keys.p256dh, PUBLIC_KEY_BYTES).ok_or(ServerRefusal::Field {
        field: "keys.p256dh",
        message: "This is not a public key for Web Push.",
    })?;
    let secret = decode(&keys.auth, SECRET_BYTES).ok_or(ServerRefusal::Field {
        field: "keys.auth",
        message: "This is not a secret for Web Push.",
    })?;
    let subscription = store::NewPushSubscription {
        token,
        player,
        endpoint,
        public_key,
        secret,
        language: page::language(&headers),
        created: clock::wall(),
    };
    app.store.subscribe_to_push(subscription).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End the Web Push subscription of this session.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/account/push", tag = "account", operation_id = "unsubscribe_from_push",
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Not subscribed."),
        (status = 403, description = "`needs_account` or `needs_session`."),
    )
))]
pub async fn unsubscribe(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<StatusCode, ServerRefusal> {
    let (_, token) = caller.require_account()?;
    app.store.unsubscribe_from_push(token, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Decodes a text that stands for exactly this many bytes.
fn decode(text: &str, bytes: usize) -> Option<Vec<u8>> {
    let decoded = BASE64.decode(text).ok()?;
    (decoded.len() == bytes).then_some(decoded)
}
