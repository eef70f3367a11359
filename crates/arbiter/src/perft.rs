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
    output::{self, CommandOutput, ExitStatus, Format, thousands},
};

/// Count the positions after a number of moves, which tests a move generator and its speed.
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
    /// How many half-moves to play, 0 to 20.
    // A count for depth 21 would overflow, and take centuries.
    #[arg(value_parser = crate::input::number::<u32>(0, 20))]
    depth: u32,
    /// The position to start from.
    #[arg(long, value_name = "FEN", default_value = "start")]
    fen: String,
    /// Show the count for each first move.
    #[arg(long)]
    divide: bool,
    /// How many threads share the work [default: one for each core].
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
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
    divide: Option<Vec<DivideEntry>>,
}

/// The count below one first move.
#[derive(Serialize)]
struct DivideEntry {
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
        let share = |(&mv, &nodes)| DivideEntry {
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

/// A position to count from, and the index of the first move that led to it.
#[derive(Clone)]
struct Subtree {
    first: usize,
    position: Position,
}

/// From this depth on subtrees start one ply deeper, so that all threads finish
/// at about the same time and the progress bar moves.
const MIN_DEPTH_FOR_SMALL_SUBTREES: u32 = 7;

/// Returns the count below each first move and the number of threads used. The
/// threads take subtrees from one list until none is left.
fn count_each(
    position: &Position,
    moves: &[Move],
    depth: u32,
    threads: usize,
) -> (Vec<u64>, usize) {
    let start_ply = if depth < MIN_DEPTH_FOR_SMALL_SUBTREES {
        depth.min(2)
    } else {
        3
    };
    let mut subtrees: Vec<Subtree> = moves
        .iter()
        .enumerate()
        .map(|(first, &mv)| Subtree {
            first,
            position: position.after(mv),
        })
        .collect();
    for _ in 1..start_ply {
        subtrees = subtrees.iter().flat_map(Subtree::children).collect();
    }
    let threads = threads.clamp(1, subtrees.len().max(1));
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let bar = progress(subtrees.len());
    let work = || {
        while let Some(subtree) = subtrees.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = arbiter_rules::perft(&subtree.position, depth - start_ply);
            counts[subtree.first].fetch_add(nodes, Ordering::Relaxed);
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

impl Subtree {
    /// Splits this subtree by its next move.
    fn children(&self) -> impl Iterator<Item = Subtree> {
        let Subtree { first, position } = self.clone();
        position.legal_moves().map(move |mv| Subtree {
            first,
            position: position.after(mv),
        })
    }
}

/// Returns a progress bar, which is hidden if standard error is not a terminal.
fn progress(subtrees: usize) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{wide_bar} {percent:>3} %  {elapsed} of about {duration}");
    let bar = ProgressBar::new(subtrees as u64);
    let bar = match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    };
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

impl CommandOutput for Perft {
    fn exit_status(&self) -> ExitStatus {
        ExitStatus::Success
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
        let time = format!("in {seconds:.3} s on {on}: {speed} nodes per second");
        writeln!(out, "{}", output::wrapped("", time.split(' ')))
    }
}
