use std::{
    fs,
    io::{self, BufReader},
    time::Instant,
};

use arbiter_engine::uci::{self, MachineLimits};

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
    uci::serve(input, io::stdout(), machine(), &|| started.elapsed())?;
    Ok(Verdict::Yes)
}

/// A table that is larger than the memory would only be slow, or the end of
/// us. Where the system does not tell how much there is, anything may be tried.
fn machine() -> MachineLimits {
    let usual = MachineLimits::default();
    let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    MachineLimits {
        hash_mib: memory_in_mib(&memory).unwrap_or(usual.hash_mib),
        ..usual
    }
}

/// Reads `MemTotal:       24530460 kB`.
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
    fn the_size_of_the_memory_is_read() {
        let text = "MemFree: 5 kB\nMemTotal:       24530460 kB\nSwapTotal: 0 kB\n";
        assert_eq!(memory_in_mib(text), Some(23_955));
        assert_eq!(memory_in_mib("MemTotal: much\n"), None);
        assert_eq!(memory_in_mib(""), None);
    }
}
