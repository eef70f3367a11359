//! `arbiter db`: what a host does with the database of a site.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use arbiter_server::{
    Database,
    store::{Access, Connection, StoreError},
};

use crate::{
    config::{ConfigError, Place},
    output::{Format, Verdict},
};

mod backup;
mod check;
mod draft;
mod export;
mod import;
mod progress;

/// Look after the games that a server keeps.
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

/// Why a command did not do what it should.
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
        "there is no database at {}: choose its folder with --data, or its address with --database",
        .0.display()
    )]
    NoDatabase(PathBuf),
    #[error("{} exists: choose another name, or move it away", .0.display())]
    Exists(PathBuf),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Output(#[from] io::Error),
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<Verdict> {
    let done = match &arguments.command {
        Command::Check(arguments) => check::run(arguments, format, out),
        Command::Backup(arguments) => backup::run(arguments, format, out),
        Command::Export(arguments) => export::run(arguments, format, out),
        Command::Import(arguments) => import::run(arguments, format, out),
    };
    match done {
        Ok(verdict) => Ok(verdict),
        Err(DbError::Output(error)) => Err(error),
        Err(error) => {
            eprintln!("error: {error}");
            Ok(Verdict::Bad)
        }
    }
}

/// Opens a database that is there.
fn open(place: &Place) -> Result<Connection, DbError> {
    let database = place.find()?.database;
    if let Database::Sqlite(path) = &database
        && !path.exists()
    {
        return Err(DbError::NoDatabase(path.clone()));
    }
    Ok(Connection::open(&database, Access::Read)?)
}
