//! The endpoint that opens WebSockets.

use std::sync::Arc;

use axum::{
    extract::{
        State,
        ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    response::Response,
};

use crate::{
    endpoints::{
        App,
        caller::Caller,
        routes::{Routes, get},
        socket::{self, Client},
    },
    refusal::ServerRefusal,
};

/// Returns the WebSocket endpoint.
pub fn routes() -> Routes {
    Routes::new().route("/v1/socket", get(open))
}

/// Open a WebSocket.
///
/// It carries games, the lobby and chat. Without a token you can watch.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/socket", tag = "games",
    params((
        "game" = Option<String>, Query,
        description = "The game you are about to follow, for load balancers: it is cheaper to \
            serve both players of a game from one server.",
    )),
    responses(
        (status = 101, description = "The messages are described in docs/protocol.md."),
        (status = 401, description = "`unknown_token`: the token is invalid."),
        (status = 403, description = "`cross_site`: a page of another site sent the request."),
        (status = 426, description = "`upgrade_needed`: this is a WebSocket endpoint."),
    )
))]
pub async fn open(
    State(app): State<Arc<App>>,
    caller: Caller,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ServerRefusal> {
    let upgrade = upgrade.map_err(|_| ServerRefusal::UpgradeNeeded)?;
    if app.closing.is_requested() {
        return Err(ServerRefusal::Stopping);
    }
    if app.cut_off.is_cut_off() {
        return Err(ServerRefusal::NotSaved);
    }
    let session = caller
        .token()
        .zip(caller.player())
        .map(|(token, player)| app.accounts.sessions.open(token, player.id));
    // A token that was revoked before this session was registered ends nothing.
    caller.check_token(&app).await?;
    let client = Client {
        player: caller.player().map(|player| player.id),
        scopes: caller.scopes(),
        session,
        role: caller.role(),
        address: caller.address,
        messages: app.limits.messages(),
        permit: app.limits.connect(caller.address)?,
    };
    let upgrade = upgrade
        .max_message_size(socket::MAX_MESSAGE_BYTES)
        .max_frame_size(socket::MAX_MESSAGE_BYTES)
        .read_buffer_size(socket::READ_BUFFER_BYTES)
        .write_buffer_size(socket::WRITE_BUFFER_BYTES);
    Ok(upgrade.on_upgrade(async move |socket| {
        socket::serve(app, socket, client).await;
    }))
}
