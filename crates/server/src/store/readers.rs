use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use tokio::sync::mpsc;

use super::{Access, Connection, StoreError, writer::Task};
use crate::base::{Database, ignore::Ignore};

/// Something to read.
pub(super) type Job = Box<dyn Task>;

/// Starts the threads that read, once each has its connection.
pub(super) fn start(
    database: &Database,
    jobs: mpsc::Receiver<Job>,
    threads: usize,
) -> Result<(), StoreError> {
    let jobs = Arc::new(Mutex::new(jobs));
    let (opened, is_open) = std::sync::mpsc::channel();
    for number in 0..threads {
        let jobs = Arc::clone(&jobs);
        let database = database.clone();
        let opened = opened.clone();
        let thread = thread::Builder::new().name(format!("store-reader-{number}"));
        let started = thread.spawn(move || match Connection::open(&database, Access::Read) {
            Ok(db) => {
                opened.send(Ok(())).ignore("who opened it is gone");
                read(&database, db, &jobs);
            }
            Err(error) => opened.send(Err(error)).ignore("who opened it is gone"),
        });
        started.map_err(|_| StoreError::Closed)?;
    }
    drop(opened);
    for _ in 0..threads {
        is_open.recv().unwrap_or(Err(StoreError::Panicked))?;
    }
    Ok(())
}

fn read(database: &Database, db: Connection, jobs: &Mutex<mpsc::Receiver<Job>>) {
    let mut db = Some(db);
    loop {
        // The lock is held while nothing is to be done, and given on with the job.
        let job = jobs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .blocking_recv();
        let Some(mut job) = job else {
            return;
        };
        let mut done = run(database, &mut db, &mut job);
        if db.is_none() {
            done = run(database, &mut db, &mut job);
        }
        job.answer(done);
    }
}

/// Runs a job. A connection that is lost on the way is given up.
fn run(database: &Database, db: &mut Option<Connection>, job: &mut Job) -> Result<(), StoreError> {
    let connection = match db {
        Some(connection) => connection,
        None => db.insert(Connection::open(database, Access::Read)?),
    };
    let ran = catch_unwind(AssertUnwindSafe(|| job.run(connection)));
    let done = ran.unwrap_or(Err(StoreError::Panicked));
    if connection.is_lost() || done.as_ref().is_err_and(StoreError::is_grave) {
        *db = None;
    }
    done
}
