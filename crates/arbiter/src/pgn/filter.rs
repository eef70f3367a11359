use std::io::{self, Write};

use arbiter_pgn::{Batch, Flow};
use arbiter_rules::{Move, Position};
use serde::Serialize;

use super::{
    BatchResult, Files,
    convert::{GameLine, MoveTexts},
    destination::Output,
    record::{Moves, Record, each_game},
    tags::Tags,
    write_json,
};
use crate::output::{ExitStatus, Format};

mod conditions;
mod eco;

use conditions::Conditions;

/// Copy the games that meet all conditions, byte for byte.
#[derive(clap::Args)]
#[command(after_help = "\
A position matches if it occurs in the main line. Positions are compared as for
repetitions (FIDE 9.2.3), so the move counters of the FEN do not matter.

JSON: one line per game, as with convert; with --count {\"games\", \"found\"}.

Examples:
  arbiter pgn filter --player Anderssen --result 1-0 games.pgn
  arbiter pgn filter --eco B20-B99 --min-rating 2500 --since 2000 games.pgn.zst -o b.pgn.zst
  arbiter pgn filter --count --position \"8/8/8/8/8/4k3/4p3/4K3 b - -\" games.pgn")]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Only print the number of games.
    #[arg(long, conflicts_with = "output")]
    count: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    conditions: Conditions,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut counts = Counts::default();
    let mut lost = ExitStatus::Success;
    let mut destination = arguments.output.open(out)?;
    let status = arguments.files.read(
        |_, batch| arguments.select(batch, format),
        |selection, delivery| {
            counts.games += selection.counts.games;
            counts.found += selection.counts.found;
            for offset in &selection.too_long {
                delivery.complain(&format_args!(
                    "the game at byte {offset} is too long to copy"
                ));
                lost = ExitStatus::BadInput;
            }
            delivery.print(&mut destination, &selection.text)
        },
    )?;
    if arguments.count {
        let mut line = Vec::new();
        match format {
            Format::Json => write_json(&mut line, &counts),
            Format::Text => writeln!(line, "{}", counts.found)?,
        }
        destination.write_all(&line)?;
    }
    let status = status.max(lost);
    destination.finish(status)?;
    Ok(status)
}

#[derive(Clone, Copy, Default, Serialize)]
struct Counts {
    games: u64,
    found: u64,
}

/// The games selected from a batch.
#[derive(Default)]
struct Selection {
    counts: Counts,
    text: Vec<u8>,
    /// The offsets of games that are too long to hold in memory.
    too_long: Vec<u64>,
}

impl Arguments {
    fn select(&self, batch: &mut Batch<'_>, format: Format) -> BatchResult<Selection> {
        let mut selection = Selection::default();
        // The spans of the selected games. Each ends where the next game or the
        // next batch begins.
        let mut spans: Vec<(u64, Option<u64>)> = Vec::new();
        let writes = format == Format::Json && !self.count;
        let search = GameSearch::new(&self.conditions, writes);
        each_game(batch, search, |record, search| {
            selection.counts.games += 1;
            let start = record.location.offset;
            if let Some((_, end @ None)) = spans.last_mut() {
                *end = Some(start);
            }
            if search.is_found(record) {
                selection.counts.found += 1;
                if writes {
                    write_json(&mut selection.text, &GameLine::of(record, &search.written));
                } else if !self.count {
                    spans.push((start, None));
                }
            }
        });
        for (start, end) in spans {
            match batch.text(start..end.unwrap_or(batch.offset())) {
                Some(game) => copy(&game, &mut selection.text),
                None => selection.too_long.push(start),
            }
        }
        BatchResult {
            games: selection.counts.games,
            result: selection,
        }
    }
}

/// Copies a game unchanged and ends it with an empty line.
fn copy(game: &[u8], text: &mut Vec<u8>) {
    let game = game.trim_ascii_end();
    text.extend_from_slice(game);
    // The empty line uses the same line ending as the game.
    let mut lines = game.split(|&byte| byte == b'\n');
    let has_returns = lines.next().is_some_and(|line| line.ends_with(b"\r"));
    text.extend_from_slice(if has_returns { b"\r\n\r\n" } else { b"\n\n" });
}

/// Checks one game after another.
struct GameSearch<'c> {
    conditions: &'c Conditions,
    needs_moves: bool,
    /// Whether the tags of the game meet the conditions.
    tags_match: bool,
    /// Whether the wanted position has occurred.
    is_reached: bool,
    /// The position after the last move, if a position is wanted.
    last: Option<Position>,
    written: MoveTexts,
    writes: bool,
}

impl<'c> GameSearch<'c> {
    fn new(conditions: &'c Conditions, writes: bool) -> GameSearch<'c> {
        GameSearch {
            conditions,
            needs_moves: writes || conditions.need_moves(),
            tags_match: false,
            is_reached: false,
            last: None,
            written: MoveTexts::default(),
            writes,
        }
    }

    /// Reports whether the game just read meets all conditions.
    fn is_found(&self, record: &Record) -> bool {
        let is_reached = match self.conditions.position {
            Some(_) => self.is_reached || self.last == self.conditions.position,
            None => true,
        };
        self.tags_match && is_reached && self.conditions.hold(record)
    }

    fn see(&mut self, position: &Position) {
        self.is_reached |= self.conditions.position.as_ref() == Some(position);
    }
}

impl Moves for GameSearch<'_> {
    fn begin(&mut self, tags: &Tags, start: &Position) -> Flow {
        self.tags_match = self.conditions.allow(tags);
        self.is_reached = false;
        self.last = self.conditions.position.as_ref().map(|_| start.clone());
        if !self.tags_match || !self.needs_moves {
            return Flow::Skip;
        }
        self.written.begin(tags, start)
    }

    fn played(&mut self, before: &Position, mv: Move) {
        if self.last.is_some() {
            self.see(before);
            self.last = Some(before.after(mv));
        }
        if self.writes {
            self.written.played(before, mv);
        }
    }

    fn null_move(&mut self, before: &Position) {
        if self.last.is_some() {
            self.see(before);
            self.last = before.pass();
        }
        if self.writes {
            self.written.null_move(before);
        }
    }
}
