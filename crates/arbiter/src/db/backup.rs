use std::{io::Write, path::PathBuf};

use arbiter_server::store::backup;

use super::{DbError, draft::Draft, open, progress::Progress};
use crate::{
    config::Place,
    output::{Format, Verdict},
};

/// Copy an SQLite database as it is at one moment, while a server runs.
#[derive(clap::Args)]
#[command(after_help = "\
The copy is a database of its own: to go back to it, stop the server, put it in the place of
arbiter.db and remove arbiter.db-wal and arbiter.db-shm. For PostgreSQL use pg_dump.

JSON: {\"file\", \"bytes\"}

Examples:
  arbiter db backup arbiter-monday.db
  arbiter db backup --data /var/lib/arbiter /backup/arbiter.db
  arbiter db check --data FOLDER-OF-THE-COPY")]
pub struct Arguments {
    /// The file to make.
    file: PathBuf,
    #[command(flatten)]
    place: Place,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> Result<Verdict, DbError> {
    let mut db = open(&arguments.place)?;
    let draft = Draft::new(&arguments.file)?;
    let progress = Progress::new("pages");
    backup(&mut db, draft.path(), &mut |pages| {
        progress.show(pages.done, pages.total);
    })?;
    drop(progress);
    let bytes = draft.finish()?;
    let file = arguments.file.display().to_string();
    match format {
        Format::Text => writeln!(out, "{file} is a copy of {bytes} bytes")?,
        Format::Json => writeln!(out, "{}", serde_json::json!({"file": file, "bytes": bytes}))?,
    }
    Ok(Verdict::Yes)
}
