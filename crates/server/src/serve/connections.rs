//! Accepts connections, with limits that hold before a request is read.

use std::{sync::Arc, time::Duration};

use axum::Router;
use tokio::net::TcpListener;

use crate::{
    base::{Address, StopSignal, serve_http, spawn},
    endpoints::App,
};

/// How long the server waits when it has run out of file descriptors.
const PAUSE_AFTER_ERROR: Duration = Duration::from_secs(1);

/// Accepts connections until the server stops, and serves each with the router.
pub async fn accept(listener: TcpListener, app: Arc<App>, router: Router, stopping: StopSignal) {
    let closing = app.closing.subscribe();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = closing.received() => return,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_of_one_connection(&error) => continue,
            Err(error) => {
                tracing::error!(%error, "cannot accept connections");
                tokio::time::sleep(PAUSE_AFTER_ERROR).await;
                continue;
            }
        };
        // All connections of a proxy have its address.
        let permit = match app.settings.is_behind_proxy {
            true => None,
            false => match app.limits.accept(Address::of(peer.ip())) {
                Some(permit) => Some(permit),
                None => {
                    continue;
                }
            },
        };
        let (router, stopping) = (router.clone(), stopping.clone());
        spawn(async move {
            serve_http(stream, peer, router, stopping).await;
            drop(permit);
        });
    }
}

/// Reports whether an error concerns the connection that was about to be
/// accepted, and not the ones that follow.
fn is_of_one_connection(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}
