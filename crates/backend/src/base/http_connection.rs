//! One HTTP connection, with the limits that hold before a request is read.

mod write_timeout_stream;

use std::{net::SocketAddr, pin::pin, time::Duration};

use axum::{Router, extract::ConnectInfo, http::Request};
use futures_util::future::BoxFuture;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tower_service::Service;

use super::{StopSignal, ignore::Ignore};
use write_timeout_stream::WriteTimeoutStream;

/// How long a client may take to send the head of a request, counted from the
/// end of the request before it. A connection on which nothing happens is closed
/// after this time, too.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest head of a request, and how much of the answers waits for a client
/// that reads slowly.
const MAX_BUFFERED_BYTES: usize = 16 * 1024;
/// How long a client may read nothing of its answers.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// Serves a connection until either side closes it, or it becomes a WebSocket.
///
/// The future is in a box so that it is compiled in this crate, which is optimized.
pub fn serve_http(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    stopping: StopSignal,
) -> BoxFuture<'static, ()> {
    Box::pin(async move {
        // Otherwise a move waits until the frame before it is acknowledged.
        stream
            .set_nodelay(true)
            .ignore("a connection without it is slower, but works");
        let answer = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            // A router is always ready.
            let answer: <Router as Service<Request<Incoming>>>::Future =
                router.clone().call(request);
            answer
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIMEOUT)
            .max_buf_size(MAX_BUFFERED_BYTES)
            .serve_connection(
                TokioIo::new(WriteTimeoutStream::new(stream, WRITE_TIMEOUT)),
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
    })
}
