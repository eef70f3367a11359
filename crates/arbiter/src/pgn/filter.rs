use std::io::{self, Write};

use arbiter_pgn::{Batch, Flow};
use arbiter_rules::{Move, Position};
use serde::Serialize;

use super::{
    Files, Made,
    convert::{Line, Written},
    destination::Output,
    record::{Moves, Record, each_game},
    tags::Tags,
    write_json,
};
use crate::output::{Format, Verdict};

mod conditions;
mod eco;

use conditions::Conditions;

/// Write the games that meet all conditions, byte for byte as they stand.
#[derive(clap::Args)]
#[command(after_help = "\
A position is reached if the main line comes to it. It is the same if a repetition would count
(FIDE 9.2.3), so the counters of the FEN do not matter.

JSON: the games as lines, like those of convert; with --count {\"games\", \"found\"}.

Examples:
  arbiter pgn filter --player Anderssen --result 1-0 games.pgn
  arbiter pgn filter --eco B20-B99 --min-rating 2500 --since 2000 games.pgn.zst -o b.pgn.zst
  arbiter pgn filter --count --position \"8/8/8/8/8/4k3/4p3/4K3 b - -\" games.pgn")]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Only say how many games there are.
    #[arg(long, conflicts_with = "output")]
    count: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    conditions: Conditions,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<Verdict> {
    let mut counts = Counts::default();
    let mut lost = Verdict::Yes;
    let mut destination = arguments.output.open(out)?;
    let verdict = arguments.files.read(
        |_, batch| arguments.choose(batch, format),
        |choice, delivery| {
            counts.games += choice.counts.games;
            counts.found += choice.counts.found;
            for offset in &choice.too_long {
                delivery.complain(&format_args!(
                    "the game at byte {offset} is too long to be copied"
                ));
                lost = Verdict::Bad;
            }
            delivery.print(&mut destination, &choice.text)
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
    let verdict = verdict.max(lost);
    destination.finish(verdict)?;
    Ok(verdict)
}

#[derive(Clone, Copy, Default, Serialize)]
struct Counts {
    games: u64,
    found: u64,
}

/// What was chosen from a batch.
#[derive(Default)]
struct Choice {
    counts: Counts,
    text: Vec<u8>,
    /// Where games begin that are longer than can be held.
    too_long: Vec<u64>,
}

impl Arguments {
    fn choose(&self, batch: &mut Batch<'_>, format: Format) -> Made<Choice> {
        let mut choice = Choice::default();
        // Where the games lie that were chosen; the end of each is the
        // beginning of the next, or of the next batch.
        let mut spans: Vec<(u64, Option<u64>)> = Vec::new();
        let writes = format == Format::Json && !self.count;
        let search = Search::new(&self.conditions, writes);
        each_game(batch, search, |record, search| {
            choice.counts.games += 1;
            let start = record.location.offset;
            if let Some((_, end @ None)) = spans.last_mut() {
                *end = Some(start);
            }
            if search.is_found(record) {
                choice.counts.found += 1;
                if writes {
                    write_json(&mut choice.text, &Line::of(record, &search.written));
                } else if !self.count {
                    spans.push((start, None));
                }
            }
        });
        for (start, end) in spans {
            match batch.text(start..end.unwrap_or(batch.offset())) {
                Some(game) => copy(&game, &mut choice.text),
                None => choice.too_long.push(start),
            }
        }
        Made {
            games: choice.counts.games,
            result: choice,
        }
    }
}

/// Copies a game as it stands, and ends it with an empty line.
fn copy(game: &[u8], text: &mut Vec<u8>) {
    let game = game.trim_ascii_end();
    text.extend_from_slice(game);
    // The empty line looks like the others.
    let mut lines = game.split(|&byte| byte == b'\n');
    let has_returns = lines.next().is_some_and(|line| line.ends_with(b"\r"));
    text.extend_from_slice(if has_returns { b"\r\n\r\n" } else { b"\n\n" });
}

/// Looks at one game after the other.
struct Search<'c> {
    conditions: &'c Conditions,
    needs_moves: bool,
    /// Whether the tags are those of a game that is looked for.
    may_be: bool,
    /// Whether the position that is looked for has come.
    is_reached: bool,
    /// The position after the last move, if one is looked for.
    last: Option<Position>,
    written: Written,
    writes: bool,
}

impl<'c> Search<'c> {
    fn new(conditions: &'c Conditions, writes: bool) -> Search<'c> {
        Search {
            conditions,
            needs_moves: writes || conditions.need_moves(),
            may_be: false,
            is_reached: false,
            last: None,
            written: Written::default(),
            writes,
        }
    }

    /// Whether the game that is over is one of those looked for.
    fn is_found(&self, record: &Record) -> bool {
        let is_reached = match self.conditions.position {
            Some(_) => self.is_reached || self.last == self.conditions.position,
            None => true,
        };
        self.may_be && is_reached && self.conditions.hold(record)
    }

    fn see(&mut self, position: &Position) {
        self.is_reached |= self.conditions.position.as_ref() == Some(position);
    }
}

impl Moves for Search<'_> {
    fn begin(&mut self, tags: &Tags, start: &Position) -> Flow {
        self.may_be = self.conditions.allow(tags);
        self.is_reached = false;
        self.last = self.conditions.position.as_ref().map(|_| start.clone());
        if !self.may_be || !self.needs_moves {
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
