//! The thread that writes.
//!
//! It takes all jobs that wait, does them in one transaction, and replies when
//! the transaction is on disk, so that many moves share one wait for the disk.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

use tokio::{runtime::Handle, sync::mpsc};

use super::{
    connect::{connect, connect_writer},
    connection::Access,
    error::StoreError,
    event_writer::{EventWriter, flush, save_progress},
    job::WriteJob,
    migrations::migrate,
};
use crate::base::{Database, ignore::Ignore, metrics::METRICS};

/// The most jobs that share a transaction.
const MAX_BATCH_JOBS: usize = 1_024;

/// How many callers one task replies to. A task does not yield between replies, each of
/// which may send to many sockets: small tasks let all threads of the runtime share
/// them, and keep no other task waiting for long.
const REPLIES_PER_TASK: usize = 32;

/// After a batch of this size more jobs can be expected soon, so the writer
/// gathers them for a moment: one wait for the disk then serves them all.
const BUSY_BATCH_JOBS: usize = 8;
const GATHER_TIME: Duration = Duration::from_millis(4);

/// Starts the writer and waits until it has opened and migrated the database.
pub(super) fn start(
    database: &Database,
    jobs: mpsc::Receiver<WriteJob>,
    is_healthy: Arc<AtomicBool>,
) -> Result<(), StoreError> {
    let (opened, is_open) = std::sync::mpsc::channel();
    let database = database.clone();
    let runtime = Handle::try_current().ok();
    let thread = thread::Builder::new().name("store-writer".to_owned());
    let started = thread.spawn(move || match Writer::open(database, is_healthy, runtime) {
        Ok(writer) => {
            opened.send(Ok(())).ignore("the opener is gone");
            writer.run(jobs);
        }
        Err(error) => opened.send(Err(error)).ignore("the opener is gone"),
    });
    started.map_err(|_| StoreError::Closed)?;
    is_open.recv().unwrap_or(Err(StoreError::Panicked))
}

struct Writer {
    database: Database,
    /// The connection; `None` after it was lost.
    events: Option<Box<dyn EventWriter>>,
    is_healthy: Arc<AtomicBool>,
    /// The runtime of the callers, if they have one.
    runtime: Option<Handle>,
}

/// Why a batch was not committed.
enum BatchError {
    /// The database failed, so other jobs may fail too.
    Database(StoreError),
    /// One of the jobs failed; the others may succeed without it.
    Job(StoreError),
}

impl Writer {
    fn open(
        database: Database,
        is_healthy: Arc<AtomicBool>,
        runtime: Option<Handle>,
    ) -> Result<Writer, StoreError> {
        // With a connection of its own, because migrating may take long.
        let mut db = connect(&database, Access::ReadWrite)?;
        migrate(db.as_mut())?;
        flush(db.as_mut())?;
        drop(db);
        let events = connect_writer(&database)?;
        Ok(Writer {
            database,
            events: Some(events),
            is_healthy,
            runtime,
        })
    }

    fn run(mut self, mut jobs: mpsc::Receiver<WriteJob>) {
        let mut batch = Vec::new();
        while jobs.blocking_recv_many(&mut batch, MAX_BATCH_JOBS) > 0 {
            let count = batch.len();
            if let Err(error) = self.write(&mut batch)
                && error.is_time_out()
            {
                // These have waited while the database did not answer.
                while jobs.try_recv().map(|job| batch.push(job)).is_ok() {}
                reply_to_all(&mut batch, &Err(error));
            }
            let has_flushed = self.flush_some();
            if !has_flushed && count >= BUSY_BATCH_JOBS {
                thread::sleep(GATHER_TIME);
            }
        }
    }

    /// Flushes some pending events if there are enough, while the callers get
    /// their replies. Returns whether that took time.
    fn flush_some(&mut self) -> bool {
        let flushed = match &mut self.events {
            Some(events) => events.flush_some(),
            None => Ok(false),
        };
        flushed.unwrap_or_else(|error| {
            tracing::error!(%error, "the store cannot flush recent events");
            METRICS.store_failures.inc();
            self.events = None;
            true
        })
    }

