//! The computer's moves, chosen by workers, which are other processes.
//!
//! A node asks, NATS picks one of the workers, and the worker answers. The question names
//! a stored game, which the worker reads from the store. Every worker would choose the same
//! move, because a level's choice depends only on the game and a seed. If no worker answers
//! in time, the node asks once more and then chooses the move itself.

use std::{sync::Arc, thread, time::Duration};

use arbiter_engine::{Level, SEARCH_STACK_BYTES, SearchControl};
use arbiter_game::Span;
use arbiter_rules::Color;
use arbiter_wire::Action;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

use super::{
    move_chooser::{ChosenActions, MoveChooser},
    task::{ComputerTask, Request},
};
use crate::{
    base::{Bus, FairWorkLimit, GameId, NodeId, StopSignal, metrics::METRICS, spawn},
    play::room::hosted_game::HostedGame,
    store::Store,
};

/// Asks workers for moves.
#[derive(Clone, Debug)]
pub(super) struct Workers {
    bus: Bus,
    runtime: tokio::runtime::Handle,
}

/// A question of a node.
#[derive(Serialize, Deserialize, Debug)]
struct Question {
    node: i64,
    game: String,
    is_white: bool,
    level: u32,
    /// How many events the game has.
    events: u64,
}

/// The answer of a worker.
#[derive(Serialize, Deserialize, Debug)]
struct Answer {
    /// What the computer prefers to do, then what it does if that is refused.
    actions: Vec<Action>,
    /// How long a person would have thought, in milliseconds.
    thinking: u64,
}

/// How long a worker may take. A level thinks for milliseconds.
const ANSWER_TIME: Duration = Duration::from_secs(3);
/// How many questions of one node wait in a worker.
const MAX_WAITING: usize = 64;

impl Workers {
    /// Returns the workers of a site, if there can be any.
    pub(super) fn new(bus: &Bus) -> Option<Workers> {
        let runtime = tokio::runtime::Handle::try_current().ok()?;
        let bus = bus.is_shared().then(|| bus.clone())?;
        Some(Workers { bus, runtime })
    }

    /// Asks a worker what to do, on a thread of the computer. Returns none if no worker
    /// answers.
    pub(super) fn ask(&self, task: &ComputerTask) -> Option<ChosenActions> {
        let (game, color) = task.seat;
        let question = Question {
            node: self.bus.node().0,
            game: game.to_string(),
            is_white: color == Color::White,
            level: task.level.number(),
            events: task.game.event_count(),
        };
        let question = serde_json::to_vec(&question).ok()?;
        // If the worker dies, another one is asked once.
        (0..2).find_map(|_| {
            let asked = self.bus.ask_worker(question.clone(), ANSWER_TIME);
            let answer = self.runtime.block_on(asked)?;
            let answer: Answer = serde_json::from_slice(&answer).ok()?;
            METRICS.worker_answers.inc();
            Some(ChosenActions {
                actions: answer.actions,
                thinking: Span::from_millis(answer.thinking),
            })
        })
    }
}

/// Answers the questions of nodes until the process is told to stop. Each node gets a fair
/// share of the threads.
pub async fn serve_workers(bus: Bus, store: Store, threads: usize, stopping: StopSignal) {
    let threads = threads.max(1);
    let limit = FairWorkLimit::new("worker", threads, MAX_WAITING);
    let loading = Arc::new(Semaphore::new(threads * 4));
    let mut questions = bus.follow_as_worker().await;
    loop {
        let received = tokio::select! {
            received = questions.next_question() => received,
            () = stopping.received() => return,
        };
        let Ok(question) = serde_json::from_slice::<Question>(&received.payload) else {
            continue;
        };
        let (store, limit, bus) = (store.clone(), limit.clone(), bus.clone());
        let loading = Arc::clone(&loading);
        spawn(async move {
            let Ok(_permit) = loading.acquire().await else {
                return;
            };
            let Some(task) = question.task(&store).await else {
                return;
            };
            let node = NodeId(question.node);
            let chosen = limit.run(node, move || choose(task)).await;
            if let Ok(Some(chosen)) = chosen {
                let answer = Answer {
                    actions: chosen.actions,
                    thinking: chosen.thinking.as_millis(),
                };
                let answer = serde_json::to_vec(&answer).unwrap_or_default();
                received.answer(&bus, answer);
            }
        });
    }
}

/// Chooses without being cancelled.
struct NeverStops;

impl SearchControl for NeverStops {
    fn should_stop(&self) -> bool {
        false
    }
}

/// Chooses on a thread whose stack is large enough for a search.
fn choose(task: ComputerTask) -> Option<ChosenActions> {
    let search = move || MoveChooser::new(&task).choose_actions(&task, &NeverStops);
    let thread = thread::Builder::new()
        .stack_size(SEARCH_STACK_BYTES)
        .spawn(search);
    thread.ok()?.join().ok()?
}

impl Question {
    /// Returns the task that this is about, if the game is as the node knows it.
    async fn task(&self, store: &Store) -> Option<ComputerTask> {
        let id: GameId = self.game.parse().ok()?;
        let color = match self.is_white {
            true => Color::White,
            false => Color::Black,
        };
        let stored = store.load_game(id).await.ok()??;
        let hosted = HostedGame::load(stored).ok()?;
        let game = hosted.referee()?.clone();
        let request = Request::of(&game, color)?;
        (game.event_count() == self.events).then_some(ComputerTask {
            seat: (id, color),
            level: Level::new(self.level)?,
            request,
            game,
        })
    }
}
