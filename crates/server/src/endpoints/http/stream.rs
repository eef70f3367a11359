use std::{sync::Arc, time::Duration};

use arbiter_wire::{Event, Fact, Stage};
use axum::{
    body::Body,
    http::header,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use futures_util::stream;
use serde::{Deserialize, de::IgnoredAny};
use tokio::time::Instant;

use crate::{
    base::{GameId, PlayerId, StopSignal, ignore::Ignore},
    endpoints::{App, caller::Caller, limits::ConnectionPermit},
    play::{
        outbox::{Outbox, Outgoing},
        room::{Message, viewers::Viewer},
    },
    refusal::ServerRefusal,
};

/// The content type of a stream of JSON lines.
pub const NDJSON: &str = "application/x-ndjson";

/// How often an empty line is sent while nothing happens.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(15);

/// Streams the events of a game after this one, one per line, until the game is
/// over.
///
/// # Errors
///
/// Returns a refusal if there is no such game, or the address has too many
/// connections.
pub async fn events(
    app: Arc<App>,
    caller: &Caller,
    game: GameId,
    since: Option<u64>,
) -> Result<Response, ServerRefusal> {
    let permit = app.limits.connect(caller.address)?;
    // An unknown game is refused before the stream starts.
    app.games.events(game, since).await?;
    let (outbox, outgoing) = Outbox::new();
    let stream = EventStream {
        player: caller.player().map(|player| player.id),
        stopping: app.stop.subscribe(),
        app,
        game,
        last: since,
        outbox,
        outgoing,
        is_watching: false,
        is_over: false,
        _permit: permit,
    };
    let lines = stream::unfold(stream, async |mut stream| {
        let lines = stream.next().await?;
        Some((Ok::<_, ServerRefusal>(lines), stream))
    });
    let headers = [
        (header::CONTENT_TYPE, NDJSON),
        // A proxy must not buffer the lines.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Body::from_stream(lines)).into_response())
}

/// The events of a game for one client.
struct EventStream {
    app: Arc<App>,
    game: GameId,
    player: Option<PlayerId>,
    last: Option<u64>,
    outbox: Outbox,
    outgoing: Outgoing,
    stopping: StopSignal,
    is_watching: bool,
    is_over: bool,
    _permit: ConnectionPermit,
}

impl EventStream {
    /// Returns the next lines; none at the end of the stream.
    async fn next(&mut self) -> Option<Bytes> {
        let keep_alive = Instant::now() + KEEP_ALIVE_INTERVAL;
        loop {
            if self.is_over {
                return None;
            }
            if !self.is_watching {
                self.is_watching = true;
                let viewer = Viewer {
                    outbox: self.outbox.clone(),
                    player: self.player,
                };
                let watch = Message::Watch(viewer, self.last);
                self.app.games.send(self.game, watch).await;
            }
            let stopping = self.stopping.clone();
            let frame = tokio::select! {
                frame = self.outgoing.recv() => frame?,
                () = tokio::time::sleep_until(keep_alive) => return Some(Bytes::from_static(b"\n")),
                () = stopping.received() => return None,
            };
            let message = serde_json::from_str(&frame).ok()?;
            let events = self.events(message).await;
            let lines = self.write(events);
            if !lines.is_empty() {
                return Some(lines);
            }
        }
    }

    /// Returns the events of a message, or those that it makes necessary to load.
    async fn events(&mut self, message: StreamMessage) -> Vec<Event> {
        match message {
            StreamMessage {
                update: Some(update),
                ..
            } => update.events,
            StreamMessage {
                game: Some(view), ..
            } => {
                self.is_over = view.stage == Stage::Over;
                let events = self.app.games.events(self.game, self.last);
                events.await.unwrap_or_default()
            }
            message => {
                self.is_watching &= message.resume.is_none();
                self.is_over |= message.refused.is_some();
                Vec::new()
            }
        }
    }

    fn write(&mut self, events: Vec<Event>) -> Bytes {
        let mut lines = Vec::new();
        for event in events {
            if self.last.is_some_and(|last| event.seq <= last) {
                continue;
            }
            self.last = Some(event.seq);
            self.is_over |= matches!(event.fact, Fact::Ended { .. });
            serde_json::to_writer(&mut lines, &event).ignore("writing to memory succeeds");
            lines.push(b'\n');
        }
        lines.into()
    }
}

/// A client that disconnects stops watching.
impl Drop for EventStream {
    fn drop(&mut self) {
        let (app, game) = (Arc::clone(&self.app), self.game);
        let leave = Message::Leave(self.outbox.clone());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { app.games.send(game, leave).await });
        }
    }
}

/// The parts of an [`arbiter_wire::ServerMessage`] that matter to the stream.
/// Reading whole messages would compile to much more code.
#[derive(Deserialize)]
struct StreamMessage {
    update: Option<StreamUpdate>,
    game: Option<StreamGame>,
    resume: Option<IgnoredAny>,
    refused: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct StreamUpdate {
    events: Vec<Event>,
}

#[derive(Deserialize)]
struct StreamGame {
    stage: Stage,
}
