//! Lets only one server use a database, or only servers with a bus: others would not
//! know of each other's moves.

use std::{
    fs::{File, TryLockError},
    path::Path,
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

use super::{error::StoreError, postgres::LockConnection, private_files::private_file};
use crate::base::Database;

/// Held while a server uses a database.
#[derive(Debug)]
pub struct ServerLock {
    /// The locked file next to an SQLite database.
    _file: Option<File>,
    /// Ends the thread with the locked connection to a PostgreSQL server.
    _end: Option<mpsc::Sender<()>>,
}

/// Whether a server uses its database alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// No other server uses it.
    Alone,
    /// Other servers on the same bus may use it.
    WithOthers,
}

/// PostgreSQL may take a moment to notice that a server has died.
const RELEASE_TIME: Duration = Duration::from_secs(3);
/// How often the lock of a PostgreSQL server is tried, or checked.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// Locks a database for this server. This blocks, and must not be called on a
/// thread that runs async tasks.
///
/// # Errors
///
/// Returns [`StoreError::InUse`] or [`StoreError::InUseOtherwise`] if another server uses
/// the database, and [`StoreError::NotShared`] if none can use it with others.
pub fn lock_for_server(database: &Database, sharing: Sharing) -> Result<ServerLock, StoreError> {
    match (database, sharing) {
        (Database::Sqlite(path), Sharing::Alone) => lock_file(path),
        (Database::Sqlite(_), Sharing::WithOthers) => Err(StoreError::NotShared),
        (Database::Postgres(address), _) => lock_postgres(address.clone(), sharing),
    }
}

fn lock_file(database: &Path) -> Result<ServerLock, StoreError> {
    let path = database.with_extension("lock");
    let cannot_lock = |error| StoreError::Lock {
        path: path.clone(),
        error: Arc::new(error),
    };
    let file = private_file()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(cannot_lock)?;
    match file.try_lock() {
        Ok(()) => Ok(ServerLock {
            _file: Some(file),
            _end: None,
        }),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
        Err(TryLockError::Error(error)) => Err(cannot_lock(error)),
    }
}

fn lock_postgres(address: String, sharing: Sharing) -> Result<ServerLock, StoreError> {
    let started = Instant::now();
    let mut connection = loop {
        if let Some(connection) = LockConnection::try_lock(&address, sharing)? {
            break connection;
        }
        if started.elapsed() > RELEASE_TIME {
            return Err(match sharing {
                Sharing::Alone => StoreError::InUse,
                Sharing::WithOthers => StoreError::InUseOtherwise,
            });
        }
        thread::sleep(CHECK_INTERVAL);
    };
    let (end, has_ended) = mpsc::channel();
    let hold = move || {
        while has_ended.recv_timeout(CHECK_INTERVAL) == Err(mpsc::RecvTimeoutError::Timeout) {
            if connection.is_lost() {
                match LockConnection::try_lock(&address, sharing) {
                    Ok(Some(again)) => connection = again,
                    Ok(None) => tracing::error!("another server uses the same database: stop it"),
                    Err(error) => tracing::warn!(%error, "cannot lock the database again"),
                }
            }
        }
    };
    thread::Builder::new()
        .name("server-lock".to_owned())
        .spawn(hold)
        .map_err(|_| StoreError::Closed)?;
    Ok(ServerLock {
        _file: None,
        _end: Some(end),
    })
}
