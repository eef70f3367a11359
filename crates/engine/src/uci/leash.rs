use std::{
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use crate::TimePlan;

/// How one search is held, by the thread that listens while another searches.
pub(super) struct Leash {
    /// How long it may think, if that is limited.
    plan: Option<TimePlan>,
    /// When it was told to go.
    asked: Duration,
    /// When its clock began to run, in nanoseconds; `PONDERING` while it does
    /// not.
    started: AtomicU64,
    is_stopped: AtomicBool,
    /// Whether its move is found, and said next.
    is_done: AtomicBool,
    /// Whether it waits for a word before it says its move, even if it has
    /// nothing left to think about.
    waiting: Mutex<Waiting>,
    released: Condvar,
}

/// What the move waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Waiting {
    /// Nothing.
    No,
    /// The opponent's move, which the search is a guess of; then for nothing,
    /// or for the end of an endless search.
    PonderHit { then_stop: bool },
    /// To be stopped.
    Stop,
}

const PONDERING: u64 = u64::MAX;

impl Leash {
    /// A search that is told to go now.
    pub fn new(plan: Option<TimePlan>, waiting: Waiting, now: Duration) -> Leash {
        let started = match waiting {
            Waiting::PonderHit { .. } => PONDERING,
            Waiting::No | Waiting::Stop => nanoseconds(now),
        };
        Leash {
            plan,
            asked: now,
            started: AtomicU64::new(started),
            is_stopped: AtomicBool::new(false),
            is_done: AtomicBool::new(false),
            waiting: Mutex::new(waiting),
            released: Condvar::new(),
        }
    }

    /// It shall stop at once, and say its move.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.wait_for(Waiting::No);
    }

    /// The opponent has played what was guessed: from now on the clock runs.
    pub fn ponder_hit(&self, now: Duration) {
        let waiting = *self.lock();
        if let Waiting::PonderHit { then_stop } = waiting {
            self.started.store(nanoseconds(now), Ordering::Relaxed);
            self.wait_for(if then_stop {
                Waiting::Stop
            } else {
                Waiting::No
            });
        }
    }

    /// Blocks until the move may be said.
    pub fn wait_until_released(&self) {
        let waiting = self.lock();
        let is_held = |waiting: &mut Waiting| *waiting != Waiting::No;
        drop(self.released.wait_while(waiting, is_held));
    }

    /// The move is found, and said next.
    pub fn finish(&self) {
        self.is_done.store(true, Ordering::Release);
    }

    pub fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire)
    }

    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Whether it has been stopped, or its time is up.
    pub fn is_over(&self, now: impl FnOnce() -> Duration) -> bool {
        self.is_stopped()
            || self.plan.is_some_and(|plan| {
                self.thinking(now)
                    .is_some_and(|elapsed| elapsed >= plan.hard())
            })
    }

    /// The plan and for how long it has been followed, if there is one and the
    /// clock runs.
    pub fn plan(&self, now: impl FnOnce() -> Duration) -> Option<(&TimePlan, Duration)> {
        Some((self.plan.as_ref()?, self.thinking(now)?))
    }

    /// How long it has searched since it was told to.
    pub fn elapsed(&self, now: Duration) -> Duration {
        now.saturating_sub(self.asked)
    }

    /// For how long the clock has run, if it does.
    fn thinking(&self, now: impl FnOnce() -> Duration) -> Option<Duration> {
        match self.started.load(Ordering::Relaxed) {
            PONDERING => None,
            started => Some(now().saturating_sub(Duration::from_nanos(started))),
        }
    }

    fn wait_for(&self, waiting: Waiting) {
        *self.lock() = waiting;
        self.released.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Five hundred years of them fit.
fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(PONDERING - 1)
}
