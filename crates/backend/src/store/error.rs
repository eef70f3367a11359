use std::{fmt, io, path::PathBuf, sync::Arc, time::Duration};

use rusqlite::ErrorCode;
use tokio_postgres::error::SqlState;

/// An error of the database. After a failed write it is unknown whether the
/// write was done, until the data is read again.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// SQLite reported an error.
    #[error("SQLite error: {0}{hint}", hint = sqlite_hint(.0))]
    Sqlite(Arc<rusqlite::Error>),
    /// PostgreSQL reported an error or cannot be reached.
    #[error("PostgreSQL error: {}", WithCauses(.0))]
    Postgres(Arc<tokio_postgres::Error>),
    /// PostgreSQL did not answer in time.
    #[error("PostgreSQL did not answer within {} s", limit.as_secs())]
    TimedOut {
        /// How long an answer may take.
        limit: Duration,
    },
    /// A parameter of the address of a PostgreSQL server is wrong.
    #[error("the address of the database is wrong: {0}")]
    Address(&'static str),
    /// The certificates that are needed to verify a PostgreSQL server cannot be used.
    #[error("cannot use the certificates for the database: {0}")]
    Certificates(String),
    /// The operating system refuses what a connection needs.
    #[error("cannot connect: {0}")]
    Connection(Arc<io::Error>),
    /// The folder of the database cannot be created.
    #[error("cannot create the folder {}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The cause.
        error: Arc<io::Error>,
    },
    /// The file of the database cannot be opened.
    #[error("cannot open {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: Arc<io::Error>,
    },
    /// Another server uses the database.
    #[error(
        "another server uses this database: stop it first, or choose another one with --data or \
         --database"
    )]
    InUse,
    /// Servers with a bus and servers without one do not mix.
    #[error(
        "another server uses this database without the same bus: give all servers of a database \
         the same --bus, or stop the other one"
    )]
    InUseOtherwise,
    /// A database that only one server can use.
    #[error(
        "several servers can share a PostgreSQL database only: give --bus together with \
         --database postgres://…"
    )]
    NotShared,
    /// The file that marks a database as used cannot be locked.
    #[error("cannot lock {}: {error}", path.display())]
    Lock {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: Arc<io::Error>,
    },
    /// The database was created by a newer version of this program.
    #[error(
        "the database was created by a newer version of Arbiter (its schema is version {found}, \
         this program supports up to {known}): install the newer version"
    )]
    Newer {
        /// The version of the schema in the database.
        found: i64,
        /// The version of the schema in this program.
        known: i64,
    },
    /// The database was created by an older version of this program.
    #[error(
        "the database has an old schema (version {found}, this program needs {known}): \
         start the server once to upgrade it"
    )]
    Older {
        /// The version of the schema in the database.
        found: i64,
        /// The version of the schema in this program.
        known: i64,
    },
    /// A stored value is not one that this program writes.
    #[error("cannot read the {column} of {row}: {text:?}")]
    Unreadable {
        /// The row, for example "game 0123456789".
        row: String,
        /// The column.
        column: &'static str,
        /// The stored value.
        text: String,
    },
    /// A value cannot be written as JSON.
    #[error("cannot write a value as JSON: {0}")]
    Json(Arc<serde_json::Error>),
    /// A row that was to be changed does not exist or is not as expected.
    #[error("{row} does not exist or is in an unexpected state")]
    Missing {
        /// The row, for example "game 0123456789".
        row: String,
    },
    /// A panic while the database was used.
    #[error("internal error while using the database")]
    Panicked,
    /// The threads of the store have stopped.
    #[error("the store is closed")]
    Closed,
}

/// An error that is returned when a database is not copied.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// PostgreSQL databases are not copied by this program.
    #[error("cannot copy a PostgreSQL database: use pg_dump, or `arbiter db export`")]
    Postgres,
}

impl StoreError {
    /// Reports whether the cause is the database, the disk or the network
    /// rather than the request, so that other requests will fail too.
    pub(crate) fn is_fatal(&self) -> bool {
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
            // Connection exceptions, insufficient resources, operator
            // intervention and system errors. An error without a class is one
            // of the connection.
            StoreError::Postgres(error) => error.code().is_none_or(|state| {
                let classes = ["08", "53", "57", "58"];
                classes.iter().any(|class| state.code().starts_with(class))
            }),
            StoreError::Closed
            | StoreError::Address(_)
            | StoreError::Certificates(_)
            | StoreError::Connection(_)
            | StoreError::TimedOut { .. }
            | StoreError::Folder { .. }
            | StoreError::File { .. }
            | StoreError::InUse
            | StoreError::InUseOtherwise
            | StoreError::NotShared
            | StoreError::Lock { .. }
            | StoreError::Newer { .. } => true,
            StoreError::Older { .. }
            | StoreError::Unreadable { .. }
            | StoreError::Json(_)
            | StoreError::Missing { .. }
            | StoreError::Panicked => false,
        }
    }

    /// Reports whether the database took too long to answer.
    pub(super) fn is_time_out(&self) -> bool {
        match self {
            StoreError::TimedOut { .. } => true,
            StoreError::Postgres(error) => error.code() == Some(&SqlState::QUERY_CANCELED),
            _ => false,
        }
    }
}

/// Returns what the host can do about an error of SQLite.
fn sqlite_hint(error: &rusqlite::Error) -> &'static str {
    match error.sqlite_error_code() {
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => {
            "; check that the server may write to the file and its folder"
        }
        Some(ErrorCode::DiskFull) => "; free some disk space",
        Some(ErrorCode::NotADatabase) => "; choose another data folder, or move the file away",
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "; another program is using the file"
        }
        Some(ErrorCode::DatabaseCorrupt) => "; restore a backup",
        Some(ErrorCode::SystemIoFailure) => "; check the disk",
        _ => "",
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Sqlite(Arc::new(error))
    }
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> StoreError {
        StoreError::Postgres(Arc::new(error))
    }
}

/// Displays an error of PostgreSQL with its causes, because by itself it says
/// little.
struct WithCauses<'e>(&'e tokio_postgres::Error);

impl fmt::Display for WithCauses<'_> {
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
