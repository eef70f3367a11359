use std::{
    io::{self, Write},
    time::Instant,
};

use arbiter_engine::uci::bench;

use crate::output::Verdict;

/// Search fixed positions to a fixed depth: the fingerprint of the engine, and its speed.
#[derive(clap::Args)]
#[command(after_help = "\
The last line is \"N nodes M nps\". N is the same on every machine and in every build,
unless a change has made the engine look at other positions.

Examples:
  arbiter bench
  arbiter bench 5")]
pub struct Arguments {
    /// How many half-moves deep.
    #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let started = Instant::now();
    let mut told = Ok(());
    let nodes = bench::run(arguments.depth, &(), |searched| {
        told = writeln!(out, "{searched}").and_then(|()| out.flush());
    });
    told?;
    let speed = nodes as f64 / started.elapsed().as_secs_f64().max(0.001);
    writeln!(out, "{nodes} nodes {} nps", speed as u64)?;
    Ok(Verdict::Yes)
}
