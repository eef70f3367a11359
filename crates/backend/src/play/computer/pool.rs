//! The threads on which the computer thinks, and the tasks that wait for them.

use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

use arbiter_engine::{SEARCH_STACK_BYTES, SearchControl};
use arbiter_game::{Span, Time};
use arbiter_wire::Action;
use parking_lot::Mutex;
use tokio::sync::mpsc;

use super::{
    ComputerDecision, ComputerSeat,
    move_chooser::{ChosenActions, MoveChooser},
    task::{ComputerTask, Request},
    worker::Workers,
};
use crate::base::{Ticket, WorkQueue, ignore::Ignore, lower_thread_priority, metrics::METRICS};

/// The tasks of the computer. There is one at a time for each seat, so that no
/// more can wait than games are being played.
#[derive(Debug)]
pub(super) struct ComputerPool {
    queue: WorkQueue<QueuedTask>,
    state: Mutex<PoolState>,
    /// Processes that think for this one.
    workers: Option<Workers>,
}

#[derive(Debug)]
struct PoolState {
    pending: HashMap<ComputerSeat, Pending>,
    /// None once the pool is closed.
    decisions: Option<mpsc::UnboundedSender<ComputerDecision>>,
}

#[derive(Debug)]
struct QueuedTask {
    task: ComputerTask,
    handle: SearchHandle,
}

/// A task that was not decided yet, or whose decision was not carried out yet.
#[derive(Debug)]
struct Pending {
    /// How many events the game had; with another number the task is outdated.
    event_count: u64,
    /// How many half-moves had been played, and when the computer was first
    /// asked about that position.
    ply: u32,
    asked_at: Time,
    ticket: Option<Ticket>,
    handle: SearchHandle,
}

/// Cancels a search.
#[derive(Clone, Default, Debug)]
struct SearchHandle(Arc<AtomicBool>);

/// The priority of the computer's threads: people who play each other go first.
const NICE: i32 = 10;

impl ComputerPool {
    pub(super) fn new(
        decisions: mpsc::UnboundedSender<ComputerDecision>,
        workers: Option<Workers>,
    ) -> ComputerPool {
        ComputerPool {
            workers,
            queue: WorkQueue::default(),
            state: Mutex::new(PoolState {
                pending: HashMap::new(),
                decisions: Some(decisions),
            }),
        }
    }

    /// Reports whether a task about this state of the game is pending.
    pub(super) fn is_wanted(&self, seat: ComputerSeat, event_count: u64) -> bool {
        let state = self.state.lock();
        let pending = state.pending.get(&seat);
        pending.is_some_and(|pending| pending.event_count == event_count)
    }

    /// Submits a task in place of any other for the same seat.
    pub(super) fn submit(&self, task: ComputerTask, now: Time) {
        let mut state = self.state.lock();
        let seat = task.seat;
        let (event_count, ply) = (task.game.event_count(), task.ply());
        let before = self.remove(&mut state, seat);
        // An opponent who offers a draw repeatedly does not make the
        // computer think longer.
        let asked_at = before
            .filter(|before| before.ply == ply)
            .map_or(task.game.last_event_at(), |before| before.asked_at);
        let handle = SearchHandle::default();
        let ticket = if let Some(action) = task.request.immediate_answer() {
            state.send(task.decision(now, vec![action]));
            None
        } else {
            let handle = handle.clone();
            Some(self.queue.push(|_| QueuedTask { task, handle }))
        };
        let pending = Pending {
            event_count,
            ply,
            asked_at,
            ticket,
            handle,
        };
        state.pending.insert(seat, pending);
    }

    /// Cancels the task of a seat, which has nothing to decide.
    pub(super) fn withdraw(&self, seat: ComputerSeat) {
        self.remove(&mut self.state.lock(), seat);
    }

    /// Notes that the decision about this state of the game was carried out.
    pub(super) fn finish(&self, seat: ComputerSeat, event_count: u64) {
        let mut state = self.state.lock();
        let pending = state.pending.get(&seat);
        if pending.is_some_and(|pending| pending.event_count == event_count) {
            self.remove(&mut state, seat);
        }
    }

    /// Returns how many tasks wait for a thread.
    pub(super) fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Lets the threads end.
    pub(super) fn close(&self) {
        let mut state = self.state.lock();
        state.decisions = None;
        self.queue.close();
        for pending in state.pending.values() {
            pending.handle.cancel();
        }
    }

    /// Sends a decision, if it is still wanted.
    fn decided(&self, task: &ComputerTask, chosen: ChosenActions) {
        let state = self.state.lock();
        let pending = state.pending.get(&task.seat);
        let event_count = task.game.event_count();
        if let Some(pending) = pending.filter(|pending| pending.event_count == event_count) {
            state.send(task.decision(pending.asked_at + chosen.thinking, chosen.actions));
        }
    }

    fn remove(&self, state: &mut PoolState, seat: ComputerSeat) -> Option<Pending> {
        let pending = state.pending.remove(&seat)?;
        pending.handle.cancel();
        if let Some(ticket) = pending.ticket {
            self.queue.withdraw(ticket);
        }
        Some(pending)
    }
}

impl PoolState {
    fn send(&self, decision: ComputerDecision) {
        if let Some(decisions) = &self.decisions {
            decisions.send(decision).ignore("the server is stopping");
        }
    }
}

/// Starts a thread that thinks until the pool is closed.
pub(super) fn start_thread(pool: &Arc<ComputerPool>, number: usize) {
    let pool = Arc::clone(pool);
    let started = thread::Builder::new()
        .name(format!("computer {number}"))
        .stack_size(SEARCH_STACK_BYTES)
        .spawn(move || {
            lower_thread_priority(NICE);
            work(&pool);
        });
    if let Err(error) = started {
        tracing::error!(%error, "cannot start a thread for the computer");
    }
}

fn work(pool: &ComputerPool) {
    let mut chooser = None;
    while let Some(QueuedTask { task, handle }) = pool.queue.next() {
        let started = std::time::Instant::now();
        if let Some(workers) = &pool.workers
            && let Some(chosen) = workers.ask(&task)
        {
            METRICS.thinking_time.record(started.elapsed());
            pool.decided(&task, chosen);
            continue;
        }
        // A panic in one game does not affect the others.
        let chosen = catch_unwind(AssertUnwindSafe(|| {
            let chooser = chooser.get_or_insert_with(|| MoveChooser::new(&task));
            chooser.choose_actions(&task, &handle)
        }));
        METRICS.thinking_time.record(started.elapsed());
        let chosen = chosen.unwrap_or_else(|_| {
            let game = task.seat.0;
            tracing::error!(%game, "the engine panicked; the computer plays any legal move");
            chooser = None;
            any_legal_action(&task)
        });
        if let Some(chosen) = chosen {
            pool.decided(&task, chosen);
        }
    }
}

/// Returns the first legal move, or a declined draw offer.
fn any_legal_action(task: &ComputerTask) -> Option<ChosenActions> {
    let action = match task.request {
        Request::Draw => Action::DeclineDraw,
        _ => Action::Play {
            mv: {
                let mv = *task.game.legal_moves().first()?;
                task.game.position().uci(mv).to_string()
            },
            offer_draw: false,
        },
    };
    Some(ChosenActions {
        actions: vec![action],
        thinking: Span::ZERO,
    })
}

impl SearchHandle {
    fn cancel(&self) {
        self.0.store(true, Relaxed);
    }
}

impl SearchControl for SearchHandle {
    fn should_stop(&self) -> bool {
        self.0.load(Relaxed)
    }
}
