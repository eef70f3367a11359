//! How good a position looks without playing on.

use arbiter_rules::{Color, Move, Position, Role};

/// What the judgement of a position keeps up to date from move to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sums {}

impl Sums {
    /// Counted from nothing.
    #[must_use]
    pub fn of(_position: &Position) -> Sums {
        Sums {}
    }

    /// After a legal move of the position these are the sums of.
    #[must_use]
    pub fn after(&self, _before: &Position, _mv: Move) -> Sums {
        Sums {}
    }
}

/// Judges positions, and remembers what it saw of them: one for each thread.
#[derive(Default)]
pub struct Evaluator {}

impl Evaluator {
    /// How good the position is for the side to move, in hundredths of a pawn.
    pub fn evaluate(&mut self, position: &Position, _sums: &Sums) -> i32 {
        let value = |color: Color| -> i32 {
            [
                (Role::Pawn, 100),
                (Role::Knight, 320),
                (Role::Bishop, 330),
                (Role::Rook, 500),
                (Role::Queen, 950),
            ]
            .into_iter()
            .map(|(role, worth)| worth * position.board().pieces(color, role).count() as i32)
            .sum()
        };
        value(position.turn()) - value(!position.turn())
    }
}

/// How good the position is for the side to move, in hundredths of a pawn,
/// counted from nothing.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    Evaluator::default().evaluate(position, &Sums::of(position))
}
