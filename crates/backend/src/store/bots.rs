//! Accounts of programs.

use super::{Store, columns::from_u64, error::StoreError};
use crate::base::PlayerId;

/// Why an account does not become that of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotObstacle {
    /// The player has no account.
    NoAccount,
    /// Somebody has played with it.
    HasPlayed,
}

impl Store {
    /// Turns the account of a player, who has not played yet, into that of a program.
    /// It stays one. One that is a program already does not change.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails; the inner one if the account does not
    /// become that of a program.
    pub async fn upgrade_to_bot(
        &self,
        player: PlayerId,
        now: u64,
    ) -> Result<Result<(), BotObstacle>, StoreError> {
        self.write(move |db| {
            let id = player.0.into();
            let found = db.find(
                "SELECT bot FROM players WHERE id = $1 AND password IS NOT NULL",
                &[id],
                |row| row.get::<Option<i64>>(0),
            )?;
            match found {
                None => return Ok(Err(BotObstacle::NoAccount)),
                Some(Some(_)) => return Ok(Ok(())),
                Some(None) => {}
            }
            let played = db.find(
                "SELECT 1 FROM games WHERE white = $1 UNION ALL \
                 SELECT 1 FROM games WHERE black = $1 LIMIT 1",
                &[id],
                |_| Ok(()),
            )?;
            if played.is_some() {
                return Ok(Err(BotObstacle::HasPlayed));
            }
            db.execute(
                "UPDATE players SET bot = $1 WHERE id = $2",
                &[from_u64(now), id],
            )?;
            Ok(Ok(()))
        })
        .await
    }
}
