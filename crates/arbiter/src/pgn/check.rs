use std::{
    io::{self, Write},
    iter,
    path::Path,
};

use arbiter_pgn::{Problem, Severity, TextLocation};
use serde::Serialize;

use super::{
    Files, Made, name_of,
    record::{Record, each_game},
    write_json,
};
use crate::output::{Format, Verdict, count};

/// Read every game, play every move, and name what is wrong.
#[derive(clap::Args)]
#[command(after_help = "\
Each problem is one line, FILE:LINE:COLUMN: what is wrong. A game is damaged if something of it
is lost or in doubt; what is only oddly written is named with --strict.

JSON, one line a game: {\"index\", \"offset\", \"white\", \"black\", \"result\", \"plies\",
  \"problems\": [{\"offset\", \"line\", \"column\", \"code\", \"message\",
  \"skipped\": [from, to]}]}
Games are counted from 0 in each file; offsets are bytes of the text, unpacked.

The exit code is 0 if all is sound, 1 if a game is damaged, 2 if a file cannot be read.

Examples:
  arbiter pgn check games.pgn
  arbiter pgn check --json games.pgn.zst
  arbiter pgn check --strict --threads 1 games.pgn")]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Name what is only oddly written, too.
    #[arg(long)]
    strict: bool,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<Verdict> {
    let mut totals = Totals::default();
    let verdict = arguments.files.read(
        |file, batch| {
            let mut findings = Findings::new(file, format, arguments.least());
            let astray = each_game(batch, (), |record, ()| findings.add(record));
            findings.add_astray(&astray);
            Made {
                games: findings.totals.games,
                result: (findings.totals, findings.text, findings.ends),
            }
        },
        |(found, text, ends), delivery| {
            totals.add(found);
            delivery.print(out, &numbered(text, &ends, delivery.first_game))
        },
    )?;
    if format == Format::Text {
        writeln!(out, "{}", totals.sentence(verdict))?;
    }
    let found = if totals.damaged > 0 {
        Verdict::Refused
    } else {
        Verdict::Yes
    };
    Ok(verdict.max(found))
}

impl Arguments {
    /// What is bad enough to be named.
    fn least(&self) -> Severity {
        if self.strict {
            Severity::Note
        } else {
            Severity::Damage
        }
    }
}

/// What was found in a batch of games.
struct Findings<'f> {
    file: &'f Path,
    format: Format,
    least: Severity,
    totals: Totals,
    /// A line for each problem or, for programs, for each game, but without
    /// its index: nobody knows yet how many games come before the batch.
    text: Vec<u8>,
    /// Where the line of each game ends.
    ends: Vec<usize>,
}

impl Findings<'_> {
    fn new(file: &Path, format: Format, least: Severity) -> Findings<'_> {
        Findings {
            file,
            format,
            least,
            totals: Totals::default(),
            text: Vec::new(),
            ends: Vec::new(),
        }
    }

    fn add(&mut self, record: &Record) {
        self.totals.games += 1;
        self.totals.plies += u64::from(record.plies);
        self.totals.damaged += u64::from(record.is_damaged());
        let problems = record.problems.iter();
        let problems: Vec<&Problem> = problems
            .filter(|problem| problem.severity() >= self.least)
            .collect();
        self.totals.problems += problems.len() as u64;
        match self.format {
            Format::Text => {
                for problem in problems {
                    self.name(problem);
                }
            }
            Format::Json => {
                let line = Line {
                    offset: record.location.offset,
                    white: record.tags.value("White"),
                    black: record.tags.value("Black"),
                    result: record.result(),
                    plies: record.plies,
                    problems: problems.into_iter().map(Finding::of).collect(),
                };
                write_json(&mut self.text, &line);
                self.ends.push(self.text.len());
            }
        }
    }

    /// Text that is of no game, in a batch that has none. For programs a line
    /// is a game, so only the exit code speaks of it.
    fn add_astray(&mut self, problems: &[Problem]) {
        self.totals.damaged += u64::from(!problems.is_empty());
        self.totals.problems += problems.len() as u64;
        if self.format == Format::Text {
            for problem in problems {
                self.name(problem);
            }
        }
    }

    /// Writes a line in the form that editors know to jump to.
    fn name(&mut self, problem: &Problem) {
        let TextLocation { line, column, .. } = problem.location;
        let file = name_of(self.file);
        // Memory takes everything.
        let _ = writeln!(self.text, "{file}:{line}:{column}: {problem}");
    }
}

#[derive(Clone, Copy, Default)]
struct Totals {
    games: u64,
    plies: u64,
    damaged: u64,
    problems: u64,
}

impl Totals {
    fn add(&mut self, other: Totals) {
        self.games += other.games;
        self.plies += other.plies;
        self.damaged += other.damaged;
        self.problems += other.problems;
    }

    /// Nothing is said to be sound that could not be read.
    fn sentence(&self, verdict: Verdict) -> String {
        let count = |number: u64, noun| count(number as usize, noun);
        let (games, plies) = (count(self.games, "game"), count(self.plies, "half-move"));
        let read = format!("{games} with {plies}");
        match (self.damaged, self.problems) {
            (0, 0) if verdict == Verdict::Bad => read,
            (0, 0) => format!("{read}, all sound"),
            (0, notes) => format!("{read}, all sound; {}", count(notes, "note")),
            (damaged, problems) => {
                format!("{read}: {damaged} damaged, {}", count(problems, "problem"))
            }
        }
    }
}

/// A game, as programs are told, but for its index.
#[derive(Serialize)]
struct Line<'g> {
    offset: u64,
    white: Option<&'g str>,
    black: Option<&'g str>,
    result: &'g str,
    plies: u32,
    problems: Vec<Finding>,
}

/// A problem, as programs are told.
#[derive(Serialize)]
struct Finding {
    offset: u64,
    line: u64,
    column: u64,
    code: &'static str,
    message: String,
    skipped: [u64; 2],
}

impl Finding {
    fn of(problem: &Problem) -> Finding {
        Finding {
            offset: problem.location.offset,
            line: problem.location.line,
            column: problem.location.column,
            code: problem.code(),
            message: problem.to_string(),
            skipped: [problem.skipped.start, problem.skipped.end],
        }
    }
}

/// Puts the index of each game before its line.
fn numbered(text: Vec<u8>, ends: &[usize], first: u64) -> Vec<u8> {
    if ends.is_empty() {
        return text;
    }
    let mut numbered = Vec::with_capacity(text.len() + 20 * ends.len());
    let starts = iter::once(0).chain(ends.iter().copied());
    for ((start, &end), index) in starts.zip(ends).zip(first..) {
        // Memory takes everything.
        let _ = write!(numbered, "{{\"index\":{index},");
        numbered.extend_from_slice(&text[start + 1..end]);
    }
    numbered
}
