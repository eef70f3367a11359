//! The pieces that leave the board after an action (S8).

use super::board::{Board, Color, Piece, Role, Square, step};

const ALONG_RANK: (i8, i8) = (1, 0);
const ALONG_FILE: (i8, i8) = (0, 1);

/// Returns the squares that are cleared after a piece has moved to `mover`.
pub fn triplet(board: &Board, mover: Square) -> Vec<Square> {
    for way in [ALONG_RANK, ALONG_FILE] {
        let run = run(board, mover, way);
        if run.len() >= 3 {
            let mut leaving = run[..3].to_vec();
            leaving.extend(pushed(board, &run, way));
            return leaving;
        }
    }
    Vec::new()
}

/// Returns the run of adjacent pieces of one kind through a square, counted from
/// the a-file or the first rank.
fn run(board: &Board, through: Square, way: (i8, i8)) -> Vec<Square> {
    let role = |square| board.at(square).map(|piece: Piece| piece.role);
    let same = |square| role(square).is_some() && role(square) == role(through);
    let mut first = through;
    while same(step(first, way, -1)) {
        first = step(first, way, -1);
    }
    let mut run = Vec::new();
    while same(first) {
        run.push(first);
        first = step(first, way, 1);
    }
    run
}

/// Returns the nearest piece beyond the run, away from the pusher.
fn pushed(board: &Board, run: &[Square], way: (i8, i8)) -> Option<Square> {
    let (edge, sign) = if pusher(board, run) == run[0] {
        (run[run.len() - 1], 1)
    } else {
        (run[0], -1)
    };
    (1..8)
        .map(|steps| step(edge, way, steps * sign))
        .find(|&square| board.at(square).is_some())
}

/// Returns which of the first three of a run moved last; if that is the middle
/// one, which end moved later.
fn pusher(board: &Board, run: &[Square]) -> Square {
    let stamp = |square| board.at(square).map_or(0, |piece| piece.stamp);
    let (low, middle, high) = (run[0], run[1], run[2]);
    let mut latest = low;
    for other in [middle, high] {
        if stamp(other) > stamp(latest) {
            latest = other;
        }
    }
    match latest {
        end if end != middle => end,
        _ if stamp(high) > stamp(low) => high,
        _ => low,
    }
}

/// Returns all pawns in runs of three or more of one color along a rank.
pub fn rows(board: &Board) -> Vec<Square> {
    let pawn = |square, color| {
        board
            .at(square)
            .is_some_and(|piece| piece.role == Role::Pawn && piece.color == color)
    };
    let mut leaving = Vec::new();
    for square in Board::squares() {
        for color in Color::BOTH {
            // A pawn is in a row if it is the left, middle or right one of three.
            let in_row = (-2..=0).any(|left| {
                (left..left + 3).all(|files| pawn(step(square, ALONG_RANK, files), color))
            });
            if in_row {
                leaving.push(square);
            }
        }
    }
    leaving
}
