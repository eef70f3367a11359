use std::{io::Write, path::PathBuf};

use super::{DbError, new_file::NewFile, open, progress::DbProgress};
use crate::{
    config::StorageOptions,
    output::{ExitStatus, Format},
};

/// Copy an SQLite database into a new file.
#[derive(clap::Args)]
#[command(after_help = "\
The copy shows the database at one moment; the server may be running. To restore
it, stop the server, replace arbiter.db with the copy, and delete arbiter.db-wal
and arbiter.db-shm. To check it without that, call it arbiter.db and give its
folder to arbiter db check. For PostgreSQL, use pg_dump.

JSON: {\"file\", \"bytes\"}

Examples:
  arbiter db backup arbiter-monday.db
  arbiter db backup --data /var/lib/arbiter /backup/arbiter.db
  arbiter db check --data /backup")]
pub struct Arguments {
    /// The file to create.
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
    let new = NewFile::create(&arguments.file)?;
    let progress = DbProgress::new("pages");
    db.back_up(new.temporary_path(), &mut |pages| {
        progress.show(pages.done, pages.total);
    })?;
    drop(progress);
    let bytes = new.finish()?;
    let file = arguments.file.display().to_string();
    match format {
        Format::Text => writeln!(out, "Copied {bytes} bytes to {file}")?,
        Format::Json => writeln!(out, "{}", serde_json::json!({"file": file, "bytes": bytes}))?,
    }
    Ok(ExitStatus::Success)
}
