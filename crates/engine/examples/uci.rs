//! The engine alone, for matches between builds: `uci` without the rest of the program.

use std::{
    io::{self, BufReader},
    time::Instant,
};

use arbiter_engine::uci::{self, MachineLimits};

fn main() -> io::Result<()> {
    let started = Instant::now();
    let input = BufReader::new(io::stdin());
    uci::serve(input, io::stdout(), MachineLimits::default(), &|| {
        started.elapsed()
    })
}
