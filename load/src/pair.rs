use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use arbiter_wire::{Act, Action, ClientMessage, Command, Watch};
use serde_json::json;

use crate::{api::Api, link::Link};

/// Two players, their sockets, and the games they play. They play one move at
/// a time.
pub struct Pair {
    players: [Player; 2],
    tables: Vec<Table>,
    /// Which of the games comes next.
    next: usize,
}

struct Player {
    token: String,
    link: Option<Link>,
}

struct Table {
    game: String,
    script: Arc<Vec<String>>,
    ply: usize,
}

/// How long a move took, seen by those who play.
pub struct Took {
    /// From sending it to hearing, on the same socket, that it is stored.
    pub mover: Duration,
    /// From sending it until the opponent heard of it.
    pub opponent: Duration,
}

impl Pair {
    /// Two guests with games between them, without sockets.
    pub async fn make(api: &Api, scripts: Vec<Arc<Vec<String>>>) -> Result<Pair> {
        let (white, black) = (api.guest().await?, api.guest().await?);
        // Nobody's time is over before the measurement is.
        let wanted = json!({"options": {"clock": "180+60"}, "color": "white"});
        let mut tables = Vec::new();
        for script in scripts {
            let game = api.make(&white, &wanted).await?;
            api.join(&black, &game).await?;
            tables.push(Table {
                game,
                script,
                ply: 0,
            });
        }
        let player = |token| Player { token, link: None };
        Ok(Pair {
            players: [white, black].map(player),
            tables,
            next: 0,
        })
    }

    /// Two sockets without a game, for a server that knows none; they have this
    /// name in common.
    pub fn without_game(name: usize, script: Arc<Vec<String>>) -> Pair {
        let player = || Player {
            token: name.to_string(),
            link: None,
        };
        Pair {
            players: [player(), player()],
            tables: vec![Table {
                game: "0123456789".to_owned(),
                script,
                ply: 0,
            }],
            next: 0,
        }
    }

    /// Opens the sockets.
    pub async fn connect(&mut self, address: SocketAddr) -> Result<()> {
        for player in &mut self.players {
            let token = Some(player.token.as_str()).filter(|token| !token.is_empty());
            player.link = Some(Link::open(address, token).await?);
        }
        Ok(())
    }

    /// Looks at the games, from where they were left or from the beginning,
    /// and waits until all are seen.
    pub async fn watch(&mut self, since: Since) -> Result<()> {
        for player in &mut self.players {
            let link = player.link.as_mut().context("no socket")?;
            for table in &self.tables {
                let message = ClientMessage::Watch(Watch {
                    game: table.game.clone(),
                    since: match since {
                        Since::Start => None,
                        Since::Last => Some(table.ply as u64),
                    },
                });
                link.say(&message).await?;
                loop {
                    let frame = link.hear().await?;
                    if frame.starts_with("{\"game\"") || frame.starts_with("{\"update\"") {
                        break;
                    }
                    refuse(&frame)?;
                }
            }
        }
        Ok(())
    }

    /// Closes the sockets.
    pub fn disconnect(&mut self) {
        for player in &mut self.players {
            player.link = None;
        }
    }

    /// Plays the next move of the next game; nothing if all scripts are over.
    pub async fn play(&mut self) -> Result<Option<Took>> {
        let Some((frame, id, mover)) = self.next_move() else {
            return Ok(None);
        };
        let [white, black] = &mut self.players;
        let (mover, opponent) = match mover {
            0 => (white, black),
            _ => (black, white),
        };
        let mover = mover.link.as_mut().context("no socket")?;
        let opponent = opponent.link.as_mut().context("no socket")?;
        let sent = Instant::now();
        mover.send(frame).await?;
        let acknowledgment = format!("\"id\":\"{id}\"");
        let mover = async {
            loop {
                let frame = mover.hear().await?;
                if frame.contains(&acknowledgment) {
                    refuse(&frame)?;
                    return anyhow::Ok(sent.elapsed());
                }
            }
        };
        let opponent = async {
            loop {
                if opponent.hear().await?.starts_with("{\"update\"") {
                    return anyhow::Ok(sent.elapsed());
                }
            }
        };
        let (mover, opponent) = tokio::try_join!(mover, opponent)?;
        Ok(Some(Took { mover, opponent }))
    }

    /// Sends the next move to a server that sends it back and on.
    pub async fn relay(&mut self) -> Result<Option<Duration>> {
        self.begin_again();
        let Some((frame, _, mover)) = self.next_move() else {
            return Ok(None);
        };
        let [white, black] = &mut self.players;
        let white = white.link.as_mut().context("no socket")?;
        let black = black.link.as_mut().context("no socket")?;
        let sent = Instant::now();
        match mover {
            0 => white.send(frame).await?,
            _ => black.send(frame).await?,
        }
        tokio::try_join!(white.hear(), black.hear())?;
        Ok(Some(sent.elapsed()))
    }

    /// A server that knows no game does not mind to hear the same one again.
    fn begin_again(&mut self) {
        for table in &mut self.tables {
            table.ply %= table.script.len();
        }
    }

    /// Sends the next move to a server that sends it back.
    pub async fn echo(&mut self) -> Result<Option<Duration>> {
        self.begin_again();
        let Some((frame, _, mover)) = self.next_move() else {
            return Ok(None);
        };
        let link = self.players[mover].link.as_mut().context("no socket")?;
        let sent = Instant::now();
        link.send(frame).await?;
        link.hear().await?;
        Ok(Some(sent.elapsed()))
    }

    /// Hears what there is to hear, until then. Whoever does not listen is
    /// cut off.
    pub async fn rest(&mut self, until: Instant) -> Result<()> {
        let [white, black] = &mut self.players;
        let listen = async {
            loop {
                let (Some(white), Some(black)) = (&mut white.link, &mut black.link) else {
                    bail!("no socket");
                };
                tokio::select! {
                    frame = white.hear() => refuse(&frame?)?,
                    frame = black.hear() => refuse(&frame?)?,
                }
            }
        };
        match tokio::time::timeout_at(until.into(), listen).await {
            Ok(ended) => ended,
            Err(_) => Ok(()),
        }
    }

    /// The frame, the name of the command, and who moves.
    fn next_move(&mut self) -> Option<(String, String, usize)> {
        let count = self.tables.len();
        let table = &mut self.tables[self.next % count];
        self.next += 1;
        let mv = table.script.get(table.ply)?;
        let id = format!("m{}", table.ply);
        let message = ClientMessage::Act(Act {
            game: table.game.clone(),
            command: Command {
                id: id.clone(),
                ply: u32::try_from(table.ply).ok(),
                side: None,
                action: Action::Play {
                    mv: mv.clone(),
                    offer_draw: false,
                },
            },
        });
        let frame = serde_json::to_string(&message).ok()?;
        let mover = table.ply % 2;
        table.ply += 1;
        Some((frame, id, mover))
    }
}

/// Where to look at a game from.
#[derive(Clone, Copy)]
pub enum Since {
    /// The whole of it.
    Start,
    /// What one has not seen.
    Last,
}

/// Here everybody plays by the rules: a refusal ends the measurement.
fn refuse(frame: &str) -> Result<()> {
    if frame.starts_with("{\"refused\"") {
        bail!("the server refused: {frame}");
    }
    Ok(())
}
