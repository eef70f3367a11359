//! What a tuner needs: the weights, and how often each counts in a position.

use arbiter_rules::{Color, Position};

use super::{
    accumulator::{Accumulator, SQUARES},
    endings::{self, Verdict},
    judge,
    layout::MATERIAL,
    trace::Trace,
    weights::WEIGHTS,
};
pub use super::{
    king::{ENDGAME_DIVISOR, MIDDLEGAME_DIVISOR},
    layout::{COUNT, GROUPS, Group, Kind},
    pair::Pair,
    trace::Recording,
};

/// The weights as they are.
#[must_use]
pub fn weights() -> &'static [Pair; COUNT] {
    &WEIGHTS
}

/// How often each weight counts in a position; nothing if the ending is known
/// and no weight counts.
#[must_use]
pub fn record(position: &Position) -> Option<Recording> {
    let mut recording = Recording::default();
    match endings::verdict(position) {
        Some(Verdict::Score(_)) => return None,
        Some(Verdict::Scale(limits)) => recording.limits = limits,
        None => {}
    }
    for (square, piece) in position.board().iter() {
        let square = match piece.color {
            Color::White => square as usize,
            Color::Black => square as usize ^ 56,
        };
        let role = piece.role as usize;
        recording.count(piece.color, SQUARES[role] + square, 1);
        if role < 5 {
            recording.count(piece.color, MATERIAL + role, 1);
        }
    }
    judge(
        position,
        &Accumulator::of(position),
        &mut (),
        &mut recording,
    );
    Some(recording)
}
