//! The stream of a game for one of its players.

use std::{sync::Arc, time::Duration};

use arbiter_wire::{ChatLine, Color, GameView, Presence, Speed, Update};
use axum::{extract::State, response::Response};
use serde::{Deserialize, Serialize, de::IgnoredAny};
use tokio::time::Instant;

use super::{
    api_caller::{ApiCaller, PlayApi},
    line_writer::{Disconnected, LineWriter, respond},
    shown_game::{GameFull, ShownGame},
    terms::{GameTerms, other},
};
use crate::{
    base::{GameId, PlayerId, clock},
    endpoints::{
        App,
        http::GamePath,
        routes::{Routes, get},
    },
    play::{
        outbox::{Outbox, Outgoing},
        room::{Message, viewers::Viewer},
    },
    refusal::ServerRefusal,
};

/// How long an opponent is away before the program is notified.
const ABSENCE_TOLD_AFTER: Duration = Duration::from_secs(6);
/// After how many seconds of absence a win can be claimed.
const CLAIM_SECONDS: u64 = 60;

/// Returns the endpoints of the streams.
pub fn routes() -> Routes {
    let mut routes = Routes::new();
    for api in PlayApi::ALL {
        let path = format!("/api/{}/game/stream/{{id}}", api.name());
        let stream = async move |State(app): State<Arc<App>>, caller: ApiCaller, path: GamePath| {
            stream_game(app, caller, api, path).await
        };
        routes = routes.route(&path, get(stream));
    }
    routes
}

async fn stream_game(
    app: Arc<App>,
    caller: ApiCaller,
    api: PlayApi,
    GamePath(id): GamePath,
) -> Result<Response, ServerRefusal> {
    let player = caller.require_for(api)?.id;
    let started = clock::wall();
    let view = app.games.view(id, Some(player)).await?;
    let &[color] = view.you.as_slice() else {
        return Err(ServerRefusal::UnknownGame(id));
    };
    let (shown, full) = ShownGame::begin(&view)?;
    let can_leave = GameTerms::of(&view.options)?.speed == Speed::Correspondence;
    let (outbox, outgoing) = Outbox::new();
    let stream = GameStream {
        app: Arc::clone(&app),
        id,
        player,
        color,
        shown,
        outbox,
        last_chat: ChatLine {
            at: started,
            game: String::new(),
            name: String::new(),
            text: String::new(),
        },
        can_leave,
        absence: Absence::None,
    };
    respond(&app, &caller, |lines| stream.run(full, outgoing, lines))
}

struct GameStream {
    app: Arc<App>,
    id: GameId,
    player: PlayerId,
    color: Color,
    shown: ShownGame,
    outbox: Outbox,
    /// The last chat message that was sent.
    last_chat: ChatLine,
    /// Whether players may be away as long as they like.
    can_leave: bool,
    absence: Absence,
}

/// Whether the opponent is away.
#[derive(Clone, Copy)]
enum Absence {
    None,
    /// Away; the program will be notified at this time.
    Noticed(Instant),
    Told,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum OtherLine<'l> {
    ChatLine {
        room: &'static str,
        username: &'l str,
        text: &'l str,
    },
    #[serde(rename_all = "camelCase")]
    OpponentGone {
        gone: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        claim_win_in_seconds: Option<u64>,
    },
}

impl GameStream {
    async fn run(
        mut self,
        full: GameFull,
        outgoing: Outgoing,
        lines: LineWriter,
    ) -> Result<(), Disconnected> {
        lines.write(&full).await?;
        if full.is_last() {
            return Ok(());
        }
        self.watch().await;
        loop {
            let frame = tokio::select! {
                frame = outgoing.recv() => match frame {
                    Some(frame) => frame,
                    None => return Ok(()),
                },
                () = told_at(self.absence) => {
                    self.absence = Absence::Told;
                    let left = CLAIM_SECONDS - ABSENCE_TOLD_AFTER.as_secs();
                    lines.write(&OtherLine::OpponentGone {
                        gone: true,
                        claim_win_in_seconds: Some(left),
                    }).await?;
                    continue;
                }
            };
            let Ok(message) = serde_json::from_str::<RoomMessage>(&frame) else {
                return Ok(());
            };
            if message.refused.is_some() {
                return Ok(());
            }
            if message.resume.is_some() {
                self.watch().await;
            }
            if let Some(chat) = message.chat {
                self.tell_chat(chat, &lines).await?;
            }
            if let Some(presence) = message.presence {
                self.tell_presence(&presence, &lines).await?;
            }
            let line = match (message.update, message.game) {
                (Some(update), _) => match self.shown.read_update(&update.events, &update.state) {
                    Ok(line) => line,
                    Err(_) => {
                        let view = self.app.games.view(self.id, Some(self.player)).await;
                        let view = view.map_err(|_| Disconnected)?;
                        self.shown.read_view(&view)
                    }
                },
                (None, Some(view)) => self.shown.read_view(&view),
                (None, None) => None,
            };
            if let Some(line) = line {
                lines.write(&line).await?;
                if line.is_last() {
                    return Ok(());
                }
            }
        }
    }

    /// Subscribes to the room, from the last known event on.
    async fn watch(&self) {
        let viewer = Viewer {
            outbox: self.outbox.clone(),
            player: Some(self.player),
        };
        let watch = Message::Watch(viewer, Some(self.shown.last()));
        self.app.games.send(self.id, watch).await;
    }

    /// Sends a chat message, unless it is older than the stream or was sent before.
    async fn tell_chat(&mut self, chat: ChatLine, lines: &LineWriter) -> Result<(), Disconnected> {
        let last = &self.last_chat;
        let is_same = (chat.at, &chat.name, &chat.text) == (last.at, &last.name, &last.text);
        if chat.at < last.at || is_same {
            return Ok(());
        }
        self.last_chat = chat;
        let line = OtherLine::ChatLine {
            room: "player",
            username: &self.last_chat.name,
            text: &self.last_chat.text,
        };
        lines.write(&line).await
    }

    async fn tell_presence(
        &mut self,
        presence: &Presence,
        lines: &LineWriter,
    ) -> Result<(), Disconnected> {
        let is_there = match other(self.color) {
            Color::White => presence.white,
            Color::Black => presence.black,
        };
        match (is_there || self.can_leave, self.absence) {
            (true, Absence::Told) => {
                self.absence = Absence::None;
                let line = OtherLine::OpponentGone {
                    gone: false,
                    claim_win_in_seconds: None,
                };
                lines.write(&line).await
            }
            (true, _) => {
                self.absence = Absence::None;
                Ok(())
            }
            (false, Absence::None) => {
                self.absence = Absence::Noticed(Instant::now() + ABSENCE_TOLD_AFTER);
                Ok(())
            }
            (false, _) => Ok(()),
        }
    }
}

/// A client that disconnects stops watching.
impl Drop for GameStream {
    fn drop(&mut self) {
        self.app.games.leave(self.id, self.outbox.clone());
    }
}

async fn told_at(absence: Absence) {
    match absence {
        Absence::Noticed(at) => tokio::time::sleep_until(at).await,
        Absence::None | Absence::Told => std::future::pending().await,
    }
}

/// The parts of an [`arbiter_wire::ServerMessage`] that matter to programs.
#[derive(Deserialize)]
struct RoomMessage {
    update: Option<Update>,
    game: Option<Box<GameView>>,
    resume: Option<IgnoredAny>,
    refused: Option<IgnoredAny>,
    chat: Option<ChatLine>,
    presence: Option<Presence>,
}
