//! The result of a test suite, as text and as JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::{exercise::Exercise, solve::Attempt};
use crate::{
    analyze::Eval,
    output::{self, thousands},
};

#[derive(Serialize)]
pub struct Report {
    positions: Vec<Row>,
    solved: usize,
    /// The median of the nodes to solve a position, where a position that was not
    /// solved counts as more than any other. `None` if that is the median.
    median_nodes: Option<u64>,
}

#[derive(Serialize)]
struct Row {
    line: usize,
    id: Option<String>,
    fen: String,
    expected: String,
    /// The move in SAN.
    played: Option<String>,
    /// The evaluation from White's point of view.
    eval: Eval,
    solved: bool,
    depth: Option<u32>,
    nodes: Option<u64>,
    seconds: Option<f64>,
}

impl Report {
    pub fn of(exercises: &[Exercise], attempts: &[Attempt]) -> Report {
        let rows = exercises.iter().zip(attempts).map(|(exercise, attempt)| {
            let position = &exercise.position;
            Row {
                line: exercise.line,
                id: exercise.id.clone(),
                fen: position.to_string(),
                expected: exercise.expected.clone(),
                played: attempt.mv.map(|mv| position.san(mv).to_string()),
                eval: Eval::of(attempt.score, position.turn()),
                solved: attempt.solved.is_some(),
                depth: attempt.solved.map(|effort| effort.depth),
                nodes: attempt.solved.map(|effort| effort.nodes),
                seconds: attempt.solved.map(|effort| effort.time.as_secs_f64()),
            }
        });
        let positions: Vec<Row> = rows.collect();
        Report {
            solved: positions.iter().filter(|row| row.solved).count(),
            median_nodes: median(positions.iter().map(|row| row.nodes)),
            positions,
        }
    }

    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = |row: &Row| row.id.clone().unwrap_or(format!("line {}", row.line));
        let width = |text: &dyn Fn(&Row) -> String, least: usize| {
            let lengths = self.positions.iter().map(|row| text(row).chars().count());
            lengths.max().unwrap_or(0).clamp(least, MAX_COLUMN_WIDTH)
        };
        let names = width(&name, "position".len());
        let expected = width(&|row| row.expected.clone(), "expected".len());
        writeln!(
            out,
            "{:names$}  {:expected$}  {:8}  {:6}  {:>5}  {:>11}  {:>9}",
            "position", "expected", "played", "solved", "depth", "nodes", "seconds"
        )?;
        for row in &self.positions {
            let or_dash = |text: Option<String>| text.unwrap_or("-".to_owned());
            writeln!(
                out,
                "{:names$}  {:expected$}  {:8}  {:6}  {:>5}  {:>11}  {:>9}",
                name(row),
                row.expected,
                or_dash(row.played.clone()),
                if row.solved { "yes" } else { "no" },
                or_dash(row.depth.map(|depth| depth.to_string())),
                or_dash(row.nodes.map(thousands)),
                or_dash(row.seconds.map(|seconds| format!("{seconds:.3}"))),
            )?;
        }
        let count = output::count(self.positions.len(), "position");
        write!(out, "\n{} of {count} solved", self.solved)?;
        if let Some(median) = self.median_nodes {
            write!(out, ", median {} nodes", thousands(median))?;
        }
        writeln!(out)
    }
}

/// Longer names and operations move the columns after them.
const MAX_COLUMN_WIDTH: usize = 30;

/// Returns the median, where nothing counts as more than any number. Of an even number
/// of values it is the greater one in the middle.
fn median(values: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    let mut values: Vec<u64> = values.map(|value| value.unwrap_or(u64::MAX)).collect();
    values.sort_unstable();
    let middle = values.get(values.len() / 2).copied();
    middle.filter(|&value| value < u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unsolved_position_counts_as_more_than_any_other() {
        for (values, expected) in [
            (&[][..], None),
            (&[Some(7)], Some(7)),
            (&[Some(9), Some(1), None], Some(9)),
            (&[None, Some(1)], None),
            (&[Some(2), Some(1), Some(4), Some(3)], Some(3)),
        ] {
            assert_eq!(median(values.iter().copied()), expected, "{values:?}");
        }
    }
}
