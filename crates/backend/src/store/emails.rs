//! Email addresses of accounts. An address counts once a link that was sent to
//! it has been used.

use super::{
    Store,
    error::StoreError,
    links::{LinkKind, redeem},
    players::Account,
    value::Value,
};
use crate::base::PlayerId;

/// The most accounts with the same address that can be recovered with it.
const MAX_ACCOUNTS: usize = 5;

impl Store {
    /// Returns the confirmed address of an account.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn email_of(&self, player: PlayerId) -> Result<Option<String>, StoreError> {
        let found = self.read(move |db| {
            let sql = "SELECT email FROM players WHERE id = $1 AND password IS NOT NULL";
            db.find(sql, &[player.0.into()], |row| row.get::<Option<String>>(0))
        });
        Ok(found.await?.flatten())
    }

    /// Returns the accounts with this confirmed address, ignoring case; of many,
    /// the oldest.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn accounts_by_email(&self, email: &str) -> Result<Vec<Account>, StoreError> {
        let folded = email.to_lowercase();
        self.read(move |db| {
            db.query(
                "SELECT id, name, password, closed, closed_reason, role FROM players \
                 WHERE folded_email = $1 AND password IS NOT NULL ORDER BY id LIMIT $2",
                &[folded.as_str().into(), Value::count(MAX_ACCOUNTS)],
                super::players::read_account,
            )
        })
        .await
    }

    /// Uses a link to confirm the address that it was sent to. Returns the player
    /// and the address; none if the link cannot be used.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn confirm_email_with_link(
        &self,
        hash: [u8; 32],
        now: u64,
    ) -> Result<Option<(PlayerId, String)>, StoreError> {
        self.write(move |db| {
            let Some(link) = redeem(db, LinkKind::Email, &hash, now)? else {
                return Ok(None);
            };
            let Some(player) = link.player else {
                return Ok(None);
            };
            // The label is the address.
            let changed = db.execute(
                "UPDATE players SET email = $1, folded_email = $2 \
                 WHERE id = $3 AND password IS NOT NULL",
                &[
                    link.label.as_str().into(),
                    link.label.to_lowercase().as_str().into(),
                    player.0.into(),
                ],
            )?;
            Ok((changed > 0).then_some((player, link.label)))
        })
        .await
    }

    /// Removes the address of an account, and the links that would set another.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn remove_email(&self, player: PlayerId) -> Result<(), StoreError> {
        self.write(move |db| {
            db.execute(
                "UPDATE players SET email = NULL, folded_email = NULL WHERE id = $1",
                &[player.0.into()],
            )?;
            db.execute(
                "DELETE FROM links WHERE player = $1 AND kind = $2",
                &[player.0.into(), LinkKind::Email.code().into()],
            )?;
            Ok(())
        })
        .await
    }
}
