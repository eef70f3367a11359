use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use arbiter_server::store::{ArchiveCounts, ExportError, export};

use super::{DbError, draft::Draft, open, progress::Progress};
use crate::{
    config::Place,
    output::{Format, Verdict, count},
};

/// Write everything a site has as lines of JSON, to move it to another database.
#[derive(clap::Args)]
#[command(after_help = "\
A line is {\"player\": …}, {\"token\": …}, {\"rating\": …} or {\"game\": …}, a game with its
events as they were written and its chat. Passwords and tokens are in it as hashes: keep the
file to yourself. It is all as it was at one moment; a server may run.

With --json what was written is counted as JSON, if it went to a file.

Examples:
  arbiter db export site.ndjson
  arbiter db export - | zstd > site.ndjson.zst
  arbiter db export --database postgres://arbiter@localhost/arbiter site.ndjson")]
pub struct Arguments {
    /// The file to make; - for standard output.
    file: PathBuf,
    #[command(flatten)]
    place: Place,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> Result<Verdict, DbError> {
    let mut db = open(&arguments.place)?;
    let progress = Progress::new("games");
    let mut show = |contents: ArchiveCounts| progress.show(contents.games, 0);
    if arguments.file == Path::new("-") {
        let mut out = BufWriter::new(out);
        export(&mut db, &mut out, &mut show).map_err(DbError::from)?;
        return Ok(Verdict::Yes);
    }
    let draft = Draft::new(&arguments.file)?;
    let file = File::create(draft.path()).map_err(|error| draft.failed(error))?;
    let mut file = BufWriter::new(file);
    let contents = export(&mut db, &mut file, &mut show).map_err(|error| match error {
        ExportError::Write(error) => draft.failed(error),
        error @ ExportError::Store(_) => DbError::Export(error),
    })?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error);
    let synced = file.and_then(|file| file.sync_all());
    synced.map_err(|error| draft.failed(error))?;
    drop(progress);
    draft.finish()?;
    write_contents(&contents, format, out)?;
    Ok(Verdict::Yes)
}

/// Says how much was moved.
pub fn write_contents(
    contents: &ArchiveCounts,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == Format::Json {
        serde_json::to_writer(&mut *out, contents)?;
        return writeln!(out);
    }
    let count = |number: u64, noun| count(number as usize, noun);
    writeln!(
        out,
        "{} with {}, {}, {}, {}, {}",
        count(contents.games, "game"),
        count(contents.events, "event"),
        count(contents.players, "player"),
        count(contents.tokens, "token"),
        count(contents.ratings, "rating"),
        count(contents.chat, "line of chat").replace("line of chats", "lines of chat"),
    )
}

/// Standard output that ends is not the database's fault.
impl From<ExportError> for DbError {
    fn from(error: ExportError) -> DbError {
        match error {
            ExportError::Write(error) => DbError::Output(error),
            error @ ExportError::Store(_) => DbError::Export(error),
        }
    }
}
