use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

use crate::base::TokenId;

/// The tokens with which somebody is here right now. What is revoked ends at
/// once, a socket too.
#[derive(Clone, Debug, Default)]
pub struct Sessions(Arc<Mutex<HashMap<TokenId, watch::Sender<()>>>>);

/// Held as long as somebody is here with a token.
#[derive(Debug)]
pub struct Open {
    token: TokenId,
    sessions: Sessions,
    ended: watch::Receiver<()>,
}

impl Sessions {
    /// Somebody is here with this token.
    #[must_use]
    pub fn open(&self, token: TokenId) -> Open {
        let mut sessions = self.lock();
        let sender = sessions
            .entry(token)
            .or_insert_with(|| watch::Sender::new(()));
        Open {
            token,
            ended: sender.subscribe(),
            sessions: self.clone(),
        }
    }

    /// This token is worth nothing any more: whoever is here with it leaves.
    pub fn revoked(&self, token: TokenId) {
        self.lock().remove(&token);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TokenId, watch::Sender<()>>> {
        // A map of senders is whole whatever happened to whoever held it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Waits until the token is revoked.
    pub async fn revoked(&self) {
        let mut ended = self.ended.clone();
        // Nothing is ever sent: what ends is the sender.
        while ended.changed().await.is_ok() {}
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut sessions = self.sessions.lock();
        // Its own receiver is still there.
        let is_last = |sender: &watch::Sender<()>| sender.receiver_count() <= 1;
        if sessions.get(&self.token).is_some_and(is_last) {
            sessions.remove(&self.token);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_revoked_token_ends_all_that_is_open_with_it() {
        let sessions = Sessions::default();
        let (one, two) = (sessions.open(TokenId(1)), sessions.open(TokenId(1)));
        let other = sessions.open(TokenId(2));
        sessions.revoked(TokenId(1));
        one.revoked().await;
        two.revoked().await;
        assert!(other.ended.has_changed().is_ok());
        drop((one, two, other));
        assert!(sessions.lock().is_empty());
    }

    #[test]
    fn nothing_is_kept_of_who_has_left() {
        let sessions = Sessions::default();
        let (one, two) = (sessions.open(TokenId(1)), sessions.open(TokenId(1)));
        drop(one);
        assert_eq!(sessions.lock().len(), 1);
        drop(two);
        assert!(sessions.lock().is_empty());
    }
}
