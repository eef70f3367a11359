//! The SQLite database: a file next to the server.

mod backup;
mod event_writer;
mod pending;

use std::{path::Path, sync::Arc, time::Duration};

use rusqlite::{OpenFlags, params_from_iter, types::ToSqlOutput};

use super::{
    connection::{Access, BackupProgress, Connection, EventRow, MIGRATIONS},
    error::{BackupError, StoreError},
    private_files::create_or_tighten,
    value::{Row, Value},
};

pub(super) use event_writer::SqliteEventWriter;

/// A connection to an SQLite file.
pub(super) struct Sqlite(rusqlite::Connection);

/// The number of prepared statements that a connection keeps; there are fewer
/// in the whole program.
const STATEMENT_CACHE_CAPACITY: usize = 128;

/// How long to wait for another program that writes to the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

impl Sqlite {
    /// Opens a file, and creates it if it does not exist.
    pub(super) fn open(path: &Path, access: Access) -> Result<Sqlite, StoreError> {
        create_or_tighten(path).map_err(|error| StoreError::File {
            path: path.to_owned(),
            error: Arc::new(error),
        })?;
        let connection = rusqlite::Connection::open_with_flags(
            path,
            OpenFlags::SQLITE_OPEN_READ_WRITE
                | OpenFlags::SQLITE_OPEN_CREATE
                | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE_CAPACITY);
        // Cache sizes are in KiB if negative, the checkpoint is in pages.
        connection.execute_batch(match access {
            Access::ReadWrite => {
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                 PRAGMA foreign_keys = ON; PRAGMA cache_size = -32768; \
                 PRAGMA wal_autocheckpoint = 4096;"
            }
            Access::ReadOnly => "PRAGMA query_only = ON; PRAGMA cache_size = -8192;",
        })?;
        Ok(Sqlite(connection))
    }
}

impl Connection for Sqlite {
    fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError> {
        let mut statement = self.0.prepare_cached(sql)?;
        debug_assert!(are_numbered(&statement), "parameters out of order: {sql}");
        let rows = statement.execute(params_from_iter(values))?;
        Ok(rows as u64)
    }

    fn for_each_row(
        &mut self,
        sql: &'static str,
        values: &[Value],
        visit: &mut dyn FnMut(&Row) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut statement = self.0.prepare_cached(sql)?;
        debug_assert!(are_numbered(&statement), "parameters out of order: {sql}");
        let mut rows = statement.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            visit(&Row::Sqlite(row))?;
        }
        Ok(())
    }

    fn run_script(&mut self, sql: &str) -> Result<(), StoreError> {
        Ok(self.0.execute_batch(sql)?)
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        self.run_script("BEGIN IMMEDIATE")
    }

    fn begin_snapshot(&mut self) -> Result<(), StoreError> {
        // SQLite takes the snapshot at the first read.
        self.run_script("BEGIN; SELECT 1 FROM migrations;")
    }

    fn is_lost(&self) -> bool {
        // A transaction that could be neither committed nor rolled back.
        !self.0.is_autocommit()
    }

    fn migrations(&self) -> &'static [&'static str; MIGRATIONS] {
        &[
            include_str!("../../migrations/sqlite/0001_begin.sql"),
            include_str!("../../migrations/sqlite/0002_recent.sql"),
            include_str!("../../migrations/sqlite/0003_tails.sql"),
            include_str!("../../migrations/sqlite/0004_sorted.sql"),
            include_str!("../../migrations/sqlite/0005_moderation.sql"),
            include_str!("../../migrations/sqlite/0006_accounts.sql"),
            include_str!("../../migrations/sqlite/0007_identities.sql"),
            include_str!("../../migrations/sqlite/0008_openings.sql"),
            include_str!("../../migrations/sqlite/0009_people.sql"),
            include_str!("../../migrations/sqlite/0010_push.sql"),
            include_str!("../../migrations/sqlite/0011_game_search.sql"),
            include_str!("../../migrations/sqlite/0012_bots.sql"),
            include_str!("../../migrations/sqlite/0013_tournaments.sql"),
            include_str!("../../migrations/sqlite/0014_nodes.sql"),
            include_str!("../../migrations/sqlite/0015_upgrades.sql"),
        ]
    }

    fn lock_migrations(&mut self) -> Result<(), StoreError> {
        // The transaction itself locks the file.
        Ok(())
    }

    fn lock_administrators(&mut self) -> Result<(), StoreError> {
        // Only one transaction writes at a time.
        Ok(())
    }

    fn insert_events(&mut self, game: i64, events: &[EventRow]) -> Result<(), StoreError> {
        for event in events {
            self.execute(
                "INSERT INTO events (game, seq, line, command) VALUES ($1, $2, $3, $4)",
                &[
                    game.into(),
                    event.seq.into(),
                    event.line.into(),
                    event.command.into(),
                ],
            )?;
        }
        Ok(())
    }

    fn advance_generated_ids(&mut self) -> Result<(), StoreError> {
        // AUTOINCREMENT continues after the largest id automatically.
        Ok(())
    }

    fn back_up(
        &mut self,
        to: &Path,
        progress: &mut dyn FnMut(BackupProgress),
    ) -> Result<(), BackupError> {
        // In a snapshot the copy does not see later writes, and so never has
        // to start over.
        self.begin_snapshot()?;
        let done = backup::copy(&self.0, to, progress);
        let db: &mut dyn Connection = self;
        db.roll_back();
        Ok(done?)
    }
}

/// Reports whether the parameters `$1`, `$2`, … first appear in this order:
/// SQLite binds them by appearance.
fn are_numbered(statement: &rusqlite::Statement) -> bool {
    (1..=statement.parameter_count()).all(|number| {
        let name = statement.parameter_name(number);
        name.and_then(|name| name.strip_prefix('$')?.parse().ok()) == Some(number)
    })
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        use rusqlite::types::ValueRef;
        Ok(ToSqlOutput::Borrowed(match *self {
            Value::Null => ValueRef::Null,
            Value::Int(number) => ValueRef::Integer(number),
            Value::Real(number) => ValueRef::Real(number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}
