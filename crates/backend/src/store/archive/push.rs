//! The subscriptions to Web Push in an archive.

use serde::{Deserialize, Serialize};

use super::{
    super::{connection::Connection, error::StoreError},
    record::hexadecimal,
};

/// A browser that receives Web Push messages.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedPush {
    token: i64,
    player: i64,
    endpoint: String,
    /// Written in hexadecimal digits.
    #[serde(with = "hexadecimal")]
    public_key: Vec<u8>,
    /// Written in hexadecimal digits.
    #[serde(with = "hexadecimal")]
    secret: Vec<u8>,
    language: String,
    created: i64,
}

impl ArchivedPush {
    pub fn all(db: &mut dyn Connection) -> Result<Vec<ArchivedPush>, StoreError> {
        let sql = "SELECT token, player, endpoint, public_key, secret, language, created \
                   FROM push_subscriptions ORDER BY token";
        db.query(sql, &[], |row| {
            Ok(ArchivedPush {
                token: row.get(0)?,
                player: row.get(1)?,
                endpoint: row.get(2)?,
                public_key: row.get(3)?,
                secret: row.get(4)?,
                language: row.get(5)?,
                created: row.get(6)?,
            })
        })
    }

    pub fn insert(&self, db: &mut dyn Connection) -> Result<(), StoreError> {
        db.execute(
            "INSERT INTO push_subscriptions \
             (token, player, endpoint, public_key, secret, language, created) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            &[
                self.token.into(),
                self.player.into(),
                self.endpoint.as_str().into(),
                self.public_key.as_slice().into(),
                self.secret.as_slice().into(),
                self.language.as_str().into(),
                self.created.into(),
            ],
        )?;
        Ok(())
    }
}
