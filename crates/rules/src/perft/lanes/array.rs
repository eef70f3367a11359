//! Eight lanes as an array, which the compiler vectorizes.

use core::array;

use super::{JUMP, JUMP_ON_BOARD, ON_BOARD, RAYS, STEP};
use crate::{Bitboard, Color, Position, Square, safety::Safety};

pub(super) type Lanes = [u64; 8];

/// Our pinned pieces: in all lanes, in the lanes of their lines, and as a set.
pub(super) struct Pins {
    pub(super) pinned: Lanes,
    pub(super) lines: Lanes,
    pub(super) squares: Bitboard,
}

/// Returns our pinned pieces, or `None` if we are in check.
#[inline(always)]
pub(super) fn pins(
    position: &Position,
    us: Color,
    king: Square,
    _their_sliders: Lanes,
) -> Option<Pins> {
    let safety = Safety::of(position, us);
    if safety.checkers.any() {
        return None;
    }
    let squares = (safety.straight_pins | safety.diagonal_pins) & position.board().of(us);
    let rays = and(RAYS[king as usize], all(squares));
    let lines = array::from_fn(|lane| rays[lane] | rays[lane ^ 4]);
    Some(Pins {
        pinned: all(squares),
        lines,
        squares,
    })
}

#[inline(always)]
pub(super) fn all(squares: Bitboard) -> Lanes {
    [squares.0; 8]
}

/// Returns the squares in these lanes, and nothing in the others.
#[inline(always)]
pub(super) fn only(squares: Bitboard, lanes: u8) -> Lanes {
    array::from_fn(|lane| if lanes >> lane & 1 == 1 { squares.0 } else { 0 })
}

#[inline(always)]
pub(super) fn and(a: Lanes, b: Lanes) -> Lanes {
    array::from_fn(|lane| a[lane] & b[lane])
}

#[inline(always)]
pub(super) fn or(a: Lanes, b: Lanes) -> Lanes {
    array::from_fn(|lane| a[lane] | b[lane])
}

/// Removes pinned pieces from the lanes that are not along their line.
#[inline(always)]
pub(super) fn unless(pieces: Lanes, pinned: Lanes, lines: Lanes) -> Lanes {
    array::from_fn(|lane| pieces[lane] & (!pinned[lane] | lines[lane]))
}

/// Moves the squares one step in the direction of each lane.
#[inline(always)]
pub(super) fn step(squares: Lanes) -> Lanes {
    and(shift(squares, STEP), ON_BOARD)
}

/// Moves the squares by the knight's jump of each lane.
#[inline(always)]
pub(super) fn jump(squares: Lanes) -> Lanes {
    and(shift(squares, JUMP), JUMP_ON_BOARD)
}

/// Returns the pieces and all empty squares they can slide to.
#[inline(always)]
pub(super) fn fill(pieces: Lanes, empty: Lanes) -> Lanes {
    let mut reached = pieces;
    let mut open = and(empty, ON_BOARD);
    for times in [1, 2] {
        let distance = STEP.map(|step| step * times);
        reached = or(reached, and(open, shift(reached, distance)));
        open = and(open, shift(open, distance));
    }
    or(
        reached,
        and(open, shift(reached, STEP.map(|step| step * 4))),
    )
}

/// Returns the total number of squares in all lanes.
#[inline(always)]
pub(super) fn count(a: Lanes, b: Lanes, c: Lanes) -> u32 {
    let ones = |lanes: Lanes| lanes.iter().map(|lane| lane.count_ones()).sum::<u32>();
    ones(a) + ones(b) + ones(c)
}

/// Returns the union of all lanes.
#[inline(always)]
pub(super) fn union(lanes: Lanes) -> Bitboard {
    Bitboard(lanes.iter().fold(0, |union, lane| union | lane))
}

#[inline(always)]
fn shift(squares: Lanes, distance: [u32; 8]) -> Lanes {
    array::from_fn(|lane| {
        if lane < 4 {
            squares[lane] << distance[lane]
        } else {
            squares[lane] >> distance[lane]
        }
    })
}
