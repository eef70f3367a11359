use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use arbiter_engine::{EngineSettings, Limits, SearchControl, SearchProgress, SearchReport};
use clap::Args;

/// How far and with what to search.
#[derive(Args)]
pub struct Effort {
    /// So many half-moves deep.
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// So many seconds for each position.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// So many nodes for each position, such as 200000, 500k or 3M [default: 3M, in a game 200k].
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    /// How many threads search; with more than one no two searches are the same.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The memory for positions, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
}

impl Effort {
    pub fn settings(&self) -> EngineSettings {
        EngineSettings {
            threads: self.threads.into(),
            hash_mib: self.hash as usize,
        }
    }

    /// What was asked for, or so many nodes.
    pub fn limits(&self, usual_nodes: u64) -> Limits {
        let is_asked = self.depth.is_some() || self.time.is_some() || self.nodes.is_some();
        Limits {
            depth: self.depth,
            nodes: if is_asked {
                self.nodes
            } else {
                Some(usual_nodes)
            },
            ..Limits::none()
        }
    }

    /// A watch over one search that begins now, for so many lines.
    pub fn watch<'h>(&self, lines: usize, hear: &'h (dyn Fn(&SearchReport) + Sync)) -> Watch<'h> {
        Watch {
            deadline: self.time.map(|time| Instant::now() + time),
            stops_at_mate: lines == 1 && self.depth.is_none(),
            hear,
        }
    }

    /// In words, for the tag that says who has annotated a game.
    pub fn words(&self, usual_nodes: u64) -> String {
        let limits = self.limits(usual_nodes);
        let mut words = Vec::new();
        words.extend(limits.depth.map(|depth| format!("depth {depth}")));
        words.extend(limits.nodes.map(|nodes| format!("{nodes} nodes a move")));
        let seconds = |time: Duration| format!("{} seconds a move", time.as_secs_f64());
        words.extend(self.time.map(seconds));
        words.join(", ")
    }
}

/// Stops a search when its time is up, or when somebody presses Ctrl-C.
pub struct Watch<'h> {
    deadline: Option<Instant>,
    /// Whether the search is over when nothing but a mate can come of it.
    stops_at_mate: bool,
    hear: &'h (dyn Fn(&SearchReport) + Sync),
}

impl SearchControl for Watch<'_> {
    fn should_stop(&self) -> bool {
        let is_late = self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
        is_late || INTERRUPTED.load(Ordering::Relaxed)
    }

    /// A mate that is seen from further away than it is will not come sooner.
    fn should_finish(&self, effort: &SearchProgress) -> bool {
        let mate = effort.score.mate().filter(|_| self.stops_at_mate);
        mate.is_some_and(|moves| effort.depth > 2 * moves.unsigned_abs() + 2)
    }

    fn on_report(&self, report: &SearchReport) {
        (self.hear)(report);
    }
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C does not end the program but the search, the first time.
#[cfg(unix)]
pub fn stop_at_interrupt() {
    use signal_hook::{consts::SIGINT, iterator::Signals, low_level::emulate_default_handler};
    // Without it Ctrl-C ends the program, as always.
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

/// Seconds, whole or in parts, as somebody types them.
pub fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds: f64 = text.parse().map_err(|_| "give seconds, such as 5 or 0.5")?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() && time <= LONGEST => Ok(time),
        _ => Err("give seconds: more than none, and no more than a day"),
    }
}

const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// A number, with `k` for thousands and `M` for millions.
fn count(text: &str) -> Result<u64, &'static str> {
    let (digits, unit) = match text.char_indices().next_back() {
        Some((end, 'k' | 'K')) => (&text[..end], 1_000),
        Some((end, 'm' | 'M')) => (&text[..end], 1_000_000),
        _ => (text, 1),
    };
    let number = digits.parse::<u64>().ok();
    number
        .and_then(|number| number.checked_mul(unit))
        .filter(|&number| number > 0)
        .ok_or("give a number of positions, such as 200000, 500k or 3M")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_have_thousands_and_millions() {
        for (text, number) in [
            ("1", 1),
            ("500k", 500_000),
            ("3M", 3_000_000),
            ("2K", 2_000),
        ] {
            assert_eq!(count(text), Ok(number), "{text}");
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
            assert!(count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn seconds_may_have_parts() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["", "0", "-1", "NaN", "inf", "1e9", "5s"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
