use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Shows the progress of a match: a status line on a terminal, otherwise a line from time
/// to time.
pub struct MatchProgress {
    bar: ProgressBar,
    total: usize,
    /// Without a terminal, the number of games between two lines.
    every: usize,
}

impl MatchProgress {
    pub fn new(total: usize, done: usize) -> MatchProgress {
        let bar = ProgressBar::new(total as u64);
        let template = "{pos} of {len}  {msg}  {elapsed}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_position(done as u64);
        bar.reset_eta();
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_secs(1));
        }
        MatchProgress {
            bar,
            total,
            every: (total / 20).max(1),
        }
    }

    /// Shows the number of finished games and the standings.
    pub fn update(&self, done: usize, standings: String) {
        if !self.bar.is_hidden() {
            self.bar.set_position(done as u64);
            self.bar.set_message(standings);
        } else if done.is_multiple_of(self.every) {
            eprintln!("{done} of {}  {standings}", self.total);
        }
    }

    /// Shows a remark.
    pub fn note(&self, text: &str) {
        self.bar.suspend(|| eprintln!("{text}"));
    }
}

impl Drop for MatchProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
