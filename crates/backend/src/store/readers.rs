//! The threads that read.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
    time::Instant,
};

use parking_lot::Mutex;
use tokio::sync::mpsc;

use super::{connect::connect_reader, connection::Connection, error::StoreError, job::Operation};
use crate::base::{Database, ignore::Ignore, metrics::METRICS};

/// Starts the readers and waits until each has its connection.
pub(super) fn start(
    database: &Database,
    jobs: mpsc::Receiver<Operation>,
    threads: usize,
) -> Result<(), StoreError> {
    let jobs = Arc::new(Mutex::new(jobs));
    let (opened, is_open) = std::sync::mpsc::channel();
    for number in 0..threads {
        let jobs = Arc::clone(&jobs);
        let database = database.clone();
        let opened = opened.clone();
        let thread = thread::Builder::new().name(format!("store-reader-{number}"));
        let started = thread.spawn(move || match connect_reader(&database) {
            Ok(db) => {
                opened.send(Ok(())).ignore("the opener is gone");
                read(&database, db, &jobs);
            }
            Err(error) => opened.send(Err(error)).ignore("the opener is gone"),
        });
        started.map_err(|_| StoreError::Closed)?;
    }
    drop(opened);
    for _ in 0..threads {
        is_open.recv().unwrap_or(Err(StoreError::Panicked))?;
    }
    Ok(())
}

fn read(database: &Database, db: Box<dyn Connection>, jobs: &Mutex<mpsc::Receiver<Operation>>) {
    let mut db = Some(db);
    loop {
        // One reader waits for a job with the lock held, the others for the lock.
        let job = jobs.lock().blocking_recv();
        let Some(mut job) = job else {
            return;
        };
        let began = Instant::now();
        let mut done = run(database, &mut db, &mut job);
        if db.is_none() && !done.as_ref().is_err_and(StoreError::is_time_out) {
            done = run(database, &mut db, &mut job);
        }
        METRICS.read_time.record(began.elapsed());
        if let Err(error) = &done
            && error.is_time_out()
        {
            refuse_waiting(jobs, error);
        }
        job.reply(done);
    }
}

/// Refuses the jobs that have waited while the database did not answer: one after
/// the other, each would wait as long again.
fn refuse_waiting(jobs: &Mutex<mpsc::Receiver<Operation>>, error: &StoreError) {
    // If another reader holds the lock, it waits for a job: there is none.
    let Some(mut jobs) = jobs.try_lock() else {
        return;
    };
    while let Ok(job) = jobs.try_recv() {
        job.reply(Err(error.clone()));
    }
}

/// Runs a job. Sets `db` to `None` if the connection was lost.
fn run(
    database: &Database,
    db: &mut Option<Box<dyn Connection>>,
    job: &mut Operation,
) -> Result<(), StoreError> {
    let connection = match db {
        Some(connection) => connection,
        None => db.insert(connect_reader(database)?),
    };
    let ran = catch_unwind(AssertUnwindSafe(|| job.run(connection.as_mut())));
    let done = ran.unwrap_or(Err(StoreError::Panicked));
    if connection.is_lost() || done.as_ref().is_err_and(StoreError::is_fatal) {
        *db = None;
    }
    done
}
