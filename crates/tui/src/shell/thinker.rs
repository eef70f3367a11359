use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, Receiver, Sender, TryRecvError},
    },
    thread::{self, JoinHandle},
};

use arbiter_game::Time;

use super::{ThinkError, mind::Mind};
use crate::{App, Task, Thought};

/// A thread in which the computer thinks, so that no key has to wait.
#[derive(Default)]
pub(super) struct Thinker {
    thread: Option<Thread>,
    /// The task that is thought about.
    busy: Option<u64>,
}

struct Thread {
    /// The number of the only task that is still wanted.
    wanted: Arc<AtomicU64>,
    tasks: Option<Sender<Task>>,
    thoughts: Receiver<(u64, Result<Thought, ThinkError>)>,
    handle: Option<JoinHandle<()>>,
}

/// The number of no task.
const NONE: u64 = 0;

impl Thinker {
    /// Hands on what there is to think about, drops what is not wanted any
    /// more, and tells what was thought.
    pub(super) fn attend(&mut self, app: &mut App, at: Time) {
        self.hear(app, at);
        let wanted = app.wanted();
        if wanted == self.busy {
            return;
        }
        let Some(task) = app.task(at) else {
            self.forget();
            return;
        };
        let number = task.number;
        let thread = self.thread.get_or_insert_with(Thread::start);
        thread.wanted.store(number, Ordering::Relaxed);
        self.busy = Some(number);
        let tasks = thread.tasks.as_ref();
        let is_sent = tasks.is_some_and(|tasks| tasks.send(task).is_ok());
        if !is_sent {
            self.gone(app, at);
        }
    }

    /// Whether a thought may arrive at any time.
    pub(super) fn is_busy(&self) -> bool {
        self.busy.is_some()
    }

    fn hear(&mut self, app: &mut App, at: Time) {
        while let Some(thread) = &self.thread {
            match thread.thoughts.try_recv() {
                Ok((number, thought)) => {
                    if self.busy == Some(number) {
                        self.busy = None;
                    }
                    app.thought(at, number, thought);
                }
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => return self.gone(app, at),
            }
        }
    }

    /// The thread has died: another one takes its place at the next task.
    fn gone(&mut self, app: &mut App, at: Time) {
        self.thread = None;
        if let Some(number) = self.busy.take() {
            app.thought(at, number, Err(ThinkError::Gone));
        }
    }

    fn forget(&mut self) {
        self.busy = None;
        if let Some(thread) = &self.thread {
            thread.wanted.store(NONE, Ordering::Relaxed);
        }
    }
}

impl Thread {
    fn start() -> Thread {
        let wanted = Arc::new(AtomicU64::new(NONE));
        let (tasks, received) = mpsc::channel::<Task>();
        let (sender, thoughts) = mpsc::channel();
        let still_wanted = Arc::clone(&wanted);
        let handle = thread::spawn(move || {
            let mut mind = Mind::default();
            for task in received {
                let is_over = || still_wanted.load(Ordering::Relaxed) != task.number;
                if is_over() {
                    continue;
                }
                let thought = mind.think(&task, &is_over);
                if sender.send((task.number, thought)).is_err() {
                    return;
                }
            }
        });
        Thread {
            wanted,
            tasks: Some(tasks),
            thoughts,
            handle: Some(handle),
        }
    }
}

/// A program that was started is not left behind.
impl Drop for Thread {
    fn drop(&mut self) {
        self.wanted.store(NONE, Ordering::Relaxed);
        self.tasks = None;
        if let Some(handle) = self.handle.take() {
            // If it has panicked, that was told when it happened.
            let _ = handle.join();
        }
    }
}
