use std::{collections::HashMap, sync::Arc};

use parking_lot::Mutex;
use tokio::sync::watch;

use crate::{
    base::{PlayerId, TokenId},
    store::{Store, StoreError},
};

/// The tokens that are in use right now. When a token is revoked, connections
/// that use it end at once.
#[derive(Clone, Debug, Default)]
pub struct Sessions(Arc<Mutex<HashMap<TokenId, UsedToken>>>);

/// A token that connections use.
#[derive(Debug)]
struct UsedToken {
    player: PlayerId,
    /// Dropped when the token is revoked.
    connections: watch::Sender<()>,
}

/// How far back nodes look for tokens that were revoked, because a transaction takes a
/// while and clocks differ.
const REVOKED_MILLIS: u64 = 30_000;

/// Held as long as a connection uses a token.
#[derive(Debug)]
pub struct SessionGuard {
    token: TokenId,
    sessions: Sessions,
    ended: watch::Receiver<()>,
}

impl Sessions {
    /// Notes that a connection uses this token.
    #[must_use]
    pub fn open(&self, token: TokenId, player: PlayerId) -> SessionGuard {
        let mut sessions = self.0.lock();
        let used = sessions.entry(token).or_insert_with(|| UsedToken {
            player,
            connections: watch::Sender::new(()),
        });
        SessionGuard {
            token,
            ended: used.connections.subscribe(),
            sessions: self.clone(),
        }
    }

    /// Ends all connections that use this token.
    pub fn revoke(&self, token: TokenId) {
        self.0.lock().remove(&token);
    }

    /// Ends all connections that use tokens which another node has revoked a moment ago.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub async fn follow_store(&self, store: &Store, now: u64) -> Result<(), StoreError> {
        let since = now.saturating_sub(REVOKED_MILLIS);
        for token in store.revoked_tokens(since).await? {
            self.revoke(token);
        }
        Ok(())
    }

    /// Ends all connections of this player.
    pub fn end_all_of(&self, player: PlayerId) {
        self.0.lock().retain(|_, used| used.player != player);
    }
}

impl SessionGuard {
    /// Waits until the token is revoked.
    pub async fn revoked(&self) {
        let mut ended = self.ended.clone();
        // Nothing is ever sent: revoking drops the sender.
        while ended.changed().await.is_ok() {}
    }
}

impl Drop for SessionGuard {
    fn drop(&mut self) {
        let mut sessions = self.sessions.0.lock();
        // The receiver of this guard still counts.
        let is_last = |used: &UsedToken| used.connections.receiver_count() <= 1;
        if sessions.get(&self.token).is_some_and(is_last) {
            sessions.remove(&self.token);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn revoking_a_token_ends_all_its_connections() {
        let sessions = Sessions::default();
        let (one, two) = (
            sessions.open(TokenId(1), PlayerId(1)),
            sessions.open(TokenId(1), PlayerId(1)),
        );
        let other = sessions.open(TokenId(2), PlayerId(1));
        sessions.revoke(TokenId(1));
        one.revoked().await;
        two.revoked().await;
        assert!(other.ended.has_changed().is_ok());
        sessions.end_all_of(PlayerId(2));
        assert!(other.ended.has_changed().is_ok());
        sessions.end_all_of(PlayerId(1));
        other.revoked().await;
        drop((one, two, other));
        assert!(sessions.0.lock().is_empty());
    }

    #[test]
    fn nothing_is_kept_after_the_last_connection() {
        let sessions = Sessions::default();
        let (one, two) = (
            sessions.open(TokenId(1), PlayerId(1)),
            sessions.open(TokenId(1), PlayerId(1)),
        );
        drop(one);
        assert_eq!(sessions.0.lock().len(), 1);
        drop(two);
        assert!(sessions.0.lock().is_empty());
    }
}
