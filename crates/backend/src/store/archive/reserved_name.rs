//! The reserved names of deleted accounts in an archive.

use serde::{Deserialize, Serialize};

use super::{
    super::{connection::Connection, error::StoreError},
    record::hexadecimal,
};

/// The name of a deleted account.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedName {
    /// Written in hexadecimal digits.
    #[serde(with = "hexadecimal")]
    hash: Vec<u8>,
    until: i64,
}

impl ArchivedName {
    pub fn all(db: &mut dyn Connection) -> Result<Vec<ArchivedName>, StoreError> {
        let sql = "SELECT hash, until FROM reserved_names ORDER BY hash";
        db.query(sql, &[], |row| {
            Ok(ArchivedName {
                hash: row.get(0)?,
                until: row.get(1)?,
            })
        })
    }

    pub fn insert(&self, db: &mut dyn Connection) -> Result<(), StoreError> {
        db.execute(
            "INSERT INTO reserved_names (hash, until) VALUES ($1, $2)",
            &[self.hash.as_slice().into(), self.until.into()],
        )?;
        Ok(())
    }
}
