use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use arbiter_wire::{Act, Action, ClientMessage, Command, Watch};
use serde_json::json;

use crate::{api::Api, socket::Socket};

/// Two players with their sockets and their games. They play one move at a time.
pub struct Pair {
    players: [Player; 2],
    games: Vec<ScriptedGame>,
    /// The index of the game in which the next move is played, if taken modulo
    /// the number of games.
    next: usize,
}

struct Player {
    token: String,
    socket: Option<Socket>,
}

/// A game whose moves are known in advance.
struct ScriptedGame {
    id: String,
    script: Arc<Vec<String>>,
    ply: usize,
}

/// How long a move took for both players.
pub struct MoveLatency {
    /// From sending the move to receiving, on the same socket, that it is stored.
    pub mover: Duration,
    /// From sending the move until the opponent received it.
    pub opponent: Duration,
}

impl Pair {
    /// Creates two guests with games between them, not connected yet.
    pub async fn create(api: &Api, scripts: Vec<Arc<Vec<String>>>) -> Result<Pair> {
        let (white, black) = (api.create_guest().await?, api.create_guest().await?);
        // Nobody loses on time during the measurement.
        let request = json!({"options": {"clock": "180+60"}, "color": "white"});
        let mut games = Vec::new();
        for script in scripts {
            let id = api.create_game(&white, &request).await?;
            api.join(&black, &id).await?;
            games.push(ScriptedGame { id, script, ply: 0 });
        }
        let player = |token| Player {
            token,
            socket: None,
        };
        Ok(Pair {
            players: [white, black].map(player),
            games,
            next: 0,
        })
    }

    /// Creates a pair for a server without games. Both players have this number
    /// as their token.
    pub fn without_server_game(number: usize, script: Arc<Vec<String>>) -> Pair {
        let player = || Player {
            token: number.to_string(),
            socket: None,
        };
        Pair {
            players: [player(), player()],
            games: vec![ScriptedGame {
                id: "0123456789".to_owned(),
                script,
                ply: 0,
            }],
            next: 0,
        }
    }

    /// Opens the sockets.
    pub async fn connect(&mut self, address: SocketAddr) -> Result<()> {
        self.connect_from(None, address).await
    }

    /// Opens the socket of each player to a server of their own.
    pub async fn connect_to(&mut self, addresses: [SocketAddr; 2]) -> Result<()> {
        for (player, address) in self.players.iter_mut().zip(addresses) {
            let socket = Socket::open(address, Some(&player.token)).await?;
            player.socket = Some(socket);
        }
        Ok(())
    }

    /// Opens the sockets from this address of the client; from any if none is
    /// given.
    pub async fn connect_from(&mut self, from: Option<IpAddr>, address: SocketAddr) -> Result<()> {
        for player in &mut self.players {
            let token = Some(player.token.as_str()).filter(|token| !token.is_empty());
            player.socket = Some(Socket::open_from(from, address, token).await?);
        }
        Ok(())
    }

    /// Subscribes to the games, and waits until the server has sent them all.
    pub async fn watch(&mut self, since: Since) -> Result<()> {
        for player in &mut self.players {
            let socket = player.socket.as_mut().context("no socket")?;
            for game in &self.games {
                let message = ClientMessage::Watch(Watch {
                    game: game.id.clone(),
                    since: match since {
                        Since::Start => None,
                        Since::LastEvent => Some(game.ply as u64),
                    },
                });
                socket.send_message(&message).await?;
                loop {
                    let frame = socket.receive().await?;
                    if frame.starts_with("{\"game\"") || frame.starts_with("{\"update\"") {
                        break;
                    }
                    check_not_refused(&frame)?;
                }
            }
        }
        Ok(())
    }

    /// Closes the sockets.
    pub fn disconnect(&mut self) {
        for player in &mut self.players {
            player.socket = None;
        }
    }

