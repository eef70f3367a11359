//! What a tuner needs: the weights, and how often each counts in a position.

use arbiter_rules::Position;

use super::{judge, sums::SQUARES, weights::WEIGHTS};
use super::{layout::MATERIAL, trace::Trace};
pub use super::{
    layout::{COUNT, GROUPS, Group, Kind},
    pair::Pair,
    sums::Sums,
    trace::Recording,
};

/// The weights as they are.
#[must_use]
pub fn weights() -> &'static [Pair; COUNT] {
    &WEIGHTS
}

/// How often each weight counts in a position.
#[must_use]
pub fn record(position: &Position) -> Recording {
    let mut recording = Recording::default();
    for (square, piece) in position.board().iter() {
        let square = match piece.color {
            arbiter_rules::Color::White => square as usize,
            arbiter_rules::Color::Black => square as usize ^ 56,
        };
        let role = piece.role as usize;
        recording.count(piece.color, SQUARES[role] + square, 1);
        if role < 5 {
            recording.count(piece.color, MATERIAL + role, 1);
        }
    }
    judge(position, &Sums::of(position), &mut (), &mut recording);
    recording
}
