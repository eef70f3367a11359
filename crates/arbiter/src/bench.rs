use std::{
    io::{self, Write},
    time::Instant,
};

use arbiter_engine::uci::bench;
use serde::Serialize;

use crate::output::{ExitStatus, Format};

/// Search fixed positions to a fixed depth, and print the node count and the speed.
#[derive(clap::Args)]
#[command(after_help = "\
The last line is \"N nodes M nps\". N is the same on every machine and in every
build; it changes only when a change to the engine makes it search differently.

JSON: {\"depth\", \"nodes\", \"seconds\", \"nps\", \"positions\": [{\"fen\", \"nodes\"}]}

Examples:
  arbiter bench
  arbiter bench 5
  arbiter bench --json 3")]
pub struct Arguments {
    /// The depth in half-moves.
    #[arg(default_value_t = bench::DEFAULT_DEPTH)]
    #[arg(value_parser = crate::input::number::<u32>(1, 60))]
    depth: u32,
}

/// The result as one line of JSON.
#[derive(Serialize)]
struct Report {
    depth: u32,
    /// The nodes of all positions.
    nodes: u64,
    seconds: f64,
    nps: u64,
    positions: Vec<Searched>,
}

#[derive(Serialize)]
struct Searched {
    fen: String,
    nodes: u64,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let started = Instant::now();
    let mut written = Ok(());
    let mut positions = Vec::new();
    let nodes = bench::run(arguments.depth, &(), |searched| {
        if format == Format::Text && written.is_ok() {
            written = writeln!(out, "{searched}").and_then(|()| out.flush());
        }
        positions.push(Searched {
            fen: searched.position.to_string(),
            nodes: searched.nodes,
        });
    });
    written?;
    let seconds = started.elapsed().as_secs_f64();
    let nps = (nodes as f64 / seconds.max(0.001)) as u64;
    if format == Format::Text {
        writeln!(out, "{nodes} nodes {nps} nps")?;
    } else {
        let report = Report {
            depth: arguments.depth,
            nodes,
            seconds,
            nps,
            positions,
        };
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
    }
    Ok(ExitStatus::Success)
}
