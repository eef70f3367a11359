//! Those who look at a game.

use arbiter_rules::{ByColor, Color};
use arbiter_wire::{Event, Presence, Resume, ServerMessage, UpdateFrame};

use axum::extract::ws::Utf8Bytes;

use crate::{
    base::{GameId, PlayerId, clock::Clock},
    play::{
        outbox::{self, Outbox},
        room::table::Table,
    },
};

/// Those who look at a game.
#[derive(Debug, Default)]
pub struct Viewers(Vec<Viewer>);

/// Somebody who looks at a game through a socket.
#[derive(Clone, Debug)]
pub struct Viewer {
    /// Where to tell it.
    pub outbox: Outbox,
    /// Who it is; none for somebody unknown.
    pub player: Option<PlayerId>,
}

impl Viewer {
    /// The sides that are his.
    #[must_use]
    pub fn sides(&self, table: &Table) -> Vec<Color> {
        self.player
            .map_or_else(Vec::new, |player| table.sides(player))
    }

    fn has_seat(&self, table: &Table) -> bool {
        let has = |color| self.player.is_some() && table.player(color) == self.player;
        Color::ALL.into_iter().any(has)
    }

    fn has_turn(&self, table: &Table) -> Moves {
        let turn = table.game().and_then(|game| table.player(game.turn()));
        if turn.is_some() && turn == self.player {
            Moves::Himself
        } else {
            Moves::Others
        }
    }
}

/// Whether somebody is to move, and so is told what he may play.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moves {
    /// It is his turn.
    Himself,
    /// It is not.
    Others,
}

/// What has happened, as frames that are written once each.
struct Told<'t> {
    table: &'t Table,
    game: String,
    news: UpdateFrame,
    to_mover: Option<Utf8Bytes>,
    to_others: Option<Utf8Bytes>,
}

impl<'t> Told<'t> {
    fn of(table: &'t Table, clock: &Clock, events: &[Event]) -> Option<Told<'t>> {
        Some(Told {
            game: table.id().to_string(),
            news: UpdateFrame::of(events, &table.state(clock.now(), &[])?),
            table,
            to_mover: None,
            to_others: None,
        })
    }

    fn to(&mut self, moves: Moves) -> Utf8Bytes {
        let made = match moves {
            Moves::Himself => &self.to_mover,
            Moves::Others => &self.to_others,
        };
        if let Some(frame) = made {
            return frame.clone();
        }
        let frame = self.write(None, moves);
        let made = match moves {
            Moves::Himself => &mut self.to_mover,
            Moves::Others => &mut self.to_others,
        };
        made.insert(frame).clone()
    }

    fn commanded(&self, id: &str, moves: Moves) -> Utf8Bytes {
        self.write(Some(id), moves)
    }

    fn write(&self, id: Option<&str>, moves: Moves) -> Utf8Bytes {
        let choices = match moves {
            Moves::Himself => self.table.choices(),
            Moves::Others => None,
        };
        self.news.to_json(&self.game, id, choices.as_ref()).into()
    }
}

impl Viewers {
    /// Adds somebody; whoever is there already is there once.
    pub fn add(&mut self, viewer: Viewer) {
        self.remove(&viewer.outbox);
        self.0.push(viewer);
    }

    /// Removes somebody.
    pub fn remove(&mut self, outbox: &Outbox) {
        self.0.retain(|viewer| !viewer.outbox.is(outbox));
    }

    /// Whether nobody looks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those who look.
    pub fn iter(&self) -> impl Iterator<Item = &Viewer> {
        self.0.iter()
    }

    /// Tells everybody what has happened; the side to move also what it may
    /// play, and whoever commanded it which command that was. What goes to
    /// many is written once.
    pub fn tell(
        &mut self,
        table: &Table,
        clock: &Clock,
        events: &[Event],
        commander: Option<(&Outbox, &str)>,
    ) {
        let Some(mut told) = Told::of(table, clock, events) else {
            return;
        };
        let mut commander = commander;
        self.0.retain(|viewer| {
            let moves = viewer.has_turn(table);
            let frame = match commander {
                Some((outbox, id)) if viewer.outbox.is(outbox) => {
                    commander = None;
                    told.commanded(id, moves)
                }
                _ => told.to(moves),
            };
            match viewer.has_seat(table) {
                // Players wait for it; all others can.
                true => viewer.outbox.send_now(frame),
                false => viewer.outbox.send(frame),
            }
        });
        // Somebody may act without looking.
        if let Some((outbox, id)) = commander {
            outbox.send(told.commanded(id, Moves::Others));
        }
    }

    /// Tells everybody the same.
    pub fn tell_all(&mut self, message: &ServerMessage) {
        if self.is_empty() {
            return;
        }
        let frame = outbox::frame(message);
        self.0.retain(|viewer| viewer.outbox.send(frame.clone()));
    }

    /// Tells some the same.
    pub fn tell_some(&mut self, message: &ServerMessage, is_meant: impl Fn(&Viewer) -> bool) {
        let frame = outbox::frame(message);
        self.0
            .retain(|viewer| !is_meant(viewer) || viewer.outbox.send(frame.clone()));
    }

    /// Which of the players are there. The computer always is.
    #[must_use]
    pub fn players(&self, table: &Table) -> ByColor<bool> {
        let looks = |color| self.0.iter().any(|it| it.sides(table).contains(&color));
        let is_computer = |color| table.player(color).and_then(PlayerId::level).is_some();
        ByColor::new_with(|color| looks(color) || is_computer(color))
    }

    /// Tells everybody who is there.
    pub fn tell_presence(&mut self, table: &Table) {
        let is_there = self.players(table);
        let watchers = self.0.iter().filter(|it| it.sides(table).is_empty());
        let presence = Presence {
            game: table.id().to_string(),
            white: is_there.white,
            black: is_there.black,
            watchers: watchers.count(),
        };
        self.tell_all(&ServerMessage::Presence(presence));
    }

    /// Tells everybody to watch the game again, because this room ends.
    pub fn resume(&mut self, game: GameId) {
        let game = game.to_string();
        self.tell_all(&ServerMessage::Resume(Resume { game }));
    }
}
