use std::{
    io::{self, BufReader},
    time::Instant,
};

use arbiter_engine::uci::{self, Machine};

use crate::output::Verdict;

/// Speak UCI as an engine, for chess programs with a board.
#[derive(clap::Args)]
#[command(after_help = "\
Commands are read from standard input and answered on standard output until quit,
or until the input ends, which also stops a search. Besides those of the protocol
there are d, eval, perft DEPTH, bench and help.")]
pub struct Arguments {}

pub fn run(_arguments: &Arguments) -> io::Result<Verdict> {
    let started = Instant::now();
    // The search speaks from a thread of its own, so neither may lock out the
    // other.
    let input = BufReader::new(io::stdin());
    uci::serve(input, io::stdout(), Machine::default(), &|| {
        started.elapsed()
    })?;
    Ok(Verdict::Yes)
}
