//! The computer as an opponent: it thinks in threads of its own, few and of
//! low priority, and never keeps a room or a socket waiting.
//!
//! It remembers nothing but what it is asked now. A level decides by the game
//! and a seed alone, so what it thought of an earlier position is found again
//! by thinking again: after a restart it is the same opponent.

mod mind;
mod pool;
mod question;

use std::sync::{Arc, Mutex, PoisonError, Weak};

use arbiter_engine::Level;
use arbiter_game::{Game, Time};
use arbiter_rules::{ByColor, Color};
use arbiter_wire::{Action, Command};
use tokio::sync::mpsc;

use crate::{
    App,
    base::{Clock, GameId, PlayerId},
};
use pool::Pool;
pub(crate) use pool::give_way;
use question::{Question, Task};

/// The computer at all its boards.
#[derive(Debug)]
pub struct Computer {
    pool: Arc<Pool>,
    clock: Clock,
    /// What it has decided, until somebody [plays](Computer::play) it.
    answers: Mutex<Option<mpsc::UnboundedReceiver<Answer>>>,
}

/// Where so many wait, each waits for some seconds already.
const MOST_WAITING: usize = 1_000;

/// Whose turn it is to be asked: the computer at one side of a game.
type Seat = (GameId, Color);

/// What the computer has decided to do.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Answer {
    seat: Seat,
    player: PlayerId,
    /// How many events the game had when it was asked.
    number: u64,
    /// How many moves stood.
    ply: u32,
    /// When a person would have come to it.
    due: Time,
    /// What it would like to do, and what instead if it may not.
    actions: Vec<Action>,
}

impl Computer {
    /// The computer, with so many threads to think in.
    #[must_use]
    pub fn new(threads: usize, clock: Clock) -> Computer {
        let (sender, receiver) = mpsc::unbounded_channel();
        let pool = Arc::new(Pool::new(sender));
        for number in 0..threads.max(1) {
            pool::start_thread(&pool, number);
        }
        Computer {
            pool,
            clock,
            answers: Mutex::new(Some(receiver)),
        }
    }

    /// Lets it look at a game that has changed, or was just woken. That costs
    /// next to nothing unless it is asked something. What it decides, it does
    /// in the game's room, when a person would.
    pub fn consider(
        &self,
        app: &Arc<App>,
        id: GameId,
        seats: ByColor<Option<PlayerId>>,
        game: &Game,
    ) {
        for color in Color::ALL {
            let player: Option<PlayerId> = seats[color];
            let level = player.and_then(PlayerId::level);
            if let Some(level) = level.and_then(|level| Level::new(level.into())) {
                self.consider_as((id, color), level, game);
                self.play(app);
            }
        }
    }

    fn consider_as(&self, seat: Seat, level: Level, game: &Game) {
        let Some(question) = Question::of(game, seat.1) else {
            return self.pool.forget(seat);
        };
        if self.pool.is_asked(seat, game.event_count()) {
            return;
        }
        let task = Task {
            seat,
            level,
            question,
            game: game.clone(),
        };
        self.pool.ask(task, self.clock.now());
    }

    /// How many questions wait for a thread.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.pool.waiting()
    }

    /// Whether so many wait that it should not begin another game.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.waiting() >= MOST_WAITING
    }

    /// Plays what it decides, from now on.
    fn play(&self, app: &Arc<App>) {
        let answers = self.answers.lock();
        let answers = answers.unwrap_or_else(PoisonError::into_inner).take();
        if let Some(answers) = answers {
            tokio::spawn(play(Arc::downgrade(app), answers));
        }
    }
}

/// The threads end with it.
impl Drop for Computer {
    fn drop(&mut self) {
        self.pool.close();
    }
}

async fn play(app: Weak<App>, mut answers: mpsc::UnboundedReceiver<Answer>) {
    while let Some(answer) = answers.recv().await {
        let Some(app) = app.upgrade() else {
            return;
        };
        tokio::spawn(async move {
            app.clock.sleep_until(Some(answer.due)).await;
            act(&app, &answer).await;
            app.computer.pool.done(answer.seat, answer.number);
        });
    }
}

/// How long to wait before a room that could not store is asked again.
const AGAIN: std::time::Duration = std::time::Duration::from_secs(1);

async fn act(app: &Arc<App>, answer: &Answer) {
    let mut wishes = answer.commands();
    let mut wish = wishes.next();
    while let Some(command) = wish.take() {
        // Whatever happened meanwhile, the room has let it be considered.
        if app.stop.is_told() || !app.computer.pool.is_asked(answer.seat, answer.number) {
            return;
        }
        let (game, _) = answer.seat;
        let done = app.rooms.act(app, game, answer.player, command.clone());
        match done.await {
            Ok(_) => return,
            Err(problem) if problem.status == 503 => {
                tokio::time::sleep(AGAIN).await;
                wish = Some(command);
            }
            Err(problem) => {
                tracing::info!(%game, code = problem.code, "the computer was refused");
                wish = wishes.next();
            }
        }
    }
}

impl Answer {
    /// What it does, as commands that mean the same however often they come.
    fn commands(&self) -> impl Iterator<Item = Command> {
        self.actions
            .iter()
            .enumerate()
            .map(|(index, action)| Command {
                id: format!("{}.{index}", self.number),
                ply: Some(self.ply),
                side: Some(self.seat.1.into()),
                action: action.clone(),
            })
    }
}

#[cfg(test)]
mod tests;
