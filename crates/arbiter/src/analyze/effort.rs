use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use arbiter_engine::{EngineSettings, Limits, SearchControl, SearchProgress, SearchReport};
use clap::Args;

/// How long to search each position, and with how many resources.
#[derive(Args, Clone)]
pub struct Effort {
    /// Search to this depth, in half-moves.
    #[arg(long, value_name = "D", value_parser = crate::input::number::<u32>(1, 200))]
    depth: Option<u32>,
    /// Search each position for this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Nodes to search per position, such as 200000, 500k or 3M [default: 3M; in games 200k].
    #[arg(long, value_name = "N", value_parser = nodes)]
    nodes: Option<u64>,
    /// How many threads search; with more than one, results vary from run to run.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = crate::input::number::<u16>(1, 1024))]
    threads: u16,
    /// The size of the transposition table of each search, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64,
          value_parser = crate::input::number::<u32>(1, 1_048_576))]
    hash: u32,
}

impl Effort {
    pub fn settings(&self) -> EngineSettings {
        EngineSettings {
            threads: self.threads.into(),
            hash_mib: self.hash as usize,
        }
    }

    /// Returns the limits that were given, or this many nodes if there are none.
    pub fn limits(&self, default_nodes: u64) -> Limits {
        let has_limit = self.depth.is_some() || self.time.is_some() || self.nodes.is_some();
        Limits {
            depth: self.depth,
            nodes: if has_limit {
                self.nodes
            } else {
                Some(default_nodes)
            },
            ..Limits::none()
        }
    }

    /// Returns the control of a search for this many lines that starts now.
    pub fn control<'h>(
        &self,
        lines: usize,
        on_report: &'h (dyn Fn(&SearchReport) + Sync),
    ) -> AnalysisControl<'h> {
        AnalysisControl {
            deadline: self.time.map(|time| Instant::now() + time),
            stops_at_mate: lines == 1 && self.depth.is_none(),
            on_report,
        }
    }

    /// Describes the effort in words, for the tag that names the annotator.
    pub fn words(&self, default_nodes: u64) -> String {
        let limits = self.limits(default_nodes);
        let mut words = Vec::new();
        words.extend(limits.depth.map(|depth| format!("depth {depth}")));
        words.extend(limits.nodes.map(|nodes| format!("{nodes} nodes per move")));
        let seconds = |time: Duration| format!("{} seconds per move", time.as_secs_f64());
        words.extend(self.time.map(seconds));
        words.join(", ")
    }
}

/// Stops a search when its time is up or the user presses Ctrl-C.
pub struct AnalysisControl<'h> {
    deadline: Option<Instant>,
    /// Whether the search ends once it has found a forced mate.
    stops_at_mate: bool,
    on_report: &'h (dyn Fn(&SearchReport) + Sync),
}

impl SearchControl for AnalysisControl<'_> {
    fn should_stop(&self) -> bool {
        let is_late = self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
        is_late || INTERRUPTED.load(Ordering::Relaxed)
    }

    /// A search deeper than the mate it has found will not find a faster one.
    fn should_finish(&self, progress: &SearchProgress) -> bool {
        let mate = progress.score.mate().filter(|_| self.stops_at_mate);
        mate.is_some_and(|moves| progress.depth > 2 * moves.unsigned_abs() + 2)
    }

    fn on_report(&self, report: &SearchReport) {
        (self.on_report)(report);
    }
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes the first Ctrl-C end the search instead of the program.
#[cfg(unix)]
pub fn stop_at_interrupt() {
    use signal_hook::{consts::SIGINT, iterator::Signals, low_level::emulate_default_handler};
    // If this fails, Ctrl-C ends the program as usual.
    let Ok(mut signals) = Signals::new([SIGINT]) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in &mut signals {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                let _ = emulate_default_handler(signal);
            }
        }
    });
}

#[cfg(not(unix))]
pub fn stop_at_interrupt() {}

/// Parses a number of seconds, such as `5` or `0.5`.
pub fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "write a number of seconds, such as 5 or 0.5")?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() && time <= MAX_SEARCH_TIME => Ok(time),
        _ => Err("the time must be more than zero and at most a day"),
    }
}

const MAX_SEARCH_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// Parses a number, with `k` for thousands and `M` for millions.
pub fn nodes(text: &str) -> Result<u64, &'static str> {
    let (digits, unit) = match text.char_indices().next_back() {
        Some((end, 'k' | 'K')) => (&text[..end], 1_000),
        Some((end, 'm' | 'M')) => (&text[..end], 1_000_000),
        _ => (text, 1),
    };
    let number = digits.parse::<u64>().ok();
    number
        .and_then(|number| number.checked_mul(unit))
        .filter(|&number| number > 0)
        .ok_or("write a number of nodes, such as 200000, 500k or 3M")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_end_with_k_or_m() {
        for (text, number) in [
            ("1", 1),
            ("500k", 500_000),
            ("3M", 3_000_000),
            ("2K", 2_000),
        ] {
            assert_eq!(nodes(text), Ok(number), "{text}");
        }
        for text in [
            "",
            "0",
            "k",
            "-1",
            "1.5M",
            "99999999999999999999",
            "20000000000000M",
            "é",
        ] {
            assert!(nodes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn seconds_may_be_fractions() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["", "0", "-1", "NaN", "inf", "1e9", "5s"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
