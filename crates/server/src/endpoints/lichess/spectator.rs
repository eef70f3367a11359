use std::sync::Arc;

use arbiter_wire::{ClockView, GameView, PlayView, Stage, Update};
use serde::{Deserialize, Serialize, de::IgnoredAny};

use super::line_writer::Disconnected;
use crate::{
    base::GameId,
    endpoints::App,
    play::{
        outbox::{Outbox, Outgoing},
        room::{Message, viewers::Viewer},
    },
    refusal::ServerRefusal,
};

/// Follows a game for a program that does not play in it.
pub struct Spectator {
    app: Arc<App>,
    id: GameId,
    /// The number of half-moves that were seen.
    plies: usize,
    /// The number of the last event that was seen.
    last: u64,
    outbox: Outbox,
    outgoing: Outgoing,
}

/// What a spectator sees.
pub enum Seen {
    /// The next position.
    Position(PositionLine),
    /// The game is over.
    Over(Box<GameView>),
}

/// A position, with the move that led to it and the clocks in seconds.
#[derive(Clone, Debug, Serialize)]
pub struct PositionLine {
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    lm: Option<String>,
    wc: u64,
    bc: u64,
}

impl Spectator {
    /// Begins to follow a game that has started, and returns it as it is.
    ///
    /// # Errors
    ///
    /// Returns why not.
    pub async fn open(
        app: &Arc<App>,
        id: GameId,
    ) -> Result<(Spectator, Box<GameView>), ServerRefusal> {
        let view = app.games.view(id, None).await?;
        let play = view.play.as_ref().ok_or(ServerRefusal::NotStarted)?;
        let (outbox, outgoing) = Outbox::new();
        let spectator = Spectator {
            app: Arc::clone(app),
            id,
            plies: play.moves.len(),
            last: play.state.seq,
            outbox,
            outgoing,
        };
        if view.stage == Stage::Playing {
            spectator.watch().await;
        }
        Ok((spectator, Box::new(view)))
    }

    async fn watch(&self) {
        let viewer = Viewer {
            outbox: self.outbox.clone(),
            player: None,
        };
        let watch = Message::Watch(viewer, Some(self.last));
        self.app.games.send(self.id, watch).await;
    }

    /// Waits for what happens next.
    pub async fn next(&mut self) -> Result<Vec<Seen>, Disconnected> {
        loop {
            let frame = self.outgoing.recv().await.ok_or(Disconnected)?;
            let message: SpectatorMessage =
                serde_json::from_str(&frame).map_err(|_| Disconnected)?;
            if message.refused.is_some() {
                return Err(Disconnected);
            }
            if message.resume.is_some() {
                self.watch().await;
            }
            let seen = match message {
                SpectatorMessage {
                    update: Some(update),
                    ..
                } => self.read(&update).await?,
                SpectatorMessage { game: Some(_), .. } => self.read_again().await?,
                _ => Vec::new(),
            };
            if !seen.is_empty() {
                return Ok(seen);
            }
        }
    }

    async fn read(&mut self, update: &Update) -> Result<Vec<Seen>, Disconnected> {
        let state = &update.state;
        let plies = usize::try_from(state.ply).unwrap_or(usize::MAX);
        let is_next = plies == self.plies + 1 && state.result.is_none();
        if !is_next {
            return match plies == self.plies && state.result.is_none() {
                true => Ok(Vec::new()),
                false => self.read_again().await,
            };
        }
        (self.plies, self.last) = (plies, state.seq);
        let played = update.events.iter().rev();
        let lm = played.map(|event| &event.fact).find_map(|fact| match fact {
            arbiter_wire::Fact::Played { uci, .. } => Some(uci.clone()),
            _ => None,
        });
        let line = PositionLine::of(&state.fen, lm, state.clock.as_ref());
        Ok(vec![Seen::Position(line)])
    }

    /// Reads the whole game, because several things have happened.
    async fn read_again(&mut self) -> Result<Vec<Seen>, Disconnected> {
        let view = self.app.games.view(self.id, None).await;
        let view = view.map_err(|_| Disconnected)?;
        let play = view.play.as_ref().ok_or(Disconnected)?;
        let first = self.plies.min(play.moves.len());
        let is_behind = self.plies > play.moves.len();
        let mut seen: Vec<Seen> = positions(play)
            .skip(first + usize::from(!is_behind))
            .map(Seen::Position)
            .collect();
        (self.plies, self.last) = (play.moves.len(), play.state.seq);
        if view.stage == Stage::Over {
            seen.push(Seen::Over(Box::new(view)));
        }
        Ok(seen)
    }
}

impl Drop for Spectator {
    fn drop(&mut self) {
        self.app.games.leave(self.id, self.outbox.clone());
    }
}

impl PositionLine {
    fn of(fen: &str, lm: Option<String>, clock: Option<&ClockView>) -> PositionLine {
        PositionLine {
            fen: short_fen(fen),
            lm,
            wc: clock.map_or(0, |clock| clock.white.time / 1_000),
            bc: clock.map_or(0, |clock| clock.black.time / 1_000),
        }
    }
}

/// Returns all positions of a game, with the clocks as they were.
pub fn positions(play: &PlayView) -> impl Iterator<Item = PositionLine> {
    let first = play.state.clock.as_ref();
    let mut left = [0, 1].map(|side| {
        let moves = play.moves.iter().skip(side).step_by(2);
        let start = moves.filter_map(|mv| mv.left).next();
        let now = first.map_or(0, |clock| match side {
            0 => clock.white.time,
            _ => clock.black.time,
        });
        start.unwrap_or(now)
    });
    let is_white_first = play.start.split(' ').nth(1) != Some("b");
    let line = |fen: &str, lm, left: [u64; 2]| {
        let [one, two] = left.map(|millis| millis / 1_000);
        let (wc, bc) = if is_white_first {
            (one, two)
        } else {
            (two, one)
        };
        PositionLine {
            fen: short_fen(fen),
            lm,
            wc,
            bc,
        }
    };
    let mut lines = vec![line(&play.start, None, left)];
    for (index, mv) in play.moves.iter().enumerate() {
        if let Some(millis) = mv.left {
            left[index % 2] = millis;
        }
        lines.push(line(&mv.fen, Some(mv.uci.clone()), left));
    }
    lines.into_iter()
}

/// Returns the pieces and the side to move.
fn short_fen(fen: &str) -> String {
    let mut parts = fen.split(' ');
    let (board, turn) = (parts.next().unwrap_or_default(), parts.next());
    format!("{board} {}", turn.unwrap_or("w"))
}

/// The parts of an [`arbiter_wire::ServerMessage`] that matter to spectators.
#[derive(Deserialize)]
struct SpectatorMessage {
    update: Option<Update>,
    game: Option<IgnoredAny>,
    resume: Option<IgnoredAny>,
    refused: Option<IgnoredAny>,
}
