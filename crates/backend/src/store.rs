//! The database: games as event logs, players, tokens, chat and ratings.
//!
//! [`Store`] is a handle that passes jobs to threads. One thread writes: it does
//! all waiting jobs in one transaction and replies when that is on disk, so that
//! many moves share one wait for the disk. Other threads read.
//!
//! All SQL of the program is in this module. Most of it is written once, against
//! [`Connection`]; where SQLite and PostgreSQL differ, `sqlite` and `postgres`
//! implement that trait and `EventWriter`. The store does not know the rules of
//! chess: only [`check()`] replays games.

mod account_role;
mod append;
mod archive;
pub mod audit;
mod authorizations;
pub mod bans;
mod blocks;
mod bots;
mod challenges;
mod chat;
mod check;
mod cleanup;
mod columns;
mod connect;
mod connection;
mod deletion;
mod emails;
mod error;
mod event_writer;
mod game_clock;
mod game_list;
mod game_versions;
mod games;
mod identities;
mod interruptions;
mod job;
mod links;
pub mod migrations;
mod name;
mod nodes;
mod people;
mod personal_data;
mod player_card;
mod players;
mod postgres;
mod private_files;
mod purpose;
mod push;
mod ratings;
mod readers;
mod rematch_offers;
mod reports;
mod seeks;
mod server_lock;
pub mod server_settings;
mod sqlite;
pub mod staff;
mod sweeps;
mod tokens;
mod tournaments;
mod value;
mod writer;

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use tokio::sync::{mpsc, oneshot};

use crate::base::{Database, GameId, ignore::Ignore};
use job::{AppendJob, Operation, SaveProgressJob, WriteJob};

pub use append::{Append, AppendError, Appended, GameProgress};
pub use archive::{
    ArchiveCounts, DamagedGame, ExportError, ExportUpdate, ImportError, export, import,
};
pub use audit::{AdminAct, AuditEntry, AuditPage, StoredAct};
pub use authorizations::Authorization;
pub use bans::{ActiveBan, BanTarget, NewBan};
pub use bots::BotObstacle;
pub use challenges::{ChallengeAnswer, ChallengeObstacle, NewChallenge, StoredChallenge};
pub use chat::{Channel, ChatVersion, NewChat};
pub use check::{CheckSummary, CheckUpdate, Flaw, FlawKind, check};
pub use cleanup::InspectedPlayers;
pub use connect::connect;
pub use connection::{Access, BackupProgress, Connection, EventRow, in_transaction};
pub use deletion::{DeletedAccount, NAME_RESERVATION_MILLIS};
pub use error::{BackupError, StoreError};
pub use event_writer::flush;
pub use game_list::{Cursor, GameSearch, GameSummary, GamesFilter, ParseCursorError};
pub use game_versions::GameVersion;
pub use games::{CreateGameError, NewGame, StoredEvent, StoredGame};
pub use identities::{NewLinkedAccount, ProviderIdentity};
pub use interruptions::Interruptions;
pub use links::{LinkKind, NewLink, StoredLink};
pub use migrations::migrate;
pub use name::{Name, NameError};
pub use nodes::{BEAT_INTERVAL, Beat, Membership, join_nodes};
pub use people::MIN_SEARCHED_CHARACTERS;
pub use personal_data::{OwnChat, PersonalData};
pub use player_card::PlayerCard;
pub use players::{Account, CreateAccountError, Profile, ResultCounts};
pub use private_files::private_file;
pub use push::{NewPushSubscription, PushSubscription};
pub use ratings::{RatingChange, RatingPoint};
pub use rematch_offers::RematchOffer;
pub use reports::NewReport;
pub use seeks::{NewSeek, SeekOutcome, StoredSeek};
pub use server_lock::{ServerLock, Sharing, lock_for_server};
pub use staff::{Actor, ModerationState, SeenAct, StaffError};
pub use tokens::{Bearer, NewToken, StoredToken, TokenKind};
pub use tournaments::{
    AppendTournament, BoardSlot, FinishedGame, NewStoredTournament, StoredPairing,
    StoredTournament, TournamentProgress, TournamentRow,
};
pub use value::{Row, Value};

/// A handle to the database. Clones share the same threads.
#[derive(Clone)]
pub struct Store {
    writer: mpsc::Sender<WriteJob>,
    readers: mpsc::Sender<Operation>,
    is_healthy: Arc<AtomicBool>,
}

/// How many jobs may wait for the threads; the next caller waits for a place.
const QUEUE_CAPACITY: usize = 4_096;

/// A database that takes longer to answer is not ready.
const READY_TIMEOUT: Duration = Duration::from_secs(1);

/// The number of threads that read.
const READER_THREADS: usize = 4;

