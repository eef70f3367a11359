use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use arbiter_server::store::{
    ArchiveCounts, DamagedGame, ExportError, ExportUpdate, export, private_file,
};

use super::{DbError, new_file::NewFile, open, progress::DbProgress};
use crate::{
    config::StorageOptions,
    output::{ExitStatus, Format, count},
};

/// Export everything as lines of JSON, to move to another database.
#[derive(clap::Args)]
#[command(after_help = "\
Each line is one record, such as {\"player\": …}, {\"rating\": …}, {\"tournament\": …}
or {\"game\": …}; a game includes its events and its chat. The file contains hashes of passwords and
tokens, so keep it private. The export shows the database at one moment; the
server may be running. A game that cannot be read is named and left out, and the
exit code is 1.

JSON, if the export goes to a file: {\"players\", \"tokens\", \"ratings\", \"games\", \"events\",
  \"chat\"}, the number of each

Examples:
  arbiter db export site.ndjson
  arbiter db export - | zstd > site.ndjson.zst
  arbiter db export --database postgres://arbiter@localhost/arbiter site.ndjson")]
pub struct Arguments {
    /// The file to create; - for standard output.
    file: PathBuf,
    #[command(flatten)]
    storage: StorageOptions,
}

pub fn run(
    arguments: &Arguments,
    format: Format,
    out: &mut dyn Write,
) -> Result<ExitStatus, DbError> {
    let mut db = open(&arguments.storage)?;
    let progress = DbProgress::new("games");
    let mut damaged = Vec::new();
    let mut show = |update| match update {
        ExportUpdate::Progress(counts) => progress.show(counts.games, 0),
        ExportUpdate::Damaged(game) => damaged.push(game),
    };
    if arguments.file == Path::new("-") {
        let mut out = BufWriter::new(out);
        export(db.as_mut(), &mut out, &mut show).map_err(DbError::from)?;
        drop(progress);
        return Ok(report(&damaged));
    }
    let new = NewFile::create(&arguments.file)?;
    let file = private_file()
        .write(true)
        .create_new(true)
        .open(new.temporary_path())
        .map_err(|error| new.failed(error))?;
    let mut file = BufWriter::new(file);
    let counts = export(db.as_mut(), &mut file, &mut show).map_err(|error| match error {
        ExportError::Write(error) => new.failed(error),
        error @ ExportError::Store(_) => DbError::Export(error),
    })?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error);
    let synced = file.and_then(|file| file.sync_all());
    synced.map_err(|error| new.failed(error))?;
    drop(progress);
    new.finish()?;
    write_counts(&counts, format, out)?;
    Ok(report(&damaged))
}

/// Names the games that are not in the archive.
fn report(damaged: &[DamagedGame]) -> ExitStatus {
    if damaged.is_empty() {
        return ExitStatus::Success;
    }
    for game in damaged {
        eprintln!("{game}");
    }
    let games = count(damaged.len(), "game");
    eprintln!("error: {games} could not be exported; the archive contains everything else");
    ExitStatus::Refused
}

/// Prints the number of records in an archive.
pub fn write_counts(counts: &ArchiveCounts, format: Format, out: &mut dyn Write) -> io::Result<()> {
    if format == Format::Json {
        serde_json::to_writer(&mut *out, counts)?;
        return writeln!(out);
    }
    let count = |number: u64, noun| count(number as usize, noun);
    writeln!(
        out,
        "{} with {}, {}, {}, {}, {}",
        count(counts.games, "game"),
        count(counts.events, "event"),
        count(counts.players, "player"),
        count(counts.tokens, "token"),
        count(counts.ratings, "rating"),
        count(counts.chat, "chat message"),
    )
}

/// Keeps errors of standard output apart from those of the database.
impl From<ExportError> for DbError {
    fn from(error: ExportError) -> DbError {
        match error {
            ExportError::Write(error) => DbError::Output(error),
            error @ ExportError::Store(_) => DbError::Export(error),
        }
    }
}
