//! The accounts at providers in an archive.

use serde::{Deserialize, Serialize};

use super::super::{connection::Connection, error::StoreError};

/// An account at a provider with which a player signs in.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedIdentity {
    issuer: String,
    subject: String,
    player: i64,
    created: i64,
}

impl ArchivedIdentity {
    pub fn all(db: &mut dyn Connection) -> Result<Vec<ArchivedIdentity>, StoreError> {
        let sql = "SELECT issuer, subject, player, created FROM identities \
                   ORDER BY player, issuer";
        db.query(sql, &[], |row| {
            Ok(ArchivedIdentity {
                issuer: row.get(0)?,
                subject: row.get(1)?,
                player: row.get(2)?,
                created: row.get(3)?,
            })
        })
    }

    pub fn insert(&self, db: &mut dyn Connection) -> Result<(), StoreError> {
        db.execute(
            "INSERT INTO identities (issuer, subject, player, created) VALUES ($1, $2, $3, $4)",
            &[
                self.issuer.as_str().into(),
                self.subject.as_str().into(),
                self.player.into(),
                self.created.into(),
            ],
        )?;
        Ok(())
    }
}
