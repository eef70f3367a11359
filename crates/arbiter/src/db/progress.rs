use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar on the terminal, shown only for work that takes longer than a
/// second.
pub struct DbProgress {
    bar: ProgressBar,
    started: Instant,
    noun: &'static str,
}

/// How long to wait before the bar is shown.
const DELAY: Duration = Duration::from_secs(1);

impl DbProgress {
    /// Creates a bar that counts things of this name, such as "games".
    pub fn new(noun: &'static str) -> DbProgress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let started = Instant::now();
        DbProgress { bar, started, noun }
    }

    /// Shows how much is done of a total, which is 0 if unknown.
    pub fn show(&self, done: u64, total: u64) {
        if self.started.elapsed() < DELAY || !io::stderr().is_terminal() {
            return;
        }
        if self.bar.is_hidden() {
            let template = match total {
                0 => format!("{{human_pos}} {} {{elapsed}}", self.noun),
                _ => format!(
                    "{{percent:>3}} % {{wide_bar}} {{human_pos}} of {{human_len}} {}, {{eta}} left",
                    self.noun
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

    /// Hides the bar while something is printed.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Drop for DbProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
