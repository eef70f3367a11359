use std::{
    any::Any,
    collections::HashMap,
    fmt::{self, Debug},
    hash::Hash,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
};

use parking_lot::Mutex;
use tokio::sync::{Semaphore, oneshot};

use super::{WorkQueue, ignore::Ignore, lower_thread_priority};

/// Threads that serve people go first.
const NICE: i32 = 5;

/// Limits how much blocking work of one kind runs at once, and shares it fairly:
/// a requester who asks for much waits for it, and others do not. The work runs on
/// threads of its own, so that it delays nothing else and the memory that a piece of
/// work needed is used again by the next.
#[derive(Clone, Debug)]
pub struct FairWorkLimit<K: Hash + Eq + Copy + Debug> {
    threads: Arc<Threads>,
    running: Arc<Semaphore>,
    requesters: Arc<Mutex<HashMap<K, Requester>>>,
    at_once: usize,
    max_waiting: usize,
}

/// The threads that do the work, until this value is dropped.
#[derive(Debug)]
struct Threads(Arc<WorkQueue<Job>>);

/// A piece of work.
struct Job(Box<dyn FnOnce() + Send>);

/// Work of any result, so that the code around it is compiled once.
type Work = Box<dyn FnOnce() -> AnyResult + Send>;
type AnyResult = Box<dyn Any + Send>;

/// Why work was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WorkError {
    /// Too much work is waiting already.
    #[error("too much work is waiting")]
    QueueFull,
    /// The work panicked.
    #[error("the work panicked")]
    Panicked,
}

/// Someone who has asked for work that is not done yet.
#[derive(Debug)]
struct Requester {
    /// Allows one piece of work of this requester at a time: the next one joins
    /// the common queue when the one before is done.
    turn: Arc<Semaphore>,
    /// How much of it runs or waits.
    count: usize,
}

/// Counts as a piece of work of this requester until it is dropped.
#[derive(Debug)]
struct Counted<K: Hash + Eq + Copy + Debug> {
    key: K,
    requesters: Arc<Mutex<HashMap<K, Requester>>>,
}

impl<K: Hash + Eq + Copy + Debug + Send + 'static> FairWorkLimit<K> {
    /// Returns a limit of `at_once` running pieces of work of this kind, and of
    /// `max_waiting` more for each requester.
    #[must_use]
    pub fn new(kind: &str, at_once: usize, max_waiting: usize) -> FairWorkLimit<K> {
        FairWorkLimit {
            threads: Arc::new(Threads::start(kind, at_once)),
            running: Arc::new(Semaphore::new(at_once)),
            requesters: Arc::default(),
            at_once,
            max_waiting,
        }
    }

    /// Runs the work when its turn comes.
    ///
    /// # Errors
    ///
    /// Returns [`WorkError`] if the requester has too much waiting already, or the
    /// work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        key: K,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        self.run_up_to(self.max_waiting, key, work).await
    }

    /// Runs the work when its turn comes, however much is waiting. The caller
    /// must have a limit of its own, such as one piece of work for each game.
    ///
    /// # Errors
    ///
    /// Returns [`WorkError`] if the work panics.
    pub async fn run_always<T: Send + 'static>(
        &self,
        key: K,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        self.run_up_to(usize::MAX, key, work).await
    }

    async fn run_up_to<T: Send + 'static>(
        &self,
        max_waiting: usize,
        key: K,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let counted = self.count(key, max_waiting);
        let (counted, turn) = counted.ok_or(WorkError::QueueFull)?;
        let done = self.run_counted(counted, turn, Box::new(|| Box::new(work())));
        // It is of no other type.
        let done = done.await?.downcast().map_err(|_| WorkError::Panicked)?;
        Ok(*done)
    }

    /// Returns how much work waits for its turn.
    #[must_use]
    pub fn waiting(&self) -> usize {
        let open: usize = self.requesters.lock().values().map(|it| it.count).sum();
        let running = self.at_once - self.running.available_permits();
        open.saturating_sub(running)
    }

    fn count(&self, key: K, max_waiting: usize) -> Option<(Counted<K>, Arc<Semaphore>)> {
        let mut requesters = self.requesters.lock();
        let requester = requesters.entry(key).or_insert_with(|| Requester {
            turn: Arc::new(Semaphore::new(1)),
            count: 0,
        });
        if requester.count > max_waiting {
            return None;
        }
        requester.count += 1;
        let turn = Arc::clone(&requester.turn);
        let requesters = Arc::clone(&self.requesters);
        Some((Counted { key, requesters }, turn))
    }

    async fn run_counted(
        &self,
        counted: Counted<K>,
        turn: Arc<Semaphore>,
        work: Work,
    ) -> Result<AnyResult, WorkError> {
        // Nobody closes the semaphores.
        let turn = turn.acquire_owned().await;
        let running = Arc::clone(&self.running).acquire_owned().await;
        let (answer, answered) = oneshot::channel();
        let job = move || {
            let done = catch_unwind(AssertUnwindSafe(work));
            // The caller may go away; work that continues is counted until it
            // is done.
            drop((running, turn, counted));
            if let Ok(done) = done {
                answer.send(done).ignore("the caller has left");
            }
        };
        self.threads.0.push(|_| Job(Box::new(job)));
        answered.await.map_err(|_| {
            tracing::error!("blocking work panicked");
            WorkError::Panicked
        })
    }
}

