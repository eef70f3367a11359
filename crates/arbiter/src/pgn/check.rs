use std::{
    io::{self, Write},
    iter,
    path::Path,
};

use arbiter_pgn::{Problem, Record, RecordVisitor, Severity, TextLocation};
use serde::Serialize;

use super::{BatchResult, Files, source, write_json};
use crate::output::{ExitStatus, Format, count};

/// Read every game, verify every move, and report problems.
#[derive(clap::Args)]
#[command(after_help = "\
Each problem is printed as FILE:LINE:COLUMN: MESSAGE. A game is damaged if part
of it is lost or uncertain; --strict also reports unusual formatting.

JSON, one line per game: {\"index\", \"offset\", \"white\", \"black\", \"result\", \"plies\",
  \"problems\": [{\"offset\", \"line\", \"column\", \"code\", \"message\",
  \"skipped\": [from, to]}]}
Games are counted from 0 in each file; offsets are bytes of the decompressed text.

Exit codes: 0 no damage, 1 a game is damaged, 2 a file cannot be read.

Examples:
  arbiter pgn check games.pgn
  arbiter pgn check --json games.pgn.zst
  arbiter pgn check --strict --threads 1 games.pgn")]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Also report unusual formatting.
    #[arg(long)]
    strict: bool,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut totals = Totals::default();
    let status = arguments.files.read(
        |file, batch| {
            let mut findings = Findings::new(file, format, arguments.min_severity());
            let outside = batch.read_records(&mut findings);
            findings.add_outside_games(&outside);
            BatchResult {
                games: findings.totals.games,
                result: (findings.totals, findings.text, findings.ends),
            }
        },
        |(found, text, ends), delivery| {
            totals.add(found);
            delivery.print(out, &numbered(text, &ends, delivery.first_game))
        },
    )?;
    let has_read = totals.games > 0 || status == ExitStatus::Success;
    if format == Format::Text && has_read {
        writeln!(out, "{}", totals.sentence(status))?;
    }
    let found = if totals.damaged > 0 {
        ExitStatus::Refused
    } else {
        ExitStatus::Success
    };
    Ok(status.max(found))
}

impl Arguments {
    /// Returns the lowest severity that is reported.
    fn min_severity(&self) -> Severity {
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
    /// A line for each problem or, as JSON, for each game, without its index:
    /// how many games come before the batch is not known yet.
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

    /// Adds problems of a batch that contains no game. They are not part of the
    /// JSON output, which has a line per game; only the exit code shows them.
    fn add_outside_games(&mut self, problems: &[Problem]) {
        self.totals.damaged += u64::from(!problems.is_empty());
        self.totals.problems += problems.len() as u64;
        if self.format == Format::Text {
            for problem in problems {
                self.write_problem(problem);
            }
        }
    }

    /// Writes a line in the form that editors recognize as a location.
    fn write_problem(&mut self, problem: &Problem) {
        let TextLocation { line, column, .. } = problem.location;
        let file = source::name_of(self.file);
        // Writing to memory cannot fail.
        let _ = writeln!(self.text, "{file}:{line}:{column}: {problem}");
    }
}

impl RecordVisitor for Findings<'_> {
    fn end_game(&mut self, record: &Record) {
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
                    self.write_problem(problem);
                }
            }
            Format::Json => {
                let line = GameLine {
                    offset: record.location.offset,
                    white: record.tags.value("White"),
                    black: record.tags.value("Black"),
                    result: record.result(),
                    plies: record.plies,
                    problems: problems.into_iter().map(ProblemLine::of).collect(),
                };
                write_json(&mut self.text, &line);
                self.ends.push(self.text.len());
            }
        }
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

    /// Summarizes the totals. Games are not called undamaged if a file could not be
    /// read.
    fn sentence(&self, status: ExitStatus) -> String {
        let count = |number: u64, noun| count(number as usize, noun);
        let (games, plies) = (count(self.games, "game"), count(self.plies, "half-move"));
        let read = format!("{games} with {plies}");
        match (self.damaged, self.problems) {
            (0, 0) if status == ExitStatus::BadInput => read,
            (0, 0) => format!("{read}, no damage"),
            (0, notes) => format!("{read}, no damage; {}", count(notes, "note")),
            (damaged, problems) => {
                format!("{read}: {damaged} damaged, {}", count(problems, "problem"))
            }
        }
    }
}

/// A game in JSON, without its index.
#[derive(Serialize)]
struct GameLine<'g> {
    offset: u64,
    white: Option<&'g str>,
    black: Option<&'g str>,
    result: &'g str,
    plies: u32,
    problems: Vec<ProblemLine>,
}

/// A problem in JSON.
#[derive(Serialize)]
struct ProblemLine {
    offset: u64,
    line: u64,
    column: u64,
    code: &'static str,
    message: String,
    skipped: [u64; 2],
}

impl ProblemLine {
    fn of(problem: &Problem) -> ProblemLine {
        ProblemLine {
            offset: problem.location.offset,
            line: problem.location.line,
            column: problem.location.column,
            code: problem.code(),
            message: problem.to_string(),
            skipped: [problem.skipped.start, problem.skipped.end],
        }
    }
}

/// Adds the index of each game to its line.
fn numbered(text: Vec<u8>, ends: &[usize], first: u64) -> Vec<u8> {
    if ends.is_empty() {
        return text;
    }
    let mut numbered = Vec::with_capacity(text.len() + 20 * ends.len());
    let starts = iter::once(0).chain(ends.iter().copied());
    for ((start, &end), index) in starts.zip(ends).zip(first..) {
        // Writing to memory cannot fail.
        let _ = write!(numbered, "{{\"index\":{index},");
        numbered.extend_from_slice(&text[start + 1..end]);
    }
    numbered
}
