use std::collections::HashMap;

use arbiter_wire::ServerMessage;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::Hub;
use crate::base::PlayerId;

/// The messages about rematches and pairings that were sent to players connected to this
/// node, so that one that the bus has lost is repeated and others are not.
#[derive(Debug, Default)]
pub(super) struct SentMessages(Mutex<SentLog>);

#[derive(Debug, Default)]
struct SentLog {
    messages: HashMap<(PlayerId, Subject), Entry>,
    /// The number of comparisons with the store.
    comparisons: u64,
}

/// What a message says, with the id of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) enum Subject {
    RematchOffered(String),
    Paired(String),
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    source: Source,
    /// The number of comparisons when it was last noted.
    comparison: u64,
}

/// Where a message came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// Another node sent it.
    Node,
    /// It was found in the store; the message of the node may still arrive.
    Store,
}

/// How many messages are remembered; after that all are forgotten, and recent ones may be
/// sent twice.
const MAX_MESSAGES: usize = 20_000;
/// For how many comparisons an offer of a rematch is remembered that the store does not
/// confirm: a player may offer it again.
const REMEMBERED_OFFER_COMPARISONS: u64 = 3;
/// For how many comparisons a pairing is remembered. There is no second one with the same
/// game, and a message about it may come late.
const REMEMBERED_PAIRING_COMPARISONS: u64 = 120;

impl Subject {
    /// Returns the number of comparisons for which it is remembered.
    const fn remembered_comparisons(&self) -> u64 {
        match self {
            Subject::RematchOffered(_) => REMEMBERED_OFFER_COMPARISONS,
            Subject::Paired(_) => REMEMBERED_PAIRING_COMPARISONS,
        }
    }

    /// Returns what a message says, if it is to be remembered.
    pub(super) fn of(message: &ServerMessage) -> Option<Subject> {
        match message {
            ServerMessage::RematchOffered(offer) => {
                Some(Subject::RematchOffered(offer.game.clone()))
            }
            ServerMessage::Paired(paired) => Some(Subject::Paired(paired.game.clone())),
            _ => None,
        }
    }
}

impl SentMessages {
    /// Notes a message from a node to a player. Reports whether the player does not know it
    /// from the store yet.
    pub(super) fn note_sent(&self, player: PlayerId, subject: Subject) -> bool {
        self.note(player, subject, Source::Node) != Some(Source::Store)
    }

    /// Notes a message that was found in the store. Reports whether it was not sent yet.
    fn note_found(&self, player: PlayerId, subject: Subject) -> bool {
        self.note(player, subject, Source::Store).is_none()
    }

    /// Notes a message, and returns where it came from before.
    fn note(&self, player: PlayerId, subject: Subject, source: Source) -> Option<Source> {
        let mut sent = self.0.lock();
        if sent.messages.len() >= MAX_MESSAGES {
            sent.messages.clear();
        }
        let comparison = sent.comparisons;
        let key = (player, subject);
        let before = sent.messages.get(&key).map(|it| it.source);
        // A message of a node remains one when the store confirms it.
        let source = match before {
            Some(Source::Node) => Source::Node,
            _ => source,
        };
        sent.messages.insert(key, Entry { source, comparison });
        before
    }

    fn end_comparison(&self) {
        let mut sent = self.0.lock();
        sent.comparisons += 1;
        let comparisons = sent.comparisons;
        sent.messages.retain(|(_, subject), it| {
            it.comparison + subject.remembered_comparisons() > comparisons
        });
    }
}

impl Hub {
    /// Sends a player who is connected here a message about a rematch or a pairing that was
    /// found in the store, unless it was sent before.
    pub fn tell_found(&self, player: PlayerId, message: &ServerMessage) {
        let is_here = self.players.lock().contains_key(&player);
        let is_new = |subject| self.messages.note_found(player, subject);
        if is_here && Subject::of(message).is_none_or(is_new) {
            self.tell_here(player, message);
        }
    }

    /// Forgets that a message was sent: a new connection has not received it.
    pub fn forget_sent(&self, player: PlayerId, message: &ServerMessage) {
        if let Some(subject) = Subject::of(message) {
            self.messages.0.lock().messages.remove(&(player, subject));
        }
    }

    /// Forgets messages that the last comparisons with the store have not confirmed.
    pub fn end_comparison(&self) {
        self.messages.end_comparison();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(game: &str) -> Subject {
        Subject::RematchOffered(game.to_owned())
    }

    fn pairing(game: &str) -> Subject {
        Subject::Paired(game.to_owned())
    }

    #[test]
    fn a_message_from_the_store_is_sent_once_and_that_of_a_node_not_after_it() {
        let (sent, player) = (SentMessages::default(), PlayerId(1));
        assert!(sent.note_found(player, offer("a")));
        assert!(!sent.note_found(player, offer("a")));
        // The message of the node is late.
        assert!(!sent.note_sent(player, offer("a")));
        // A player may offer again.
        assert!(sent.note_sent(player, offer("a")));
        assert!(!sent.note_found(player, offer("a")));
        assert!(sent.note_found(PlayerId(2), offer("a")));
        assert!(sent.note_found(player, offer("b")));
    }

    #[test]
    fn an_offer_that_the_store_does_not_confirm_is_forgotten_and_a_pairing_is_not() {
        let (sent, player) = (SentMessages::default(), PlayerId(1));
        assert!(sent.note_sent(player, offer("a")));
        assert!(sent.note_sent(player, offer("b")));
        assert!(sent.note_found(player, pairing("c")));
        for _ in 0..10 {
            assert!(!sent.note_found(player, offer("a")));
            sent.end_comparison();
        }
        assert!(sent.note_found(player, offer("b")));
        assert!(!sent.note_sent(player, pairing("c")));
    }
}
