use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Prints now and then how much of something long is done.
pub struct Progress {
    what: &'static str,
    total: usize,
    state: Mutex<State>,
}

struct State {
    done: usize,
    printed: Instant,
}

/// How long a command may print nothing.
pub const PRINT_INTERVAL: Duration = Duration::from_secs(5);

impl Progress {
    /// Returns the progress of doing something this many times; `what` names the things done,
    /// as in "games created".
    pub fn new(what: &'static str, total: usize) -> Progress {
        Progress {
            what,
            total,
            state: Mutex::new(State {
                done: 0,
                printed: Instant::now(),
            }),
        }
    }

    /// Notes that one more is done.
    pub fn add_one(&self) {
        let mut state = self.state.lock();
        state.done += 1;
        if state.printed.elapsed() >= PRINT_INTERVAL {
            state.printed = Instant::now();
            println!("  {} of {} {}", state.done, self.total, self.what);
        }
    }
}
