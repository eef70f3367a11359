use std::{
    fs,
    io::{self, BufReader},
    time::Instant,
};

use arbiter_engine::uci::{self, MachineLimits};

use crate::output::ExitStatus;

/// Run the engine for chess programs that speak UCI.
#[derive(clap::Args)]
#[command(after_help = "\
Commands are read from standard input and answered on standard output until quit
or the end of the input, which also stops a search. In addition to the UCI
commands there are d, eval, perft DEPTH, bench and help.")]
pub struct Arguments {}

pub fn run(_arguments: &Arguments) -> io::Result<ExitStatus> {
    let started = Instant::now();
    // The search writes from its own thread, so neither standard stream may be
    // locked for long.
    let input = BufReader::new(io::stdin());
    uci::serve(input, io::stdout(), machine(), &|| started.elapsed())?;
    Ok(ExitStatus::Success)
}

/// Returns the limits of this machine. A transposition table larger than memory
/// would be slow or end the program; where the size of memory is unknown, any
/// size may be tried.
fn machine() -> MachineLimits {
    let default = MachineLimits::default();
    let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    MachineLimits {
        hash_mib: memory_in_mib(&memory).unwrap_or(default.hash_mib),
        ..default
    }
}

/// Parses `MemTotal:       24530460 kB`.
fn memory_in_mib(text: &str) -> Option<usize> {
    let total = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: usize = total.trim().strip_suffix(" kB")?.parse().ok()?;
    Some((kib / 1024).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_memory_is_parsed() {
        let text = "MemFree: 5 kB\nMemTotal:       24530460 kB\nSwapTotal: 0 kB\n";
        assert_eq!(memory_in_mib(text), Some(23_955));
        assert_eq!(memory_in_mib("MemTotal: much\n"), None);
        assert_eq!(memory_in_mib(""), None);
    }
}
