//! The computer as an opponent. It thinks on threads of its own, few and of
//! low priority, and never keeps a room or a connection waiting.
//!
//! It remembers nothing between decisions: a level decides by the game and a
//! seed alone, so that it is the same opponent after a restart.

mod move_chooser;
mod pool;
mod task;
mod worker;

use std::sync::Arc;

use arbiter_engine::Level;
use arbiter_game::{Game, Time};
use arbiter_rules::{ByColor, Color};
use arbiter_wire::{Action, Command};
use parking_lot::Mutex;
use tokio::sync::mpsc;

use crate::base::{Bus, Clock, GameId, PlayerId};
use pool::ComputerPool;
use task::{ComputerTask, Request};
use worker::Workers;
pub use worker::serve_workers;

/// The computer in all its games.
#[derive(Debug)]
pub struct Computer {
    pool: Arc<ComputerPool>,
    clock: Clock,
    /// The computer's decisions, until a task takes them over.
    decisions: Mutex<Option<mpsc::UnboundedReceiver<ComputerDecision>>>,
}

/// With this many tasks in the queue each waits for seconds already, and the
/// computer accepts no further games.
const MAX_WAITING_TASKS: usize = 1_000;

/// The computer on one side of a game.
type ComputerSeat = (GameId, Color);

/// What the computer has decided to do in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ComputerDecision {
    seat: ComputerSeat,
    /// The level of the computer, as a player.
    pub(super) player: PlayerId,
    /// How many events the game had when the computer was asked.
    event_count: u64,
    /// How many half-moves had been played.
    ply: u32,
    /// When a person would have decided.
    pub(super) due: Time,
    /// What it prefers to do, then what it does if that is refused.
    actions: Vec<Action>,
}

impl Computer {
    /// Returns the computer with this many threads, which ask workers if there are any.
    #[must_use]
    pub fn new(threads: usize, clock: Clock, bus: &Bus) -> Computer {
        let (sender, receiver) = mpsc::unbounded_channel();
        let pool = Arc::new(ComputerPool::new(sender, Workers::new(bus)));
        for number in 0..threads.max(1) {
            pool::start_thread(&pool, number);
        }
        Computer {
            pool,
            clock,
            decisions: Mutex::new(Some(receiver)),
        }
    }

    /// Looks at a game that has changed or was just loaded, and starts to think
    /// if something is asked of the computer. Reports whether the computer
    /// plays in this game.
    pub(super) fn consider(
        &self,
        id: GameId,
        seats: ByColor<Option<PlayerId>>,
        game: &Game,
    ) -> bool {
        let mut plays = false;
        for color in Color::ALL {
            let player: Option<PlayerId> = seats[color];
            let level = player.and_then(PlayerId::level);
            if let Some(level) = level.and_then(|level| Level::new(level.into())) {
                self.consider_as((id, color), level, game);
                plays = true;
            }
        }
        plays
    }

    fn consider_as(&self, seat: ComputerSeat, level: Level, game: &Game) {
        let Some(request) = Request::of(game, seat.1) else {
            return self.pool.withdraw(seat);
        };
        if self.pool.is_wanted(seat, game.event_count()) {
            return;
        }
        let task = ComputerTask {
            seat,
            level,
            request,
            game: game.clone(),
        };
        self.pool.submit(task, self.clock.now());
    }

    /// Returns the channel of the computer's decisions, once.
    pub(super) fn take_decisions(&self) -> Option<mpsc::UnboundedReceiver<ComputerDecision>> {
        self.decisions.lock().take()
    }

    /// Reports whether the game is still as it was when this was decided.
    pub(super) fn is_wanted(&self, decision: &ComputerDecision) -> bool {
        self.pool.is_wanted(decision.seat, decision.event_count)
    }

    /// Notes that a decision has been carried out.
    pub(super) fn finish(&self, decision: &ComputerDecision) {
        self.pool.finish(decision.seat, decision.event_count);
    }

    /// Returns how many tasks wait for a thread.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.pool.waiting()
    }

    /// Reports whether so many tasks wait that the computer should not start
    /// another game.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.waiting() >= MAX_WAITING_TASKS
    }
}

/// The threads end with the computer.
impl Drop for Computer {
    fn drop(&mut self) {
        self.pool.close();
    }
}

impl ComputerDecision {
    /// Returns the game.
    pub(super) const fn game(&self) -> GameId {
        self.seat.0
    }

    /// Returns the actions as commands with ids that are the same after a
    /// restart, so that they are carried out once.
    pub(super) fn commands(&self) -> impl Iterator<Item = Command> {
        self.actions
            .iter()
            .enumerate()
            .map(|(index, action)| Command {
                id: format!("{}.{index}", self.event_count),
                ply: Some(self.ply),
                side: Some(self.seat.1.into()),
                action: action.clone(),
            })
    }
}

#[cfg(test)]
mod tests;
