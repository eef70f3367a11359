//! One WebSocket: messages in, messages out. It knows the player and the games
//! they follow, and nothing of chess.

use std::{sync::Arc, time::Instant};

use arbiter_game::Span;
use arbiter_wire::{AccountRole, Chat, ClientMessage, Refused, Scope, Seek, ServerMessage};
use axum::extract::ws::{Message as Frame, WebSocket, close_code};

use super::{App, limits::ConnectionPermit, record};
use crate::{
    base::{
        Address, GameId, PlayerId, RateLimit, TournamentId,
        metrics::{LimitName, METRICS},
    },
    people::{accounts::SessionGuard, lobby::SeekOwner},
    play::{
        outbox::{Outbox, Outgoing},
        room::{Act, Answer, Message, viewers::Viewer},
        socket_frames::{Close, SocketFrames},
    },
    refusal::{MAX_FOLLOWED_GAMES, MAX_FOLLOWED_TOURNAMENTS, ServerRefusal, TournamentRefusal},
};

/// The longest text that is parsed; a longer one is refused. A move has a hundred bytes.
pub const MAX_FRAME_BYTES: usize = 16 * 1024;
/// The longest text that is received; a longer one closes the connection.
pub const MAX_MESSAGE_BYTES: usize = 64 * 1024;
/// The read buffer of each connection. Messages are short, and the buffer is
/// cleared with every read, so it is small.
pub const READ_BUFFER_BYTES: usize = 512;
/// How much waits to be sent before it is sent.
pub const WRITE_BUFFER_BYTES: usize = 4 * 1024;

/// The client of a new connection.
#[derive(Debug)]
pub struct Client {
    /// The player; none if the client is anonymous.
    pub player: Option<PlayerId>,
    /// What the client's token allows.
    pub scopes: Vec<Scope>,
    /// The token, as long as it is valid.
    pub session: Option<SessionGuard>,
    /// What the client's account may do on this server.
    pub role: AccountRole,
    /// The client's address.
    pub address: Address,
    /// How many messages the client may send.
    pub messages: RateLimit,
    /// Counts the connection for its address.
    pub permit: ConnectionPermit,
}

/// Serves a WebSocket until either side closes it.
pub async fn serve(app: Arc<App>, socket: WebSocket, client: Client) {
    METRICS.sockets.inc();
    let (outbox, outgoing) = Outbox::new();
    let mut connection = Connection {
        refusals: app.limits.messages(),
        app,
        outbox,
        client,
        games: Vec::new(),
        tournaments: Vec::new(),
    };
    connection.register();
    connection.serve(socket, outgoing).await;
    connection.unregister().await;
    METRICS.sockets.dec();
}

struct Connection {
    app: Arc<App>,
    outbox: Outbox,
    client: Client,
    /// The games that the client follows.
    games: Vec<GameId>,
    /// The tournaments that the client follows.
    tournaments: Vec<TournamentId>,
    /// How many messages beyond the limit are refused before the connection is
    /// closed: as many as are allowed.
    refusals: RateLimit,
}

