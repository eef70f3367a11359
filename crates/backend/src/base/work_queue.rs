use std::collections::BTreeMap;

use parking_lot::{Condvar, Mutex};

/// A first-in, first-out queue between tasks that submit jobs and threads that
/// do them. A job that waits can be withdrawn by its ticket.
#[derive(Debug)]
pub(crate) struct WorkQueue<T> {
    state: Mutex<QueueState<T>>,
    has_job: Condvar,
}

/// The place of a job in a [`WorkQueue`]. A later job has a larger ticket.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Ticket(u64);

impl Ticket {
    /// Returns the number of the job.
    pub(crate) const fn number(self) -> u64 {
        self.0
    }
}

#[derive(Debug)]
struct QueueState<T> {
    last: u64,
    waiting: BTreeMap<Ticket, T>,
    is_closed: bool,
}

impl<T> WorkQueue<T> {
    /// Adds a job at the end; `make` gets its ticket. A closed queue drops it.
    pub(crate) fn push(&self, make: impl FnOnce(Ticket) -> T) -> Ticket {
        let mut state = self.state.lock();
        state.last += 1;
        let ticket = Ticket(state.last);
        if !state.is_closed {
            state.waiting.insert(ticket, make(ticket));
            self.has_job.notify_one();
        }
        ticket
    }

    /// Removes a job that waits.
    pub(crate) fn withdraw(&self, ticket: Ticket) {
        self.state.lock().waiting.remove(&ticket);
    }

    /// Returns how many jobs wait.
    pub(crate) fn len(&self) -> usize {
        self.state.lock().waiting.len()
    }

    /// Waits for the oldest job; returns none once the queue is closed.
    pub(crate) fn next(&self) -> Option<T> {
        let mut state = self.state.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some((_, job)) = state.waiting.pop_first() {
                return Some(job);
            }
            self.has_job.wait(&mut state);
        }
    }

    /// Drops what waits and lets the threads end.
    pub(crate) fn close(&self) {
        let mut state = self.state.lock();
        state.is_closed = true;
        state.waiting.clear();
        self.has_job.notify_all();
    }

    /// Reports whether the queue is closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.state.lock().is_closed
    }
}

impl<T> Default for WorkQueue<T> {
    fn default() -> WorkQueue<T> {
        let state = QueueState {
            last: 0,
            waiting: BTreeMap::new(),
            is_closed: false,
        };
        WorkQueue {
            state: Mutex::new(state),
            has_job: Condvar::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_done_in_order_without_those_withdrawn() {
        let queue = WorkQueue::default();
        let [_, second, _] = ["a", "b", "c"].map(|job| queue.push(|_| job));
        queue.withdraw(second);
        assert_eq!(queue.len(), 2);
        assert_eq!((queue.next(), queue.next()), (Some("a"), Some("c")));
        queue.push(|_| "d");
        queue.close();
        assert_eq!((queue.next(), queue.len()), (None, 0));
        queue.push(|_| "e");
        assert_eq!(queue.len(), 0);
    }
}
