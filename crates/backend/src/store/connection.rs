//! The interface behind which SQLite and PostgreSQL differ. Everything above
//! it is written once.

use std::path::Path;

use super::{
    error::{BackupError, StoreError},
    value::{Row, Value},
};
use crate::base::ignore::Ignore;

/// A connection to a database.
///
/// Statements number their parameters `$1`, `$2`, …, and each parameter first
/// appears in this order, because SQLite numbers named parameters by their
/// first appearance.
///
/// All calls block until the disk or the server answers, so they must not be
/// made on a thread that runs async tasks.
pub trait Connection {
    /// Executes a statement and returns how many rows it changed.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError>;

    /// Runs a query and calls `visit` with each row as it arrives.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails, or the first error of `visit`.
    fn for_each_row(
        &mut self,
        sql: &'static str,
        values: &[Value],
        visit: &mut dyn FnMut(&Row) -> Result<(), StoreError>,
    ) -> Result<(), StoreError>;

    /// Runs a script of statements without parameters.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    fn run_script(&mut self, sql: &str) -> Result<(), StoreError>;

    /// Begins a transaction that will write.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    fn begin(&mut self) -> Result<(), StoreError>;

    /// Begins a transaction in which all queries see the database as it is at
    /// this moment. It ends with `roll_back`.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    fn begin_snapshot(&mut self) -> Result<(), StoreError>;

    /// Reports whether the connection can no longer be used.
    fn is_lost(&self) -> bool;

    /// Returns the scripts that build the schema in this database's dialect,
    /// in order.
    fn migrations(&self) -> &'static [&'static str; MIGRATIONS];

    /// Keeps other processes from migrating the same database until the
    /// current transaction ends.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    fn lock_migrations(&mut self) -> Result<(), StoreError>;

    /// Keeps other processes from removing administrators until the current transaction
    /// ends: two that remove each other at the same time would leave none.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    fn lock_administrators(&mut self) -> Result<(), StoreError>;

    /// Inserts the events of one game into the `events` table.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails, or an event with the same
    /// number exists.
    fn insert_events(&mut self, game: i64, events: &[EventRow]) -> Result<(), StoreError>;

    /// Makes generated ids continue after rows that were inserted with an id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    fn advance_generated_ids(&mut self) -> Result<(), StoreError>;

    /// Copies the database, as it is at one moment, into a new file. Other
    /// processes may write in the meantime.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails or cannot be copied this way.
    fn back_up(
        &mut self,
        to: &Path,
        progress: &mut dyn FnMut(BackupProgress),
    ) -> Result<(), BackupError>;
}

/// How many migrations there are; also the version of the current schema.
pub const MIGRATIONS: usize = 15;

/// What a connection is opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Reading and writing.
    ReadWrite,
    /// Reading only.
    ReadOnly,
}

/// A row of the `events` table, without its game.
#[derive(Clone, Copy, Debug)]
pub struct EventRow<'e> {
    /// The number of the event in its game, from 0.
    pub seq: i64,
    /// The event in the text form of the log.
    pub line: &'e str,
    /// The command that caused it, if it is the first event of a command.
    pub command: Option<&'e str>,
}

/// How much of a database has been copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BackupProgress {
    /// The number of pages copied so far.
    pub done: u64,
    /// The number of pages in the database.
    pub total: u64,
}

impl dyn Connection + '_ {
    /// Runs a query and collects its rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails or a row cannot be read.
    pub fn query<T>(
        &mut self,
        sql: &'static str,
        values: &[Value],
        mut read: impl FnMut(&Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut found = Vec::new();
        self.for_each_row(sql, values, &mut |row| {
            found.push(read(row)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// Runs a query and returns its first row, if it has any.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails or a row cannot be read.
    pub fn find<T>(
        &mut self,
        sql: &'static str,
        values: &[Value],
        read: impl FnMut(&Row) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.query(sql, values, read)?.into_iter().next())
    }

    /// Commits the current transaction.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails. It is then unknown whether the
    /// transaction was committed.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        self.run_script("COMMIT")
    }

    /// Rolls the current transaction back.
    pub fn roll_back(&mut self) {
        self.run_script("ROLLBACK")
            .ignore("a database that fails has rolled back by itself");
    }
}

/// Does `work` in one transaction, which is rolled back if it fails.
///
/// # Errors
///
/// Returns the error of `work`, or an error if the database fails.
pub fn in_transaction<T, E: From<StoreError>>(
    db: &mut dyn Connection,
    work: impl FnOnce(&mut dyn Connection) -> Result<T, E>,
) -> Result<T, E> {
    db.begin()?;
    let done = work(db);
    match done {
        Ok(_) => db.commit()?,
        Err(_) => db.roll_back(),
    }
    done
}
