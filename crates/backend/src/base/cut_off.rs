use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use tokio::sync::watch;

/// Knows whether this node cannot reach the database while other nodes can. Its clients
/// should go to another node then; if nobody can reach the database, they may as well stay.
#[derive(Clone, Debug)]
pub struct CutOff(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    is_cut_off: watch::Sender<bool>,
    /// When another node last said that it can reach the database.
    last_reached_by_others: Mutex<Option<Instant>>,
}

/// After this time without an answer of the database a node is cut off.
const CUT_OFF_AFTER: Duration = Duration::from_secs(3);
/// How long it is believed that another node can reach the database.
const EXPIRY: Duration = Duration::from_millis(1_500);

impl CutOff {
    /// Notes that another node can reach the database.
    pub fn note_other(&self, now: Instant) {
        *self.0.last_reached_by_others.lock() = Some(now);
    }

    /// Notes that this node has reached the database for the last time at `last`.
    pub fn note_failure(&self, last: Instant, now: Instant) {
        let is_late = now.duration_since(last) >= CUT_OFF_AFTER;
        let last = *self.0.last_reached_by_others.lock();
        let can_others = last.is_some_and(|last| now.duration_since(last) < EXPIRY);
        if is_late && can_others && !self.is_cut_off() {
            tracing::error!("this node cannot reach the database, but others can: clients leave");
            self.0.is_cut_off.send_replace(true);
        }
    }

    /// Notes that this node can reach the database.
    pub fn note_success(&self) {
        if self.is_cut_off() {
            tracing::info!("this node can reach the database again");
            self.0.is_cut_off.send_replace(false);
        }
    }

    /// Reports whether clients should go to another node.
    #[must_use]
    pub fn is_cut_off(&self) -> bool {
        *self.0.is_cut_off.borrow()
    }

    /// Waits until clients should go to another node.
    pub async fn happens(&self) {
        // The sender lives as long as this, so the wait succeeds.
        let mut is_cut_off = self.0.is_cut_off.subscribe();
        let _happened = is_cut_off.wait_for(|is_cut_off| *is_cut_off).await;
    }
}

impl Default for CutOff {
    fn default() -> CutOff {
        CutOff(Arc::new(Inner {
            is_cut_off: watch::Sender::new(false),
            last_reached_by_others: Mutex::default(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_cut_off_only_while_others_are_not() {
        let cut_off = CutOff::default();
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        cut_off.note_failure(start, at(5_000));
        assert!(!cut_off.is_cut_off(), "nobody can reach the database");
        cut_off.note_other(at(5_000));
        cut_off.note_failure(at(4_000), at(6_000));
        assert!(!cut_off.is_cut_off(), "it was there a moment ago");
        cut_off.note_failure(start, at(7_000));
        assert!(!cut_off.is_cut_off(), "the other was there too long ago");
        cut_off.note_other(at(7_000));
        cut_off.note_failure(start, at(7_100));
        assert!(cut_off.is_cut_off());
        cut_off.note_success();
        assert!(!cut_off.is_cut_off());
    }
}