impl Threads {
    fn start(kind: &str, count: usize) -> Threads {
        let queue = Arc::new(WorkQueue::<Job>::default());
        for number in 1..=count {
            let jobs = Arc::clone(&queue);
            let started = thread::Builder::new()
                .name(format!("{kind} {number}"))
                .spawn(move || {
                    lower_thread_priority(NICE);
                    while let Some(Job(work)) = jobs.next() {
                        work();
                    }
                });
            if let Err(error) = started {
                tracing::error!(%error, kind, "cannot start a thread");
            }
        }
        Threads(queue)
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Job")
    }
}

impl<K: Hash + Eq + Copy + Debug> Drop for Counted<K> {
    fn drop(&mut self) {
        let mut requesters = self.requesters.lock();
        if let Some(requester) = requesters.get_mut(&self.key) {
            requester.count -= 1;
            if requester.count == 0 {
                requesters.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Someone with a lot of work waits for it, and someone else does not.
    #[tokio::test]
    async fn the_work_of_one_requester_does_not_delay_that_of_another() {
        let limit = FairWorkLimit::new("work", 1, 8);
        let (open, gate) = mpsc::channel::<()>();
        let order = Arc::new(Mutex::new(Vec::new()));
        let start = |key, work: Box<dyn FnOnce() + Send>| {
            let (limit, order) = (limit.clone(), Arc::clone(&order));
            tokio::spawn(async move {
                let done = move || {
                    work();
                    order.lock().push(key);
                };
                limit.run(key, done).await
            })
        };
        let mut tasks = vec![start('a', Box::new(move || gate.recv().unwrap_or(())))];
        // Each task joins its queue before the next one starts.
        for key in ['a', 'a', 'a', 'b'] {
            tasks.push(start(key, Box::new(|| ())));
            for _ in 0..10 {
                tokio::task::yield_now().await;
            }
        }
        drop(open);
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        let order: String = order.lock().iter().collect();
        assert_eq!(order, "abaaa");
        assert!(limit.requesters.lock().is_empty());
    }

    #[tokio::test]
    async fn a_requester_with_too_much_waiting_is_refused() {
        let limit = FairWorkLimit::new("work", 1, 1);
        let (open, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let start = |key| {
            let (limit, gate) = (limit.clone(), Arc::clone(&gate));
            let wait = move || gate.lock().recv().unwrap_or(());
            tokio::spawn(async move { limit.run(key, wait).await })
        };
        let tasks = ['a', 'a', 'b'].map(start);
        while limit.requesters.lock().len() < 2 {
            tokio::task::yield_now().await;
        }
        while limit.requesters.lock()[&'a'].count < 2 {
            tokio::task::yield_now().await;
        }
        assert_eq!(limit.run('a', || ()).await, Err(WorkError::QueueFull));
        drop(open);
        for task in tasks {
            assert_eq!(task.await.unwrap(), Ok(()));
        }
        assert_eq!(limit.run('a', || ()).await, Ok(()));
    }

    #[tokio::test]
    async fn work_that_panics_does_not_count_any_more() {
        let limit = FairWorkLimit::new("work", 1, 1);
        let panics = limit.run('a', || panic!("on purpose"));
        assert_eq!(panics.await, Err::<(), _>(WorkError::Panicked));
        assert_eq!(limit.run('a', || 1).await, Ok(1));
    }
}
