//! Codes with which programs that players have allowed get their tokens.

use super::{
    Store,
    columns::{from_u64, to_u64},
    error::StoreError,
};
use crate::base::PlayerId;

/// What a player has allowed a program, until it fetches its token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Authorization {
    /// The player.
    pub player: PlayerId,
    /// The name that the program gives itself.
    pub client: String,
    /// Where the browser was sent with the code.
    pub redirect: String,
    /// The SHA-256 hash that the program's verifier must have, in base64url.
    pub challenge: String,
    /// The permissions, separated by spaces.
    pub scopes: String,
    /// When the code expires, in milliseconds since 1970.
    pub expires: u64,
}

impl Store {
    /// Stores what a player has allowed, under the hash of a code.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn create_authorization(
        &self,
        hash: [u8; 32],
        new: Authorization,
    ) -> Result<(), StoreError> {
        self.write(move |db| {
            db.execute(
                "INSERT INTO authorizations \
                 (hash, player, client, redirect, challenge, scopes, expires) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
                &[
                    hash.as_slice().into(),
                    new.player.0.into(),
                    new.client.as_str().into(),
                    new.redirect.as_str().into(),
                    new.challenge.as_str().into(),
                    new.scopes.as_str().into(),
                    from_u64(new.expires),
                ],
            )?;
            Ok(())
        })
        .await
    }

    /// Returns what was allowed with the code of this hash. A code can be used once.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn take_authorization(
        &self,
        hash: [u8; 32],
    ) -> Result<Option<Authorization>, StoreError> {
        self.write(move |db| {
            db.find(
                "DELETE FROM authorizations WHERE hash = $1 \
                 RETURNING player, client, redirect, challenge, scopes, expires",
                &[hash.as_slice().into()],
                |row| {
                    Ok(Authorization {
                        player: PlayerId(row.get(0)?),
                        client: row.get(1)?,
                        redirect: row.get(2)?,
                        challenge: row.get(3)?,
                        scopes: row.get(4)?,
                        expires: to_u64(row.get(5)?),
                    })
                },
            )
        })
        .await
    }

    /// Deletes the codes that have expired and returns their number.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn delete_expired_authorizations(&self, now: u64) -> Result<u64, StoreError> {
        self.write(move |db| {
            db.execute(
                "DELETE FROM authorizations WHERE expires <= $1",
                &[from_u64(now)],
            )
        })
        .await
    }
}
