use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

use ::metrics::{counter, histogram};
use tokio::{
    runtime::Handle,
    sync::{mpsc, oneshot},
};

use super::{
    Access, Append, AppendError, Appended, Connection, StoreError, append::append_all, flush,
    migrate, recent::settle_some,
};
use crate::base::{Database, ignore::Ignore};

/// Something to write.
pub(super) enum Job {
    /// Events of a game. There are many, and they are done together.
    Append(AppendJob),
    /// Anything else.
    Other(Box<dyn Task>),
}

/// Events to append, and who waits for what comes of it.
pub(super) struct AppendJob {
    pub append: Append,
    /// What came of it, once it was tried; `None` if the number was taken.
    pub outcome: Option<Appended>,
    pub then: Box<dyn FnOnce(Result<Appended, AppendError>) + Send>,
}

/// Something to do with a connection, more than once if need be.
pub(super) trait Task: Send {
    fn run(&mut self, db: &mut Connection) -> Result<(), StoreError>;
    /// Tells what came of the last run, if all went well after it.
    fn answer(self: Box<Self>, done: Result<(), StoreError>);
}

/// A closure with its result.
pub(super) struct Work<F, T> {
    job: F,
    result: Option<T>,
    answer: oneshot::Sender<Result<T, StoreError>>,
}

/// How many jobs share a transaction at most.
const TOGETHER: usize = 1_024;

/// How many of them one task answers: sockets take so much without a pause.
const SHARE: usize = 32;

/// Where so many jobs come at a time, more come in a moment: it is waited for
/// them, so that one wait for the disk serves them all.
const MANY: usize = 8;
const MOMENT: Duration = Duration::from_millis(4);

/// Starts the thread that writes, once it has a database to write to.
pub(super) fn start(
    database: &Database,
    jobs: mpsc::Receiver<Job>,
    is_well: Arc<AtomicBool>,
) -> Result<(), StoreError> {
    let (opened, is_open) = std::sync::mpsc::channel();
    let database = database.clone();
    let runtime = Handle::try_current().ok();
    let thread = thread::Builder::new().name("store-writer".to_owned());
    let started = thread.spawn(move || match Writer::open(database, is_well, runtime) {
        Ok(writer) => {
            opened.send(Ok(())).ignore("who opened it is gone");
            writer.run(jobs);
        }
        Err(error) => opened.send(Err(error)).ignore("who opened it is gone"),
    });
    started.map_err(|_| StoreError::Closed)?;
    is_open.recv().unwrap_or(Err(StoreError::Panicked))
}

struct Writer {
    database: Database,
    /// None once it was lost.
    db: Option<Connection>,
    is_well: Arc<AtomicBool>,
    /// Where those who wait run, if they do.
    runtime: Option<Handle>,
}

/// Why a batch was not committed.
enum Failure {
    /// The database failed: whatever is tried next may fail too.
    All(StoreError),
    /// One of the jobs failed; without it the others may go well.
    One(StoreError),
}

impl Writer {
    fn open(
        database: Database,
        is_well: Arc<AtomicBool>,
        runtime: Option<Handle>,
    ) -> Result<Writer, StoreError> {
        let mut db = Connection::open(&database, Access::Write)?;
        migrate(&mut db)?;
        flush(&mut db)?;
        Ok(Writer {
            database,
            db: Some(db),
            is_well,
            runtime,
        })
    }

    fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut batch = Vec::new();
        while jobs.blocking_recv_many(&mut batch, TOGETHER) > 0 {
            let count = batch.len();
            self.write(&mut batch);
            if !self.sort_in() && count >= MANY {
                thread::sleep(MOMENT);
            }
        }
    }

    /// Sorts in some of what is recent, if there is enough. What has been
    /// written is told meanwhile. Whether it took its time.
    fn sort_in(&mut self) -> bool {
        let sorted = match &mut self.db {
            Some(db) => settle_some(db),
            None => Ok(false),
        };
        sorted.unwrap_or_else(|error| {
            tracing::error!(%error, "the store could not sort in what is recent");
            counter!("arbiter_store_failures_total").increment(1);
            // What it knows of it may not be true.
            self.db = None;
            true
        })
    }

    /// Does these jobs and answers them.
    fn write(&mut self, jobs: &mut Vec<Job>) {
        match self.commit(jobs) {
            Ok(()) => self.answer(jobs),
            Err(Failure::One(_)) if jobs.len() > 1 => {
                for job in jobs.drain(..) {
                    self.write(&mut vec![job]);
                }
            }
            Err(Failure::One(error) | Failure::All(error)) => {
                tracing::error!(%error, jobs = jobs.len(), "the store could not write");
                counter!("arbiter_store_failures_total").increment(1);
                answer(jobs, &Err(error));
            }
        }
    }

    /// Tells all who wait that it is done, where they run: the next transaction
    /// need not wait for that.
    fn answer(&self, jobs: &mut Vec<Job>) {
        let Some(runtime) = &self.runtime else {
            return answer(jobs, &Ok(()));
        };
        while !jobs.is_empty() {
            let mut share = jobs.split_off(jobs.len().saturating_sub(SHARE));
            runtime.spawn(async move { answer(&mut share, &Ok(())) });
        }
    }

    fn commit(&mut self, jobs: &mut [Job]) -> Result<(), Failure> {
        let done = self.reopen().and_then(|db| commit(db, jobs));
        let has_failed = matches!(done, Err(Failure::All(_)));
        self.is_well.store(!has_failed, Relaxed);
        if has_failed || self.db.as_ref().is_some_and(Connection::is_lost) {
            self.db = None;
        }
        done
    }

    fn reopen(&mut self) -> Result<&mut Connection, Failure> {
        if self.db.is_none() {
            let db = Connection::open(&self.database, Access::Write).map_err(Failure::All)?;
            tracing::info!("the store writes again");
            self.db = Some(db);
        }
        self.db.as_mut().ok_or(Failure::All(StoreError::Closed))
    }
}

/// Runs jobs in one transaction.
fn commit(db: &mut Connection, jobs: &mut [Job]) -> Result<(), Failure> {
    let began = Instant::now();
    db.begin().map_err(Failure::All)?;
    let ran = catch_unwind(AssertUnwindSafe(|| run(db, jobs)));
    match ran.unwrap_or(Err(StoreError::Panicked)) {
        Ok(()) => {
            db.commit().map_err(Failure::All)?;
            count(jobs, began);
            Ok(())
        }
        Err(error) => {
            db.roll_back();
            Err(if error.is_grave() || db.is_lost() {
                Failure::All(error)
            } else {
                Failure::One(error)
            })
        }
    }
}

fn run(db: &mut Connection, jobs: &mut [Job]) -> Result<(), StoreError> {
    let mut appends = Vec::new();
    for job in jobs {
        match job {
            Job::Append(job) => appends.push(job),
            Job::Other(task) => task.run(db)?,
        }
    }
    append_all(db, &mut appends)
}

fn count(jobs: &[Job], began: Instant) {
    let events = jobs.iter().map(|job| match job {
        Job::Append(job) if job.outcome.is_some() => job.append.lines.len() as u64,
        Job::Append(_) | Job::Other(_) => 0,
    });
    histogram!("arbiter_store_batch_jobs").record(jobs.len() as f64);
    histogram!("arbiter_store_commit_seconds").record(began.elapsed());
    counter!("arbiter_events_stored_total").increment(events.sum());
}

fn answer(jobs: &mut Vec<Job>, done: &Result<(), StoreError>) {
    for job in jobs.drain(..) {
        match job {
            Job::Other(task) => task.answer(done.clone()),
            Job::Append(job) => {
                let outcome = match done {
                    Ok(()) => job.outcome.ok_or(AppendError::Conflict),
                    Err(error) => Err(AppendError::Store(error.clone())),
                };
                (job.then)(outcome);
            }
        }
    }
}

impl<F, T> Work<F, T> {
    pub(super) fn new(job: F, answer: oneshot::Sender<Result<T, StoreError>>) -> Work<F, T> {
        let result = None;
        Work {
            job,
            result,
            answer,
        }
    }
}

impl<F, T> Task for Work<F, T>
where
    F: FnMut(&mut Connection) -> Result<T, StoreError> + Send,
    T: Send,
{
    fn run(&mut self, db: &mut Connection) -> Result<(), StoreError> {
        self.result = Some((self.job)(db)?);
        Ok(())
    }

    fn answer(self: Box<Self>, done: Result<(), StoreError>) {
        let Work { result, answer, .. } = *self;
        let result = done.and_then(|()| result.ok_or(StoreError::Panicked));
        answer
            .send(result)
            .ignore("who asked is gone, and what was done stands");
    }
}
