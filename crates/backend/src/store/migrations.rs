//! The schema, built step by step: when a database is opened, the migrations
//! it lacks are run. A migration that has been released is never changed.

use super::{
    connection::{Connection, MIGRATIONS, in_transaction},
    error::StoreError,
    value::Value,
};
use crate::base::clock;

/// The version of the current schema: the number of the last migration.
pub const LATEST: usize = MIGRATIONS;

/// The oldest schema version whose programs can still use a database with the current
/// schema: the version of the previous release. A migration may therefore not change what
/// programs of the previous release read and write; the next release may.
pub const OLDEST_PROGRAM: usize = 14;

/// The first schema that says which programs can use it.
const FIRST_WITH_OLDEST_PROGRAM: usize = 15;

/// Brings a database to the current schema. A database with a newer schema is left as it
/// is if it is marked as usable by this program.
///
/// # Errors
///
/// Returns an error if the database is too new for this program, or fails. It
/// is unchanged then.
pub fn migrate(db: &mut dyn Connection) -> Result<(), StoreError> {
    migrate_to(db, LATEST)
}

/// Checks that a database has the current schema.
///
/// # Errors
///
/// Returns an error if the schema is older or newer, or the database fails.
pub(super) fn check_version(db: &mut dyn Connection) -> Result<(), StoreError> {
    let found = version(db)?;
    let known = LATEST as i64;
    match found {
        _ if found < known => Err(StoreError::Older { found, known }),
        _ if found > known => Err(StoreError::Newer { found, known }),
        _ => Ok(()),
    }
}

/// Brings a database to this version of the schema, for tests of the
/// migrations that follow.
///
/// # Errors
///
/// Returns an error if the database is newer than this program, or fails.
pub fn migrate_to(db: &mut dyn Connection, last: usize) -> Result<(), StoreError> {
    in_transaction(db, |db| run_missing(db, last))
}

fn run_missing(db: &mut dyn Connection, last: usize) -> Result<(), StoreError> {
    db.lock_migrations()?;
    db.run_script(
        "CREATE TABLE IF NOT EXISTS migrations \
         (number BIGINT NOT NULL PRIMARY KEY, at BIGINT NOT NULL)",
    )?;
    let found = version(db)?;
    let known = LATEST as i64;
    if found > known {
        return match oldest_program(db)? {
            Some(oldest) if oldest <= known => {
                tracing::warn!(
                    found,
                    known,
                    "the database has the schema of a newer release: upgrade this program soon"
                );
                Ok(())
            }
            _ => Err(StoreError::Newer { found, known }),
        };
    }
    let numbered = (1..).zip(db.migrations().iter().take(last));
    for (number, migration) in numbered.filter(|(number, _)| *number > found) {
        db.run_script(migration)?;
        db.execute(
            "INSERT INTO migrations (number, at) VALUES ($1, $2)",
            &[Value::Int(number), Value::Int(clock::wall() as i64)],
        )?;
    }
    if found < last as i64 && last >= FIRST_WITH_OLDEST_PROGRAM {
        let oldest = Value::Int(OLDEST_PROGRAM as i64);
        db.execute("UPDATE site SET oldest_program = $1", &[oldest])?;
    }
    Ok(())
}

/// Returns the oldest schema whose programs can use the database.
fn oldest_program(db: &mut dyn Connection) -> Result<Option<i64>, StoreError> {
    let found = db.find("SELECT oldest_program FROM site", &[], |row| {
        row.get::<Option<i64>>(0)
    })?;
    Ok(found.flatten())
}

/// Returns the number of the last migration that was run, or 0.
fn version(db: &mut dyn Connection) -> Result<i64, StoreError> {
    let last = db.find("SELECT max(number) FROM migrations", &[], |row| {
        row.get::<Option<i64>>(0)
    })?;
    Ok(last.flatten().unwrap_or(0))
}
