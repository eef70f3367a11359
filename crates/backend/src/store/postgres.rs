//! The PostgreSQL database: a server that several nodes may share.

mod address;
mod event_writer;
mod lock_connection;
mod session;
mod tls;

use std::{collections::HashMap, error::Error, path::Path, pin::pin};

use tokio_postgres::{
    Statement,
    types::{IsNull, ToSql, Type, to_sql_checked},
};

use super::{
    connection::{Access, BackupProgress, Connection, EventRow, MIGRATIONS},
    error::{BackupError, StoreError},
    purpose::Purpose,
    value::{Row, Value},
};
use session::{STATEMENT_TIMEOUT, Session};

pub(super) use event_writer::PostgresEventWriter;
pub(super) use lock_connection::LockConnection;

/// A connection to a PostgreSQL server.
pub(super) struct Postgres {
    session: Session,
    /// The statements that the server has prepared for this connection.
    statements: HashMap<&'static str, Statement>,
}

/// The key of the advisory lock that is held during a migration.
const MIGRATION_LOCK: &str = "SELECT pg_advisory_xact_lock(7346001)";
/// The key of the advisory lock that is held while an administrator is removed.
const ADMINISTRATORS_LOCK: &str =
    "SELECT pg_advisory_xact_lock(7346003, hashtext(current_schema()))";

impl Postgres {
    /// Connects to a server.
    pub(super) fn connect(
        address: &str,
        access: Access,
        purpose: Purpose,
    ) -> Result<Postgres, StoreError> {
        let mut session = Session::connect(address, purpose)?;
        let mut script = match access {
            Access::ReadOnly => "SET default_transaction_read_only = on;",
            // What is acknowledged must be on disk, whatever default the host
            // has chosen for other programs.
            Access::ReadWrite => {
                "SELECT set_config('synchronous_commit', 'on', false) \
                 WHERE current_setting('synchronous_commit') = 'off';"
            }
        }
        .to_owned();
        if purpose == Purpose::Serve {
            script.push_str(&serve_settings());
        }
        session.ask(async |client| client.batch_execute(&script).await)?;
        Ok(Postgres {
            session,
            statements: HashMap::new(),
        })
    }

    /// Returns a prepared statement, so that it takes one round trip.
    fn prepare(&mut self, sql: &'static str) -> Result<Statement, StoreError> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.session.ask(async |client| client.prepare(sql).await)?;
        self.statements.insert(sql, statement.clone());
        Ok(statement)
    }
}

/// Returns the script that keeps the database from waiting long for a statement, or
/// for a client that is gone and may hold locks.
fn serve_settings() -> String {
    let statement = STATEMENT_TIMEOUT.as_millis();
    format!(
        "SET statement_timeout = {statement}; \
         SET idle_in_transaction_session_timeout = {statement}; \
         SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; \
         SET tcp_keepalives_count = 2;"
    )
}

impl Connection for Postgres {
    fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError> {
        let statement = self.prepare(sql)?;
        let values: Vec<_> = values.iter().map(|it| it as &(dyn ToSql + Sync)).collect();
        self.session
            .ask(async |client| client.execute(&statement, &values).await)
    }

    fn for_each_row(
        &mut self,
        sql: &'static str,
        values: &[Value],
        visit: &mut dyn FnMut(&Row) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let statement = self.prepare(sql)?;
        let rows = (self.session).ask(async |client| client.query_raw(&statement, values).await)?;
        let mut rows = pin!(rows);
        while let Some(row) = self.session.next_row(rows.as_mut())? {
            visit(&Row::Postgres(&row))?;
        }
        Ok(())
    }

    fn run_script(&mut self, sql: &str) -> Result<(), StoreError> {
        self.session
            .ask(async |client| client.batch_execute(sql).await)
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        self.session.run_ahead("BEGIN")
    }

    fn begin_snapshot(&mut self) -> Result<(), StoreError> {
        self.run_script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    }

    fn is_lost(&self) -> bool {
        self.session.is_lost()
    }

    fn migrations(&self) -> &'static [&'static str; MIGRATIONS] {
        &[
            include_str!("../../migrations/postgres/0001_begin.sql"),
            include_str!("../../migrations/postgres/0002_recent.sql"),
            include_str!("../../migrations/postgres/0003_tails.sql"),
            include_str!("../../migrations/postgres/0004_sorted.sql"),
            include_str!("../../migrations/postgres/0005_moderation.sql"),
            include_str!("../../migrations/postgres/0006_accounts.sql"),
            include_str!("../../migrations/postgres/0007_identities.sql"),
            include_str!("../../migrations/postgres/0008_openings.sql"),
            include_str!("../../migrations/postgres/0009_people.sql"),
            include_str!("../../migrations/postgres/0010_push.sql"),
            include_str!("../../migrations/postgres/0011_game_search.sql"),
            include_str!("../../migrations/postgres/0012_bots.sql"),
            include_str!("../../migrations/postgres/0013_tournaments.sql"),
            include_str!("../../migrations/postgres/0014_nodes.sql"),
            include_str!("../../migrations/postgres/0015_upgrades.sql"),
        ]
    }

    fn lock_migrations(&mut self) -> Result<(), StoreError> {
        self.run_script(MIGRATION_LOCK)
    }

    fn lock_administrators(&mut self) -> Result<(), StoreError> {
        self.run_script(ADMINISTRATORS_LOCK)
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
        let values: [&(dyn ToSql + Sync); 4] = [&game, &numbers, &lines, &commands];
        self.session
            .ask(async |client| client.execute(&statement, &values).await)?;
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
