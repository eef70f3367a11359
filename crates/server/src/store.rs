//! Everything that is kept: games as the events that made them, players,
//! tokens, chat, ratings.
//!
//! One thread writes. It takes what waits, does it in one transaction, and
//! answers when that is on the disk, so that many moves share one wait for
//! it. Other threads read. Every operation is written once, for SQLite and
//! for PostgreSQL; what a game means is not known here.

mod append;
mod archive;
mod backup;
mod chat;
mod check;
mod connection;
mod error;
mod games;
pub mod migrations;
mod name;
mod players;
mod readers;
mod recent;
mod time;
mod tokens;
mod writer;

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use tokio::sync::{mpsc, oneshot};

use crate::base::Database;
use writer::{Job, Work};

pub use append::{Append, AppendError, Appended, GameProgress, RatingChange};
pub use archive::{ArchiveCounts, ExportError, ImportError, export, import};
pub use backup::{BackupError, BackupProgress, backup};
pub use chat::{Channel, NewChat};
pub use check::{CheckSummary, CheckUpdate, Flaw, FlawKind, check};
pub use connection::{Access, Connection, Postgres, Row, Value};
pub use error::StoreError;
pub use games::{
    CreateGameError, Cursor, GameSummary, GamesFilter, NewGame, ParseCursorError, StoredEvent,
    StoredGame,
};
pub use migrations::migrate;
pub use name::{Name, NameError};
pub use players::{Account, CreateAccountError, PlayerCard, Profile, RatingPoint, ResultCounts};
pub use recent::flush;
pub use tokens::{Bearer, NewToken, StoredToken, TokenKind};

/// Where everything is kept. Its clones are the same store.
#[derive(Clone)]
pub struct Store {
    writer: mpsc::Sender<Job>,
    readers: mpsc::Sender<readers::Job>,
    is_well: Arc<AtomicBool>,
}

/// How many jobs may wait; who has one more waits until it may.
const WAITING: usize = 4_096;

/// How many threads read.
const READERS: usize = 4;

/// Opens the store, and makes or migrates what is not there yet.
///
/// # Errors
///
/// Why it cannot be opened.
pub fn open(database: &Database) -> Result<Store, StoreError> {
    if let Database::Sqlite(path) = database
        && let Some(folder) = path.parent()
    {
        std::fs::create_dir_all(folder).map_err(|error| StoreError::Folder {
            path: folder.to_owned(),
            error: Arc::new(error),
        })?;
    }
    let is_well = Arc::new(AtomicBool::new(true));
    let (writer, jobs) = mpsc::channel(WAITING);
    writer::start(database, jobs, Arc::clone(&is_well))?;
    let (readers, jobs) = mpsc::channel(WAITING);
    readers::start(database, jobs, READERS)?;
    Ok(Store {
        writer,
        readers,
        is_well,
    })
}

impl Store {
    /// Writes, in one transaction with others who write at the same time. The
    /// job may be run again if one beside it fails: nothing else may come of
    /// it than what it writes, and if it refuses it has written nothing.
    ///
    /// # Errors
    ///
    /// What the database says; then nobody knows whether it was done.
    pub async fn write<T: Send + 'static>(
        &self,
        job: impl FnMut(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, outcome) = oneshot::channel();
        self.enqueue(Job::Other(Box::new(Work::new(job, answer))))
            .await?;
        outcome.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Reads. The job may be run again if the connection was lost.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn read<T: Send + 'static>(
        &self,
        job: impl FnMut(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, outcome) = oneshot::channel();
        let job: readers::Job = Box::new(Work::new(job, answer));
        let sent = self.readers.send(job).await;
        sent.map_err(|_| StoreError::Closed)?;
        outcome.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Whether the database answers, and the last write went well.
    pub async fn is_ready(&self) -> bool {
        let answers = self.read(|db| db.find("SELECT 1", &[], |_| Ok(()))).await;
        self.is_well.load(Relaxed) && answers.is_ok()
    }

    async fn enqueue(&self, job: Job) -> Result<(), StoreError> {
        let sent = self.writer.send(job).await;
        sent.map_err(|_| StoreError::Closed)
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Store")
    }
}
