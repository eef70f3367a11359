//! Finds challenges that other nodes have stored and whose messages were lost.

use std::sync::Arc;

use arbiter_wire::ServerMessage;

use super::{Challenges, decide::OPEN_MILLIS, view};
use crate::{
    play::PlayerNotice,
    store::{StoreError, StoredChallenge},
};

/// The maximum age of a challenge that is found for the first time: the difference between
/// the clocks of two nodes, plus the time between two comparisons.
const NEW_MILLIS: u64 = 30_000;
/// How many challenges are compared at once.
const MAX_COMPARED: usize = 1_000;

impl Challenges {
    /// Sends challenges and answers to players who are connected here and have not received
    /// them.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub async fn compare_with_store(&self, now: u64) -> Result<(), StoreError> {
        let (hub, store) = (&self.games.hub, &self.games.store);
        let open = hub.open_challenges(now);
        let since = (now + OPEN_MILLIS).saturating_sub(NEW_MILLIS);
        let found = store.challenges_after(since, open, MAX_COMPARED).await?;
        for challenge in found {
            self.tell_here(challenge, now);
        }
        Ok(())
    }

    /// Sends a challenge to its players who are connected here, unless they know it.
    fn tell_here(&self, challenge: StoredChallenge, now: u64) {
        let hub = &self.games.hub;
        let players = [challenge.challenger.id, challenge.challenged.id];
        let view = view(challenge, now);
        if hub.knows_challenge(&view) || !players.iter().any(|it| hub.is_connected_here(*it)) {
            return;
        }
        hub.note_challenge(&view);
        let message = ServerMessage::Challenge(Box::new(view.clone()));
        let notice = PlayerNotice::Challenge(Arc::new(view));
        for player in players {
            hub.tell_here(player, &message);
            hub.notify_here(player, &notice);
        }
    }
}
