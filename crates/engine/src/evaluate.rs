//! How good a position looks without playing on.

mod keys;
mod layout;
mod pair;
mod sums;
mod weights;

use arbiter_rules::{Color, Position};

use sums::FULL_PHASE;
pub use sums::Sums;

/// Judges positions, and remembers what it saw of them: one for each thread.
#[derive(Default)]
pub struct Evaluator {}

impl Evaluator {
    /// How good the position is for the side to move, in hundredths of a pawn.
    pub fn evaluate(&mut self, position: &Position, sums: &Sums) -> i32 {
        let phase = sums.phase.min(FULL_PHASE);
        let (middlegame, endgame) = (sums.value.middlegame(), sums.value.endgame());
        let value = (middlegame * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE;
        match position.turn() {
            Color::White => value,
            Color::Black => -value,
        }
    }
}

/// How good the position is for the side to move, in hundredths of a pawn,
/// counted from nothing.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    Evaluator::default().evaluate(position, &Sums::of(position))
}
