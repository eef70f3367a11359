use super::{
    connection::{Access, Connection},
    error::StoreError,
    event_writer::EventWriter,
    postgres::{Postgres, PostgresEventWriter},
    purpose::Purpose,
    sqlite::{Sqlite, SqliteEventWriter},
};
use crate::base::Database;

/// Connects to a database for maintenance. An SQLite file that does not exist is
/// created.
///
/// This blocks until the disk or the server answers, so it must not be called
/// on a thread that runs async tasks.
///
/// # Errors
///
/// Returns an error if the database cannot be opened.
pub fn connect(database: &Database, access: Access) -> Result<Box<dyn Connection>, StoreError> {
    connect_for(Purpose::Maintain, database, access)
}

/// Connects to a database as one of the readers that serve players.
pub(super) fn connect_reader(database: &Database) -> Result<Box<dyn Connection>, StoreError> {
    connect_for(Purpose::Serve, database, Access::ReadOnly)
}

fn connect_for(
    purpose: Purpose,
    database: &Database,
    access: Access,
) -> Result<Box<dyn Connection>, StoreError> {
    Ok(match database {
        Database::Sqlite(path) => Box::new(Sqlite::open(path, access)?),
        Database::Postgres(address) => Box::new(Postgres::connect(address, access, purpose)?),
    })
}

/// Connects to a shared database to report that this node is running.
pub(super) fn connect_node(database: &Database) -> Result<Postgres, StoreError> {
    match database {
        Database::Sqlite(_) => Err(StoreError::NotShared),
        Database::Postgres(address) => {
            Postgres::connect(address, Access::ReadWrite, Purpose::Serve)
        }
    }
}

/// Connects to a database as the writer that serves players.
pub(super) fn connect_writer(database: &Database) -> Result<Box<dyn EventWriter>, StoreError> {
    let access = Access::ReadWrite;
    Ok(match database {
        Database::Sqlite(path) => Box::new(SqliteEventWriter::new(Sqlite::open(path, access)?)),
        Database::Postgres(address) => Box::new(PostgresEventWriter::new(Postgres::connect(
            address,
            access,
            Purpose::Serve,
        )?)),
    })
}
