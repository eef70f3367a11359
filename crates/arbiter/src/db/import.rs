use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
};

use arbiter_server::{
    Database,
    store::{Access, ArchiveCounts, Connection, StoreError, import},
};

use super::{DbError, export::write_contents, progress::Progress};
use crate::{
    config::Place,
    output::{Format, Verdict},
};

/// Read what export wrote into a new database.
#[derive(clap::Args)]
#[command(after_help = "\
All of it is read, or nothing. The database must be empty, and no server may run on it. Then
arbiter db check says whether every game is sound.

JSON: {\"players\", \"tokens\", \"ratings\", \"games\", \"events\", \"chat\"}, how many of each

Examples:
  arbiter db import --database postgres://arbiter@localhost/arbiter site.ndjson
  arbiter db import --data /var/lib/arbiter site.ndjson
  zstd -dc site.ndjson.zst | arbiter db import -")]
pub struct Arguments {
    /// The file to read; - for standard input.
    file: PathBuf,
    #[command(flatten)]
    place: Place,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> Result<Verdict, DbError> {
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
    let mut db = make(&arguments.place)?;
    let progress = Progress::new("games");
    let mut show = |contents: ArchiveCounts| progress.show(contents.games, 0);
    let contents = import(&mut db, &mut archive, &mut show).map_err(|error| DbError::Import {
        from: path.display().to_string(),
        error,
    })?;
    drop(progress);
    write_contents(&contents, format, out)?;
    Ok(Verdict::Yes)
}

/// Opens a database, and makes one that is not there.
fn make(place: &Place) -> Result<Connection, DbError> {
    let database = place.find()?.database;
    if let Database::Sqlite(path) = &database
        && let Some(folder) = path.parent()
    {
        std::fs::create_dir_all(folder).map_err(|error| StoreError::Folder {
            path: folder.to_owned(),
            error: error.into(),
        })?;
    }
    Ok(Connection::open(&database, Access::Write)?)
}
