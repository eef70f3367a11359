//! The rules as a service: what is asked about a position, and the answer.
//!
//! The command line prints these answers and the HTTP interface sends them, so
//! that both say the same.

mod ask;
mod input;
mod look;
mod moves;
mod replay;
mod set_up;
mod status;
mod why;

use arbiter_rules::{Bitboard, Outcome, Position, Status as State};

pub use ask::{AskPosition, AskReplay, AskWhy};
pub use input::{BadInput, position, setup};
pub use look::{Look, Step};
pub use moves::{Moves, Written};
pub use replay::{Replay, Stop, line};
pub use set_up::{CastlingChoice, SetUp};
pub use status::{CanWin, Doubtful, Status};
pub use why::{Illegal, Legal, Why};

/// The names of squares.
fn names(squares: Bitboard) -> Vec<String> {
    squares.iter().map(|square| square.to_string()).collect()
}

/// Where a game stands, in the words of R16.
///
/// The outcome is handed in because to know it may take a proof.
fn state(position: &Position, outcome: Option<Outcome>) -> &'static str {
    let state = match outcome {
        Some(outcome) => outcome.status(),
        None if position.is_check() => State::Check,
        None => State::Active,
    };
    state.name()
}
