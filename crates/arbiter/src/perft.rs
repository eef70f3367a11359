use std::{
    io::{self, Write},
    num::NonZero,
    sync::atomic::{AtomicU64, AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use arbiter_rules::{Move, Position};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::{
    input::{self, InvalidInput, Items},
    output::{self, Answer, Format, Verdict, thousands},
};

/// Count the ways to play a number of moves: the proof and the measure of a move generator.
#[derive(clap::Args)]
#[command(after_help = "\
JSON: {\"fen\", \"depth\", \"nodes\", \"seconds\", \"nodes_per_second\", \"threads\",
       \"divide\": [{\"uci\", \"san\", \"nodes\"}] if asked for}

Examples:
  arbiter perft 5
  arbiter perft 3 --divide
  arbiter perft 5 --threads 1 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\"
  arbiter perft 5 --fen \"saktris 7\"")]
pub struct Arguments {
    /// How many moves to play, counting those of either side: 0 to 20.
    // Nobody lives to see 21, and the count would not fit its number.
    #[arg(value_parser = clap::value_parser!(u32).range(..=20))]
    depth: u32,
    /// The position to begin with.
    #[arg(long, value_name = "FEN", default_value = "start")]
    fen: String,
    /// Show the count of each first move.
    #[arg(long)]
    divide: bool,
    /// How many threads share the work [default: one for each core].
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<Verdict> {
    let items = Items::One(arguments.fen.clone());
    output::answer_all(items, format, out, |fen| Perft::count(fen, arguments))
}

#[derive(Serialize)]
struct Perft {
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Share>>,
}

/// What one first move contributes.
#[derive(Serialize)]
struct Share {
    uci: String,
    san: String,
    nodes: u64,
}

impl Perft {
    fn count(fen: &str, arguments: &Arguments) -> Result<Perft, InvalidInput> {
        let position = input::position(fen)?;
        let cores = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let wanted = arguments.threads.unwrap_or_else(cores).get();
        let moves: Vec<Move> = position.legal_moves().collect();
        let started = Instant::now();
        let (counts, threads) = match arguments.depth {
            0 => (Vec::new(), 1),
            depth => count_each(&position, &moves, depth, wanted),
        };
        let elapsed = started.elapsed();
        let nodes = match arguments.depth {
            0 => 1,
            _ => counts.iter().sum(),
        };
        let share = |(&mv, &nodes)| Share {
            uci: position.uci(mv).to_string(),
            san: position.san(mv).to_string(),
            nodes,
        };
        Ok(Perft {
            fen: position.to_string(),
            depth: arguments.depth,
            nodes,
            seconds: elapsed.as_secs_f64(),
            nodes_per_second: per_second(nodes, elapsed),
            threads,
            divide: arguments
                .divide
                .then(|| moves.iter().zip(&counts).map(share).collect()),
        })
    }
}

fn per_second(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(1e-9)) as u64
}

/// A position some moves on, and the first of those moves that led to it.
#[derive(Clone)]
struct Task {
    first: usize,
    position: Position,
}

/// From this depth on tasks are cut smaller, so that no thread is left with
/// much when the others are done, and progress is seen.
const DEEP: u32 = 7;

/// The count below each first move, and how many threads worked on it: they
/// take tasks from one list until none is left.
fn count_each(
    position: &Position,
    moves: &[Move],
    depth: u32,
    threads: usize,
) -> (Vec<u64>, usize) {
    let cuts = if depth < DEEP { depth.min(2) } else { 3 };
    let mut tasks: Vec<Task> = moves
        .iter()
        .enumerate()
        .map(|(first, &mv)| Task {
            first,
            position: position.after(mv),
        })
        .collect();
    for _ in 1..cuts {
        tasks = tasks.iter().flat_map(Task::cut).collect();
    }
    let threads = threads.clamp(1, tasks.len().max(1));
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let bar = progress(tasks.len());
    let work = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = arbiter_rules::perft(&task.position, depth - cuts);
            counts[task.first].fetch_add(nodes, Ordering::Relaxed);
            bar.inc(1);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    bar.finish_and_clear();
    (
        counts.into_iter().map(AtomicU64::into_inner).collect(),
        threads,
    )
}

impl Task {
    /// The tasks one move further on.
    fn cut(&self) -> impl Iterator<Item = Task> {
        let Task { first, position } = self.clone();
        position.legal_moves().map(move |mv| Task {
            first,
            position: position.after(mv),
        })
    }
}

/// A bar on a terminal, nothing elsewhere.
fn progress(tasks: usize) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed} of about {duration}");
    let bar = ProgressBar::new(tasks as u64);
    let bar = match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    };
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

impl Answer for Perft {
    fn verdict(&self) -> Verdict {
        Verdict::Yes
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        for share in self.divide.iter().flatten() {
            writeln!(
                out,
                "{:<6} {:<8} {:>15}",
                share.uci,
                share.san,
                thousands(share.nodes)
            )?;
        }
        let Perft {
            seconds, threads, ..
        } = self;
        let on = output::count(*threads, "thread");
        let speed = thousands(self.nodes_per_second);
        let nodes = if self.nodes == 1 { "node" } else { "nodes" };
        writeln!(out, "{} {nodes}", thousands(self.nodes))?;
        writeln!(out, "in {seconds:.3} s on {on}: {speed} nodes a second")
    }
}
