//! Players who want a rematch, for nodes that share a database.

use super::{Store, error::StoreError};
use crate::base::{GameId, PlayerId};

impl Store {
    /// Notes that a player wants a rematch of a game, and returns all players who do.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn offer_rematch(
        &self,
        game: GameId,
        player: PlayerId,
    ) -> Result<Vec<PlayerId>, StoreError> {
        self.write(move |db| {
            // Of two players who offer at once on two nodes, the second sees both offers.
            db.execute(
                "UPDATE games SET rematch = rematch WHERE id = $1",
                &[game.to_number().into()],
            )?;
            db.execute(
                "INSERT INTO rematch_offers (game, player) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                &[game.to_number().into(), player.0.into()],
            )?;
            db.query(
                "SELECT player FROM rematch_offers WHERE game = $1",
                &[game.to_number().into()],
                |row| Ok(PlayerId(row.get(0)?)),
            )
        })
        .await
    }

    /// Forgets that a player wants a rematch of a game.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn withdraw_rematch(&self, game: GameId, player: PlayerId) -> Result<(), StoreError> {
        self.write(move |db| {
            db.execute(
                "DELETE FROM rematch_offers WHERE game = $1 AND player = $2",
                &[game.to_number().into(), player.0.into()],
            )?;
            Ok(())
        })
        .await
    }
}
