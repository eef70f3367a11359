use std::io::{self, Write};

use arbiter_server::store::{CheckSummary, CheckUpdate, Flaw, check};
use serde::Serialize;

use super::{DbError, open, progress::Progress};
use crate::{
    config::Place,
    output::{Format, Verdict, count},
};

/// Replay every game by the rules, and name those that are corrupt.
#[derive(clap::Args)]
#[command(after_help = "\
Each game is played again from its events, and its row compared with them. What is wrong is one
line: game NAME: event 7: the move is not legal here. Nothing is changed; a server may run.

JSON: a line {\"game\", \"event\", \"message\"} for each flaw, the event counted from 0 or null,
  and at the end {\"games\", \"events\", \"corrupt\"}

The exit code is 0 if all is sound, 1 if a game is corrupt, 2 if the database cannot be read.

Examples:
  arbiter db check
  arbiter db check --data /var/lib/arbiter
  arbiter db check --json --database postgres://arbiter@localhost/arbiter")]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> Result<Verdict, DbError> {
    let mut db = open(&arguments.place)?;
    let progress = Progress::new("games");
    let mut written = Ok(());
    let checked = check(&mut db, &mut |finding| match finding {
        CheckUpdate::Progress(checked) => progress.show(checked.games, checked.total),
        CheckUpdate::Flaw(flaw) if written.is_ok() => {
            written = progress.aside(|| write_flaw(&flaw, format, out));
        }
        CheckUpdate::Flaw(_) => {}
    })?;
    written?;
    drop(progress);
    write_end(&checked, format, out)?;
    Ok(match checked.corrupt {
        0 => Verdict::Yes,
        _ => Verdict::Refused,
    })
}

fn write_flaw(flaw: &Flaw, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => writeln!(out, "{flaw}"),
        Format::Json => {
            let line = Line {
                game: &flaw.game,
                event: flaw.kind.event(),
                message: flaw.kind.to_string(),
            };
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)
        }
    }
}

fn write_end(checked: &CheckSummary, format: Format, out: &mut dyn Write) -> io::Result<()> {
    let CheckSummary {
        games,
        events,
        corrupt,
        ..
    } = *checked;
    if format == Format::Json {
        let end = End {
            games,
            events,
            corrupt,
        };
        serde_json::to_writer(&mut *out, &end)?;
        return writeln!(out);
    }
    let games = count(games as usize, "game");
    let events = count(events as usize, "event");
    match corrupt {
        0 => writeln!(out, "{games} with {events}, all sound"),
        corrupt => writeln!(out, "{games} with {events}: {corrupt} corrupt"),
    }
}

/// A flaw, as programs are told.
#[derive(Serialize)]
struct Line<'f> {
    game: &'f str,
    event: Option<u64>,
    message: String,
}

#[derive(Serialize)]
struct End {
    games: u64,
    events: u64,
    corrupt: u64,
}
