//! The plain implementation must be right before it can be compared with
//! anything: every fact and every decision of the rules, by hand.

mod arrival;
mod chess;
mod clearing;
mod moving;
mod nothing_to_do;
mod perft;
mod random_games;
mod text;

use super::{Clearing, Plain, board::Color};

/// The order of the mode `fixed`, with the king at the end.
const FIXED: &str = "PPNPBPRPQPPNBRPK";

/// The start with the fixed order and the usual options.
fn start() -> Plain {
    Plain::start(FIXED, FIXED, 1, Clearing::Triplets, false)
}

/// Plays some actions, written one after the other.
fn play(mut plain: Plain, actions: &str) -> Plain {
    for uci in actions.split_whitespace() {
        plain.play(uci);
    }
    plain
}

/// The position of a text after some actions.
fn after(fen: &str, actions: &str) -> Plain {
    play(Plain::from_fen(fen), actions)
}

/// The legal actions in one line.
fn actions(fen: &str) -> String {
    Plain::from_fen(fen).actions().join(" ")
}

/// The legal actions that begin with some letters, in one line.
fn actions_of(fen: &str, beginning: &str) -> String {
    let mut actions = Plain::from_fen(fen).actions();
    actions.retain(|uci| uci.starts_with(beginning));
    actions.join(" ")
}

/// Whether somebody's piece waits.
fn waits(plain: &Plain, color: Color) -> bool {
    plain.side(color).waiting
}
