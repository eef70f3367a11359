use std::{
    fmt::Display,
    io::{self, Write},
    num::NonZero,
    path::{Path, PathBuf},
    thread,
};

use arbiter_pgn::{Batch, ParallelReader};
use clap::{Args, Subcommand};
use serde::Serialize;

use crate::output::{Format, Verdict, count};

mod check;
mod convert;
mod date;
pub mod destination;
mod filter;
mod interrupt;
mod progress;
mod record;
pub mod source;
mod stats;
mod tags;

use progress::Progress;

/// Check, count, convert and filter collections of games (PGN).
#[derive(Args)]
#[command(after_help = "\
A FILE is plain or packed (.gz, .bz2, .zst), of any size; - is standard input. All cores work
on it. What is damaged in one game never costs another one.

Examples:
  arbiter pgn check games.pgn
  arbiter pgn stats games.pgn
  arbiter pgn filter --result 1-0 --min-plies 40 games.pgn")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Arguments),
    Stats(stats::Arguments),
    Convert(convert::Arguments),
    Filter(Box<filter::Arguments>),
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<Verdict> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments, format, out),
        Command::Stats(arguments) => stats::run(arguments, format, out),
        Command::Convert(arguments) => convert::run(arguments, format, out),
        Command::Filter(arguments) => filter::run(arguments, format, out),
    }
}

/// What every command reads.
#[derive(Args)]
struct Files {
    /// The games: plain, .gz, .bz2 or .zst, or - for standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// How many threads share the work [default: one for each core].
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

impl Files {
    /// Reads one file after the other, each on all threads. What `work` makes
    /// of a batch of games goes to `deliver`, in the order of the text.
    ///
    /// A file that cannot be read is named on standard error and does not
    /// stop the others.
    fn read<T: Send>(
        &self,
        work: impl Fn(&Path, &mut Batch<'_>) -> Made<T> + Sync,
        mut deliver: impl FnMut(T, &Delivery<'_>) -> io::Result<()>,
    ) -> io::Result<Verdict> {
        let cores = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let batches = ParallelReader::new(self.threads.unwrap_or_else(cores));
        let mut progress = Progress::over(&self.files);
        let mut verdict = Verdict::Yes;
        for file in &self.files {
            let opened = source::open(file, progress.on_read());
            let mut first_game = 0;
            let mut failed = None;
            let mut hand_over = |Made { games, result }: Made<T>| {
                progress.add(games);
                let delivery = Delivery {
                    file,
                    first_game,
                    progress: &progress,
                };
                first_game += games;
                deliver(result, &delivery).map_err(|error| {
                    let kind = error.kind();
                    failed = Some(error);
                    io::Error::from(kind)
                })
            };
            let read = opened
                .and_then(|source| batches.read(source, |batch| work(file, batch), &mut hand_over));
            if let Some(error) = failed {
                return Err(error);
            }
            if let Err(error) = read {
                complain(&progress, file, &error);
                verdict = Verdict::Bad;
            }
        }
        Ok(verdict)
    }
}

/// What was made of a batch.
struct Made<T> {
    games: u64,
    result: T,
}

/// What is known when something made of a batch is handed over.
struct Delivery<'d> {
    file: &'d Path,
    /// How many games of the file come before it.
    first_game: u64,
    progress: &'d Progress,
}

impl Delivery<'_> {
    /// Says on standard error what is wrong with the file.
    fn complain(&self, complaint: &dyn Display) {
        complain(self.progress, self.file, complaint);
    }

    /// Prints something without a progress bar in the way.
    fn print(&self, out: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.progress.aside(|| out.write_all(bytes))
    }
}

fn complain(progress: &Progress, file: &Path, complaint: &dyn Display) {
    progress.aside(|| eprintln!("error: {}: {complaint}", name_of(file)));
}

/// A file as people call it.
fn name_of(file: &Path) -> impl Display {
    let is_input = file.as_os_str() == source::STANDARD_INPUT;
    let file = if is_input {
        Path::new("standard input")
    } else {
        file
    };
    file.display()
}

/// A line of JSON.
fn write_json(text: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(&mut *text, value).expect("memory takes everything, and keys are text");
    text.push(b'\n');
}

/// Says on standard error that some games are not as they were.
fn tell_damage(damaged: u64) {
    let verb = if damaged == 1 { "is" } else { "are" };
    if damaged > 0 {
        let games = count(damaged as usize, "game");
        eprintln!("{games} {verb} damaged; arbiter pgn check says how");
    }
}
