//! How a room learns what other nodes store in its game.
//!
//! A node that has stored an event publishes it. A room that receives the next events
//! applies them; if some are missing, or something else has changed, it loads the game
//! from the store. It also does so if another node has stored an event of the same number
//! first and, if the store has more events, before it refuses a command or shows the game.

use std::sync::Arc;

use arbiter_game::{Game, Time};
use arbiter_rules::ByColor;
use arbiter_wire::{ChatLine, ServerMessage, Stage};
use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::{
    BorrowedRoom, Room, RoomSlot,
    hosted_game::{Decision, Received},
    load,
};
use crate::{
    base::{PlayerId, Subscription, Topic, ignore::Ignore},
    store::{Channel, GameProgress, GameVersion, StoredEvent},
};

/// A message about a game to the other nodes.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub enum GameMessage {
    /// These events have been stored.
    Events(PublishedEvents),
    /// The deadline in the row of the game has been replaced.
    Saved(SavedDeadline),
    /// Something other than the events has changed.
    Changed,
    /// A chat message has been stored.
    Chat {
        /// The author.
        by: i64,
        /// Whether only spectators read it.
        is_of_spectators: bool,
        /// The message.
        line: ChatLine,
    },
    /// The chat has changed in another way.
    ChatChanged,
    /// These watch the game on a node.
    Presence {
        /// The node.
        node: i64,
        /// Whether White and Black do.
        players: [bool; 2],
        /// How many others do.
        spectators: usize,
    },
}

/// Events of a game that have been stored.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct PublishedEvents {
    /// The number of the first.
    seq: u64,
    /// The events in the text form of the log.
    lines: Vec<String>,
    /// The command that caused them.
    command: Option<String>,
    /// The deadline that was saved in the row of the game with them.
    saved: Option<SavedDeadline>,
    /// Whether it is proven that the position after them is not dead, so that nobody has to
    /// prove it again. Nodes of the previous release do not say so.
    #[serde(default)]
    is_alive: bool,
}

/// A deadline in the row of a game, in milliseconds of game time.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct SavedDeadline(Option<u64>);

impl SavedDeadline {
    /// Returns the deadline of this progress.
    #[must_use]
    pub fn of(progress: GameProgress) -> SavedDeadline {
        SavedDeadline(progress.deadline.map(Time::as_millis))
    }

    fn time(self) -> Option<Time> {
        self.0.map(Time::from_millis)
    }
}

impl GameMessage {
    fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

impl Room {
    /// Tells the other nodes about something in this game.
    pub(super) fn publish(&self, message: impl FnOnce() -> GameMessage) {
        let topic = Topic::Game(self.id);
        self.games.bus.publish(topic, || message().to_json());
    }

    /// Returns what to tell the other nodes about a decision that has been stored; none if
    /// there are none.
    pub(super) fn message_about(&self, decision: &Decision) -> Option<GameMessage> {
        let append = self
            .games
            .bus
            .is_shared()
            .then(|| decision.to_append(self.id))?;
        Some(GameMessage::Events(PublishedEvents {
            seq: append.seq,
            lines: append.lines,
            command: append.command,
            saved: append.progress.map(SavedDeadline::of),
            is_alive: false,
        }))
    }

    /// Tells the other nodes about a decision that has been stored and applied.
    pub(super) fn publish_events(&self, message: Option<GameMessage>) {
        let Some(mut message) = message else { return };
        if let GameMessage::Events(events) = &mut message {
            events.is_alive = self.game.referee().is_some_and(Game::is_proven_alive);
        }
        self.publish(|| message);
    }

    /// Returns the version of the game that this room has.
    pub(super) fn version(&self) -> GameVersion {
        GameVersion {
            events: self.game.events().len() as u64,
            rematch: self.game.rematch(),
            interruptions: self.game.interruptions(),
        }
    }

    /// Applies events that another node has stored. Reports whether the game has to be
    /// loaded from the store instead.
    fn receive_events(&mut self, published: PublishedEvents) -> bool {
        let PublishedEvents {
            saved, is_alive, ..
        } = published;
        let mut command = published.command;
        let stored = |line| StoredEvent {
            line,
            command: command.take(),
        };
        let events: Vec<StoredEvent> = published.lines.into_iter().map(stored).collect();
        match self.game.receive(published.seq, &events) {
            Ok(Received::Known) => false,
            Ok(Received::Applied(first)) => {
                if let Some(saved) = saved {
                    self.game.note_row_deadline(saved.time());
                }
                if let Some(game) = self.game.referee().filter(|_| is_alive) {
                    game.note_proven_alive();
                }
                self.is_woken = false;
                self.share_progress();
                let events = &self.game.events()[first..];
                let clock = &self.games.clock;
                self.viewers.tell_events(&self.game, clock, events, None);
                self.has_task_work |= self.needs_task();
                if !self.has_task_work {
                    self.consult_computer();
                }
                // The ratings have changed, too.
                self.game.stage() == Stage::Over
            }
            Ok(Received::Gap) | Err(_) => true,
        }
    }

