use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, Receiver, Sender, TryRecvError},
    },
    thread::{self, JoinHandle},
};

use arbiter_game::Time;

use super::move_chooser::MoveChooser;
use crate::{App, ChosenMove, ThinkError, ThinkRequest};

/// Chooses the computer's moves on another thread, so that keys are never
/// delayed.
#[derive(Default)]
pub(super) struct ChooserThread {
    thread: Option<RunningThread>,
    /// The number of the request being thought about.
    busy: Option<u64>,
}

struct RunningThread {
    /// The number of the only request that is still wanted.
    wanted: Arc<AtomicU64>,
    requests: Option<Sender<ThinkRequest>>,
    results: Receiver<(u64, Result<ChosenMove, ThinkError>)>,
    handle: Option<JoinHandle<()>>,
}

/// A number that no request has.
const NO_REQUEST: u64 = 0;

impl ChooserThread {
    /// Passes on the pending request, cancels one that is no longer wanted, and
    /// delivers results.
    pub(super) fn attend(&mut self, app: &mut App, at: Time) {
        self.deliver(app, at);
        let wanted = app.pending_request();
        if wanted == self.busy {
            return;
        }
        let Some(request) = app.think_request(at) else {
            self.cancel();
            return;
        };
        let number = request.number;
        let thread = self.thread.get_or_insert_with(RunningThread::start);
        thread.wanted.store(number, Ordering::Relaxed);
        self.busy = Some(number);
        let requests = thread.requests.as_ref();
        let is_sent = requests.is_some_and(|requests| requests.send(request).is_ok());
        if !is_sent {
            self.thread_stopped(app, at);
        }
    }

    /// Reports whether a result may arrive at any time.
    pub(super) fn is_busy(&self) -> bool {
        self.busy.is_some()
    }

    fn deliver(&mut self, app: &mut App, at: Time) {
        while let Some(thread) = &self.thread {
            match thread.results.try_recv() {
                Ok((number, result)) => {
                    if self.busy == Some(number) {
                        self.busy = None;
                    }
                    app.finish_thinking(at, number, result);
                }
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => return self.thread_stopped(app, at),
            }
        }
    }

    /// Handles the unexpected end of the thread. The next request starts a new
    /// one.
    fn thread_stopped(&mut self, app: &mut App, at: Time) {
        self.thread = None;
        if let Some(number) = self.busy.take() {
            app.finish_thinking(at, number, Err(ThinkError::ThreadStopped));
        }
    }

    fn cancel(&mut self) {
        self.busy = None;
        if let Some(thread) = &self.thread {
            thread.wanted.store(NO_REQUEST, Ordering::Relaxed);
        }
    }
}

impl RunningThread {
    fn start() -> RunningThread {
        let wanted = Arc::new(AtomicU64::new(NO_REQUEST));
        let (requests, received) = mpsc::channel::<ThinkRequest>();
        let (sender, results) = mpsc::channel();
        let still_wanted = Arc::clone(&wanted);
        let handle = thread::spawn(move || {
            let mut chooser = MoveChooser::default();
            for request in received {
                let is_cancelled = || still_wanted.load(Ordering::Relaxed) != request.number;
                if is_cancelled() {
                    continue;
                }
                let result = chooser.choose(&request, &is_cancelled);
                if sender.send((request.number, result)).is_err() {
                    return;
                }
            }
        });
        RunningThread {
            wanted,
            requests: Some(requests),
            results,
            handle: Some(handle),
        }
    }
}

/// Waits for the thread, so that an external engine it started is stopped.
impl Drop for RunningThread {
    fn drop(&mut self) {
        self.wanted.store(NO_REQUEST, Ordering::Relaxed);
        self.requests = None;
        if let Some(handle) = self.handle.take() {
            // If it has panicked, the panic was already reported.
            let _ = handle.join();
        }
    }
}
