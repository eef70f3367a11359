//! The PostgreSQL database: a server that several nodes may share.

mod event_writer;

use std::{collections::HashMap, error::Error, path::Path, time::Duration};

use postgres::{
    NoTls,
    fallible_iterator::FallibleIterator,
    types::{IsNull, ToSql, Type, to_sql_checked},
};

use super::{
    connection::{Access, BackupProgress, Connection, EventRow, MIGRATIONS},
    error::{BackupError, StoreError},
    value::{Row, Value},
};

pub(super) use event_writer::PostgresEventWriter;

/// A connection to a PostgreSQL server.
pub(super) struct Postgres {
    client: postgres::Client,
    /// The statements that the server has prepared for this connection.
    statements: HashMap<&'static str, postgres::Statement>,
}

/// How long to wait for a server that does not answer, unless the address says
/// otherwise.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The key of the advisory lock that is held during a migration.
const MIGRATION_LOCK: &str = "SELECT pg_advisory_xact_lock(7346001)";

/// The advisory lock that a server holds while it runs. Several servers may use
/// different schemas of one database.
const SERVER_LOCK: &str = "SELECT pg_try_advisory_lock(7346002, hashtext(current_schema()))";

impl Postgres {
    /// Connects to a server.
    pub(super) fn connect(address: &str, access: Access) -> Result<Postgres, StoreError> {
        let mut config: postgres::Config = address.parse()?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_application_name().is_none() {
            config.application_name("arbiter");
        }
        let mut client = config.connect(NoTls)?;
        client.batch_execute(match access {
            Access::ReadOnly => "SET default_transaction_read_only = on",
            // What is acknowledged must be on disk, whatever default the host
            // has chosen for other programs.
            Access::ReadWrite => {
                "SELECT set_config('synchronous_commit', 'on', false) \
                 WHERE current_setting('synchronous_commit') = 'off'"
            }
        })?;
        let statements = HashMap::new();
        Ok(Postgres { client, statements })
    }

    /// Returns a prepared statement, so that it takes one round trip.
    fn prepare(&mut self, sql: &'static str) -> Result<postgres::Statement, StoreError> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.statements.insert(sql, statement.clone());
        Ok(statement)
    }
}

/// A connection that holds the lock of a server. PostgreSQL releases the lock when
/// the connection ends.
pub(super) struct LockConnection(postgres::Client);

impl LockConnection {
    /// Locks the database; returns none if another server has locked it.
    pub(super) fn try_lock(address: &str) -> Result<Option<LockConnection>, StoreError> {
        let Postgres { mut client, .. } = Postgres::connect(address, Access::ReadOnly)?;
        let is_locked: bool = client.query_one(SERVER_LOCK, &[])?.try_get(0)?;
        Ok(is_locked.then_some(LockConnection(client)))
    }

    /// Reports whether the connection has ended, and the lock with it.
    pub(super) fn is_lost(&self) -> bool {
        self.0.is_closed()
    }
}

impl Connection for Postgres {
    fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError> {
        let statement = self.prepare(sql)?;
        let values: Vec<_> = values.iter().map(|it| it as &(dyn ToSql + Sync)).collect();
        Ok(self.client.execute(&statement, &values)?)
    }

    fn for_each_row(
        &mut self,
        sql: &'static str,
        values: &[Value],
        visit: &mut dyn FnMut(&Row) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let statement = self.prepare(sql)?;
        let mut rows = self.client.query_raw(&statement, values)?;
        while let Some(row) = rows.next()? {
            visit(&Row::Postgres(&row))?;
        }
        Ok(())
    }

    fn run_script(&mut self, sql: &str) -> Result<(), StoreError> {
        Ok(self.client.batch_execute(sql)?)
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        self.run_script("BEGIN")
    }

    fn begin_snapshot(&mut self) -> Result<(), StoreError> {
        self.run_script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    }

    fn is_lost(&self) -> bool {
        self.client.is_closed()
    }

    fn migrations(&self) -> &'static [&'static str; MIGRATIONS] {
        &[
            include_str!("../../migrations/postgres/0001_begin.sql"),
            include_str!("../../migrations/postgres/0002_recent.sql"),
            include_str!("../../migrations/postgres/0003_tails.sql"),
            include_str!("../../migrations/postgres/0004_sorted.sql"),
            include_str!("../../migrations/postgres/0005_moderation.sql"),
        ]
    }

    fn lock_migrations(&mut self) -> Result<(), StoreError> {
        self.run_script(MIGRATION_LOCK)
    }

    fn insert_events(&mut self, game: i64, events: &[EventRow]) -> Result<(), StoreError> {
        // One statement for all, because each takes a round trip.
        let numbers: Vec<i64> = events.iter().map(|it| it.seq).collect();
        let lines: Vec<&str> = events.iter().map(|it| it.line).collect();
        let commands: Vec<Option<&str>> = events.iter().map(|it| it.command).collect();
        let statement = self.prepare(
            "INSERT INTO events (game, seq, line, command) \
             SELECT $1, seq, line, command \
             FROM unnest($2::bigint[], $3::text[], $4::text[]) AS new (seq, line, command)",
        )?;
        self.client
            .execute(&statement, &[&game, &numbers, &lines, &commands])?;
        Ok(())
    }

    fn advance_generated_ids(&mut self) -> Result<(), StoreError> {
        for table in ["players", "tokens", "bans", "reports", "audit"] {
            self.run_script(&format!(
                "SELECT setval(pg_get_serial_sequence('{table}', 'id'), \
                 (SELECT greatest(max(id), 0) + 1 FROM {table}), false)"
            ))?;
        }
        Ok(())
    }

    fn back_up(&mut self, _: &Path, _: &mut dyn FnMut(BackupProgress)) -> Result<(), BackupError> {
        Err(BackupError::Postgres)
    }
}

impl ToSql for Value<'_> {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut bytes::BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Int(number) => number.to_sql_checked(ty, out),
            Value::Real(number) => number.to_sql_checked(ty, out),
            // The only character that PostgreSQL cannot store.
            Value::Text(text) if text.contains('\0') => {
                text.replace('\0', "\u{fffd}").to_sql_checked(ty, out)
            }
            Value::Text(text) => text.to_sql_checked(ty, out),
            Value::Bytes(bytes) => bytes.to_sql_checked(ty, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}
