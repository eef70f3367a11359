use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
};

use arbiter_server::store::{Access, ArchiveCounts, Connection, connect, create_folder, import};

use super::{DbError, export::write_counts, progress::DbProgress};
use crate::{
    config::StorageOptions,
    output::{ExitStatus, Format},
};

/// Import an export into a new database.
#[derive(clap::Args)]
#[command(after_help = "\
If anything is wrong, nothing is imported. The database must be empty, and no
server may be using it. Afterward, arbiter db check verifies every game.

JSON: {\"players\", \"tokens\", \"ratings\", \"games\", \"events\", \"chat\"}, the number of each

Examples:
  arbiter db import --database postgres://arbiter@localhost/arbiter site.ndjson
  arbiter db import --data /var/lib/arbiter site.ndjson
  zstd -dc site.ndjson.zst | arbiter db import -")]
pub struct Arguments {
    /// The file to read; - for standard input.
    file: PathBuf,
    #[command(flatten)]
    storage: StorageOptions,
}

pub fn run(
    arguments: &Arguments,
    format: Format,
    out: &mut dyn Write,
) -> Result<ExitStatus, DbError> {
    let path = &arguments.file;
    let mut archive: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(path).map_err(|error| DbError::File {
            path: path.clone(),
            error,
        })?;
        Box::new(BufReader::new(file))
    };
    let mut db = open_or_create(&arguments.storage)?;
    let progress = DbProgress::new("games");
    let mut show = |counts: ArchiveCounts| progress.show(counts.games, 0);
    let counts = import(db.as_mut(), &mut archive, &mut show).map_err(|error| DbError::Import {
        from: path.display().to_string(),
        error,
    })?;
    drop(progress);
    write_counts(&counts, format, out)?;
    Ok(ExitStatus::Success)
}

/// Opens a database, and creates it if it does not exist.
fn open_or_create(storage: &StorageOptions) -> Result<Box<dyn Connection>, DbError> {
    let database = storage.load()?.database;
    create_folder(&database)?;
    Ok(connect(&database, Access::ReadWrite)?)
}
