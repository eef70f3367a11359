use std::io::{self, Write};

use arbiter_server::store::{CheckSummary, CheckUpdate, Flaw, check};
use serde::Serialize;

use super::{DbError, open, progress::DbProgress};
use crate::{
    config::StorageOptions,
    output::{ExitStatus, Format, count},
};

/// Replay every game by the rules and report those that are corrupt.
#[derive(clap::Args)]
#[command(after_help = "\
Each game is replayed from its events and compared with its row in the database.
Each error is printed on a line: game ID: event 7: the move is not legal here.
The database is not changed, and the server may be running.

JSON: a line {\"game\", \"event\", \"message\"} for each error (events are counted from 0; null if
  the error is not in an event), and at the end {\"games\", \"events\", \"corrupt\"}

The exit code is 0 if all games are valid, 1 if a game is corrupt, 2 if the
database cannot be read.

Examples:
  arbiter db check
  arbiter db check --data /var/lib/arbiter
  arbiter db check --json --database postgres://arbiter@localhost/arbiter")]
pub struct Arguments {
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
    let mut written = Ok(());
    let summary = check(db.as_mut(), &mut |update| match update {
        CheckUpdate::Progress(summary) => progress.show(summary.games, summary.total),
        CheckUpdate::Flaw(flaw) if written.is_ok() => {
            written = progress.suspend(|| write_flaw(&flaw, format, out));
        }
        CheckUpdate::Flaw(_) => {}
    })?;
    written?;
    drop(progress);
    write_summary(&summary, format, out)?;
    Ok(match summary.corrupt {
        0 => ExitStatus::Success,
        _ => ExitStatus::Refused,
    })
}

fn write_flaw(flaw: &Flaw, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => writeln!(out, "{flaw}"),
        Format::Json => {
            let line = FlawLine {
                game: &flaw.game,
                event: flaw.kind.event(),
                message: flaw.kind.to_string(),
            };
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)
        }
    }
}

fn write_summary(summary: &CheckSummary, format: Format, out: &mut dyn Write) -> io::Result<()> {
    let CheckSummary {
        games,
        events,
        corrupt,
        ..
    } = *summary;
    if format == Format::Json {
        let line = SummaryLine {
            games,
            events,
            corrupt,
        };
        serde_json::to_writer(&mut *out, &line)?;
        return writeln!(out);
    }
    let games = count(games as usize, "game");
    let events = count(events as usize, "event");
    match corrupt {
        0 => writeln!(out, "{games} with {events}, all valid"),
        corrupt => writeln!(out, "{games} with {events}: {corrupt} corrupt"),
    }
}

/// A flaw in JSON.
#[derive(Serialize)]
struct FlawLine<'f> {
    game: &'f str,
    event: Option<u64>,
    message: String,
}

#[derive(Serialize)]
struct SummaryLine {
    games: u64,
    events: u64,
    corrupt: u64,
}
