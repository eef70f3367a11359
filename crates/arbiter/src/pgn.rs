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

use crate::output::{ExitStatus, Format, count};

mod check;
mod classify;
mod convert;
pub mod destination;
mod filter;
mod interrupt;
mod progress;
pub mod source;
mod stats;

use progress::PgnProgress;

/// Check, count, classify, convert and filter collections of games (PGN).
#[derive(Args)]
#[command(after_help = "\
A FILE can be plain or compressed (.gz, .bz2, .zst) and of any size; - is
standard input. All cores are used. Damage in one game never affects another.

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
    Classify(classify::Arguments),
    Convert(convert::Arguments),
    Filter(Box<filter::Arguments>),
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments, format, out),
        Command::Stats(arguments) => stats::run(arguments, format, out),
        Command::Classify(arguments) => classify::run(arguments, out),
        Command::Convert(arguments) => convert::run(arguments, format, out),
        Command::Filter(arguments) => filter::run(arguments, format, out),
    }
}

/// The files a command reads.
#[derive(Args)]
struct Files {
    /// The games: plain, .gz, .bz2 or .zst, or - for standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// How many threads to use [default: one for each core].
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

impl Files {
    /// Reads one file after another, each on all threads. The result of `work`
    /// for each batch of games goes to `deliver`, in the order of the file.
    ///
    /// A file that cannot be read is reported on standard error and does not
    /// stop the others.
    fn read<T: Send>(
        &self,
        work: impl Fn(&Path, &mut Batch<'_>) -> BatchResult<T> + Sync,
        mut deliver: impl FnMut(T, &Delivery<'_>) -> io::Result<()>,
    ) -> io::Result<ExitStatus> {
        let cores = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let batches = ParallelReader::new(self.threads.unwrap_or_else(cores));
        let mut progress = PgnProgress::over(&self.files);
        let mut status = ExitStatus::Success;
        for file in &self.files {
            let opened = source::open(file, progress.on_read());
            let mut first_game = 0;
            let mut failed = None;
            let mut on_result = |BatchResult { games, result }: BatchResult<T>| {
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
                .and_then(|source| batches.read(source, |batch| work(file, batch), &mut on_result));
            if let Some(error) = failed {
                return Err(error);
            }
            if let Err(error) = read {
                complain(&progress, file, &error);
                status = ExitStatus::BadInput;
            }
        }
        Ok(status)
    }
}

/// The result of processing a batch of games.
struct BatchResult<T> {
    games: u64,
    result: T,
}

/// The context in which the result of a batch is delivered.
struct Delivery<'d> {
    file: &'d Path,
    /// How many games of the file come before the batch.
    first_game: u64,
    progress: &'d PgnProgress,
}

impl Delivery<'_> {
    /// Reports on standard error what is wrong with the file.
    fn complain(&self, complaint: &dyn Display) {
        complain(self.progress, self.file, complaint);
    }

    /// Prints bytes without disturbing the progress bar.
    fn print(&self, out: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.progress.aside(|| out.write_all(bytes))
    }
}

fn complain(progress: &PgnProgress, file: &Path, complaint: &dyn Display) {
    progress.aside(|| eprintln!("error: {}: {complaint}", source::name_of(file)));
}

/// Appends a line of JSON.
fn write_json(text: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(&mut *text, value)
        .expect("writing to memory cannot fail, and all keys are strings");
    text.push(b'\n');
}

/// Reports the number of damaged games on standard error.
pub fn report_damage(damaged: u64) {
    let verb = if damaged == 1 { "is" } else { "are" };
    if damaged > 0 {
        let games = count(damaged as usize, "game");
        eprintln!("{games} {verb} damaged; run arbiter pgn check for details");
    }
}
