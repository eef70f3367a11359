use std::sync::Arc;

use tokio::sync::Semaphore;

/// Limits how much blocking work of one kind runs at once and how much may
/// wait. The work runs on threads of its own, so that it delays nothing else.
#[derive(Clone, Debug)]
pub struct WorkLimit {
    running: Arc<Semaphore>,
    admitted: Arc<Semaphore>,
}

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

impl WorkLimit {
    /// Returns a limit of `at_once` running pieces of work and `waiting` more
    /// in the queue.
    #[must_use]
    pub fn new(at_once: usize, waiting: usize) -> WorkLimit {
        WorkLimit {
            running: Arc::new(Semaphore::new(at_once)),
            admitted: Arc::new(Semaphore::new(at_once + waiting)),
        }
    }

    /// Runs the work when its turn comes.
    ///
    /// # Errors
    ///
    /// Returns [`WorkError`] if the queue is full or the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let admitted = Arc::clone(&self.admitted).try_acquire_owned();
        let admitted = admitted.map_err(|_| WorkError::QueueFull)?;
        let running = Arc::clone(&self.running).acquire_owned().await;
        let running = running.map_err(|_| WorkError::QueueFull)?;
        let working = tokio::task::spawn_blocking(move || {
            // The caller may go away; work that continues is counted until it
            // is done.
            let _counted = (admitted, running);
            work()
        });
        working.await.map_err(|panic| {
            tracing::error!(%panic, "blocking work panicked");
            WorkError::Panicked
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use parking_lot::Mutex;

    use super::*;

    #[tokio::test]
    async fn work_beyond_the_queue_is_refused() {
        let limit = WorkLimit::new(1, 1);
        let (open, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let start = || {
            let (limit, gate) = (limit.clone(), Arc::clone(&gate));
            let wait = move || gate.lock().recv();
            tokio::spawn(async move { limit.run(wait).await })
        };
        let (first, second) = (start(), start());
        while limit.admitted.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(limit.run(|| ()).await, Err(WorkError::QueueFull));
        drop(open);
        assert!(first.await.unwrap().is_ok() && second.await.unwrap().is_ok());
        assert!(limit.run(|| ()).await.is_ok());
    }
}
