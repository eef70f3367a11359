use std::{
    collections::VecDeque,
    io::Read,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use super::feed::Feed;

/// Where the threads meet: the feed lies here when nobody reads from it, and
/// results lie here until it is their turn.
pub struct Desk<R, T> {
    state: Mutex<State<R, T>>,
    changed: Condvar,
    is_stopped: AtomicBool,
    /// How many pieces may be on their way at once.
    limit: usize,
}

struct State<R, T> {
    /// None while a thread reads from it.
    feed: Option<Feed<R>>,
    /// What was begun and not yet handed over, in the order of the text; none
    /// where it is still worked on.
    results: VecDeque<Option<T>>,
    /// How many results were handed over.
    delivered: u64,
}

/// Who asks for something to do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Reads, and hands results over in between.
    Clerk,
    /// Reads.
    Hand,
}

/// What somebody waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// The feed, to cut a piece off.
    Feed,
    /// Room for one more result: the feed is in hand.
    Room,
}

/// Something to do.
pub enum Task<R, T> {
    /// Cut a piece off.
    Cut(Feed<R>),
    /// There is room.
    GoOn,
    /// Hand over the oldest result.
    Deliver(T),
    /// Everything is done, or nobody wants the rest.
    Leave,
}

/// The turn of a result.
#[derive(Clone, Copy)]
pub struct Ticket(u64);

impl<R: Read, T> Desk<R, T> {
    pub fn new(feed: Feed<R>, limit: usize) -> Desk<R, T> {
        let state = State {
            feed: Some(feed),
            results: VecDeque::new(),
            delivered: 0,
        };
        Desk {
            state: Mutex::new(state),
            changed: Condvar::new(),
            is_stopped: AtomicBool::new(false),
            limit,
        }
    }

    /// Waits until there is something to do.
    pub fn next(&self, role: Role, wish: Wish) -> Task<R, T> {
        let mut state = self.lock();
        loop {
            if self.is_stopped() {
                return Task::Leave;
            }
            if let Some(task) = state.task(role, wish, self.limit) {
                self.changed.notify_all();
                return task;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes the next turn. Only who has the feed may do so: the order of the
    /// pieces is that in which they are cut.
    pub fn ticket(&self) -> Ticket {
        let mut state = self.lock();
        state.results.push_back(None);
        Ticket(state.delivered + state.results.len() as u64 - 1)
    }

    /// Lays the feed down for the next to cut.
    pub fn lay_down(&self, feed: Feed<R>) {
        self.lock().feed = Some(feed);
        self.changed.notify_all();
    }

    /// Lays a result down for its turn.
    pub fn put(&self, ticket: Ticket, result: T) {
        let mut state = self.lock();
        let index = ticket.0 - state.delivered;
        if let Some(place) = state.results.get_mut(index as usize) {
            *place = Some(result);
        }
        self.changed.notify_all();
    }

    /// Sends everybody home.
    pub fn stop(&self) {
        // Under the lock, so that nobody begins to wait without knowing.
        let state = self.lock();
        self.is_stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
        drop(state);
    }

    /// Whether everybody is to go home.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    pub fn into_feed(self) -> Option<Feed<R>> {
        let state = self.state.into_inner();
        state.unwrap_or_else(PoisonError::into_inner).feed
    }

    /// No foreign code runs while the lock is held, so the state is whole
    /// even after somebody has panicked.
    fn lock(&self) -> MutexGuard<'_, State<R, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<R: Read, T> State<R, T> {
    /// Something to do now, if there is anything.
    fn task(&mut self, role: Role, wish: Wish, limit: usize) -> Option<Task<R, T>> {
        if role == Role::Clerk && matches!(self.results.front(), Some(Some(_))) {
            self.delivered += 1;
            return self.results.pop_front().flatten().map(Task::Deliver);
        }
        let has_room = self.results.len() < limit;
        match wish {
            Wish::Room => has_room.then_some(Task::GoOn),
            Wish::Feed if self.feed.as_ref()?.is_empty() => {
                let is_done = role == Role::Hand || self.results.is_empty();
                is_done.then_some(Task::Leave)
            }
            Wish::Feed if has_room => self.feed.take().map(Task::Cut),
            Wish::Feed => None,
        }
    }
}

/// Sends everybody home if its thread panics: nobody shall wait for a result
/// that never comes.
pub struct Alarm<'d, R: Read, T>(pub &'d Desk<R, T>);

impl<R: Read, T> Drop for Alarm<'_, R, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}