impl Connection {
    async fn serve(&mut self, socket: WebSocket, outgoing: Outgoing) {
        let stopping = self.app.stop.subscribe();
        let cut_off = self.app.cut_off.clone();
        let session = self.client.session.take();
        let mut bans = self.app.moderation.watch();
        let (player, address) = (self.player_and_role(), self.client.address);
        let closed = Box::pin(async move {
            let revoked = async {
                match &session {
                    Some(session) => session.revoked().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = bans.banned(player, address) => BANNED,
                () = revoked => REVOKED,
                () = stopping.received() => STOPPING,
                () = cut_off.happens() => CUT_OFF,
            }
        });
        let mut frames = SocketFrames::new(socket, outgoing, closed);
        let close = loop {
            let step = match frames.receive().await {
                Ok(frame) => self.receive(frame, frames.lag()).await,
                Err(close) => Err(close),
            };
            if let Err(close) = step {
                break close;
            }
        };
        frames.close(close).await;
    }

    async fn receive(&mut self, frame: Frame, lag: Span) -> Result<(), Close> {
        match frame {
            _ if !self.client.messages.allows() => {
                METRICS.count_limit(LimitName::Frames);
                if !self.refusals.allows() {
                    return Err(TOO_MANY);
                }
                self.refuse(&ServerRefusal::TooManyFrames);
            }
            Frame::Text(text) if text.len() > MAX_FRAME_BYTES => {
                self.refuse(&ServerRefusal::FrameTooLong);
            }
            Frame::Text(text) => match ClientMessage::from_json(&text) {
                Ok(message) => self.handle(message, lag).await,
                Err(error) => self.refuse(&ServerRefusal::Unreadable(error.to_string())),
            },
            Frame::Binary(_) => self.refuse(&ServerRefusal::NotText),
            Frame::Ping(_) | Frame::Pong(_) | Frame::Close(_) => {}
        }
        Ok(())
    }

    async fn handle(&mut self, message: ClientMessage, lag: Span) {
        match message {
            ClientMessage::Ping(number) => {
                self.outbox.tell(&ServerMessage::Pong(number));
            }
            ClientMessage::Act(act) => {
                let at = self.app.clock.now();
                let Some(game) = self.game(&act.game, Some(&act.command.id)) else {
                    return;
                };
                let by = match self.require(Scope::Play) {
                    Ok(by) => by,
                    Err(refusal) => {
                        return self.refuse_about(&act.game, Some(act.command.id), &refusal);
                    }
                };
                let act = Act {
                    by,
                    command: act.command,
                    at,
                    received: Instant::now(),
                    lag,
                    answer: Answer::Socket(self.outbox.clone()),
                };
                self.app.games.act(game, act).await;
            }
            ClientMessage::Watch(watch) => {
                let Some(game) = self.game(&watch.game, None) else {
                    return;
                };
                if !self.games.contains(&game) {
                    if self.games.len() >= MAX_FOLLOWED_GAMES {
                        let refusal = ServerRefusal::TooManyFollowedGames;
                        return self.refuse_about(&watch.game, None, &refusal);
                    }
                    self.games.push(game);
                }
                let viewer = Viewer {
                    outbox: self.outbox.clone(),
                    player: self.require(Scope::Play).ok(),
                };
                self.send(game, Message::Watch(viewer, watch.since)).await;
            }
            ClientMessage::Leave(leave) => {
                if let Some(game) = self.game(&leave.game, None) {
                    self.games.retain(|&it| it != game);
                    self.send(game, Message::Leave(self.outbox.clone())).await;
                }
            }
            ClientMessage::Chat(chat) => self.say(chat).await,
            ClientMessage::Rematch(rematch) => self.rematch(&rematch.game).await,
            ClientMessage::Lobby => self.app.lobby.follow(&self.outbox).await,
            ClientMessage::LeaveLobby => self.app.lobby.unfollow(&self.outbox),
            ClientMessage::Tournament(watch) => self.follow_tournament(&watch.tournament).await,
            ClientMessage::LeaveTournament(watch) => {
                if let Ok(id) = watch.tournament.parse() {
                    self.tournaments.retain(|&it| it != id);
                    self.app.tournaments.unfollow(id, &self.outbox);
                }
            }
            ClientMessage::Seek(seek) => self.seek(seek).await,
            ClientMessage::Unseek => {
                if let Ok(player) = self.require(Scope::Challenge) {
                    self.app.lobby.withdraw_all(player).await;
                }
            }
        }
    }

    async fn follow_tournament(&mut self, text: &str) {
        let Ok(id) = text.parse() else {
            return self.refuse(&TournamentRefusal::Unknown.into());
        };
        if !self.tournaments.contains(&id) && self.tournaments.len() >= MAX_FOLLOWED_TOURNAMENTS {
            return self.refuse(&ServerRefusal::TooManyFollowedTournaments);
        }
        let tournaments = &self.app.tournaments;
        match tournaments
            .follow(id, self.client.address, &self.outbox)
            .await
        {
            Ok(()) if self.tournaments.contains(&id) => {}
            Ok(()) => self.tournaments.push(id),
            Err(refusal) => self.refuse(&refusal),
        }
    }

    async fn say(&self, chat: Chat) {
        let Some(game) = self.game(&chat.game, None) else {
            return;
        };
        let by = match self.require(Scope::Play) {
            Ok(by) => by,
            Err(refusal) => return self.refuse_about(&chat.game, None, &refusal),
        };
        let player = (by, self.client.role);
        let allowed = self.app.moderation.check_mute(player, self.client.address);
        if let Err(refusal) = allowed {
            return self.refuse_about(&chat.game, None, &refusal);
        }
        let said = self.app.games.say(game, by, chat.text);
        if let Err(refusal) = said.await {
            self.refuse_about(&chat.game, None, &refusal);
        }
    }

    async fn rematch(&self, text: &str) {
        let Some(game) = self.game(text, None) else {
            return;
        };
        let by = match self.require(Scope::Challenge) {
            Ok(by) => by,
            Err(refusal) => return self.refuse_about(text, None, &refusal),
        };
        if let Err(refusal) = self.app.games.rematch(game, by).await {
            self.refuse_about(text, None, &refusal);
        }
    }

    async fn seek(&self, seek: Seek) {
        let player = match self.require(Scope::Challenge) {
            Ok(player) => player,
            Err(refusal) => return self.refuse(&refusal),
        };
        let owner = SeekOwner::Socket(self.outbox.clone());
        let address = self.client.permit.address();
        if let Err(refusal) = self.app.lobby.seek(player, address, seek, owner).await {
            self.refuse(&refusal);
        }
    }

    fn player_and_role(&self) -> Option<(PlayerId, AccountRole)> {
        Some((self.client.player?, self.client.role))
    }

    /// Returns the player, if the token has this scope.
    fn require(&self, scope: Scope) -> Result<PlayerId, ServerRefusal> {
        let player = self.client.player.ok_or(ServerRefusal::SignedOut)?;
        match self.client.scopes.contains(&scope) {
            true => Ok(player),
            false => Err(ServerRefusal::MissingScope(scope)),
        }
    }

    async fn send(&self, game: GameId, message: Message) {
        self.app.games.send(game, message).await;
    }

    /// Reads the id of a game, or refuses the command.
    fn game(&self, text: &str, command_id: Option<&str>) -> Option<GameId> {
        let game = text.parse().ok();
        if game.is_none() {
            let command_id = command_id.map(str::to_owned);
            self.refuse_about(text, command_id, &ServerRefusal::InvalidGameId);
        }
        game
    }

    fn refuse(&self, refusal: &ServerRefusal) {
        self.send_refusal(None, None, refusal);
    }

    fn refuse_about(&self, game: &str, id: Option<String>, refusal: &ServerRefusal) {
        self.send_refusal(Some(shortened(game).to_owned()), id, refusal);
    }

    fn send_refusal(&self, game: Option<String>, id: Option<String>, refusal: &ServerRefusal) {
        let problem = refusal.problem();
        let address = self.client.permit.address();
        record::log_refused_message(&self.app, address, self.client.player, &problem);
        self.outbox.refuse(Refused { game, id, problem });
    }

    fn register(&self) {
        if let Some(player) = self.client.player {
            self.app.games.hub.join(player, self.outbox.clone());
        }
    }

    async fn unregister(&mut self) {
        if let Some(player) = self.client.player {
            self.app.games.hub.leave(player, &self.outbox);
        }
        self.app.lobby.close(&self.outbox).await;
        for id in std::mem::take(&mut self.tournaments) {
            self.app.tournaments.unfollow(id, &self.outbox);
        }
        for game in std::mem::take(&mut self.games) {
            self.send(game, Message::Leave(self.outbox.clone())).await;
        }
    }
}

const TOO_MANY: Close = Close::Because(
    close_code::AGAIN,
    "too many messages: wait a minute, then reconnect",
);

const BANNED: Close = Close::Because(
    close_code::POLICY,
    "you are banned: any request to /v1 says why",
);

const REVOKED: Close = Close::Because(close_code::POLICY, "you were signed out: sign in again");

const STOPPING: Close = Close::Because(
    close_code::RESTART,
    "the server is restarting: reconnect and resume",
);

const CUT_OFF: Close = Close::Because(
    close_code::RESTART,
    "this server cannot reach its database: reconnect to another one and resume",
);

/// Returns as much of a text as is worth repeating.
fn shortened(text: &str) -> &str {
    text.char_indices()
        .nth(20)
        .map_or(text, |(end, _)| &text[..end])
}
