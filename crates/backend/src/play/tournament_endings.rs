use std::collections::HashSet;

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::base::TournamentId;

/// The tournaments in which games have ended. It is a hint: the store knows which
/// games are over.
#[derive(Debug, Default)]
pub struct TournamentEndings {
    waiting: Mutex<HashSet<TournamentId>>,
    wakes: Notify,
}

impl TournamentEndings {
    /// Notes that a game of a tournament is over.
    pub fn note(&self, tournament: TournamentId) {
        self.waiting.lock().insert(tournament);
        self.wakes.notify_one();
    }

    /// Waits until games have ended, and returns their tournaments.
    pub async fn next(&self) -> Vec<TournamentId> {
        loop {
            let waiting: Vec<_> = self.waiting.lock().drain().collect();
            if !waiting.is_empty() {
                return waiting;
            }
            self.wakes.notified().await;
        }
    }
}
