use std::collections::HashMap;

use arbiter_wire::ServerMessage;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::Hub;
use crate::base::PlayerId;

/// The messages about rematches and pairings that players connected to this node were told,
/// so that one that the bus has lost can be repeated and others are not.
#[derive(Debug, Default)]
pub(super) struct ToldMessages(Mutex<Told>);

#[derive(Debug, Default)]
struct Told {
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

/// From where it is known what to tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// A node has told it.
    Node,
    /// The store says it; the message of the node may still come.
    Store,
}

/// How many messages are remembered; after that all are forgotten, and those that are new
/// may be told twice.
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

impl ToldMessages {
    /// Notes what a node tells a player. Reports whether the player does not know it from the
    /// store yet.
    pub(super) fn note_told(&self, player: PlayerId, subject: Subject) -> bool {
        self.note(player, subject, Source::Node) != Some(Source::Store)
    }

    /// Notes what the store says. Reports whether the player was not told yet.
    fn note_found(&self, player: PlayerId, subject: Subject) -> bool {
        self.note(player, subject, Source::Store).is_none()
    }

    /// Returns from where it was known before.
    fn note(&self, player: PlayerId, subject: Subject, source: Source) -> Option<Source> {
        let mut told = self.0.lock();
        if told.messages.len() >= MAX_MESSAGES {
            told.messages.clear();
        }
        let comparison = told.comparisons;
        let key = (player, subject);
        let before = told.messages.get(&key).map(|it| it.source);
        // What a node has told stays so when the store confirms it.
        let source = match before {
            Some(Source::Node) => Source::Node,
            _ => source,
        };
        told.messages.insert(key, Entry { source, comparison });
        before
    }

    fn end_comparison(&self) {
        let mut told = self.0.lock();
        told.comparisons += 1;
        let comparisons = told.comparisons;
        told.messages.retain(|(_, subject), it| {
            it.comparison + subject.remembered_comparisons() > comparisons
        });
    }
}

impl Hub {
    /// Tells a player who is connected here what the store says about a rematch or a pairing,
    /// unless they were told.
    pub fn tell_found(&self, player: PlayerId, message: &ServerMessage) {
        let is_here = self.players.lock().contains_key(&player);
        let is_new = |subject| self.messages.note_found(player, subject);
        if is_here && Subject::of(message).is_none_or(is_new) {
            self.tell_here(player, message);
        }
    }

    /// Forgets that a player was told: a new connection has not received it.
    pub fn forget_told(&self, player: PlayerId, message: &ServerMessage) {
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
    fn what_the_store_says_is_told_once_and_what_a_node_says_is_not_told_after_it() {
        let (told, player) = (ToldMessages::default(), PlayerId(1));
        assert!(told.note_found(player, offer("a")));
        assert!(!told.note_found(player, offer("a")));
        // The message of the node is late.
        assert!(!told.note_told(player, offer("a")));
        // A player who asks again is heard again.
        assert!(told.note_told(player, offer("a")));
        assert!(!told.note_found(player, offer("a")));
        assert!(told.note_found(PlayerId(2), offer("a")));
        assert!(told.note_found(player, offer("b")));
    }

    #[test]
    fn an_offer_that_the_store_does_not_confirm_is_forgotten_and_a_pairing_is_not() {
        let (told, player) = (ToldMessages::default(), PlayerId(1));
        assert!(told.note_told(player, offer("a")));
        assert!(told.note_told(player, offer("b")));
        assert!(told.note_found(player, pairing("c")));
        for _ in 0..10 {
            assert!(!told.note_found(player, offer("a")));
            told.end_comparison();
        }
        assert!(told.note_found(player, offer("b")));
        assert!(!told.note_told(player, pairing("c")));
    }
}
