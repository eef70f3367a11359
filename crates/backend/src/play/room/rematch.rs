//! Rematches: new games between the same players with colors swapped.

use arbiter_rules::{ByColor, Color};
use arbiter_wire::{Paired, Resume, ServerMessage, Stage};

use super::{Room, other_nodes::GameMessage, viewers::Viewer};
use crate::{
    base::{GameId, PlayerId, ignore::Ignore},
    play::{
        Games,
        create_game::{GameRequest, Opponent, create_game},
        games::MAX_GAMES_COMPARED,
    },
    refusal::ServerRefusal,
    store::{PlayerCard, StoreError},
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
            self.tell_opponent(by, &offered(self.id));
            return Ok(None);
        }
        let Some(request) = self.rematch_request(by) else {
            return Ok(None);
        };
        let game = create_game(&self.games, request).await?;
        self.game.set_rematch(game);
        self.share_progress();
        self.rematch = ByColor::default();
        let paired = paired(game);
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

    /// Tells the players who are connected here that another node has created the rematch,
    /// unless they have been notified.
    pub(super) fn tell_rematch_found(&self, game: GameId) {
        let players = Color::ALL.map(|color| self.game.player(color));
        for player in players.into_iter().flatten() {
            self.games.hub.tell_found(player, &paired(game));
        }
    }

    /// Reports whether a player wants a rematch, as far as this room knows.
    pub(super) fn has_rematch_offer(&self) -> bool {
        self.rematch.white || self.rematch.black
    }

    /// Makes sure that a player who has just connected is notified of an open offer, even
    /// if an earlier connection was.
    pub(super) fn forget_sent_offer(&self, viewer: &Viewer) {
        if let Some(player) = viewer.player
            && self.games.bus.is_shared()
            && self.game.stage() == Stage::Over
        {
            self.games.hub.forget_sent(player, &offered(self.id));
        }
    }

    /// Tells the other player, if there is one.
    fn tell_opponent(&self, of: PlayerId, message: &ServerMessage) {
        let players = Color::ALL.map(|color| self.game.player(color));
        for player in players.into_iter().flatten().filter(|&it| it != of) {
            self.games.hub.tell(player, message);
        }
    }
}

fn paired(game: GameId) -> ServerMessage {
    ServerMessage::Paired(Paired {
        game: game.to_string(),
    })
}

fn offered(game: GameId) -> ServerMessage {
    ServerMessage::RematchOffered(Resume {
        game: game.to_string(),
    })
}

impl Games {
    /// Tells players who are connected here that their opponent wants a rematch of a game in
    /// memory, if the message about it was lost.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub async fn compare_rematches_with_store(&self) -> Result<(), StoreError> {
        for games in self.rooms.finished().chunks(MAX_GAMES_COMPARED) {
            for offer in self.store.rematch_offers(games).await? {
                // A player who has gone may not have withdrawn the offer.
                if self.hub.is_connected(offer.by) {
                    self.hub.tell_found(offer.to, &offered(offer.game));
                }
            }
        }
        self.hub.end_comparison();
        Ok(())
    }
}
