//! One socket: frames in, frames out. It knows who is there and what he
//! watches, and nothing of chess.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use arbiter_game::Span;
use arbiter_wire::{Chat, ClientMessage, Problem, Refused, Scope, Seek, ServerMessage};
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, close_code};
use futures_util::{StreamExt, stream::FuturesUnordered};

use crate::{
    App,
    base::{GameId, PlayerId, ignore::Ignore},
    endpoints::{
        error::Error,
        limits::{Permit, Rate},
    },
    people::{accounts::Open, lobby::Keeper},
    play::{
        outbox::{Heard, Outbox, Outgoing},
        room::{self, Act, Answer, viewers::Viewer},
    },
};

/// Frames of clients are small: a move is a hundred bytes.
pub const LARGEST_FRAME: usize = 16 * 1024;
/// What is larger than this is not even looked at: the socket is closed.
pub const LARGEST_MESSAGE: usize = 256 * 1024;
/// Few bytes come at a time, every socket has its own buffer, and it is cleared
/// each time something may have come.
pub const READ_BUFFER: usize = 512;
/// What waits to be sent goes out together up to here.
pub const WRITE_BUFFER: usize = 4 * 1024;

/// How often the server asks whether somebody is still there, and how long the
/// way is.
const PING: Duration = Duration::from_secs(10);
/// Who is silent for so long is gone.
const GONE: Duration = Duration::from_secs(35);
/// Who takes so long to read what is sent is too slow.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many games one socket may watch.
const GAMES: usize = 64;

/// Somebody who comes through a socket.
#[derive(Debug)]
pub struct Entrant {
    /// Who; none for somebody unknown.
    pub player: Option<PlayerId>,
    /// What he may do.
    pub scopes: Vec<Scope>,
    /// The token he has shown, as long as it is worth something.
    pub session: Option<Open>,
    /// How much he may say.
    pub frames: Rate,
    /// The place he takes.
    pub permit: Permit,
}

/// Serves a socket until either side closes it.
pub async fn serve(app: Arc<App>, socket: WebSocket, entrant: Entrant) {
    metrics::gauge!("arbiter_sockets").increment(1);
    let (outbox, outgoing) = Outbox::new();
    let mut session = Session {
        app,
        outbox,
        entrant,
        games: Vec::new(),
        lag: Lag::default(),
    };
    session.come();
    session.serve(socket, outgoing).await;
    session.leave().await;
    metrics::gauge!("arbiter_sockets").decrement(1);
}

struct Session {
    app: Arc<App>,
    outbox: Outbox,
    entrant: Entrant,
    games: Vec<GameId>,
    lag: Lag,
}