    fn receive_chat(&mut self, by: PlayerId, channel: Channel, line: ChatLine) {
        // It may have been found in the store already.
        if self
            .chat
            .as_ref()
            .is_some_and(|log| log.has(channel, &line))
        {
            return;
        }
        let now = self.games.clock.now();
        self.tell_chat(channel, &ServerMessage::Chat(line.clone()));
        if let Some(log) = &mut self.chat {
            log.add(by, now, channel, line);
        }
    }

    /// Puts a game that was just loaded in the place of this one, and shows everyone
    /// what is new.
    fn replace(&mut self, mut game: super::HostedGame) {
        let known = self.game.events().len();
        game.keep_presence_of(&self.game);
        let is_longer = self.game.referee().is_some() && game.events().len() >= known;
        let is_same_otherwise =
            is_longer && game.seats() == self.game.seats() && game.rematch() == self.game.rematch();
        let rematch_before = self.game.rematch();
        self.game = game;
        self.has_task_work = true;
        self.share_progress();
        if !is_same_otherwise {
            self.tell_whole_game();
            self.tell_presence();
        } else if self.game.events().len() > known {
            let events = &self.game.events()[known..];
            let clock = &self.games.clock;
            self.viewers.tell_events(&self.game, clock, events, None);
        }
        if let Some(rematch) = self.game.rematch() {
            self.rematch = ByColor::default();
            if rematch_before.is_none() {
                self.tell_rematch_found(rematch);
            }
        }
    }
}

/// What a message of another node leaves to the task of a room.
pub(super) enum BusWork {
    /// Handle the message.
    Handle(Bytes),
    /// Load the game from the store.
    Load,
}

/// Applies events that other nodes have stored, one message after the other, until a message
/// leaves something to do. For most moves the task of the room need not set its alarm and its
/// timers again. Nothing is lost if this is cancelled.
pub(super) async fn next_bus_work(others: &mut Subscription, slot: &Arc<RoomSlot>) -> BusWork {
    loop {
        let message = others.next().await;
        let Some(mut room) = RoomSlot::borrow(slot) else {
            return BusWork::Handle(message);
        };
        let Ok(GameMessage::Events(events)) = serde_json::from_slice(&message) else {
            room.park_if_done();
            return BusWork::Handle(message);
        };
        let has_to_load = room.receive_events(events);
        room.park_if_done();
        if has_to_load {
            return BusWork::Load;
        }
    }
}

/// Handles a message of another node. Returns none if the room is lost.
pub(super) async fn receive_bus_message(
    mut room: BorrowedRoom,
    message: &[u8],
) -> Option<BorrowedRoom> {
    // A message of a newer node may be unknown; the store has the same information.
    let Ok(message) = serde_json::from_slice(message) else {
        return catch_up(room).await;
    };
    match message {
        GameMessage::Events(events) => {
            if room.receive_events(events) {
                return load_again(room).await;
            }
        }
        GameMessage::Saved(saved) => room.game.note_row_deadline(saved.time()),
        GameMessage::Changed => return load_again(room).await,
        GameMessage::Chat {
            by,
            is_of_spectators,
            line,
        } => {
            let channel = match is_of_spectators {
                true => Channel::Spectators,
                false => Channel::Players,
            };
            room.receive_chat(PlayerId(by), channel, line);
        }
        GameMessage::ChatChanged => room.tell_chat_again().await,
        GameMessage::Presence {
            node,
            players,
            spectators,
        } => room.receive_presence(node, players, spectators),
    }
    Some(room)
}

/// Brings a room up to date if the store has more; while the store does not answer, the
/// room stays as it is. Returns none if the room is lost.
pub(super) async fn catch_up(room: BorrowedRoom) -> Option<BorrowedRoom> {
    match room.games.store.game_version(room.id).await {
        Ok(Some(version)) if version == room.version() => Some(room),
        Ok(_) => load_again(room).await,
        Err(error) => {
            // Nothing can be stored meanwhile.
            tracing::error!(game = %room.id, %error, "cannot compare a game with the store");
            Some(room)
        }
    }
}

/// Loads the game of a room from the store. Returns none if that fails: then the room is
/// lost.
pub(super) async fn load_again(mut room: BorrowedRoom) -> Option<BorrowedRoom> {
    match load(&room.games, room.id).await {
        Ok(game) => {
            room.replace(game);
            Some(room)
        }
        Err(refusal) => {
            let code = refusal.problem().code;
            tracing::info!(game = %room.id, code, "a room ends");
            None
        }
    }
}

impl super::Games {
    /// Tells the other nodes about something in a game.
    pub(crate) fn publish(&self, game: crate::base::GameId, message: &GameMessage) {
        self.bus.publish(Topic::Game(game), || message.to_json());
    }

    /// Handles messages of other nodes to players who are connected here, for as long as
    /// the server runs.
    pub async fn follow_player_messages(&self) {
        let mut messages = self.bus.follow(Topic::Players).await;
        loop {
            let message = messages.next().await;
            let told = self.hub.receive(&message);
            told.ignore("a message of a newer node may be unknown");
        }
    }
}
