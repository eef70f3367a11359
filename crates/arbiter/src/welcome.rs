//! What `arbiter help` says.

use std::io::{self, Write};

use crate::output::Verdict;

/// Says what the program can do, with examples that work when pasted.
pub fn run(out: &mut dyn Write) -> io::Result<Verdict> {
    let program = program();
    writeln!(
        out,
        "Arbiter knows every law of chess, and says why when it refuses.\n"
    )?;
    for (command, what) in COMMANDS {
        writeln!(out, "  arbiter {command:<16} {what}")?;
    }
    writeln!(out, "\nTry one of these:\n")?;
    for example in EXAMPLES {
        writeln!(out, "  {program} {example}")?;
    }
    writeln!(
        out,
        "\nMost commands answer programs with --json. Those with a FEN take - in its\n\
         place, and then answer each line of standard input with a line of JSON.\n\
         {program} help COMMAND says more."
    )?;
    Ok(Verdict::Yes)
}

const COMMANDS: [(&str, &str); 15] = [
    ("serve", "a chess server; the same as arbiter alone"),
    ("db COMMAND", "checks, copies and moves what a server keeps"),
    (
        "play",
        "a game in this terminal, against the computer or for two",
    ),
    ("levels", "lists the opponents that the computer can be"),
    (
        "analyze FEN|PGN",
        "the computer's lines, or every move of a game judged",
    ),
    ("pgn COMMAND", "checks, counts, converts and filters games"),
    ("moves FEN", "lists the legal moves"),
    (
        "why FEN MOVE",
        "says whether a move is legal and, if it is not, why",
    ),
    ("status FEN", "check, mate, draws, and who can still win"),
    ("replay MOVE…", "plays moves and shows where they lead"),
    ("perft DEPTH", "counts positions, fast"),
    ("show FEN", "draws the board as text or SVG"),
    ("uci", "plays for any chess program that speaks UCI"),
    ("match", "lets chess programs play each other, and counts"),
    ("bench", "measures the search"),
];

const EXAMPLES: [&str; 9] = [
    "play --level 3",
    "play --clock 5+3",
    "play --variant saktris --level 3",
    "analyze --nodes 500k \"6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1\"",
    "moves start",
    "why \"4kr2/8/8/8/8/8/8/4K2R w K - 0 1\" O-O",
    "status \"8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1\"",
    "replay f3 e5 g4 Qh4",
    "perft 6",
];

/// The program as it was called, so that the examples work where it is not
/// on the path: after `cargo run` it is in `target/release`.
fn program() -> String {
    let called = std::env::args()
        .next()
        .filter(|called| called.contains(['/', '\\']));
    match called {
        Some(called) if called.contains(' ') => format!("\"{called}\""),
        Some(called) => called,
        None => "arbiter".to_owned(),
    }
}
