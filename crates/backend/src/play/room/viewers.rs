//! Everyone who watches a game, players and spectators.

use arbiter_rules::{ByColor, Color};
use arbiter_wire::{Event, Presence, Resume, ServerMessage, UpdateFrame};
use axum::extract::ws::Utf8Bytes;

use super::hosted_game::HostedGame;
use crate::{
    base::{GameId, PlayerId, clock::Clock},
    play::outbox::{self, Outbox},
};

/// Everyone who watches a game, players and spectators.
#[derive(Debug, Default)]
pub struct Viewers(Vec<Viewer>);

/// A connection that watches a game.
#[derive(Clone, Debug)]
pub struct Viewer {
    /// Where to send what happens.
    pub outbox: Outbox,
    /// The player behind the connection; none for an anonymous spectator.
    pub player: Option<PlayerId>,
}

impl Viewer {
    /// Returns the sides that this viewer plays.
    #[must_use]
    pub fn sides(&self, game: &HostedGame) -> Vec<Color> {
        self.player
            .map_or_else(Vec::new, |player| game.sides(player))
    }

    fn is_player(&self, game: &HostedGame) -> bool {
        let plays = |color| self.player.is_some() && game.player(color) == self.player;
        Color::ALL.into_iter().any(plays)
    }

    fn recipient(&self, game: &HostedGame) -> Recipient {
        let mover = game.referee().and_then(|it| game.player(it.turn()));
        if mover.is_some() && mover == self.player {
            Recipient::PlayerToMove
        } else {
            Recipient::Other
        }
    }
}

/// The recipient of a frame: the player to move also gets the legal moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Recipient {
    PlayerToMove,
    Other,
}

/// New events as frames, each written once however many viewers get it.
struct Broadcast<'g> {
    game: &'g HostedGame,
    id: String,
    update: UpdateFrame,
    to_player: Option<Utf8Bytes>,
    to_others: Option<Utf8Bytes>,
}

impl<'g> Broadcast<'g> {
    fn of(game: &'g HostedGame, clock: &Clock, events: &[Event]) -> Option<Broadcast<'g>> {
        Some(Broadcast {
            id: game.id().to_string(),
            update: UpdateFrame::of(events, &game.state(clock.now(), &[])?),
            game,
            to_player: None,
            to_others: None,
        })
    }

    /// Returns the frame for this recipient.
    fn frame(&mut self, recipient: Recipient) -> Utf8Bytes {
        let written = match recipient {
            Recipient::PlayerToMove => &self.to_player,
            Recipient::Other => &self.to_others,
        };
        if let Some(frame) = written {
            return frame.clone();
        }
        let frame = self.write(None, recipient);
        let written = match recipient {
            Recipient::PlayerToMove => &mut self.to_player,
            Recipient::Other => &mut self.to_others,
        };
        written.insert(frame).clone()
    }

    /// Returns the frame for the sender of the command of this id.
    fn frame_for_commander(&self, id: &str, recipient: Recipient) -> Utf8Bytes {
        self.write(Some(id), recipient)
    }

    fn write(&self, command_id: Option<&str>, recipient: Recipient) -> Utf8Bytes {
        let choices = match recipient {
            Recipient::PlayerToMove => self.game.choices(),
            Recipient::Other => None,
        };
        self.update
            .to_json(&self.id, command_id, choices.as_ref())
            .into()
    }
}

impl Viewers {
    /// Adds a viewer, in place of an earlier entry of the same connection.
    pub fn add(&mut self, viewer: Viewer) {
        self.remove(&viewer.outbox);
        self.0.push(viewer);
    }

    /// Removes a viewer.
    pub fn remove(&mut self, outbox: &Outbox) {
        self.0.retain(|viewer| !viewer.outbox.is_same(outbox));
    }

    /// Reports whether nobody watches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the viewers.
    pub fn iter(&self) -> impl Iterator<Item = &Viewer> {
        self.0.iter()
    }

    /// Sends new events to everyone: with the legal moves to the player to
    /// move, and with the id of the command to its sender.
    pub fn tell_events(
        &mut self,
        game: &HostedGame,
        clock: &Clock,
        events: &[Event],
        commander: Option<(&Outbox, &str)>,
    ) {
        let Some(mut broadcast) = Broadcast::of(game, clock, events) else {
            return;
        };
        let mut commander = commander;
        self.0.retain(|viewer| {
            let recipient = viewer.recipient(game);
            let frame = match commander {
                Some((outbox, id)) if viewer.outbox.is_same(outbox) => {
                    commander = None;
                    broadcast.frame_for_commander(id, recipient)
                }
                _ => broadcast.frame(recipient),
            };
            match viewer.is_player(game) {
                // Players should not wait for their connection's task to wake.
                true => viewer.outbox.send_now(frame),
                false => viewer.outbox.send(frame),
            }
        });
        // The sender of a command need not watch the game.
        if let Some((outbox, id)) = commander {
            outbox.send(broadcast.frame_for_commander(id, Recipient::Other));
        }
    }

    /// Sends the same message to everyone.
    pub fn tell_all(&mut self, message: &ServerMessage) {
        if self.is_empty() {
            return;
        }
        let frame = outbox::frame(message);
        self.0.retain(|viewer| viewer.outbox.send(frame.clone()));
    }

    /// Sends the same message to some.
    pub fn tell_some(&mut self, message: &ServerMessage, is_meant: impl Fn(&Viewer) -> bool) {
        let frame = outbox::frame(message);
        self.0
            .retain(|viewer| !is_meant(viewer) || viewer.outbox.send(frame.clone()));
    }

    /// Returns which players are present. The computer always is.
    #[must_use]
    pub fn players(&self, game: &HostedGame) -> ByColor<bool> {
        let watches = |color| self.0.iter().any(|it| it.sides(game).contains(&color));
        let is_computer = |color| game.player(color).and_then(PlayerId::level).is_some();
        ByColor::new_with(|color| watches(color) || is_computer(color))
    }

    /// Returns how many spectators there are.
    #[must_use]
    pub fn spectators(&self, game: &HostedGame) -> usize {
        let spectators = self.0.iter().filter(|it| it.sides(game).is_empty());
        spectators.count()
    }

    /// Tells everyone which players are present and how many spectators.
    pub fn tell_presence(&mut self, presence: &Presence) {
        self.tell_all(&ServerMessage::Presence(presence.clone()));
    }

    /// Tells everyone to watch the game again, because this room ends.
    pub fn tell_resume(&mut self, game: GameId) {
        let game = game.to_string();
        self.tell_all(&ServerMessage::Resume(Resume { game }));
    }
}
