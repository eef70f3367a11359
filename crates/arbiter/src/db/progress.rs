use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on the terminal for what takes longer than a second.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    what: &'static str,
}

const PATIENCE: Duration = Duration::from_secs(1);

impl Progress {
    /// What is counted: "games".
    pub fn new(what: &'static str) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let started = Instant::now();
        Progress { bar, started, what }
    }

    /// So far it has come, of so many; of nobody knows how many, if that is 0.
    pub fn show(&self, done: u64, total: u64) {
        if self.started.elapsed() < PATIENCE || !io::stderr().is_terminal() {
            return;
        }
        if self.bar.is_hidden() {
            let template = match total {
                0 => format!("{{human_pos}} {} {{elapsed}}", self.what),
                _ => format!(
                    "{{percent:>3}} % {{wide_bar}} {{human_pos}} of {{human_len}} {}, {{eta}} left",
                    self.what
                ),
            };
            if let Ok(style) = ProgressStyle::with_template(&template) {
                self.bar.set_style(style);
            }
            self.bar
                .set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
        if total > 0 {
            self.bar.set_length(total);
        }
        self.bar.set_position(done);
    }

    /// Lets something be printed without the bar in its way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