/// Opens the store. A database that does not exist is created, and one with an
/// older schema is migrated.
///
/// # Errors
///
/// Returns an error if the database cannot be opened or is newer than this
/// program.
pub fn open(database: &Database) -> Result<Store, StoreError> {
    create_folder(database)?;
    let is_healthy = Arc::new(AtomicBool::new(true));
    let (writer, jobs) = mpsc::channel(QUEUE_CAPACITY);
    writer::start(database, jobs, Arc::clone(&is_healthy))?;
    let (readers, jobs) = mpsc::channel(QUEUE_CAPACITY);
    readers::start(database, jobs, READER_THREADS)?;
    Ok(Store {
        writer,
        readers,
        is_healthy,
    })
}

/// Creates the folder of an SQLite database, if it does not exist.
///
/// # Errors
///
/// Returns [`StoreError::Folder`] if that fails.
pub fn create_folder(database: &Database) -> Result<(), StoreError> {
    let Database::Sqlite(path) = database else {
        return Ok(());
    };
    let Some(folder) = path.parent() else {
        return Ok(());
    };
    private_files::create_folder(folder).map_err(|error| StoreError::Folder {
        path: folder.to_owned(),
        error: Arc::new(error),
    })
}

/// Opens a connection for a command that writes while the server may be running.
/// A database with an older schema is migrated if no server uses it.
///
/// # Errors
///
/// Returns an error if the database cannot be opened or is newer than this
/// program.
pub fn connect_beside_server(database: &Database) -> Result<Box<dyn Connection>, StoreError> {
    let mut db = connect(database, Access::ReadWrite)?;
    match migrations::check_version(db.as_mut()) {
        Err(StoreError::Older { .. }) => {
            let _lock = lock_for_server(database, Sharing::Alone)?;
            migrate(db.as_mut())?;
        }
        checked => checked?,
    }
    Ok(db)
}

impl Store {
    /// Does `work`, which may write, in one transaction with other jobs.
    ///
    /// If another job fails, `work` is run again in a new transaction. It must
    /// have no effect except what it writes, and must write nothing if it
    /// returns a value that means a refusal.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails. It is then unknown whether the
    /// work was done.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut dyn Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (operation, reply) = Operation::new(work);
        self.enqueue(WriteJob::Operation(operation)).await?;
        reply.wait().await
    }

    /// Does `work`, which only reads. It is run again if the connection was
    /// lost.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut dyn Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (operation, reply) = Operation::new(work);
        let sent = self.readers.send(operation).await;
        sent.map_err(|_| StoreError::Closed)?;
        reply.wait().await
    }

    /// Appends events to a game. When this returns, they are on disk.
    ///
    /// # Errors
    ///
    /// Returns an error if the game has changed in the meantime, or the
    /// database fails.
    pub async fn append(&self, append: Append) -> Result<Appended, AppendError> {
        let (reply, outcome) = oneshot::channel();
        self.append_then(append, move |outcome| {
            let sent = reply.send(outcome);
            sent.ignore("the caller is gone, and the events are stored");
        })
        .await;
        outcome
            .await
            .unwrap_or(Err(AppendError::Store(StoreError::Closed)))
    }

    /// Appends events to a game, and calls `then` with the result once they
    /// are on disk. If the store is closed, `then` is dropped.
    pub async fn append_then(
        &self,
        mut append: Append,
        then: impl FnOnce(Result<Appended, AppendError>) + Send + 'static,
    ) {
        // The only character that PostgreSQL cannot store.
        if let Some(command) = &mut append.command
            && command.contains('\0')
        {
            *command = command.replace('\0', "\u{fffd}");
        }
        let job = WriteJob::Append(AppendJob {
            append,
            outcome: None,
            then: Box::new(then),
        });
        let enqueued = self.enqueue(job).await;
        enqueued.ignore("the caller sees that the callback was dropped");
    }

    /// Saves the progress of a game in its row, unless the game has an event
    /// with the number `next_seq`: then the progress is out of date.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn save_progress(
        &self,
        game: GameId,
        next_seq: u64,
        progress: GameProgress,
    ) -> Result<(), StoreError> {
        let (reply, outcome) = oneshot::channel();
        self.enqueue(WriteJob::SaveProgress(SaveProgressJob {
            game,
            next_seq,
            progress,
            reply,
        }))
        .await?;
        outcome.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Reports whether the database answers and the last write succeeded.
    pub async fn is_ready(&self) -> bool {
        let answer = self.read(|db| db.find("SELECT 1", &[], |_| Ok(())));
        let answer = tokio::time::timeout(READY_TIMEOUT, answer).await;
        self.is_healthy.load(Relaxed) && matches!(answer, Ok(Ok(_)))
    }

    async fn enqueue(&self, job: WriteJob) -> Result<(), StoreError> {
        let sent = self.writer.send(job).await;
        sent.map_err(|_| StoreError::Closed)
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Store")
    }
}
