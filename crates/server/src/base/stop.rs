use tokio::sync::watch;

/// By which everything that runs is told to stop, and waited for.
#[derive(Debug)]
pub struct Stop(watch::Sender<bool>);

/// Held by what runs: as long as one of them is held, the server waits.
#[derive(Clone, Debug)]
pub struct Stopping(watch::Receiver<bool>);

impl Stop {
    /// For something that begins to run.
    #[must_use]
    pub fn subscribe(&self) -> Stopping {
        Stopping(self.0.subscribe())
    }

    /// Tells everybody to stop.
    pub fn now(&self) {
        self.0.send_replace(true);
    }

    /// Whether everybody was told.
    #[must_use]
    pub fn is_told(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until nothing runs any more.
    pub async fn finished(&self) {
        self.0.closed().await;
    }
}

impl Default for Stop {
    fn default() -> Stop {
        Stop(watch::Sender::new(false))
    }
}

impl Stopping {
    /// Waits until the server stops.
    pub async fn told(&self) {
        let mut told = self.0.clone();
        // A server that is no more has stopped, too.
        let _told = told.wait_for(|told| *told).await;
    }

    /// Whether the server stops.
    #[must_use]
    pub fn is_told(&self) -> bool {
        *self.0.borrow()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_waits_for_all_that_runs() {
        let stop = Stop::default();
        let (room, socket) = (stop.subscribe(), stop.subscribe());
        assert!(!room.is_told());
        stop.now();
        room.told().await;
        assert!(socket.is_told() && stop.is_told());
        let finished = tokio::spawn(async move { stop.finished().await });
        drop(room);
        tokio::task::yield_now().await;
        assert!(!finished.is_finished());
        drop(socket);
        finished.await.unwrap();
    }
}
