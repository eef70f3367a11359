//! Accepts connections, with limits that hold before a request is read.

use std::{net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use axum::{Router, extract::ConnectInfo, http::Request};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tower_service::Service;

use super::patient_stream::PatientStream;
use crate::{
    base::{Address, StopSignal, ignore::Ignore, spawn},
    endpoints::App,
};

/// How long a client may take to send the head of a request, counted from the
/// end of the request before it. A connection on which nothing happens is closed
/// after this time, too.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest head of a request, and how much of the answers waits for a client
/// that reads slowly.
const MAX_BUFFERED_BYTES: usize = 16 * 1024;
/// How long a client may read nothing of its answers.
const READ_PATIENCE: Duration = Duration::from_secs(30);
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
            serve(stream, peer, router, &stopping).await;
            drop(permit);
        });
    }
}

/// Serves a connection until either side closes it, or it becomes a WebSocket.
async fn serve(stream: TcpStream, peer: SocketAddr, router: Router, stopping: &StopSignal) {
    // Otherwise a move waits until the frame before it is acknowledged.
    stream
        .set_nodelay(true)
        .ignore("a connection without it is slower, but works");
    let answer = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        // A router is always ready.
        let answer: <Router as Service<Request<Incoming>>>::Future = router.clone().call(request);
        answer
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(MAX_BUFFERED_BYTES)
        .serve_connection(
            TokioIo::new(PatientStream::new(stream, READ_PATIENCE)),
            answer,
        )
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stopping.received() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
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
