//! The rules as a service: queries about a position and their answers.
//!
//! The command line prints these answers and the HTTP API returns them, so that
//! both say the same.

mod board_view;
mod input;
mod moves;
mod premoves;
mod query;
mod replay;
mod setup_report;
mod status;
mod why;

use arbiter_rules::{Bitboard, Outcome, Position, Status as GameStatus};

pub use board_view::{BoardView, PlayedStep};
pub use input::{InvalidInput, position, setup};
pub use moves::{Moves, WrittenMove};
pub use premoves::{NextArrival, Premoves, PremovesQuery};
pub use query::{PositionQuery, ReplayQuery, WhyQuery};
pub use replay::{RefusedMove, Replay, read_line};
pub use setup_report::{CastlingChoice, SetupReport};
pub use status::{CanWin, PositionIssue, PositionStatus};
pub use why::{Illegal, Legal, Why};

/// Returns the names of squares.
fn names(squares: Bitboard) -> Vec<String> {
    squares.iter().map(|square| square.to_string()).collect()
}

/// Returns the status of a game in the words of R16. The caller passes the
/// outcome, because finding it can be expensive.
fn state(position: &Position, outcome: Option<Outcome>) -> &'static str {
    let state = match outcome {
        Some(outcome) => outcome.status(),
        None if position.is_check() => GameStatus::Check,
        None => GameStatus::Active,
    };
    state.name()
}
