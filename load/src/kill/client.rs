use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use arbiter_wire::{
    Act, Action, ClientMessage, ClockView, Command, GameState, Problem, ServerMessage, Watch,
};

use super::journal::Journal;
use crate::link::Link;

/// One player in one game, who comes back whenever the server does.
pub struct Client {
    address: SocketAddr,
    token: String,
    game: String,
    journal: Journal,
    link: Option<Link>,
    /// How the game stands, as far as this player knows.
    pub state: Option<GameState>,
    /// What the clocks showed, and when.
    clock: Option<(Instant, ClockView)>,
    commands: u64,
}

/// What came of a command.
pub enum Done {
    /// It is stored.
    Yes,
    /// It is refused.
    Refused(Problem),
}

impl Client {
    pub fn new(address: SocketAddr, token: String, game: String, journal: Journal) -> Client {
        Client {
            address,
            token,
            game,
            journal,
            link: None,
            state: None,
            clock: None,
            commands: 0,
        }
    }

    /// Whose name a command has.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// A name for the next command.
    pub fn name(&mut self) -> String {
        self.commands += 1;
        format!("c{}", self.commands)
    }

    /// Does something, and waits until it is acknowledged or refused, however
    /// often the server dies meanwhile.
    pub async fn act(&mut self, action: Action) -> Done {
        let id = self.name();
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
            match self.ask(&message, &id).await {
                Ok(done) => {
                    self.journal.count(|counts| {
                        counts.commands += 1;
                        if sent > 1 && matches!(done, Answer::Before) {
                            counts.done_before += 1;
                        } else if sent > 1 && matches!(done, Answer::Now) {
                            counts.done_now += 1;
                        }
                    });
                    return match done {
                        Answer::Now | Answer::Before => Done::Yes,
                        Answer::Refused(problem) => Done::Refused(problem),
                    };
                }
                Err(_) => self.link = None,
            }
        }
    }

    async fn ask(&mut self, message: &ClientMessage, id: &str) -> Result<Answer> {
        self.link
            .as_mut()
            .context("no socket")?
            .say(message)
            .await?;
        loop {
            match self.hear().await? {
                ServerMessage::Update(update) if update.id.as_deref() == Some(id) => {
                    return Ok(Answer::Now);
                }
                ServerMessage::Acknowledged(acknowledged) if acknowledged.id == id => {
                    return Ok(Answer::Before);
                }
                // It could not be stored: nobody knows, so it is sent again.
                ServerMessage::Refused(refused) if refused.problem.status == 503 => {
                    anyhow::bail!("try again");
                }
                ServerMessage::Refused(refused) if refused.id.as_deref() == Some(id) => {
                    return Ok(Answer::Refused(refused.problem));
                }
                _ => {}
            }
        }
    }

    /// Hears what has been said, without waiting.
    pub async fn catch_up(&mut self) {
        self.connect().await;
        while let Ok(heard) = tokio::time::timeout(Duration::ZERO, self.hear()).await {
            if heard.is_err() {
                self.link = None;
                self.connect().await;
            }
        }
    }

    /// Waits until this has happened.
    pub async fn wait_for(&mut self, seq: u64) {
        loop {
            self.connect().await;
            if self.state.as_ref().is_some_and(|state| state.seq >= seq) {
                return;
            }
            if self.hear().await.is_err() {
                self.link = None;
            }
        }
    }

    /// Opens a socket if there is none, however long it takes, and goes on
    /// from the last event that it knows.
    async fn connect(&mut self) {
        while self.link.is_none() {
            if self.try_connect().await.is_err() {
                self.link = None;
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }

    async fn try_connect(&mut self) -> Result<()> {
        let mut link = Link::open(self.address, Some(&self.token)).await?;
        let since = self.state.as_ref().map(|state| state.seq);
        let watch = ClientMessage::Watch(Watch {
            game: self.game.clone(),
            since,
        });
        link.say(&watch).await?;
        self.link = Some(link);
        let before = self.clock.clone();
        loop {
            match self.hear().await? {
                ServerMessage::Update(update) => {
                    if let (Some(before), Some(now), true) =
                        (&before, &self.clock, update.events.is_empty())
                    {
                        self.journal.compare(&self.game, before, now);
                    }
                    break;
                }
                ServerMessage::Game(_) => break,
                ServerMessage::Refused(refused) => {
                    anyhow::ensure!(refused.problem.status == 503, "{refused:?}");
                    anyhow::bail!("try again");
                }
                _ => {}
            }
        }
        if since.is_some() {
            self.journal.count(|counts| counts.resumed += 1);
        }
        Ok(())
    }

    async fn hear(&mut self) -> Result<ServerMessage> {
        let link = self.link.as_mut().context("no socket")?;
        let message: ServerMessage = serde_json::from_str(&link.hear().await?)?;
        match &message {
            ServerMessage::Update(update) if update.game == self.game => {
                self.check_numbers(update);
                self.journal.told(&self.game, &update.events);
                self.know(update.state.clone());
            }
            ServerMessage::Game(game) => {
                self.journal.seen(game);
                if let Some(play) = &game.play {
                    self.know(play.state.clone());
                }
            }
            ServerMessage::Resume(_) => anyhow::bail!("come back"),
            _ => {}
        }
        Ok(message)
    }

    /// Events come in order and without gaps.
    fn check_numbers(&self, update: &arbiter_wire::Update) {
        let Some(known) = &self.state else { return };
        for (event, seq) in update.events.iter().zip(known.seq + 1..) {
            if event.seq != seq {
                let game = &self.game;
                let violation = format!("{game}: event {} came after {}", event.seq, seq - 1);
                self.journal.violation(violation);
            }
        }
    }

    fn know(&mut self, state: GameState) {
        self.clock = state.clock.clone().map(|clock| (Instant::now(), clock));
        self.state = Some(state);
    }
}

enum Answer {
    Now,
    Before,
    Refused(Problem),
}
