use std::{path::Path, time::Duration};

use rusqlite::backup::{Backup, StepResult};

use super::{Connection, StoreError};

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// PostgreSQL has its own way.
    #[error("PostgreSQL copies itself: use pg_dump, or arbiter db export")]
    Postgres,
}

/// How far a copy has come, in pages of the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BackupProgress {
    /// Copied.
    pub done: u64,
    /// In all.
    pub total: u64,
}

/// How many pages are copied at once.
const STEP: i32 = 1_024;

/// Copies an SQLite database as it is at one moment into a new file. A server
/// may write meanwhile.
///
/// # Errors
///
/// What the database says.
pub fn backup(
    db: &mut Connection,
    to: &Path,
    progress: &mut dyn FnMut(BackupProgress),
) -> Result<(), BackupError> {
    // While this lasts the copy sees nothing of what is written, and so need
    // not begin again.
    db.begin_reading()?;
    let done = match db {
        Connection::Sqlite(from, _) => copy(from, to, progress).map_err(BackupError::from),
        Connection::Postgres(_) => Err(BackupError::Postgres),
    };
    db.roll_back();
    done
}

fn copy(
    from: &rusqlite::Connection,
    to: &Path,
    progress: &mut dyn FnMut(BackupProgress),
) -> Result<(), StoreError> {
    let mut copy = rusqlite::Connection::open(to)?;
    let backup = Backup::new(from, &mut copy)?;
    loop {
        let step = backup.step(STEP)?;
        let seen = backup.progress();
        let total = u64::try_from(seen.pagecount).unwrap_or(0);
        let left = u64::try_from(seen.remaining).unwrap_or(0);
        let done = total.saturating_sub(left);
        progress(BackupProgress { done, total });
        match step {
            StepResult::Done => return Ok(()),
            StepResult::More => {}
            // Somebody else has a lock, and gives it back soon.
            _ => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

impl From<rusqlite::Error> for BackupError {
    fn from(error: rusqlite::Error) -> BackupError {
        BackupError::Store(error.into())
    }
}
