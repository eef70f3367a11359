//! `arbiter db`: checks, copies, exports and imports the database of a server.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use arbiter_server::{
    Database,
    store::{Access, Connection, StoreError, connect},
};

use crate::{
    config::{ConfigError, StorageOptions},
    output::{ExitStatus, Format},
};

mod backup;
mod check;
mod export;
mod import;
mod new_file;
mod progress;

/// Check, back up, export or import the database of a server.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Check(check::Arguments),
    Backup(backup::Arguments),
    Export(export::Arguments),
    Import(import::Arguments),
}

/// An error that ends a command.
#[derive(Debug, thiserror::Error)]
enum DbError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Backup(#[from] arbiter_server::store::BackupError),
    #[error(transparent)]
    Export(arbiter_server::store::ExportError),
    #[error("{from}: {error}")]
    Import {
        from: String,
        error: arbiter_server::store::ImportError,
    },
    #[error(
        "there is no database at {}: name its folder with --data, or its address with --database",
        .0.display()
    )]
    NoDatabase(PathBuf),
    #[error("{} already exists: choose another name, or move it away", .0.display())]
    Exists(PathBuf),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Output(#[from] io::Error),
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let done = match &arguments.command {
        Command::Check(arguments) => check::run(arguments, format, out),
        Command::Backup(arguments) => backup::run(arguments, format, out),
        Command::Export(arguments) => export::run(arguments, format, out),
        Command::Import(arguments) => import::run(arguments, format, out),
    };
    match done {
        Ok(status) => Ok(status),
        Err(DbError::Output(error)) => Err(error),
        Err(error) => {
            eprintln!("error: {error}");
            Ok(ExitStatus::BadInput)
        }
    }
}

/// Opens an existing database for reading.
fn open(storage: &StorageOptions) -> Result<Box<dyn Connection>, DbError> {
    let database = storage.load()?.database;
    if let Database::Sqlite(path) = &database
        && !path.exists()
    {
        return Err(DbError::NoDatabase(path.clone()));
    }
    Ok(connect(&database, Access::ReadOnly)?)
}
