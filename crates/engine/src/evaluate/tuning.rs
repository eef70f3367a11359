//! Access to the weights for the tuner, and to how often each counts in a
//! position.

use arbiter_rules::{Color, Move, Position};

use super::{
    accumulator::{Accumulator, SQUARES},
    endings::{self, EndingKnowledge},
    evaluator::evaluate_traced,
    layout::MATERIAL,
    trace::Trace,
    weights::WEIGHTS,
};
use crate::see;

pub use super::{
    king::{ENDGAME_DIVISOR, MIDDLEGAME_DIVISOR},
    layout::{COUNT, GROUPS, Group, Kind},
    pair::Pair,
    trace::Recording,
};

/// Reports whether a move wins at least this much, in centipawns, if both sides
/// then capture on its target square as long as that pays.
#[must_use]
pub fn wins_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    see::wins_at_least(position, mv, threshold)
}

/// Returns the current weights.
#[must_use]
pub fn weights() -> &'static [Pair; COUNT] {
    &WEIGHTS
}

/// Records how often each weight counts in a position. Returns none for a known
/// ending, in which no weight counts.
#[must_use]
pub fn record(position: &Position) -> Option<Recording> {
    let mut recording = Recording::default();
    match endings::knowledge(position) {
        Some(EndingKnowledge::Score(_)) => return None,
        Some(EndingKnowledge::Scale(limits)) => recording.limits = limits,
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
    evaluate_traced(
        position,
        &Accumulator::of(position),
        &mut (),
        &mut recording,
    );
    Some(recording)
}
