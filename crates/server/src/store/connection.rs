use std::{collections::HashMap, error::Error, time::Duration};

use postgres::{
    NoTls,
    fallible_iterator::FallibleIterator,
    types::{FromSqlOwned, IsNull, ToSql, Type, to_sql_checked},
};
use rusqlite::{OpenFlags, params_from_iter, types::ToSqlOutput};

use super::{StoreError, recent::Tails};
use crate::base::{Database, ignore::Ignore};

/// A connection to either database. Statements are written once for both:
/// with `$1`, `$2`, …, which appear first in this order.
pub enum Connection {
    /// To a file, with what is known of its last events.
    Sqlite(rusqlite::Connection, Tails),
    /// To a server.
    Postgres(Postgres),
}

/// A connection to a PostgreSQL server with the statements it knows.
pub struct Postgres {
    pub(super) client: postgres::Client,
    statements: HashMap<&'static str, postgres::Statement>,
}

/// What a connection may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Read and write.
    Write,
    /// Only read.
    Read,
}

/// A value for a statement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value<'v> {
    /// Nothing.
    Null,
    /// A whole number.
    Int(i64),
    /// A number.
    Real(f64),
    /// A text.
    Text(&'v str),
    /// Bytes.
    Bytes(&'v [u8]),
}

/// A row of what was asked for.
pub enum Row<'r> {
    /// Of SQLite.
    Sqlite(&'r rusqlite::Row<'r>),
    /// Of PostgreSQL.
    Postgres(&'r postgres::Row),
}

/// How many statements a connection remembers; there are fewer.
const STATEMENTS: usize = 128;

/// How long to wait for another program that writes into the same file, or
/// for a server that does not answer.
const PATIENCE: Duration = Duration::from_secs(5);

impl Connection {
    /// Opens a database, and makes an SQLite file that is not there. It waits
    /// for the disk or the server and may not be called where tasks run.
    ///
    /// # Errors
    ///
    /// Why it cannot be opened.
    pub fn open(database: &Database, access: Access) -> Result<Connection, StoreError> {
        match database {
            Database::Sqlite(path) => {
                let connection = rusqlite::Connection::open_with_flags(
                    path,
                    OpenFlags::SQLITE_OPEN_READ_WRITE
                        | OpenFlags::SQLITE_OPEN_CREATE
                        | OpenFlags::SQLITE_OPEN_NO_MUTEX,
                )?;
                connection.busy_timeout(PATIENCE)?;
                connection.set_prepared_statement_cache_capacity(STATEMENTS);
                connection.execute_batch(match access {
                    Access::Write => {
                        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                         PRAGMA foreign_keys = ON; PRAGMA cache_size = -32768; \
                         PRAGMA wal_autocheckpoint = 4096;"
                    }
                    Access::Read => "PRAGMA query_only = ON; PRAGMA cache_size = -8192;",
                })?;
                Ok(Connection::Sqlite(connection, Tails::default()))
            }
            Database::Postgres(address) => {
                let mut config: postgres::Config = address.parse()?;
                if config.get_connect_timeout().is_none() {
                    config.connect_timeout(PATIENCE);
                }
                if config.get_application_name().is_none() {
                    config.application_name("arbiter");
                }
                let mut client = config.connect(NoTls)?;
                client.batch_execute(match access {
                    Access::Read => "SET default_transaction_read_only = on",
                    // Whatever the host has chosen for others: what is
                    // acknowledged is on the disk.
                    Access::Write => {
                        "SELECT set_config('synchronous_commit', 'on', false) \
                         WHERE current_setting('synchronous_commit') = 'off'"
                    }
                })?;
                let statements = HashMap::new();
                Ok(Connection::Postgres(Postgres { client, statements }))
            }
        }
    }

    /// Does this, and says how many rows it changed.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError> {
        match self {
            Connection::Sqlite(connection, _) => {
                let mut statement = connection.prepare_cached(sql)?;
                debug_assert!(are_numbered(&statement), "parameters out of order: {sql}");
                let rows = statement.execute(params_from_iter(values))?;
                Ok(rows as u64)
            }
            Connection::Postgres(postgres) => {
                let statement = postgres.statement(sql)?;
                let values: Vec<_> = values.iter().map(|it| it as &(dyn ToSql + Sync)).collect();
                Ok(postgres.client.execute(&statement, &values)?)
            }
        }
    }

    /// Asks for rows.
    ///
    /// # Errors
    ///
    /// What the database says, or what a row could not be read.
    pub fn query<T>(
        &mut self,
        sql: &'static str,
        values: &[Value],
        mut read: impl FnMut(&Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut found = Vec::new();
        self.each(sql, values, |row| {
            found.push(read(row)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// Asks for one row, if it is there.
    ///
    /// # Errors
    ///
    /// What the database says, or that the row could not be read.
    pub fn find<T>(
        &mut self,
        sql: &'static str,
        values: &[Value],
        read: impl FnMut(&Row) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.query(sql, values, read)?.into_iter().next())
    }

    /// Shows each row as it comes.
    ///
    /// # Errors
    ///
    /// What the database says, or what `see` does.
    pub fn each(
        &mut self,
        sql: &'static str,
        values: &[Value],
        mut see: impl FnMut(&Row) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        match self {
            Connection::Sqlite(connection, _) => {
                let mut statement = connection.prepare_cached(sql)?;
                debug_assert!(are_numbered(&statement), "parameters out of order: {sql}");
                let mut rows = statement.query(params_from_iter(values))?;
                while let Some(row) = rows.next()? {
                    see(&Row::Sqlite(row))?;
                }
            }
            Connection::Postgres(postgres) => {
                let statement = postgres.statement(sql)?;
                let mut rows = postgres.client.query_raw(&statement, values)?;
                while let Some(row) = rows.next()? {
                    see(&Row::Postgres(&row))?;
                }
            }
        }
        Ok(())
    }

    /// Runs a script of statements without values.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub fn run_script(&mut self, sql: &str) -> Result<(), StoreError> {
        match self {
            Connection::Sqlite(connection, _) => connection.execute_batch(sql)?,
            Connection::Postgres(postgres) => postgres.client.batch_execute(sql)?,
        }
        Ok(())
    }

    /// Begins a transaction that will write.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub fn begin(&mut self) -> Result<(), StoreError> {
        self.run_script(match self {
            Connection::Sqlite(..) => "BEGIN IMMEDIATE",
            Connection::Postgres(_) => "BEGIN",
        })
    }

    /// Begins to read everything as it is at this moment, until
    /// [`Connection::roll_back`].
    ///
    /// # Errors
    ///
    /// What the database says.
    pub fn begin_reading(&mut self) -> Result<(), StoreError> {
        self.run_script(match self {
            Connection::Sqlite(..) => "BEGIN; SELECT 1 FROM migrations;",
            Connection::Postgres(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        })
    }

    /// Makes true what was written since [`Connection::begin`].
    ///
    /// # Errors
    ///
    /// What the database says; then nobody knows whether it is true.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        self.run_script("COMMIT")
    }

    /// Forgets what was written since [`Connection::begin`].
    pub fn roll_back(&mut self) {
        if let Connection::Sqlite(_, tails) = self {
            tails.forget();
        }
        self.run_script("ROLLBACK")
            .ignore("a database that fails has rolled back by itself");
    }

    /// Whether the connection cannot be used any more.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        match self {
            // A transaction that can be neither committed nor rolled back.
            Connection::Sqlite(connection, _) => !connection.is_autocommit(),
            Connection::Postgres(postgres) => postgres.client.is_closed(),
        }
    }
}

