use std::{sync::Arc, time::Duration};

use arbiter_wire::{Event, Fact, ServerMessage, Stage};
use axum::{
    body::Body,
    http::header,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use futures_util::stream;
use tokio::time::Instant;

use crate::{
    App,
    base::{GameId, PlayerId, Stopping, ignore::Ignore},
    endpoints::{caller::Caller, error::Error, limits::Permit},
    play::{
        outbox::{Outbox, Outgoing},
        room::{Message, viewers::Viewer},
    },
};

/// Lines of JSON.
pub const NDJSON: &str = "application/x-ndjson";

/// How often somebody who hears nothing is told that we are still there.
const QUIET: Duration = Duration::from_secs(15);

/// The events of a game line by line, from the one after this on, until it is
/// over.
///
/// # Errors
///
/// That there is no such game, or that too much is open at this address.
pub async fn events(
    app: Arc<App>,
    caller: &Caller,
    game: GameId,
    since: Option<u64>,
) -> Result<Response, Error> {
    let permit = app.limits.socket(caller.address)?;
    // A game that is not there is an answer of its own.
    app.rooms.events(&app, game, since).await?;
    let (outbox, outgoing) = Outbox::new();
    let teller = Teller {
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
    let lines = stream::unfold(teller, async |mut teller| {
        let lines = teller.next().await?;
        Some((Ok::<_, Error>(lines), teller))
    });
    let headers = [
        (header::CONTENT_TYPE, NDJSON),
        // A proxy that collects what we say would keep it from who waits.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Body::from_stream(lines)).into_response())
}

/// Tells one listener what happens in a game.
struct Teller {
    app: Arc<App>,
    game: GameId,
    player: Option<PlayerId>,
    last: Option<u64>,
    outbox: Outbox,
    outgoing: Outgoing,
    stopping: Stopping,
    is_watching: bool,
    is_over: bool,
    _permit: Permit,
}

impl Teller {
    /// The next lines; none when there will be no more.
    async fn next(&mut self) -> Option<Bytes> {
        let quiet = Instant::now() + QUIET;
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
                self.app.rooms.send(&self.app, self.game, watch).await;
            }
            let stopping = self.stopping.clone();
            let frame = tokio::select! {
                frame = self.outgoing.recv() => frame?,
                () = tokio::time::sleep_until(quiet) => return Some(Bytes::from_static(b"\n")),
                () = stopping.told() => return None,
            };
            let message = serde_json::from_str(&frame).ok()?;
            let events = self.events(message).await;
            let lines = self.write(events);
            if !lines.is_empty() {
                return Some(lines);
            }
        }
    }

    /// The events of a message. Where it has none, it may be time to ask.
    async fn events(&mut self, message: ServerMessage) -> Vec<Event> {
        match message {
            ServerMessage::Update(update) => update.events,
            ServerMessage::Game(view) => {
                self.is_over = view.stage == Stage::Over;
                let events = self.app.rooms.events(&self.app, self.game, self.last);
                events.await.unwrap_or_default()
            }
            ServerMessage::Resume(_) => {
                self.is_watching = false;
                Vec::new()
            }
            ServerMessage::Refused(_) => {
                self.is_over = true;
                Vec::new()
            }
            _ => Vec::new(),
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
            serde_json::to_writer(&mut lines, &event).ignore("memory takes everything");
            lines.push(b'\n');
        }
        lines.into()
    }
}

/// Who hears no more is not there any more.
impl Drop for Teller {
    fn drop(&mut self) {
        let (app, game) = (Arc::clone(&self.app), self.game);
        let leave = Message::Leave(self.outbox.clone());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { app.rooms.send(&app, game, leave).await });
        }
    }
}
