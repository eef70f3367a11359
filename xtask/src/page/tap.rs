//! Parses the output of `node --test`, in the Test Anything Protocol.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use anyhow::{Context, Result};

use crate::tally::Tally;

/// Which tests are shown. Failures are always shown with all their details.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Show {
    Each,
    Failures,
}

/// Runs tests and counts them.
pub fn run(mut command: Command, show: Show) -> Result<Tally> {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run {command:?}"))?;
    let output = child.stdout.take().context("the tests have no output")?;
    let mut report = Report::new(show);
    for line in BufReader::new(output).lines() {
        if let Some(said) = report.read(&line?) {
            println!("{said}");
        }
    }
    let mut tally = report.tally;
    if !child.wait()?.success() && tally.failed == 0 {
        // A file that cannot be loaded is not counted.
        tally.failed = 1;
    }
    Ok(tally)
}

struct Report {
    show: Show,
    tally: Tally,
    /// The name of a test that passed and whose duration follows.
    passed: Option<String>,
    is_failing: bool,
}

impl Report {
    fn new(show: Show) -> Report {
        Report {
            show,
            tally: Tally::default(),
            passed: None,
            is_failing: false,
        }
    }

    /// Takes a line of output, and returns what to show for it.
    fn read(&mut self, line: &str) -> Option<String> {
        let words = line.trim_start();
        if let Some(sentence) = words.strip_prefix("ok ").and_then(sentence) {
            self.passed = (self.show == Show::Each).then(|| sentence.to_owned());
            self.is_failing = false;
            return None;
        }
        if let Some(sentence) = words.strip_prefix("not ok ").and_then(sentence) {
            self.passed = None;
            self.is_failing = true;
            return Some(format!("FAILED  {sentence}"));
        }
        if let Some((name, count)) = counted(line) {
            match name {
                "pass" => self.tally.passed += count,
                "fail" | "cancelled" => self.tally.failed += count,
                _ => {}
            }
            return None;
        }
        if self.is_failing && line.starts_with(' ') {
            return Some(line.to_owned());
        }
        let took: f64 = words.strip_prefix("duration_ms: ")?.parse().ok()?;
        let sentence = self.passed.take()?;
        Some(format!("{:>6.1} s  {sentence}", took / 1000.0))
    }
}

/// Parses the name of a test from `3 - two play a game`.
fn sentence(text: &str) -> Option<&str> {
    let (number, sentence) = text.split_once(" - ")?;
    number.parse::<u32>().ok()?;
    Some(sentence)
}

/// Parses a count such as `# pass 12`.
fn counted(line: &str) -> Option<(&str, u64)> {
    let (name, count) = line.strip_prefix("# ")?.split_once(' ')?;
    Some((name, count.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted_and_failures_are_shown_with_details() {
        let text = "\
TAP version 13
# Subtest: two play a game
ok 1 - two play a game
  ---
  duration_ms: 1512.5
  ...
# Subtest: a spectator sees it
not ok 2 - a spectator sees it
  ---
  duration_ms: 10
  error: 'nothing is seen'
  ...
1..2
# tests 2
# pass 1
# fail 1
# cancelled 0
# duration_ms 93709.825758
";
        let mut report = Report::new(Show::Each);
        let shown: Vec<String> = text.lines().filter_map(|line| report.read(line)).collect();
        let expected = "   1.5 s  two play a game
FAILED  a spectator sees it
  ---
  duration_ms: 10
  error: 'nothing is seen'
  ...";
        assert_eq!(shown.join("\n"), expected);
        assert_eq!(report.tally.to_string(), "1 passed, 1 failed");
    }
}
