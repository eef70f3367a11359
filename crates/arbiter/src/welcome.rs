//! The text of `arbiter help`.

use std::io::{self, Write};

use crate::output::{self, ExitStatus};

/// Lists the commands, with examples that work when pasted into a shell: each is one line,
/// however narrow the terminal is.
pub fn run(out: &mut dyn Write) -> io::Result<ExitStatus> {
    let program = program();
    let about = "Arbiter is a complete chess system that explains why a move is refused.";
    writeln!(out, "{}\n", output::wrapped("", about.split(' ')))?;
    for (command, what) in COMMANDS {
        let label = format!("  arbiter {command:<18} ");
        writeln!(out, "{}", output::labeled(&label, 4, what))?;
    }
    writeln!(out, "\nExamples:\n")?;
    for example in EXAMPLES {
        writeln!(out, "  {program} {example}")?;
    }
    writeln!(out)?;
    for sentence in [
        "With --json most commands print JSON. Commands that take a FEN accept - instead \
         and answer each line of standard input with a line of JSON.",
        &format!("{program} help COMMAND explains a command."),
    ] {
        writeln!(out, "{}", output::wrapped("", sentence.split(' ')))?;
    }
    Ok(ExitStatus::Success)
}

const COMMANDS: [(&str, &str); 21] = [
    ("serve", "starts the chess server (the default)"),
    ("worker", "chooses moves and analyzes for several servers"),
    (
        "db COMMAND",
        "checks, copies and moves the server's database",
    ),
    ("health", "asks a server whether it works"),
    (
        "admin COMMAND",
        "makes administrators, resets passwords, bans, invites",
    ),
    (
        "play",
        "plays in this terminal, against the computer or for two players",
    ),
    ("levels", "lists the computer's levels"),
    (
        "analyze FEN|PGN",
        "evaluates a position, or every move of a game",
    ),
    (
        "pgn COMMAND",
        "checks, counts, converts and filters collections of games",
    ),
    ("moves FEN", "lists the legal moves"),
    (
        "why FEN MOVE",
        "says whether a move is legal and, if not, why",
    ),
    (
        "status FEN",
        "reports check, mate, draws and who can still win",
    ),
    ("replay MOVE…", "plays moves and shows where they lead"),
    (
        "perft DEPTH",
        "counts the positions after a number of moves",
    ),
    ("show FEN", "draws the board as text, SVG or PNG"),
    ("uci", "runs the engine for any program that speaks UCI"),
    ("match", "plays engines against each other"),
    (
        "tournament COMMAND",
        "runs tournaments: pairings, results, standings",
    ),
    ("bench", "measures the speed of the engine"),
    ("suite EPD", "lets the engine solve a test suite"),
    (
        "completions SHELL",
        "prints a script with which a shell completes commands",
    ),
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

/// Returns the program as it was called, so that the examples work even if it
/// is not on the `PATH`: after `cargo run` it is in `target/release`.
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
