use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use arbiter_wire::{
    Act, Action, ClientMessage, ClockView, Command, GameState, Problem, ServerMessage, Watch,
};

use super::acknowledged::Acknowledged;
use crate::socket::Socket;

/// A player in one game, who reconnects whenever the server is back.
pub struct Client {
    /// The nodes, to which it connects in turn.
    nodes: Arc<[SocketAddr]>,
    connections: usize,
    token: String,
    game: String,
    acknowledged: Acknowledged,
    socket: Option<Socket>,
    /// The last known state of the game.
    pub state: Option<GameState>,
    /// The last known clock, and when it was received.
    clock: Option<(Instant, ClockView)>,
    commands: u64,
}

/// How long a node may take to answer before the client tries the next one.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// A node that is silent for this long while something is expected cannot be reached.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(4);

/// The outcome of a command.
pub enum CommandOutcome {
    /// It was stored.
    Stored,
    /// It was refused.
    Refused(Box<Problem>),
}

impl Client {
    pub fn new(
        nodes: Arc<[SocketAddr]>,
        first_node: usize,
        token: String,
        game: String,
        acknowledged: Acknowledged,
    ) -> Client {
        Client {
            nodes,
            connections: first_node,
            token,
            game,
            acknowledged,
            socket: None,
            state: None,
            clock: None,
            commands: 0,
        }
    }

    /// Returns the token of the player.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Returns the id for the next command.
    pub fn next_command_id(&mut self) -> String {
        self.commands += 1;
        format!("c{}", self.commands)
    }

    /// Sends a command until it is acknowledged or refused, however often the
    /// server is killed in the meantime.
    pub async fn act(&mut self, action: Action) -> CommandOutcome {
        let id = self.next_command_id();
        let message = ClientMessage::Act(Act {
            game: self.game.clone(),
            command: Command {
                id: id.clone(),
                ply: self.state.as_ref().map(|state| state.ply),
                side: None,
                action,
            },
        });
        let mut sent = 0;
        loop {
            self.connect().await;
            sent += 1;
            match self.send_command(&message, &id).await {
                Ok(reply) => {
                    self.acknowledged.count(|counts| {
                        counts.commands += 1;
                        if sent > 1 && matches!(reply, Reply::DoneBefore) {
                            counts.done_before += 1;
                        } else if sent > 1 && matches!(reply, Reply::Done) {
                            counts.done_now += 1;
                        }
                    });
                    return match reply {
                        Reply::Done | Reply::DoneBefore => CommandOutcome::Stored,
                        Reply::Refused(problem) => CommandOutcome::Refused(problem),
                    };
                }
                Err(_) => self.socket = None,
            }
        }
    }

    async fn send_command(&mut self, message: &ClientMessage, id: &str) -> Result<Reply> {
        self.socket
            .as_mut()
            .context("no socket")?
            .send_message(message)
            .await?;
        loop {
            match self.receive().await? {
                ServerMessage::Update(update) if update.id.as_deref() == Some(id) => {
                    return Ok(Reply::Done);
                }
                ServerMessage::Acknowledged(acknowledged) if acknowledged.id == id => {
                    return Ok(Reply::DoneBefore);
                }
                // It is unknown whether it was stored, so it is sent again.
                ServerMessage::Refused(refused) if refused.problem.status == 503 => {
                    anyhow::bail!("the server is unavailable");
                }
                ServerMessage::Refused(refused) if refused.id.as_deref() == Some(id) => {
                    return Ok(Reply::Refused(Box::new(refused.problem)));
                }
                _ => {}
            }
        }
    }

    /// Receives the messages that have arrived, without waiting.
    pub async fn catch_up(&mut self) {
        self.connect().await;
        while let Ok(received) = tokio::time::timeout(Duration::ZERO, self.receive()).await {
            if received.is_err() {
                self.socket = None;
                self.connect().await;
            }
        }
    }

    /// Waits until the event with this number is known.
    pub async fn wait_for(&mut self, seq: u64) {
        loop {
            self.connect().await;
            if self.state.as_ref().is_some_and(|state| state.seq >= seq) {
                return;
            }
            if self.receive().await.is_err() {
                self.socket = None;
            }
        }
    }

    /// Opens a socket if there is none, however long that takes, and resumes from
    /// the last known event.
    async fn connect(&mut self) {
        if self.socket.is_some() {
            return;
        }
        let started = Instant::now();
        while self.socket.is_none() {
            let connected = tokio::time::timeout(CONNECT_TIMEOUT, self.try_connect()).await;
            if !matches!(connected, Ok(Ok(()))) {
                self.socket = None;
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        let gap = started.elapsed();
        self.acknowledged.count(|counts| {
            counts.longest_gap = counts.longest_gap.max(gap);
        });
    }

    async fn try_connect(&mut self) -> Result<()> {
        let address = self.nodes[self.connections % self.nodes.len()];
        self.connections += 1;
        let mut socket = Socket::open(address, Some(&self.token)).await?;
        let since = self.state.as_ref().map(|state| state.seq);
        let watch = ClientMessage::Watch(Watch {
            game: self.game.clone(),
            since,
        });
        socket.send_message(&watch).await?;
        self.socket = Some(socket);
        let before = self.clock.clone();
        loop {
            match self.receive().await? {
                ServerMessage::Update(update) => {
                    if let (Some(before), Some(now), true) =
                        (&before, &self.clock, update.events.is_empty())
                    {
                        self.acknowledged.compare_clocks(&self.game, before, now);
                    }
                    break;
                }
                ServerMessage::Game(_) => break,
                ServerMessage::Refused(refused) => {
                    anyhow::ensure!(refused.problem.status == 503, "{refused:?}");
                    anyhow::bail!("the server is unavailable");
                }
                _ => {}
            }
        }
        if since.is_some() {
            self.acknowledged.count(|counts| counts.resumed += 1);
        }
        Ok(())
    }

    async fn receive(&mut self) -> Result<ServerMessage> {
        let socket = self.socket.as_mut().context("no socket")?;
        let received = tokio::time::timeout(SILENCE_TIMEOUT, socket.receive()).await;
        let message: ServerMessage = serde_json::from_str(&received??)?;
        match &message {
            ServerMessage::Update(update) if update.game == self.game => {
                self.check_sequence(update);
                self.acknowledged.add_events(&self.game, &update.events);
                self.set_state(update.state.clone());
            }
            ServerMessage::Game(game) => {
                self.acknowledged.add_game(game);
                if let Some(play) = &game.play {
                    self.set_state(play.state.clone());
                }
            }
            ServerMessage::Resume(_) => anyhow::bail!("the server asks to reconnect"),
            _ => {}
        }
        Ok(message)
    }

    /// Checks that events arrive in order and without gaps.
    fn check_sequence(&self, update: &arbiter_wire::Update) {
        let Some(known) = &self.state else { return };
        for (event, seq) in update.events.iter().zip(known.seq + 1..) {
            if event.seq != seq {
                let game = &self.game;
                let violation = format!("{game}: event {} followed event {}", event.seq, seq - 1);
                self.acknowledged.add_violation(violation);
            }
        }
    }

    fn set_state(&mut self, state: GameState) {
        self.clock = state.clock.clone().map(|clock| (Instant::now(), clock));
        self.state = Some(state);
    }
}

/// What the server replied to a command.
enum Reply {
    /// The command was done.
    Done,
    /// It had been done before it was sent again.
    DoneBefore,
    Refused(Box<Problem>),
}
