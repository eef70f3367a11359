use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use parking_lot::{Condvar, Mutex};

use crate::TimePlan;

/// Controls a running search from the thread that reads commands.
pub(super) struct SearchHandle {
    /// The time plan, if thinking time is limited.
    plan: Option<TimePlan>,
    /// When the search was requested.
    requested: Duration,
    /// When the clock started to run, in nanoseconds, or `PONDERING`.
    started: AtomicU64,
    is_stopped: AtomicBool,
    /// Whether the best move is about to be sent.
    is_done: AtomicBool,
    /// What the best move waits for, even if the search has ended.
    waiting: Mutex<Waiting>,
    released: Condvar,
}

/// What must happen before the best move may be sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Waiting {
    /// Nothing.
    No,
    /// `ponderhit` or `stop`. With `then_stop`, the search is infinite and waits
    /// for `stop` after `ponderhit`.
    PonderHit { then_stop: bool },
    /// `stop`.
    Stop,
}

const PONDERING: u64 = u64::MAX;

impl SearchHandle {
    /// Creates a handle for a search that starts now.
    pub fn new(plan: Option<TimePlan>, waiting: Waiting, now: Duration) -> SearchHandle {
        let started = match waiting {
            Waiting::PonderHit { .. } => PONDERING,
            Waiting::No | Waiting::Stop => nanoseconds(now),
        };
        SearchHandle {
            plan,
            requested: now,
            started: AtomicU64::new(started),
            is_stopped: AtomicBool::new(false),
            is_done: AtomicBool::new(false),
            waiting: Mutex::new(waiting),
            released: Condvar::new(),
        }
    }

    /// Stops the search and lets it send its best move.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.wait_for(Waiting::No);
    }

    /// Starts the clock of a pondering search.
    pub fn ponder_hit(&self, now: Duration) {
        let waiting = *self.waiting.lock();
        if let Waiting::PonderHit { then_stop } = waiting {
            self.started.store(nanoseconds(now), Ordering::Relaxed);
            self.wait_for(if then_stop {
                Waiting::Stop
            } else {
                Waiting::No
            });
        }
    }

    /// Blocks until the best move may be sent.
    pub fn wait_until_released(&self) {
        let mut waiting = self.waiting.lock();
        let is_held = |waiting: &mut Waiting| *waiting != Waiting::No;
        self.released.wait_while(&mut waiting, is_held);
    }

    /// Marks the search as done; its best move is sent next.
    pub fn finish(&self) {
        self.is_done.store(true, Ordering::Release);
    }

    pub fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire)
    }

    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Reports whether the search has been stopped or has run out of time.
    pub fn should_stop(&self, now: impl FnOnce() -> Duration) -> bool {
        self.is_stopped()
            || self.plan.is_some_and(|plan| {
                self.thinking_time(now)
                    .is_some_and(|elapsed| elapsed >= plan.hard_limit())
            })
    }

    /// Returns the time plan and the thinking time so far, if there is a plan
    /// and the clock is running.
    pub fn plan(&self, now: impl FnOnce() -> Duration) -> Option<(&TimePlan, Duration)> {
        Some((self.plan.as_ref()?, self.thinking_time(now)?))
    }

    /// Returns the time since the search was requested.
    pub fn elapsed(&self, now: Duration) -> Duration {
        now.saturating_sub(self.requested)
    }

    /// Returns how long the clock has been running, or none while pondering.
    fn thinking_time(&self, now: impl FnOnce() -> Duration) -> Option<Duration> {
        match self.started.load(Ordering::Relaxed) {
            PONDERING => None,
            started => Some(now().saturating_sub(Duration::from_nanos(started))),
        }
    }

    fn wait_for(&self, waiting: Waiting) {
        *self.waiting.lock() = waiting;
        self.released.notify_all();
    }
}

/// Converts a time to nanoseconds; 64 bits are enough for five hundred years.
fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(PONDERING - 1)
}
