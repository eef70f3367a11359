use std::sync::Arc;

use tokio::sync::watch;

/// Tells every task of a server to stop, and waits for them.
#[derive(Clone, Debug)]
pub struct Stop(Arc<watch::Sender<bool>>);

/// Held by a task that runs: the server waits as long as one is held.
#[derive(Clone, Debug)]
pub struct StopSignal(watch::Receiver<bool>);

impl Stop {
    /// Returns a signal for a task that starts.
    #[must_use]
    pub fn subscribe(&self) -> StopSignal {
        StopSignal(self.0.subscribe())
    }

    /// Tells every task to stop.
    pub fn request(&self) {
        self.0.send_replace(true);
    }

    /// Reports whether the tasks were told to stop.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until every task has stopped.
    pub async fn finished(&self) {
        self.0.closed().await;
    }
}

impl Default for Stop {
    fn default() -> Stop {
        Stop(Arc::new(watch::Sender::new(false)))
    }
}

impl StopSignal {
    /// Waits until the task is told to stop.
    pub async fn received(&self) {
        let mut signal = self.0.clone();
        // A server that was dropped has stopped, too.
        let _received = signal.wait_for(|is_requested| *is_requested).await;
    }

    /// Reports whether the task was told to stop.
    #[must_use]
    pub fn is_received(&self) -> bool {
        *self.0.borrow()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_waits_for_every_task() {
        let stop = Stop::default();
        let (room, socket) = (stop.subscribe(), stop.subscribe());
        assert!(!room.is_received());
        stop.request();
        room.received().await;
        assert!(socket.is_received() && stop.is_requested());
        let finished = tokio::spawn(async move { stop.finished().await });
        drop(room);
        tokio::task::yield_now().await;
        assert!(!finished.is_finished());
        drop(socket);
        finished.await.unwrap();
    }
}
