//! The tables, built step by step: what a database lacks is done when it is
//! opened. A step that has been released is never changed.

use super::{Connection, StoreError, Value};
use crate::base::clock;

/// The steps, from number 1 on, for each database.
const STEPS: [Step; 4] = [
    Step {
        sqlite: include_str!("../../migrations/sqlite/0001_begin.sql"),
        postgres: include_str!("../../migrations/postgres/0001_begin.sql"),
    },
    Step {
        sqlite: include_str!("../../migrations/sqlite/0002_recent.sql"),
        postgres: include_str!("../../migrations/postgres/0002_recent.sql"),
    },
    Step {
        sqlite: include_str!("../../migrations/sqlite/0003_tails.sql"),
        postgres: include_str!("../../migrations/postgres/0003_tails.sql"),
    },
    Step {
        sqlite: include_str!("../../migrations/sqlite/0004_sorted.sql"),
        postgres: include_str!("../../migrations/postgres/0004_sorted.sql"),
    },
];

/// The number of the last step.
pub const LAST: usize = STEPS.len();

struct Step {
    sqlite: &'static str,
    postgres: &'static str,
}

/// So that of several servers that start one migrates.
const LOCK: &str = "SELECT pg_advisory_xact_lock(7346001)";

/// Brings a database to where this program is.
///
/// # Errors
///
/// That it is further, or what the database says. Then it is as it was.
pub fn migrate(db: &mut Connection) -> Result<(), StoreError> {
    migrate_to(db, LAST)
}

/// Whether this program knows the database as it is.
///
/// # Errors
///
/// That it is older or newer, or what the database says.
pub(super) fn check_version(db: &mut Connection) -> Result<(), StoreError> {
    let found = last_step(db)?;
    let known = LAST as i64;
    match found {
        _ if found < known => Err(StoreError::Older { found, known }),
        _ if found > known => Err(StoreError::Newer { found, known }),
        _ => Ok(()),
    }
}

/// Brings a database to this step and no further. Nobody wants that but a
/// test of the steps that come after it.
///
/// # Errors
///
/// That it is further than this program, or what the database says.
pub fn migrate_to(db: &mut Connection, last: usize) -> Result<(), StoreError> {
    db.begin()?;
    let done = take_steps(db, last);
    match done {
        Ok(()) => db.commit(),
        Err(error) => {
            db.roll_back();
            Err(error)
        }
    }
}

fn take_steps(db: &mut Connection, last: usize) -> Result<(), StoreError> {
    if let Connection::Postgres(_) = db {
        db.run_script(LOCK)?;
    }
    db.run_script(
        "CREATE TABLE IF NOT EXISTS migrations \
         (number BIGINT NOT NULL PRIMARY KEY, at BIGINT NOT NULL)",
    )?;
    let found = last_step(db)?;
    let known = LAST as i64;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for (number, step) in (1..)
        .zip(STEPS.iter().take(last))
        .filter(|(it, _)| *it > found)
    {
        db.run_script(match db {
            Connection::Sqlite(..) => step.sqlite,
            Connection::Postgres(_) => step.postgres,
        })?;
        db.execute(
            "INSERT INTO migrations (number, at) VALUES ($1, $2)",
            &[Value::Int(number), Value::Int(clock::wall() as i64)],
        )?;
    }
    Ok(())
}

fn last_step(db: &mut Connection) -> Result<i64, StoreError> {
    let last = db.find("SELECT max(number) FROM migrations", &[], |row| {
        row.get::<Option<i64>>(0)
    })?;
    Ok(last.flatten().unwrap_or(0))
}
