use std::io::{self, Write};

use arbiter_pgn::{Batch, Flow, Record, RecordVisitor, TagList};
use arbiter_rules::{Move, Position};
use serde::Serialize;

use super::{
    BatchResult, Files,
    convert::{GameWriter, LineWriter, json},
    destination::Output,
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
        let writes = format == Format::Json && !self.count;
        let mut search = GameSearch::new(&self.conditions, writes);
        batch.read_records(&mut search);
        let mut selection = search.selection;
        if !writes && !self.count {
            for (start, end) in search.spans {
                match batch.text(start..end.unwrap_or(batch.offset())) {
                    Some(game) => copy(&game, &mut selection.text),
                    None => selection.too_long.push(start),
                }
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
    /// Writes the games, unless they are copied or only counted.
    json: Option<LineWriter>,
    selection: Selection,
    /// The spans of the selected games. Each ends where the next game or the next
    /// batch begins.
    spans: Vec<(u64, Option<u64>)>,
}

impl<'c> GameSearch<'c> {
    fn new(conditions: &'c Conditions, writes: bool) -> GameSearch<'c> {
        GameSearch {
            conditions,
            needs_moves: writes || conditions.need_moves(),
            tags_match: false,
            is_reached: false,
            last: None,
            json: writes.then(json::lines),
            selection: Selection::default(),
            spans: Vec::new(),
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

impl RecordVisitor for GameSearch<'_> {
    fn begin_moves(&mut self, tags: &TagList, start: &Position) -> Flow {
        self.tags_match = self.conditions.allow(tags);
        self.is_reached = false;
        self.last = self.conditions.position.as_ref().map(|_| start.clone());
        if !self.tags_match || !self.needs_moves {
            return Flow::Skip;
        }
        if let Some(json) = &mut self.json {
            json.begin(start);
        }
        Flow::Read
    }

    fn played(&mut self, before: &Position, mv: Move) {
        if self.last.is_some() {
            self.see(before);
            self.last = Some(before.after(mv));
        }
        if let Some(json) = &mut self.json {
            json.played(before, mv);
        }
    }

    fn null_move(&mut self, before: &Position) {
        if self.last.is_some() {
            self.see(before);
            self.last = before.after_null_move();
        }
        if let Some(json) = &mut self.json {
            json.null_move(before);
        }
    }

    fn end_game(&mut self, record: &Record) {
        self.selection.counts.games += 1;
        let start = record.location.offset;
        if let Some((_, end @ None)) = self.spans.last_mut() {
            *end = Some(start);
        }
        if self.is_found(record) {
            self.selection.counts.found += 1;
            self.spans.push((start, None));
            if let Some(json) = &self.json {
                json.write(record, &mut self.selection.text);
            }
        }
    }
}
