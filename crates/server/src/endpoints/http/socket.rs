//! The way in for sockets: who it is, from which page, and whether there is
//! room.

use std::sync::Arc;

use axum::{
    extract::{
        State,
        ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    response::Response,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    App,
    endpoints::{
        caller::Caller,
        error::Error,
        socket::{self, Entrant},
    },
};

/// The socket.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(open))
}

/// Open the WebSocket over which games are told.
///
/// Whoever shows no token may watch.
#[utoipa::path(
    get, path = "/v1/socket", tag = "games",
    responses(
        (status = 101, description = "The messages are described in docs/protocol.md."),
        (status = 401, description = "`unknown_token`: nobody is known by this."),
        (status = 403, description = "`cross_site`: a page of another site asked."),
        (status = 426, description = "`upgrade_needed`: this is a WebSocket."),
    )
)]
async fn open(
    State(app): State<Arc<App>>,
    caller: Caller,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Error> {
    let upgrade = upgrade.map_err(|_| Error::NoUpgrade)?;
    let session = caller.token().map(|token| app.sessions.open(token));
    // What was revoked while it was looked up has ended nothing yet.
    caller.is_still_known(&app).await?;
    let entrant = Entrant {
        player: caller.player().map(|player| player.id),
        scopes: caller.scopes(),
        session,
        frames: app.limits.frames(),
        permit: app.limits.socket(caller.address)?,
    };
    let upgrade = upgrade
        .max_message_size(socket::LARGEST_MESSAGE)
        .max_frame_size(socket::LARGEST_MESSAGE)
        .read_buffer_size(socket::READ_BUFFER)
        .write_buffer_size(socket::WRITE_BUFFER);
    Ok(upgrade.on_upgrade(async move |socket| {
        socket::serve(app, socket, entrant).await;
    }))
}
