use std::time::Duration;

use arbiter_engine::{Bound, SearchReport};
use arbiter_rules::Position;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::view;
use crate::output::{self, thousands};

/// Shows the lines of a running search, or nothing if standard error is not a
/// terminal.
pub struct LiveDisplay {
    position: Position,
    head: ProgressBar,
    lines: Vec<ProgressBar>,
}

impl LiveDisplay {
    /// Returns a display for this many lines of a position.
    pub fn new(position: &Position, lines: usize) -> LiveDisplay {
        let all = MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        let is_hidden = all.is_hidden();
        let count = if is_hidden { 0 } else { lines };
        let bar = |template: &str| {
            let bar = all.add(ProgressBar::new_spinner());
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar
        };
        let head = bar("{spinner} {msg}  {elapsed}");
        if !is_hidden {
            head.enable_steady_tick(Duration::from_millis(100));
        }
        LiveDisplay {
            position: position.clone(),
            head,
            lines: (0..count).map(|_| bar("{wide_msg}")).collect(),
        }
    }

    /// Shows what the search has found.
    pub fn show(&self, report: &SearchReport) {
        let Some(line) = self.lines.get(report.number.wrapping_sub(1)) else {
            return;
        };
        if report.bound != Bound::Exact {
            return;
        }
        let nodes = thousands(report.nodes);
        self.head
            .set_message(format!("depth {}, {nodes} nodes", report.depth));
        let label = view::label(report.score, report.wdl, self.position.turn());
        let moves = output::numbered_moves(&self.position, &report.moves).join(" ");
        line.set_message(format!("{label}{moves}"));
    }
}

impl Drop for LiveDisplay {
    fn drop(&mut self) {
        for bar in self.lines.iter().chain([&self.head]) {
            bar.finish_and_clear();
        }
    }
}
