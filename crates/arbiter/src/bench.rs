use std::{
    io::{self, Write},
    time::Instant,
};

use arbiter_engine::uci::bench;

use crate::output::ExitStatus;

/// Search fixed positions to a fixed depth, and print the node count and the speed.
#[derive(clap::Args)]
#[command(after_help = "\
The last line is \"N nodes M nps\". N is the same on every machine and in every build; it changes
only when a change to the engine makes it search differently.

Examples:
  arbiter bench
  arbiter bench 5")]
pub struct Arguments {
    /// The depth in half-moves.
    #[arg(default_value_t = bench::DEFAULT_DEPTH)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let started = Instant::now();
    let mut written = Ok(());
    let nodes = bench::run(arguments.depth, &(), |searched| {
        written = writeln!(out, "{searched}").and_then(|()| out.flush());
    });
    written?;
    let speed = nodes as f64 / started.elapsed().as_secs_f64().max(0.001);
    writeln!(out, "{nodes} nodes {} nps", speed as u64)?;
    Ok(ExitStatus::Success)
}
