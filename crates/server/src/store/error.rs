use std::{fmt, io, path::PathBuf, sync::Arc};

/// The database did not do what it was asked. After a failed write nobody
/// knows whether it was done: who wants to know reads.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// SQLite says why.
    #[error("the SQLite database failed: {0}")]
    Sqlite(Arc<rusqlite::Error>),
    /// PostgreSQL says why, or why it cannot be reached.
    #[error("the PostgreSQL database failed: {}", Told(.0))]
    Postgres(Arc<postgres::Error>),
    /// The folder of the database cannot be made.
    #[error("cannot make the folder {}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: Arc<io::Error>,
    },
    /// The database was made by a later version of this program.
    #[error(
        "the database has migration {found} and this program knows only {known}: \
         run the version that made it, or a later one"
    )]
    Newer {
        /// The last migration of the database.
        found: i64,
        /// The last migration of this program.
        known: i64,
    },
    /// The database was made by an earlier version of this program.
    #[error(
        "the database has migration {found} and this program has {known}: start the server \
         once, and it is brought up to date"
    )]
    Older {
        /// The last migration of the database.
        found: i64,
        /// The last migration of this program.
        known: i64,
    },
    /// What stands in this row is not what was written there.
    #[error("the {column} of {row} cannot be read: {text:?}")]
    Unreadable {
        /// The row: "game 0123456789".
        row: String,
        /// The column.
        column: &'static str,
        /// What stands there.
        text: String,
    },
    /// What is to be written fits nothing that is there.
    #[error("{row} is not there or not as it should be")]
    Missing {
        /// The row: "game 0123456789".
        row: String,
    },
    /// There was a defect in the program.
    #[error("the program failed while it used the database")]
    Panicked,
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Whether it is about the database, the disk or the way to it, and not
    /// about what was asked: whatever is tried next will fail too.
    pub(super) fn is_grave(&self) -> bool {
        use rusqlite::ErrorCode;
        match self {
            StoreError::Sqlite(error) => error.sqlite_error_code().is_some_and(|code| {
                matches!(
                    code,
                    ErrorCode::CannotOpen
                        | ErrorCode::DatabaseBusy
                        | ErrorCode::DatabaseCorrupt
                        | ErrorCode::DatabaseLocked
                        | ErrorCode::DiskFull
                        | ErrorCode::FileLockingProtocolFailed
                        | ErrorCode::NotADatabase
                        | ErrorCode::OutOfMemory
                        | ErrorCode::PermissionDenied
                        | ErrorCode::ReadOnly
                        | ErrorCode::SystemIoFailure
                )
            }),
            // The classes of lost connections, lacking resources, operators
            // who intervene and failing systems; without a class it is the
            // connection.
            StoreError::Postgres(error) => error.code().is_none_or(|state| {
                let classes = ["08", "53", "57", "58"];
                classes.iter().any(|class| state.code().starts_with(class))
            }),
            StoreError::Closed | StoreError::Folder { .. } | StoreError::Newer { .. } => true,
            StoreError::Older { .. }
            | StoreError::Unreadable { .. }
            | StoreError::Missing { .. }
            | StoreError::Panicked => false,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Sqlite(Arc::new(error))
    }
}

impl From<postgres::Error> for StoreError {
    fn from(error: postgres::Error) -> StoreError {
        StoreError::Postgres(Arc::new(error))
    }
}

/// An error with its causes: that of PostgreSQL alone says little.
struct Told<'e>(&'e postgres::Error);

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        let mut cause = std::error::Error::source(self.0);
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}
