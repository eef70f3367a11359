//! The same players once more, with colors swapped.

use arbiter_rules::{ByColor, Color};
use arbiter_wire::{Paired, Problem, Resume, ServerMessage, Stage};

use super::Room;
use crate::{
    base::{GameId, PlayerId},
    play::create_game::{self, Opponent, Wanted},
    store::PlayerCard,
};

impl Room {
    /// Somebody wants to play again. The game, once both do.
    pub(super) async fn rematch(&mut self, by: PlayerId) -> Result<Option<GameId>, Problem> {
        let sides = self.table.sides(by);
        if sides.is_empty() {
            let title = "only its two players can play this game again";
            return Err(Problem::new(403, "not_a_player", title));
        }
        if self.table.stage() != Stage::Over {
            let title = "the game is not over: play it first";
            return Err(Problem::new(409, "not_over", title));
        }
        if let Some(game) = self.table.rematch() {
            return Ok(Some(game));
        }
        for side in sides {
            self.rematch[side] = true;
        }
        let wants = |color: Color| {
            let player = self.table.player(color);
            self.rematch[color] || player.and_then(PlayerId::level).is_some()
        };
        if !Color::ALL.into_iter().all(wants) {
            let game = self.id.to_string();
            self.tell_opponent(by, &ServerMessage::RematchOffered(Resume { game }));
            return Ok(None);
        }
        let Some(wanted) = self.wanted(by) else {
            return Ok(None);
        };
        let game = create_game::create_game(&self.app, wanted).await?;
        self.table.set_rematch(game);
        self.rematch = ByColor::default();
        let paired = ServerMessage::Paired(Paired {
            game: game.to_string(),
        });
        self.app.hub.tell(by, &paired);
        self.tell_opponent(by, &paired);
        Ok(Some(game))
    }

    /// Whoever was there before and has left does not wait for the next game.
    pub(super) fn forget_rematch(&mut self, before: ByColor<bool>) {
        let after = self.viewers.players(&self.table);
        for color in Color::ALL {
            self.rematch[color] &= after[color] || !before[color];
        }
    }

    /// The same game for the same players, who change sides.
    fn wanted(&self, by: PlayerId) -> Option<Wanted> {
        let seats = self.table.seats();
        let seat = |color: Color| -> Option<PlayerCard> { seats[color].clone() };
        let side = self.table.sides(by).first().copied()?;
        let (maker, other) = (seat(side)?, seat(!side)?);
        let opponent = match other.id.level() {
            Some(level) => Opponent::Computer(level),
            None if other.id == maker.id => Opponent::Itself,
            None => Opponent::Player(other),
        };
        let mut options = self.table.options().clone();
        // The order of the last game is known by now.
        if let Some(saktris) = &mut options.saktris {
            saktris.seed = None;
        }
        Some(Wanted {
            maker,
            options,
            color: Some(!side),
            opponent,
            rematch_of: Some(self.id),
        })
    }

    /// Who plays on one device has no opponent to tell.
    fn tell_opponent(&self, of: PlayerId, message: &ServerMessage) {
        let players = Color::ALL.map(|color| self.table.player(color));
        for player in players.into_iter().flatten().filter(|&it| it != of) {
            self.app.hub.tell(player, message);
        }
    }
}