    /// Plays the next move of the next game. Returns `None` at the end of its
    /// script.
    pub async fn play(&mut self) -> Result<Option<MoveLatency>> {
        let Some((frame, id, mover)) = self.next_move() else {
            return Ok(None);
        };
        let [white, black] = &mut self.players;
        let (mover, opponent) = match mover {
            0 => (white, black),
            _ => (black, white),
        };
        let mover = mover.socket.as_mut().context("no socket")?;
        let opponent = opponent.socket.as_mut().context("no socket")?;
        let sent = Instant::now();
        mover.send(frame).await?;
        let acknowledgment = format!("\"id\":\"{id}\"");
        let mover = async {
            loop {
                let frame = mover.receive().await?;
                if frame.contains(&acknowledgment) {
                    check_not_refused(&frame)?;
                    return anyhow::Ok(sent.elapsed());
                }
            }
        };
        let opponent = async {
            loop {
                if opponent.receive().await?.starts_with("{\"update\"") {
                    return anyhow::Ok(sent.elapsed());
                }
            }
        };
        let (mover, opponent) = tokio::try_join!(mover, opponent)?;
        Ok(Some(MoveLatency { mover, opponent }))
    }

    /// Sends the next move to a server that relays it to both players.
    pub async fn relay(&mut self) -> Result<Option<Duration>> {
        self.repeat_scripts();
        let Some((frame, _, mover)) = self.next_move() else {
            return Ok(None);
        };
        let [white, black] = &mut self.players;
        let white = white.socket.as_mut().context("no socket")?;
        let black = black.socket.as_mut().context("no socket")?;
        let sent = Instant::now();
        match mover {
            0 => white.send(frame).await?,
            _ => black.send(frame).await?,
        }
        tokio::try_join!(white.receive(), black.receive())?;
        Ok(Some(sent.elapsed()))
    }

    /// Starts scripts over that have ended: a server without games accepts any
    /// move.
    fn repeat_scripts(&mut self) {
        for game in &mut self.games {
            game.ply %= game.script.len();
        }
    }

    /// Sends the next move to a server that echoes it.
    pub async fn echo(&mut self) -> Result<Option<Duration>> {
        self.repeat_scripts();
        let Some((frame, _, mover)) = self.next_move() else {
            return Ok(None);
        };
        let socket = self.players[mover].socket.as_mut().context("no socket")?;
        let sent = Instant::now();
        socket.send(frame).await?;
        socket.receive().await?;
        Ok(Some(sent.elapsed()))
    }

    /// Receives frames until this time, because a server disconnects clients
    /// that do not read.
    pub async fn idle(&mut self, until: Instant) -> Result<()> {
        let [white, black] = &mut self.players;
        let listen = async {
            loop {
                let (Some(white), Some(black)) = (&mut white.socket, &mut black.socket) else {
                    bail!("no socket");
                };
                tokio::select! {
                    frame = white.receive() => check_not_refused(&frame?)?,
                    frame = black.receive() => check_not_refused(&frame?)?,
                }
            }
        };
        match tokio::time::timeout_at(until.into(), listen).await {
            Ok(ended) => ended,
            Err(_) => Ok(()),
        }
    }

    /// Returns the frame of the next move, the id of its command, and the index
    /// of the player who moves.
    fn next_move(&mut self) -> Option<(String, String, usize)> {
        let count = self.games.len();
        let game = &mut self.games[self.next % count];
        self.next += 1;
        let mv = game.script.get(game.ply)?;
        let id = format!("m{}", game.ply);
        let message = ClientMessage::Act(Act {
            game: game.id.clone(),
            command: Command {
                id: id.clone(),
                ply: u32::try_from(game.ply).ok(),
                side: None,
                action: Action::Play {
                    mv: mv.clone(),
                    offer_draw: false,
                },
            },
        });
        let frame = serde_json::to_string(&message).ok()?;
        let mover = game.ply % 2;
        game.ply += 1;
        Some((frame, id, mover))
    }
}

/// From where a client subscribes to a game.
#[derive(Clone, Copy)]
pub enum Since {
    /// From the start: the server sends the whole game.
    Start,
    /// From the last event the client knows.
    LastEvent,
}

/// Ends the measurement at a refusal: all players here play by the rules.
fn check_not_refused(frame: &str) -> Result<()> {
    if frame.starts_with("{\"refused\"") {
        bail!("the server refused a command: {frame}");
    }
    Ok(())
}
