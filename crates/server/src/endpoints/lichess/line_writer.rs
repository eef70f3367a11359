use std::{sync::Arc, time::Duration};

use axum::{
    body::Body,
    http::{HeaderName, header},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use futures_util::stream;
use serde::Serialize;
use tokio::sync::mpsc;

use super::api_caller::ApiCaller;
use crate::{
    base::{ignore::Ignore, spawn},
    endpoints::{App, http::NDJSON},
    people::accounts::SessionGuard,
    refusal::ServerRefusal,
};

/// How often an empty line is sent, so that both sides notice a lost connection.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(6);
/// How many lines may wait for the client. More wait at their source, which is bounded.
const MAX_WAITING_LINES: usize = 8;

/// Writes the lines of a stream. It waits while the client does not read.
#[derive(Clone, Debug)]
pub struct LineWriter(mpsc::Sender<Bytes>);

/// The client has disconnected.
#[derive(Clone, Copy, Debug)]
pub struct Disconnected;

impl LineWriter {
    /// Writes a line of JSON.
    pub async fn write<T: Serialize + Sync>(&self, line: &T) -> Result<(), Disconnected> {
        let mut bytes = Vec::new();
        serde_json::to_writer(&mut bytes, line).ignore("writing to memory succeeds");
        bytes.push(b'\n');
        self.send(bytes.into()).await
    }

    /// Writes text as it is.
    pub async fn send(&self, text: Bytes) -> Result<(), Disconnected> {
        self.0.send(text).await.map_err(|_| Disconnected)
    }
}

/// What a stream consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamKind {
    /// Lines of JSON.
    Lines,
    /// Games as PGN, among which there are no empty lines to keep the connection open.
    Pgn,
}

/// Answers with the lines that `write` writes, and an empty line every 6 seconds, until
/// `write` is done, the client disconnects, its token is revoked or the server stops.
///
/// # Errors
///
/// Returns a refusal if the address has too many connections.
pub fn respond<W>(
    app: &Arc<App>,
    caller: &ApiCaller,
    write: impl FnOnce(LineWriter) -> W,
) -> Result<Response, ServerRefusal>
where
    W: Future<Output = Result<(), Disconnected>> + Send + 'static,
{
    respond_with(StreamKind::Lines, app, caller, write)
}

/// Answers as [`respond`] does, with a stream of this kind.
///
/// # Errors
///
/// Returns a refusal if the address has too many connections.
pub fn respond_with<W>(
    kind: StreamKind,
    app: &Arc<App>,
    caller: &ApiCaller,
    write: impl FnOnce(LineWriter) -> W,
) -> Result<Response, ServerRefusal>
where
    W: Future<Output = Result<(), Disconnected>> + Send + 'static,
{
    let permit = app.limits.connect(caller.address())?;
    let (sender, receiver) = mpsc::channel(MAX_WAITING_LINES);
    let session = caller.session(app);
    let stopping = app.stop.subscribe();
    let writing = write(LineWriter(sender.clone()));
    spawn(async move {
        let _permit = permit;
        tokio::select! {
            written = writing => written.map_err(drop).ignore("the stream ends in any case"),
            () = keep_alive(kind, &sender) => {}
            () = revoked(session.as_ref()) => {}
            () = stopping.received() => {}
        }
    });
    let lines = stream::unfold(receiver, async |mut receiver| {
        let line = receiver.recv().await?;
        Some((Ok::<_, ServerRefusal>(line), receiver))
    });
    let headers = [
        (
            header::CONTENT_TYPE,
            match kind {
                StreamKind::Lines => NDJSON,
                StreamKind::Pgn => "application/x-chess-pgn",
            },
        ),
        // A proxy must not buffer the lines.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Body::from_stream(lines)).into_response())
}

/// Sends empty lines until the client has disconnected.
async fn keep_alive(kind: StreamKind, sender: &mpsc::Sender<Bytes>) {
    loop {
        tokio::select! {
            () = sender.closed() => return,
            () = tokio::time::sleep(KEEP_ALIVE_INTERVAL) => {}
        }
        if kind == StreamKind::Pgn {
            continue;
        }
        sender
            .try_send(Bytes::from_static(b"\n"))
            .ignore("a client for which lines wait needs no empty one");
    }
}

async fn revoked(session: Option<&SessionGuard>) {
    match session {
        Some(session) => session.revoked().await,
        None => std::future::pending().await,
    }
}
