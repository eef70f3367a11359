//! What players and their programs are notified of, wherever they are connected.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use arbiter_wire::ChallengeView;
use parking_lot::Mutex;
use tokio::sync::mpsc;

use crate::base::{GameId, PlayerId, TokenId};

/// How many notices may wait for a program that reads slowly. A slower one is
/// disconnected, and learns everything when it comes back.
const MAX_WAITING_NOTICES: usize = 256;

/// Something that programs of a player want to know.
#[derive(Clone, Debug)]
pub enum PlayerNotice {
    /// A game has started.
    Started(GameId),
    /// A game is over.
    Ended(GameId),
    /// A challenge was made or answered.
    Challenge(Arc<ChallengeView>),
}

/// The programs that listen, by player; those of no player listen to the games of all.
#[derive(Clone, Debug, Default)]
pub(super) struct NoticeListeners(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    listeners: Mutex<HashMap<Option<PlayerId>, Vec<Listener>>>,
    next: AtomicU64,
}

#[derive(Debug)]
struct Listener {
    number: u64,
    /// Each token has one listener; a new one replaces it.
    token: Option<TokenId>,
    sender: mpsc::Sender<PlayerNotice>,
}

/// The notices for one program.
#[derive(Debug)]
pub struct Notices {
    number: u64,
    listeners: NoticeListeners,
    keys: Vec<Option<PlayerId>>,
    receiver: mpsc::Receiver<PlayerNotice>,
}

impl NoticeListeners {
    pub(super) fn listen(&self, keys: Vec<Option<PlayerId>>, token: Option<TokenId>) -> Notices {
        let (sender, receiver) = mpsc::channel(MAX_WAITING_NOTICES);
        let number = self.0.next.fetch_add(1, Relaxed);
        let mut listeners = self.0.listeners.lock();
        for key in &keys {
            let listening = listeners.entry(*key).or_default();
            listening.retain(|it| token.is_none() || it.token != token);
            listening.push(Listener {
                number,
                token,
                sender: sender.clone(),
            });
        }
        Notices {
            number,
            listeners: self.clone(),
            keys,
            receiver,
        }
    }

    pub(super) fn notify(&self, key: Option<PlayerId>, notice: &PlayerNotice) {
        let mut listeners = self.0.listeners.lock();
        if let Some(listening) = listeners.get_mut(&key) {
            // One whose queue is full ends: its receiver sees no more senders.
            listening.retain(|it| it.sender.try_send(notice.clone()).is_ok());
        }
    }

    pub(super) fn has(&self, player: PlayerId) -> bool {
        let listeners = self.0.listeners.lock();
        let listening = listeners.get(&Some(player));
        // A listener without a token follows others.
        listening.is_some_and(|all| all.iter().any(|it| it.token.is_some()))
    }

    /// Reports whether anybody is notified of what this player does.
    pub(super) fn are_notified_of(&self, player: PlayerId) -> bool {
        self.0.listeners.lock().contains_key(&Some(player))
    }

    /// Returns the players of whom somebody is notified.
    pub(super) fn followed(&self) -> Vec<PlayerId> {
        self.0.listeners.lock().keys().copied().flatten().collect()
    }

    pub(super) fn players(&self, limit: usize) -> Vec<PlayerId> {
        let listeners = self.0.listeners.lock();
        let has_token = |all: &[Listener]| all.iter().any(|it| it.token.is_some());
        let players = listeners.iter().filter(|(_, all)| has_token(all));
        players.filter_map(|(key, _)| *key).take(limit).collect()
    }
}

impl Notices {
    /// Waits for the next notice; returns none if too many have waited, or another
    /// program uses the same token.
    pub async fn next(&mut self) -> Option<PlayerNotice> {
        self.receiver.recv().await
    }
}

impl Drop for Notices {
    fn drop(&mut self) {
        let mut listeners = self.listeners.0.listeners.lock();
        for key in &self.keys {
            if let Some(listening) = listeners.get_mut(key) {
                listening.retain(|it| it.number != self.number);
                if listening.is_empty() {
                    listeners.remove(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64) -> PlayerNotice {
        PlayerNotice::Started(GameId::from_random(number))
    }

    #[tokio::test]
    async fn a_new_listener_of_a_token_replaces_the_old_one() {
        let listeners = NoticeListeners::default();
        let key = Some(PlayerId(1));
        let mut old = listeners.listen(vec![key], Some(TokenId(1)));
        let mut other = listeners.listen(vec![key], Some(TokenId(2)));
        let mut new = listeners.listen(vec![key], Some(TokenId(1)));
        assert!(old.next().await.is_none());
        drop(old);
        listeners.notify(key, &game(7));
        listeners.notify(Some(PlayerId(2)), &game(8));
        for listener in [&mut other, &mut new] {
            let notice = listener.next().await;
            assert!(
                matches!(notice, Some(PlayerNotice::Started(id)) if id == GameId::from_random(7))
            );
        }
        assert!(listeners.has(PlayerId(1)) && !listeners.has(PlayerId(2)));
        drop((other, new));
        assert!(listeners.0.listeners.lock().is_empty());
    }

    #[tokio::test]
    async fn a_listener_that_does_not_listen_is_dropped() {
        let listeners = NoticeListeners::default();
        let mut silent = listeners.listen(vec![None], None);
        for number in 0..=MAX_WAITING_NOTICES as u64 {
            listeners.notify(None, &game(number));
        }
        assert!(listeners.0.listeners.lock()[&None].is_empty());
        for _ in 0..MAX_WAITING_NOTICES {
            assert!(silent.next().await.is_some());
        }
        assert!(silent.next().await.is_none());
    }
}
