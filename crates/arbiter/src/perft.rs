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
    input::{self, BadInput, Items},
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
  arbiter perft 5 --threads 1 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\"")]
pub struct Arguments {
    /// How many moves to play, counting those of either side.
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
    fn count(fen: &str, arguments: &Arguments) -> Result<Perft, BadInput> {
        let position = input::position(fen)?;
        let cores = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let threads = arguments.threads.unwrap_or_else(cores).get();
        let moves: Vec<Move> = position.legal_moves().collect();
        let started = Instant::now();
        let counts = match arguments.depth {
            0 => Vec::new(),
            depth => count_each(&position, &moves, depth, threads),
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

/// A position two moves on, and the first of those moves that led to it: small
/// enough that no thread is left with much when the others are done.
struct Task {
    first: usize,
    position: Position,
}

/// The count below each first move. The threads take tasks from one list until
/// none is left.
fn count_each(position: &Position, moves: &[Move], depth: u32, threads: usize) -> Vec<u64> {
    let Some(rest) = depth.checked_sub(2) else {
        return vec![1; moves.len()];
    };
    let mut tasks = Vec::new();
    for (first, &mv) in moves.iter().enumerate() {
        let after = position.after(mv);
        tasks.extend(after.legal_moves().map(|reply| Task {
            first,
            position: after.after(reply),
        }));
    }
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let bar = progress(tasks.len());
    let work = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = arbiter_rules::perft(&task.position, rest);
            counts[task.first].fetch_add(nodes, Ordering::Relaxed);
            bar.inc(1);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(tasks.len()) {
            scope.spawn(work);
        }
        work();
    });
    bar.finish_and_clear();
    counts.into_iter().map(AtomicU64::into_inner).collect()
}

/// A bar on a terminal, nothing elsewhere.
fn progress(tasks: usize) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed} of about {duration}");
    let bar = ProgressBar::new(tasks as u64);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
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
        writeln!(out, "{} nodes", thousands(self.nodes))?;
        writeln!(out, "in {seconds:.3} s on {on}: {speed} nodes a second")
    }
}