    /// Does these jobs and replies to their callers. If jobs had to be run one by
    /// one, returns the result of the last.
    fn write(&mut self, jobs: &mut Vec<WriteJob>) -> Result<(), StoreError> {
        match self.commit(jobs) {
            Ok(()) => {
                self.reply(jobs);
                Ok(())
            }
            Err(BatchError::Job(_)) if jobs.len() > 1 => {
                let mut done = Ok(());
                for job in jobs.drain(..) {
                    if done.as_ref().is_err_and(StoreError::is_time_out) {
                        job.reply(&done);
                    } else {
                        done = self.write(&mut vec![job]);
                    }
                }
                done
            }
            Err(BatchError::Job(error) | BatchError::Database(error)) => {
                tracing::error!(%error, jobs = jobs.len(), "the store cannot write");
                METRICS.store_failures.inc();
                let failed = Err(error);
                reply_to_all(jobs, &failed);
                failed
            }
        }
    }

    /// Replies to all callers on their runtime, so that the next transaction
    /// need not wait for that.
    fn reply(&self, jobs: &mut Vec<WriteJob>) {
        let Some(runtime) = &self.runtime else {
            return reply_to_all(jobs, &Ok(()));
        };
        while !jobs.is_empty() {
            let mut share = jobs.split_off(jobs.len().saturating_sub(REPLIES_PER_TASK));
            runtime.spawn(async move { reply_to_all(&mut share, &Ok(())) });
        }
    }

    fn commit(&mut self, jobs: &mut [WriteJob]) -> Result<(), BatchError> {
        let done = self.reopen().and_then(|events| commit(events, jobs));
        let has_failed = matches!(done, Err(BatchError::Database(_)));
        self.is_healthy.store(!has_failed, Relaxed);
        let is_lost = |events: &mut Box<dyn EventWriter>| events.connection().is_lost();
        if has_failed || self.events.as_mut().is_some_and(is_lost) {
            self.events = None;
        }
        done
    }

    fn reopen(&mut self) -> Result<&mut dyn EventWriter, BatchError> {
        let events = match self.events.take() {
            Some(events) => events,
            None => {
                let events = connect_writer(&self.database).map_err(BatchError::Database)?;
                tracing::info!("the store has reconnected to its database");
                events
            }
        };
        Ok(&mut **self.events.insert(events))
    }
}

/// Does jobs in one transaction.
fn commit(events: &mut dyn EventWriter, jobs: &mut [WriteJob]) -> Result<(), BatchError> {
    let began = Instant::now();
    events.connection().begin().map_err(BatchError::Database)?;
    let ran = catch_unwind(AssertUnwindSafe(|| run(events, jobs)));
    match ran.unwrap_or(Err(StoreError::Panicked)) {
        Ok(()) => {
            events.connection().commit().map_err(BatchError::Database)?;
            measure(jobs, began);
            Ok(())
        }
        Err(error) => {
            events.roll_back();
            Err(if error.is_fatal() || events.connection().is_lost() {
                BatchError::Database(error)
            } else {
                BatchError::Job(error)
            })
        }
    }
}

fn run(events: &mut dyn EventWriter, jobs: &mut [WriteJob]) -> Result<(), StoreError> {
    let mut appends = Vec::new();
    for job in jobs {
        match job {
            WriteJob::Append(job) => appends.push(job),
            WriteJob::SaveProgress(job) => {
                save_progress(events, job.game, job.next_seq, job.progress)?;
            }
            WriteJob::Operation(operation) => operation.run(events.connection())?,
        }
    }
    events.append_batch(&mut appends)
}

fn measure(jobs: &[WriteJob], began: Instant) {
    let events = jobs.iter().map(|job| match job {
        WriteJob::Append(job) if job.outcome.is_some() => job.append.lines.len() as u64,
        WriteJob::Append(_) | WriteJob::SaveProgress(_) | WriteJob::Operation(_) => 0,
    });
    METRICS.record_batch(jobs.len());
    METRICS.commit_time.record(began.elapsed());
    METRICS.events_stored.inc_by(events.sum());
}

fn reply_to_all(jobs: &mut Vec<WriteJob>, done: &Result<(), StoreError>) {
    for job in jobs.drain(..) {
        job.reply(done);
    }
}
