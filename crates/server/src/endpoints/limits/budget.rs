use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::endpoints::error::Error;

/// How much work of one kind is done at once, and how much may wait. It is
/// done where it holds nobody up.
#[derive(Debug)]
pub struct Budget {
    workers: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl Budget {
    /// So many at once, and so many more who wait.
    #[must_use]
    pub fn new(at_once: usize, waiting: usize) -> Budget {
        Budget {
            workers: Arc::new(Semaphore::new(at_once)),
            places: Arc::new(Semaphore::new(at_once + waiting)),
        }
    }

    /// Does it when its turn comes.
    ///
    /// # Errors
    ///
    /// That too many wait already.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| Error::Busy)?;
        let worker = Arc::clone(&self.workers).acquire_owned().await;
        let worker = worker.map_err(|_| Error::Busy)?;
        let working = tokio::task::spawn_blocking(move || {
            // Whoever asked may leave; work that goes on is counted until it
            // is done.
            let _counted = (place, worker);
            work()
        });
        working.await.map_err(|panic| {
            tracing::error!(%panic, "work broke down");
            Error::Defect
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, mpsc};

    use super::*;

    #[tokio::test]
    async fn who_comes_too_late_is_told_so() {
        let budget = Arc::new(Budget::new(1, 1));
        let (open, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let start = || {
            let (budget, gate) = (Arc::clone(&budget), Arc::clone(&gate));
            let wait = move || gate.lock().unwrap().recv();
            tokio::spawn(async move { budget.run(wait).await })
        };
        let (first, second) = (start(), start());
        while budget.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(budget.run(|| ()).await, Err(Error::Busy)));
        drop(open);
        assert!(first.await.unwrap().is_ok() && second.await.unwrap().is_ok());
        assert!(budget.run(|| ()).await.is_ok());
    }
}
