//! Tests of the simple implementation itself, which must be right before it can
//! be compared with the library.

mod arrival;
mod chess;
mod clearing;
mod moving;
mod nothing_to_do;
mod perft;
mod random_games;
mod text;

use super::{Clearing, Plain, board::Color};

/// The order of the `fixed` mode, with the king at the end.
const FIXED: &str = "PPNPBPRPQPPNBRPK";

/// Returns the start with the fixed order and default settings.
fn start() -> Plain {
    Plain::start(FIXED, FIXED, 1, Clearing::Triplets, false)
}

/// Plays actions separated by spaces.
fn play(mut plain: Plain, actions: &str) -> Plain {
    for uci in actions.split_whitespace() {
        plain.play(uci);
    }
    plain
}

/// Returns the position of a FEN after some actions.
fn after(fen: &str, actions: &str) -> Plain {
    play(Plain::from_fen(fen), actions)
}

/// Returns the legal actions, joined by spaces.
fn actions(fen: &str) -> String {
    Plain::from_fen(fen).actions().join(" ")
}

/// Returns the legal actions with this prefix, joined by spaces.
fn actions_of(fen: &str, beginning: &str) -> String {
    let mut actions = Plain::from_fen(fen).actions();
    actions.retain(|uci| uci.starts_with(beginning));
    actions.join(" ")
}

/// Reports whether a piece of this side is waiting.
fn waits(plain: &Plain, color: Color) -> bool {
    plain.side(color).waiting
}
