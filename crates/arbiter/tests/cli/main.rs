//! Runs the program as people and other programs do: arguments and lines in,
//! text and exit codes out.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    io::Write,
    process::{Command, Stdio},
};

use serde_json::Value;

mod analyze;
mod completions;
mod db;
mod examples;
mod health;
mod levels;
mod matches;
mod moves;
mod narrow_terminal;
mod perft;
#[cfg(unix)]
mod permissions;
mod pgn;
mod pgn_check;
mod pgn_classify;
mod pgn_convert;
mod pgn_filter;
mod pgn_stats;
mod play;
mod play_terminal;
mod record;
mod replay;
mod saktris;
mod serve;
mod show;
mod status;
mod suite;
mod tournament;
mod uci;
mod why;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The result of running the program.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    /// Parses the only line of output as JSON.
    #[track_caller]
    fn json(&self) -> Value {
        let lines = self.lines();
        assert_eq!(lines.len(), 1, "{}", self.out);
        lines[0].clone()
    }

    /// Parses every line of output as JSON.
    #[track_caller]
    fn lines(&self) -> Vec<Value> {
        let lines = self.out.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

/// Runs the program.
fn arbiter(arguments: &[&str]) -> Ran {
    arbiter_reading(arguments, b"")
}

/// Runs the program with this standard input.
fn arbiter_reading(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut standard_input = child.stdin.take().unwrap();
    if !input.is_empty() {
        standard_input.write_all(input).unwrap();
    }
    drop(standard_input);
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap(),
        // A picture is not text.
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Returns the top-level keys of a line of JSON, in their order.
fn keys(line: &str) -> Vec<String> {
    let value: Value = serde_json::from_str(line).unwrap();
    let mut keys: Vec<_> = value.as_object().unwrap().keys().cloned().collect();
    keys.sort_by_key(|key| line.find(&format!("\"{key}\":")));
    keys
}
