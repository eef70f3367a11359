//! Those who look at a game.

use arbiter_rules::{ByColor, Color};
use arbiter_wire::{Event, Presence, Resume, ServerMessage, Update};

use crate::{
    GameId, PlayerId,
    clock::Clock,
    outbox::{self, Outbox},
    room::table::Table,
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
        let now = clock.now();
        let update = |sides: &[Color], id: Option<&str>| {
            let state = table.state(now, sides)?;
            Some(outbox::frame(&ServerMessage::Update(Update {
                game: table.id().to_string(),
                id: id.map(str::to_owned),
                events: events.to_vec(),
                state,
            })))
        };
        let turn = table.game().map(arbiter_game::Game::turn);
        let mut to_move = None;
        let mut to_others = None;
        let mut is_commander_told = commander.is_none();
        self.0.retain(|viewer| {
            let sides = viewer.sides(table);
            let frame = match commander {
                Some((outbox, id)) if viewer.outbox.is(outbox) => {
                    is_commander_told = true;
                    update(&sides, Some(id))
                }
                _ if turn.is_some_and(|turn| sides.contains(&turn)) => {
                    to_move.get_or_insert_with(|| update(&sides, None)).clone()
                }
                _ => to_others.get_or_insert_with(|| update(&[], None)).clone(),
            };
            frame.is_none_or(|frame| viewer.outbox.send(frame))
        });
        // Somebody may act without looking.
        if let Some((outbox, id)) = commander.filter(|_| !is_commander_told)
            && let Some(frame) = update(&[], Some(id))
        {
            outbox.send(frame);
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
