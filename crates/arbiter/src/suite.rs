use std::{
    fs,
    io::{self, Read as _, Write},
    num::NonZero,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use arbiter_engine::{Engine, EngineSettings, Limits, Network, SEARCH_STACK_BYTES};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::{
    analyze::{nodes, seconds},
    output::{ExitStatus, Format},
    pgn::source,
};

mod exercise;
mod report;
mod solve;

use exercise::Exercise;
use report::Report;
use solve::Attempt;

/// Let the engine solve a test suite, a file of positions with their best moves.
#[derive(clap::Args)]
#[command(after_help = "\
Each line of the file is a position in EPD with at least one of these operations:
  bm  best moves: the engine must play one of them
  am  avoid moves: the engine must play none of them
  dm  direct mate: the engine must find a mate in at most this many moves
and perhaps an id. Empty lines and lines that start with # are skipped.

The last columns are what the engine had searched when it settled on its answer.
A position that was not solved has none. Every position is searched with an
empty transposition table by one thread, so that with --nodes or --depth the
result is always the same.

JSON: {\"positions\": [{\"line\", \"id\", \"fen\", \"expected\", \"played\", \"eval\": {\"cp\"} or
{\"mate\"}, \"solved\", \"depth\", \"nodes\", \"seconds\"}], \"solved\", \"median_nodes\"}

Examples:
  arbiter suite wac.epd
  arbiter suite --time 5 wac.epd
  arbiter suite --json --nodes 100k mates.epd")]
pub struct Arguments {
    /// The test suite (EPD), or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Search to this depth, in half-moves.
    #[arg(long, value_name = "D", value_parser = crate::input::number::<u32>(1, 200))]
    depth: Option<u32>,
    /// Search each position for this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Nodes to search per position, such as 200000, 500k or 3M [default: 1M].
    #[arg(long, value_name = "N", value_parser = nodes)]
    nodes: Option<u64>,
    /// How many positions are searched at the same time [default: one for each core].
    #[arg(long, short, value_name = "N")]
    concurrency: Option<NonZero<usize>>,
    /// The size of the transposition table of each search, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16,
          value_parser = crate::input::number::<u32>(1, 1_048_576))]
    hash: u32,
    /// The network that evaluates positions, instead of the embedded one.
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
}

/// The nodes searched per position without other limits.
const DEFAULT_NODES: u64 = 1_000_000;

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let name = source::name_of(&arguments.file);
    let complain = |complaint: &dyn std::fmt::Display| {
        eprintln!("error: {name}: {complaint}");
        Ok(ExitStatus::BadInput)
    };
    let text = match read(&arguments.file) {
        Ok(text) => text,
        Err(error) => return complain(&error),
    };
    let exercises = match exercise::read_all(&text) {
        Ok(exercises) if exercises.is_empty() => return complain(&"the file has no positions"),
        Ok(exercises) => exercises,
        Err(error) => return complain(&error),
    };
    let network = match arguments.network.as_ref().map(Network::open).transpose() {
        Ok(network) => network.map_or_else(Network::embedded, Into::into),
        Err(error) => {
            let path = arguments.network.as_deref().unwrap_or(Path::new(""));
            eprintln!("error: {}: {error}", path.display());
            return Ok(ExitStatus::BadInput);
        }
    };
    let settings = EngineSettings {
        threads: 1,
        hash_mib: arguments.hash as usize,
    };
    let new_engine = || Engine::with_network(settings, network.clone());
    let attempts = arguments.solve(&exercises, new_engine)?;
    let report = Report::of(&exercises, &attempts);
    match format {
        Format::Text => report.write_text(out)?,
        Format::Json => {
            serde_json::to_writer(&mut *out, &report)?;
            writeln!(out)?;
        }
    }
    Ok(ExitStatus::Success)
}

fn read(path: &Path) -> io::Result<String> {
    if path == Path::new(source::STANDARD_STREAM) {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text)?;
        return Ok(text);
    }
    fs::read_to_string(path)
}

impl Arguments {
    fn limits(&self) -> Limits {
        let has_limit = self.depth.is_some() || self.time.is_some();
        let default = (!has_limit).then_some(DEFAULT_NODES);
        Limits {
            depth: self.depth,
            nodes: self.nodes.or(default),
            ..Limits::none()
        }
    }

    /// Solves all exercises. The threads take them from one list until none is left.
    fn solve(
        &self,
        exercises: &[Exercise],
        new_engine: impl Fn() -> Engine + Sync,
    ) -> io::Result<Vec<Attempt>> {
        let cores = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let threads = self.concurrency.unwrap_or_else(cores).get();
        let limits = self.limits();
        let bar = progress(exercises.len());
        let next = AtomicUsize::new(0);
        let attempts = Mutex::new(Vec::with_capacity(exercises.len()));
        let work = || {
            let mut engine = new_engine();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(exercise) = exercises.get(number) else {
                    return;
                };
                let attempt = solve::solve(exercise, &limits, self.time, &mut engine);
                let mut attempts = attempts.lock().unwrap_or_else(PoisonError::into_inner);
                attempts.push((number, attempt));
                bar.inc(1);
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads.min(exercises.len()) {
                thread::Builder::new()
                    .stack_size(SEARCH_STACK_BYTES)
                    .spawn_scoped(scope, work)?;
            }
            io::Result::Ok(())
        })?;
        bar.finish_and_clear();
        let mut attempts = attempts
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        attempts.sort_by_key(|&(number, _)| number);
        Ok(attempts.into_iter().map(|(_, attempt)| attempt).collect())
    }
}

/// Returns a progress bar, which is hidden if standard error is not a terminal.
fn progress(positions: usize) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(10);
    let bar = ProgressBar::with_draw_target(Some(positions as u64), target);
    match ProgressStyle::with_template("{percent:>3} % {wide_bar} {pos} of {len}  {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
