use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How a match stands while it is played: one line that changes on a terminal,
/// and a line now and then elsewhere.
pub struct Progress {
    bar: ProgressBar,
    total: usize,
    /// Without a terminal, a line after so many games.
    every: usize,
}

impl Progress {
    pub fn new(total: usize, done: usize) -> Progress {
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
        Progress {
            bar,
            total,
            every: (total / 20).max(1),
        }
    }

    /// So many games are finished, and this is how it stands.
    pub fn tell(&self, done: usize, standing: String) {
        if !self.bar.is_hidden() {
            self.bar.set_position(done as u64);
            self.bar.set_message(standing);
        } else if done.is_multiple_of(self.every) {
            eprintln!("{done} of {}  {standing}", self.total);
        }
    }

    /// Something that must not go unseen.
    pub fn note(&self, text: &str) {
        self.bar.suspend(|| eprintln!("{text}"));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