impl Postgres {
    /// A statement that the server has read before, so that it takes one way
    /// there and back.
    pub(super) fn statement(
        &mut self,
        sql: &'static str,
    ) -> Result<postgres::Statement, StoreError> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.statements.insert(sql, statement.clone());
        Ok(statement)
    }
}

impl Row<'_> {
    /// What stands in this column, counted from 0.
    ///
    /// # Errors
    ///
    /// That there is something else.
    pub fn get<T>(&self, column: usize) -> Result<T, StoreError>
    where
        T: rusqlite::types::FromSql + FromSqlOwned,
    {
        Ok(match self {
            Row::Sqlite(row) => row.get(column)?,
            Row::Postgres(row) => row.try_get(column)?,
        })
    }
}

/// SQLite counts parameters in the order in which they appear.
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
            // The one character that PostgreSQL does not keep.
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

impl Value<'_> {
    /// How many.
    #[must_use]
    pub fn count(number: usize) -> Self {
        Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Int(number)
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Value::Real(number)
    }
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Self {
        Value::Text(text)
    }
}

impl<'v> From<&'v [u8]> for Value<'v> {
    fn from(bytes: &'v [u8]) -> Self {
        Value::Bytes(bytes)
    }
}

impl<'v, T: Into<Value<'v>>> From<Option<T>> for Value<'v> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}
