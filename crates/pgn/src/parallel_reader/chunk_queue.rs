use std::{
    collections::VecDeque,
    io::Read,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use parking_lot::{Condvar, Mutex};

use super::chunk_source::ChunkSource;

/// The state that the threads share: the source while no thread reads from it,
/// and results until it is their turn to be delivered.
pub struct ChunkQueue<R, T> {
    state: Mutex<ChunkQueueState<R, T>>,
    changed: Condvar,
    is_stopped: AtomicBool,
    /// The maximum number of chunks that are being read or wait for delivery.
    capacity: usize,
}

struct ChunkQueueState<R, T> {
    /// `None` while a thread reads from it.
    source: Option<ChunkSource<R>>,
    /// The results not delivered yet, in the order of the text; `None` while a
    /// thread works on them.
    results: VecDeque<Option<T>>,
    /// The number of results delivered.
    delivered: u64,
}

/// What a thread does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ThreadRole {
    /// Reads chunks, and delivers results in between.
    Coordinator,
    /// Reads chunks.
    Worker,
}

/// What a thread waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WaitFor {
    /// The source, to take a chunk from it.
    Source,
    /// Capacity for another result. The thread holds the source.
    Capacity,
}

/// The next thing for a thread to do.
pub enum Work<R, T> {
    /// Take a chunk from the source.
    TakeChunk(ChunkSource<R>),
    /// Continue: there is capacity for another result.
    Continue,
    /// Deliver the oldest result.
    Deliver(T),
    /// Stop, because everything is done or the rest is not wanted.
    Stop,
}

/// The turn of a result.
#[derive(Clone, Copy)]
pub struct ResultTicket(u64);

impl<R: Read, T> ChunkQueue<R, T> {
    pub fn new(source: ChunkSource<R>, capacity: usize) -> ChunkQueue<R, T> {
        let state = ChunkQueueState {
            source: Some(source),
            results: VecDeque::new(),
            delivered: 0,
        };
        ChunkQueue {
            state: Mutex::new(state),
            changed: Condvar::new(),
            is_stopped: AtomicBool::new(false),
            capacity,
        }
    }

    /// Waits until there is something to do, and returns it.
    pub fn next(&self, role: ThreadRole, wait_for: WaitFor) -> Work<R, T> {
        let mut state = self.state.lock();
        loop {
            if self.is_stopped() {
                return Work::Stop;
            }
            if let Some(work) = state.next(role, wait_for, self.capacity) {
                self.changed.notify_all();
                return work;
            }
            self.changed.wait(&mut state);
        }
    }

    /// Reserves the next turn. Only the thread that holds the source may do so:
    /// results are delivered in the order in which chunks were taken.
    pub fn ticket(&self) -> ResultTicket {
        let mut state = self.state.lock();
        state.results.push_back(None);
        ResultTicket(state.delivered + state.results.len() as u64 - 1)
    }

    /// Returns the source for the next thread.
    pub fn return_source(&self, source: ChunkSource<R>) {
        self.state.lock().source = Some(source);
        self.changed.notify_all();
    }

    /// Stores a result until its turn.
    pub fn put(&self, ticket: ResultTicket, result: T) {
        let mut state = self.state.lock();
        let index = ticket.0 - state.delivered;
        if let Some(slot) = state.results.get_mut(index as usize) {
            *slot = Some(result);
        }
        self.changed.notify_all();
    }

    /// Tells all threads to stop.
    pub fn stop(&self) {
        // The lock is held so that no thread begins to wait without noticing.
        let state = self.state.lock();
        self.is_stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
        drop(state);
    }

    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    pub fn into_source(self) -> Option<ChunkSource<R>> {
        self.state.into_inner().source
    }
}

impl<R: Read, T> ChunkQueueState<R, T> {
    /// Returns something that can be done at once, if there is anything.
    fn next(&mut self, role: ThreadRole, wait_for: WaitFor, capacity: usize) -> Option<Work<R, T>> {
        if role == ThreadRole::Coordinator && matches!(self.results.front(), Some(Some(_))) {
            self.delivered += 1;
            return self.results.pop_front().flatten().map(Work::Deliver);
        }
        let has_capacity = self.results.len() < capacity;
        match wait_for {
            WaitFor::Capacity => has_capacity.then_some(Work::Continue),
            WaitFor::Source if self.source.as_ref()?.is_empty() => {
                let is_done = role == ThreadRole::Worker || self.results.is_empty();
                is_done.then_some(Work::Stop)
            }
            WaitFor::Source if has_capacity => self.source.take().map(Work::TakeChunk),
            WaitFor::Source => None,
        }
    }
}

/// Stops all threads if its own panics: none may wait for a result that never
/// comes.
pub struct StopOnPanic<'q, R: Read, T>(pub &'q ChunkQueue<R, T>);

impl<R: Read, T> Drop for StopOnPanic<'_, R, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}
