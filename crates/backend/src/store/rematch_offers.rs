//! Players who want a rematch, for nodes that share a database.

use super::{Store, columns::to_game_id, error::StoreError};
use crate::base::{GameId, PlayerId};

/// A player wants a rematch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RematchOffer {
    /// The finished game.
    pub game: GameId,
    /// The player who wants it.
    pub by: PlayerId,
    /// The opponent.
    pub to: PlayerId,
}

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

    /// Returns the open offers of a rematch of these games.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn rematch_offers(&self, games: &[GameId]) -> Result<Vec<RematchOffer>, StoreError> {
        let ids: Vec<String> = games.iter().map(|id| id.to_number().to_string()).collect();
        let ids = ids.join(",");
        self.read(move |db| {
            db.query(
                "SELECT o.game, o.player, CASE WHEN g.white = o.player THEN g.black ELSE g.white END \
                 FROM rematch_offers o JOIN games g ON g.id = o.game \
                 WHERE g.rematch IS NULL AND g.white IS NOT NULL AND g.black IS NOT NULL \
                 AND o.game = ANY (CAST(string_to_array($1, ',') AS BIGINT[]))",
                &[ids.as_str().into()],
                |row| {
                    Ok(RematchOffer {
                        game: to_game_id(row.get(0)?)?,
                        by: PlayerId(row.get(1)?),
                        to: PlayerId(row.get(2)?),
                    })
                },
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
