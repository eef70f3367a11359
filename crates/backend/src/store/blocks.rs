//! Players who do not want to meet others.

use super::{Store, columns::from_u64, connection::Connection, error::StoreError, value::Value};
use crate::base::PlayerId;

/// How many players one player may block.
const MAX_BLOCKS: usize = 1_000;

impl Store {
    /// Blocks a player for another. Returns false if they have blocked too many
    /// already.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn block(
        &self,
        player: PlayerId,
        blocked: PlayerId,
        now: u64,
    ) -> Result<bool, StoreError> {
        self.write(move |db| {
            if blocked_by(db, player)?.len() >= MAX_BLOCKS {
                return Ok(false);
            }
            db.execute(
                "INSERT INTO blocks (player, blocked, created) VALUES ($1, $2, $3) \
                 ON CONFLICT DO NOTHING",
                &[player.0.into(), blocked.0.into(), from_u64(now)],
            )?;
            Ok(true)
        })
        .await
    }

    /// Unblocks a player.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn unblock(&self, player: PlayerId, blocked: PlayerId) -> Result<(), StoreError> {
        self.write(move |db| {
            db.execute(
                "DELETE FROM blocks WHERE player = $1 AND blocked = $2",
                &[player.0.into(), blocked.0.into()],
            )?;
            Ok(())
        })
        .await
    }

    /// Returns the names of the players whom a player has blocked, in order.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn blocks_of(&self, player: PlayerId) -> Result<Vec<String>, StoreError> {
        self.read(move |db| {
            db.query(
                "SELECT p.name FROM blocks b JOIN players p ON p.id = b.blocked \
                 WHERE b.player = $1 AND p.name IS NOT NULL ORDER BY p.folded",
                &[player.0.into()],
                |row| row.get(0),
            )
        })
        .await
    }

    /// Reports whether `player` has blocked `other`.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn has_blocked(&self, player: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        let found = self.read(move |db| {
            db.find(
                "SELECT 1 FROM blocks WHERE player = $1 AND blocked = $2",
                &[player.0.into(), other.0.into()],
                |_| Ok(()),
            )
        });
        Ok(found.await?.is_some())
    }

    /// Returns the players whom a player has blocked, and those who have
    /// blocked the player: they are not paired.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn not_to_be_paired_with(
        &self,
        player: PlayerId,
    ) -> Result<Vec<PlayerId>, StoreError> {
        self.read(move |db| {
            db.query(
                "SELECT blocked FROM blocks WHERE player = $1 \
                 UNION SELECT player FROM blocks WHERE blocked = $1",
                &[player.0.into()],
                |row| row.get(0).map(PlayerId),
            )
        })
        .await
    }
}

fn blocked_by(db: &mut dyn Connection, player: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
    db.query(
        "SELECT blocked FROM blocks WHERE player = $1",
        &[Value::Int(player.0)],
        |row| row.get(0).map(PlayerId),
    )
}
