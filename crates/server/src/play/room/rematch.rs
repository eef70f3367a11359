//! Rematches: the same players once more, with colors swapped.

use arbiter_rules::{ByColor, Color};
use arbiter_wire::{Paired, Resume, ServerMessage, Stage};

use super::{Room, other_nodes::GameMessage};
use crate::{
    base::{GameId, PlayerId, ignore::Ignore},
    play::create_game::{GameRequest, Opponent, create_game},
    refusal::ServerRefusal,
    store::PlayerCard,
};

impl Room {
    /// Notes that a player wants a rematch. Creates and returns the game once
    /// both do; the computer always does.
    pub(super) async fn request_rematch(
        &mut self,
        by: PlayerId,
    ) -> Result<Option<GameId>, ServerRefusal> {
        let sides = self.game.sides(by);
        if sides.is_empty() {
            return Err(ServerRefusal::NotAPlayer);
        }
        if self.game.stage() != Stage::Over {
            return Err(ServerRefusal::NotOver);
        }
        if let Some(game) = self.game.rematch() {
            return Ok(Some(game));
        }
        self.check_not_blocked(by).await?;
        for side in sides {
            self.rematch[side] = true;
        }
        if self.games.bus.is_shared() {
            let offers = self.games.store.offer_rematch(self.id, by).await?;
            let has_offered =
                |player: Option<PlayerId>| player.is_some_and(|it| offers.contains(&it));
            self.rematch = ByColor::new_with(|color| has_offered(self.game.player(color)));
        }
        let wants = |color: Color| {
            let player = self.game.player(color);
            self.rematch[color] || player.and_then(PlayerId::level).is_some()
        };
        if !Color::ALL.into_iter().all(wants) {
            let game = self.id.to_string();
            self.tell_opponent(by, &ServerMessage::RematchOffered(Resume { game }));
            return Ok(None);
        }
        let Some(request) = self.rematch_request(by) else {
            return Ok(None);
        };
        let game = create_game(&self.games, request).await?;
        self.game.set_rematch(game);
        self.rematch = ByColor::default();
        let paired = ServerMessage::Paired(Paired {
            game: game.to_string(),
        });
        self.games.hub.tell(by, &paired);
        self.tell_opponent(by, &paired);
        // Spectators learn where the players have gone.
        self.tell_whole_game();
        self.publish(|| GameMessage::Changed);
        Ok(Some(game))
    }

    /// Withdraws the rematch requests of players who were present before and
    /// have left.
    pub(super) async fn withdraw_rematch_of_leavers(&mut self, before: ByColor<bool>) {
        let after = self.viewers.players(&self.game);
        for color in Color::ALL {
            let stays = after[color] || !before[color];
            let player = self.game.player(color).filter(|_| !stays);
            if let Some(player) = player
                && self.games.bus.is_shared()
                && self.game.stage() == Stage::Over
            {
                let withdrawn = self.games.store.withdraw_rematch(self.id, player).await;
                withdrawn.ignore("an offer that stays can still be accepted");
            }
            self.rematch[color] &= stays;
        }
    }

    /// Returns a request for the same game with sides swapped.
    fn rematch_request(&self, by: PlayerId) -> Option<GameRequest> {
        let seats = self.game.seats();
        let seat = |color: Color| -> Option<PlayerCard> { seats[color].clone() };
        let side = self.game.sides(by).first().copied()?;
        let (creator, other) = (seat(side)?, seat(!side)?);
        let opponent = match other.id.level() {
            Some(level) => Opponent::Computer(level),
            None if other.id == creator.id => Opponent::SamePlayer,
            None => Opponent::Player(other),
        };
        let mut options = self.game.options().clone();
        // The order of pieces of the last game is known by now.
        if let Some(saktris) = &mut options.saktris {
            saktris.seed = None;
        }
        Some(GameRequest {
            creator,
            options,
            color: Some(!side),
            opponent,
            rematch_of: Some(self.id),
            accepts: None,
            seeks: Vec::new(),
        })
    }

    /// Tells the other player, if there is one.
    fn tell_opponent(&self, of: PlayerId, message: &ServerMessage) {
        let players = Color::ALL.map(|color| self.game.player(color));
        for player in players.into_iter().flatten().filter(|&it| it != of) {
            self.games.hub.tell(player, message);
        }
    }
}
