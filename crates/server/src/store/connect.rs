use super::{
    connection::{Access, Connection},
    error::StoreError,
    event_writer::EventWriter,
    postgres::{Postgres, PostgresEventWriter},
    sqlite::{Sqlite, SqliteEventWriter},
};
use crate::base::Database;

/// Connects to a database. An SQLite file that does not exist is created.
///
/// This blocks until the disk or the server answers, so it must not be called
/// on a thread that runs async tasks.
///
/// # Errors
///
/// Returns an error if the database cannot be opened.
pub fn connect(database: &Database, access: Access) -> Result<Box<dyn Connection>, StoreError> {
    Ok(match database {
        Database::Sqlite(path) => Box::new(Sqlite::open(path, access)?),
        Database::Postgres(address) => Box::new(Postgres::connect(address, access)?),
    })
}

/// Connects to a database as its writer.
pub(super) fn connect_writer(database: &Database) -> Result<Box<dyn EventWriter>, StoreError> {
    let access = Access::ReadWrite;
    Ok(match database {
        Database::Sqlite(path) => Box::new(SqliteEventWriter::new(Sqlite::open(path, access)?)),
        Database::Postgres(address) => Box::new(PostgresEventWriter::new(Postgres::connect(
            address, access,
        )?)),
    })
}