/// Why a socket is closed.
enum Close {
    /// The other side has gone.
    Gone,
    /// For this reason, which the other side is told.
    Because(u16, &'static str),
}

impl Session {
    async fn serve(&mut self, socket: WebSocket, outgoing: Outgoing) {
        let stopping = self.app.stop.subscribe();
        let session = self.entrant.session.take();
        let closed = async {
            let revoked = async {
                match &session {
                    Some(session) => session.revoked().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = revoked => REVOKED,
                () = stopping.told() => STOPPING,
            }
        };
        // Which happens once at most: here it is looked at when it does, and
        // not with every frame.
        let mut closed = FuturesUnordered::from_iter([closed]);
        let mut ping = tokio::time::interval(PING);
        let mut heard = Instant::now();
        outgoing.attach(socket);
        let close = loop {
            let step = tokio::select! {
                // What happens seldom is looked at when there is nothing to hear.
                biased;
                it = outgoing.hear() => {
                    heard = Instant::now();
                    match it {
                        Heard::Frame(frame) => self.receive(frame).await,
                        Heard::Nonsense => Err(UNREADABLE),
                        Heard::Gone => Err(Close::Gone),
                        Heard::Cut => Err(TOO_SLOW),
                    }
                }
                Some(close) = closed.next() => Err(close),
                _ = ping.tick() => {
                    if heard.elapsed() > GONE {
                        Err(Close::Gone)
                    } else if outgoing.is_behind_for(PATIENCE) {
                        Err(TOO_SLOW)
                    } else {
                        outgoing.ping(self.lag.ask().to_le_bytes());
                        Ok(())
                    }
                }
            };
            if let Err(close) = step {
                break close;
            }
        };
        if let (Some(mut socket), Close::Because(code, reason)) = (outgoing.detach(), close) {
            let frame = Frame::Close(Some(CloseFrame {
                code,
                reason: reason.into(),
            }));
            let closing = tokio::time::timeout(PATIENCE, socket.send(frame));
            closing.await.ignore("whoever is cut off may not hear it");
        }
    }

    async fn receive(&mut self, frame: Frame) -> Result<(), Close> {
        match frame {
            Frame::Text(_) | Frame::Binary(_) if !self.entrant.frames.allows() => {
                let title = "too many messages: wait a moment before you send the next";
                self.refuse(Problem::new(429, "too_many_frames", title));
                Ok(())
            }
            Frame::Text(text) if text.len() > LARGEST_FRAME => {
                let title = "a message has at most 16 KiB";
                self.refuse(Problem::new(413, "too_long", title));
                Ok(())
            }
            Frame::Text(text) => {
                match serde_json::from_str(&text) {
                    Ok(message) => self.obey(message).await,
                    Err(error) => self.refuse(unreadable(&error)),
                }
                Ok(())
            }
            Frame::Binary(_) => {
                let title = "frames are text: JSON as docs/protocol.md has it";
                self.refuse(Problem::new(415, "not_text", title));
                Ok(())
            }
            Frame::Pong(payload) => {
                self.lag.answered(&payload);
                Ok(())
            }
            Frame::Ping(_) => Ok(()),
            Frame::Close(_) => Err(Close::Gone),
        }
    }

    async fn obey(&mut self, message: ClientMessage) {
        match message {
            ClientMessage::Ping(number) => {
                self.outbox.tell(&ServerMessage::Pong(number));
            }
            ClientMessage::Act(act) => {
                let at = self.app.clock.now();
                let Some(game) = self.game(&act.game, Some(&act.command.id)) else {
                    return;
                };
                let by = match self.may(Scope::Play) {
                    Ok(by) => by,
                    Err(problem) => {
                        return self.refuse_about(&act.game, Some(act.command.id), problem);
                    }
                };
                let act = Act {
                    by,
                    command: act.command,
                    at,
                    received: Instant::now(),
                    lag: self.lag.span(),
                    answer: Answer::Socket(self.outbox.clone()),
                };
                self.send(game, room::Message::Act(Box::new(act))).await;
            }
            ClientMessage::Watch(watch) => {
                let Some(game) = self.game(&watch.game, None) else {
                    return;
                };
                if !self.games.contains(&game) {
                    if self.games.len() >= GAMES {
                        let title = "one socket watches at most 64 games: leave one first";
                        let problem = Problem::new(429, "too_many_games", title);
                        return self.refuse_about(&watch.game, None, problem);
                    }
                    self.games.push(game);
                }
                let viewer = Viewer {
                    outbox: self.outbox.clone(),
                    player: self.may(Scope::Play).ok(),
                };
                self.send(game, room::Message::Watch(viewer, watch.since))
                    .await;
            }
            ClientMessage::Leave(leave) => {
                if let Some(game) = self.game(&leave.game, None) {
                    self.games.retain(|&it| it != game);
                    let message = room::Message::Leave(self.outbox.clone());
                    self.send(game, message).await;
                }
            }
            ClientMessage::Chat(chat) => self.say(chat).await,
            ClientMessage::Rematch(rematch) => self.rematch(&rematch.game).await,
            ClientMessage::Lobby => self.app.lobby.watch(&self.outbox),
            ClientMessage::LeaveLobby => self.app.lobby.leave(&self.outbox),
            ClientMessage::Seek(seek) => self.seek(seek).await,
            ClientMessage::Unseek => {
                if let Ok(player) = self.may(Scope::Challenge) {
                    self.app.lobby.unseek(&self.app, player);
                }
            }
        }
    }

    async fn say(&self, chat: Chat) {
        let Some(game) = self.game(&chat.game, None) else {
            return;
        };
        let by = match self.may(Scope::Play) {
            Ok(by) => by,
            Err(problem) => return self.refuse_about(&chat.game, None, problem),
        };
        let said = self.app.rooms.say(&self.app, game, by, chat.text);
        if let Err(problem) = said.await {
            self.refuse_about(&chat.game, None, problem);
        }
    }

    async fn rematch(&self, text: &str) {
        let Some(game) = self.game(text, None) else {
            return;
        };
        let by = match self.may(Scope::Challenge) {
            Ok(by) => by,
            Err(problem) => return self.refuse_about(text, None, problem),
        };
        let before = self.app.rooms.rematch(&self.app, game, by).await;
        if let Err(problem) = before {
            self.refuse_about(text, None, problem);
        }
    }

    async fn seek(&self, seek: Seek) {
        let player = match self.may(Scope::Challenge) {
            Ok(player) => player,
            Err(problem) => return self.refuse(problem),
        };
        let keeper = Keeper::Socket(self.outbox.clone());
        let posted = self.app.lobby.seek(&self.app, player, seek, keeper);
        if let Err(problem) = posted.await {
            self.refuse(problem);
        }
    }

    /// Who may do this.
    fn may(&self, scope: Scope) -> Result<PlayerId, Problem> {
        let player = self.entrant.player.ok_or(Error::SignedOut);
        let player = player.map_err(|error| error.problem())?;
        if self.entrant.scopes.contains(&scope) {
            return Ok(player);
        }
        Err(Error::MissingScope(scope).problem())
    }

    async fn send(&self, game: GameId, message: room::Message) {
        self.app.rooms.send(&self.app, game, message).await;
    }

    fn game(&self, text: &str, id: Option<&str>) -> Option<GameId> {
        match text.parse() {
            Ok(game) => Some(game),
            Err(error) => {
                let title = format!("there is no game \"{}\": {error}", shortened(text));
                let problem = Problem::new(404, "unknown_game", title);
                self.refuse_about(text, id.map(str::to_owned), problem);
                None
            }
        }
    }

    fn refuse(&self, problem: Problem) {
        self.outbox.tell(&ServerMessage::Refused(Refused {
            game: None,
            id: None,
            problem,
        }));
    }

    fn refuse_about(&self, game: &str, id: Option<String>, problem: Problem) {
        self.outbox.tell(&ServerMessage::Refused(Refused {
            game: Some(shortened(game).to_owned()),
            id,
            problem,
        }));
    }

    fn come(&self) {
        if let Some(player) = self.entrant.player {
            self.app.hub.join(player, self.outbox.clone());
        }
    }

    async fn leave(&mut self) {
        if let Some(player) = self.entrant.player {
            self.app.hub.leave(player, &self.outbox);
        }
        self.app.lobby.close(&self.app, &self.outbox);
        for game in std::mem::take(&mut self.games) {
            let message = room::Message::Leave(self.outbox.clone());
            self.send(game, message).await;
        }
    }
}

const TOO_SLOW: Close = Close::Because(
    close_code::AGAIN,
    "too much was waiting to be read: come back and resume",
);

const UNREADABLE: Close = Close::Because(
    close_code::PROTOCOL,
    "this is no frame of a WebSocket, or it has more than 256 KiB",
);

const REVOKED: Close = Close::Because(
    close_code::POLICY,
    "you were signed out here: sign in again",
);

const STOPPING: Close = Close::Because(
    close_code::RESTART,
    "the server stops: come back and resume",
);

fn unreadable(error: &serde_json::Error) -> Problem {
    let title = format!("this is not a message of the protocol: {error}");
    Problem::new(400, "unreadable", title)
}

/// What somebody wrote, as far as it is worth repeating.
fn shortened(text: &str) -> &str {
    text.char_indices()
        .nth(20)
        .map_or(text, |(end, _)| &text[..end])
}

/// How long the way to a client and back is, as the server measures it: a
/// ping carries a number that only the server can make sense of, and every
/// WebSocket answers it by itself.
#[derive(Debug)]
struct Lag {
    began: Instant,
    asked: Option<u64>,
    mean: Option<Duration>,
}

impl Default for Lag {
    fn default() -> Lag {
        Lag {
            began: Instant::now(),
            asked: None,
            mean: None,
        }
    }
}

impl Lag {
    fn ask(&mut self) -> u64 {
        let sent = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.asked = Some(sent);
        sent
    }

    /// Only the answer to what was asked last counts, and only once.
    fn answered(&mut self, payload: &[u8]) {
        let number = payload.try_into().ok().map(u64::from_le_bytes);
        let Some(sent) = self.asked.filter(|_| number == self.asked) else {
            return;
        };
        self.asked = None;
        let took = self
            .began
            .elapsed()
            .saturating_sub(Duration::from_micros(sent));
        self.mean = Some(self.mean.map_or(took, |mean| (mean * 3 + took) / 4));
    }

    /// What a move may be spared of its time, within what the game allows.
    fn span(&self) -> Span {
        let millis = self.mean.map_or(0, |mean| mean.as_millis());
        Span::from_millis(u64::try_from(millis).unwrap_or(u64::MAX))
    }
}
