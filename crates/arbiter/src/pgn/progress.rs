use std::{
    fs,
    io::{self, IsTerminal},
    path::PathBuf,
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::thousands;

/// How often the bar is redrawn.
const REDRAW_INTERVAL: Duration = Duration::from_millis(100);

/// A progress bar for reading files, hidden if standard error is not a terminal.
pub struct PgnProgress {
    bar: ProgressBar,
    games: u64,
    /// When the number of games was last shown.
    shown_at: Duration,
    /// Whether standard output goes to the same terminal as the bar.
    shares_terminal: bool,
}

impl PgnProgress {
    /// Returns a bar for reading these files, measured in compressed bytes.
    pub fn over(files: &[PathBuf]) -> PgnProgress {
        let sizes = files.iter().map(|file| match fs::metadata(file) {
            Ok(known) if known.is_file() => Some(known.len()),
            // The size of a pipe is unknown; a missing file counts as empty.
            Ok(_) => None,
            Err(_) if file.as_os_str() == super::source::STANDARD_STREAM => None,
            Err(_) => Some(0),
        });
        let total: Option<u64> = sizes.sum();
        let (bar, template) = match total {
            Some(total) => (
                ProgressBar::new(total),
                "{percent:>3} % {wide_bar} {bytes} of {total_bytes}  {msg}  {eta} left",
            ),
            None => (
                ProgressBar::new_spinner(),
                "{spinner} {bytes}  {msg}  {elapsed}",
            ),
        };
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(REDRAW_INTERVAL);
        }
        let shares_terminal = !bar.is_hidden() && io::stdout().is_terminal();
        PgnProgress {
            bar,
            games: 0,
            shown_at: Duration::ZERO,
            shares_terminal,
        }
    }

    /// Returns a callback that is to be called with the number of bytes of each read.
    pub fn on_read(&self) -> impl FnMut(u64) + Send + 'static {
        let bar = self.bar.clone();
        move |bytes| bar.inc(bytes)
    }

    /// Adds this many games, and updates the number shown.
    pub fn add(&mut self, games: u64) {
        self.games += games;
        let elapsed = self.bar.elapsed();
        // A more frequent update would be illegible.
        if self.bar.is_hidden() || elapsed < self.shown_at + REDRAW_INTERVAL {
            return;
        }
        self.shown_at = elapsed;
        let speed = thousands((self.games as f64 / elapsed.as_secs_f64()) as u64);
        let games = thousands(self.games);
        self.bar.set_message(format!("{games} games, {speed}/s"));
    }

    /// Hides the bar while something is printed to the same terminal.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        if self.shares_terminal {
            self.bar.suspend(print)
        } else {
            print()
        }
    }
}

impl Drop for PgnProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
