use std::collections::HashMap;

use arbiter_wire::ServerMessage;
use parking_lot::Mutex;

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
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Subject {
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
/// For how many comparisons a message is remembered that the store does not confirm.
const REMEMBERED_COMPARISONS: u64 = 3;

impl Subject {
    fn of(message: &ServerMessage) -> Option<Subject> {
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
    fn note_told(&self, player: PlayerId, message: &ServerMessage) -> bool {
        self.note(player, message, Source::Node) != Some(Source::Store)
    }

    /// Notes what the store says. Reports whether the player was not told yet.
    fn note_found(&self, player: PlayerId, message: &ServerMessage) -> bool {
        self.note(player, message, Source::Store).is_none()
    }

    /// Returns from where it was known before.
    fn note(&self, player: PlayerId, message: &ServerMessage, source: Source) -> Option<Source> {
        let subject = Subject::of(message)?;
        let mut told = self.0.lock();
        if told.messages.len() >= MAX_MESSAGES {
            told.messages.clear();
        }
        let comparison = told.comparisons;
        let before = told.messages.get(&(player, subject.clone()));
        let before = before.map(|it| it.source);
        // What a node has told stays so when the store confirms it.
        let source = match before {
            Some(Source::Node) => Source::Node,
            _ => source,
        };
        let entry = Entry { source, comparison };
        told.messages.insert((player, subject), entry);
        before
    }

    fn end_comparison(&self) {
        let mut told = self.0.lock();
        told.comparisons += 1;
        let comparisons = told.comparisons;
        told.messages
            .retain(|_, it| it.comparison + REMEMBERED_COMPARISONS > comparisons);
    }
}

impl Hub {
    /// Notes what a node tells a player. Reports whether the player does not know it from the
    /// store yet.
    pub(super) fn note_told(&self, player: PlayerId, message: &ServerMessage) -> bool {
        self.messages.note_told(player, message)
    }

    /// Tells a player who is connected here what the store says about a rematch, unless they
    /// were told.
    pub fn tell_found(&self, player: PlayerId, message: &ServerMessage) {
        if self.players.lock().contains_key(&player) && self.messages.note_found(player, message) {
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
    use arbiter_wire::Resume;

    fn offer(game: &str) -> ServerMessage {
        let game = game.to_owned();
        ServerMessage::RematchOffered(Resume { game })
    }

    #[test]
    fn what_the_store_says_is_told_once_and_what_a_node_says_is_not_told_after_it() {
        let (told, player) = (ToldMessages::default(), PlayerId(1));
        assert!(told.note_found(player, &offer("a")));
        assert!(!told.note_found(player, &offer("a")));
        // The message of the node is late.
        assert!(!told.note_told(player, &offer("a")));
        // A player who asks again is heard again.
        assert!(told.note_told(player, &offer("a")));
        assert!(!told.note_found(player, &offer("a")));
        assert!(told.note_found(PlayerId(2), &offer("a")));
        assert!(told.note_found(player, &offer("b")));
    }

    #[test]
    fn what_the_store_does_not_confirm_is_forgotten() {
        let (told, player) = (ToldMessages::default(), PlayerId(1));
        assert!(told.note_told(player, &offer("a")));
        assert!(told.note_told(player, &offer("b")));
        for _ in 0..10 {
            assert!(!told.note_found(player, &offer("a")));
            told.end_comparison();
        }
        assert!(told.note_found(player, &offer("b")));
    }
}
