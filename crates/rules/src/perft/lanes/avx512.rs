//! Eight lanes in one 512-bit register.

use core::arch::x86_64::{
    __m512i, _mm_cvtsi128_si64, _mm512_add_epi64, _mm512_and_epi64, _mm512_castsi512_si128,
    _mm512_lzcnt_epi64, _mm512_mask_blend_epi64, _mm512_maskz_mov_epi64, _mm512_or_epi64,
    _mm512_permutex_epi64, _mm512_popcnt_epi64, _mm512_reduce_add_epi64, _mm512_reduce_or_epi64,
    _mm512_rolv_epi64, _mm512_set_epi64, _mm512_set1_epi64, _mm512_setzero_si512,
    _mm512_shuffle_i64x2, _mm512_srlv_epi64, _mm512_sub_epi64, _mm512_ternarylogic_epi64,
    _mm512_test_epi64_mask, _mm512_xor_epi64,
};

use super::{JUMP, JUMP_ON_BOARD, ON_BOARD, RAYS, STEP};
use crate::{Bitboard, Color, Position, Role, Square, attacks};

pub(super) type Lanes = __m512i;

/// The lanes in which square numbers increase.
const GROWING: u8 = 0b0000_1111;
/// The truth table of `a | (b & c)` for `_mm512_ternarylogic_epi64`.
const A_OR_B_AND_C: i32 = 0xf8;
/// The truth table of `a & !(b & !c)`.
const A_UNLESS_B_WITHOUT_C: i32 = 0xb0;

/// Our pinned pieces: in all lanes, in the lanes of their lines, and as a set.
pub(super) struct Pins {
    pub(super) pinned: Lanes,
    pub(super) lines: Lanes,
    pub(super) squares: Bitboard,
}

/// Returns our pinned pieces, or `None` if we are in check. The first piece in a
/// direction from the king is pinned if it is ours and the second one is an enemy
/// slider of that direction.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
pub(super) fn pins(
    position: &Position,
    us: Color,
    king: Square,
    their_sliders: Lanes,
) -> Option<Pins> {
    let board = position.board();
    let seen = and(each(RAYS[king as usize]), all(board.occupied()));
    let first = nearest(seen);
    let second = nearest(_mm512_xor_epi64(seen, first));
    let leapers = (attacks::knight(king) & board.by_role(Role::Knight))
        | (attacks::pawn(us, king) & board.by_role(Role::Pawn));
    if _mm512_test_epi64_mask(first, their_sliders) != 0 || leapers.meets(board.of(!us)) {
        return None;
    }
    let pin = _mm512_test_epi64_mask(first, all(board.of(us)))
        & _mm512_test_epi64_mask(second, their_sliders);
    let pinned = _mm512_maskz_mov_epi64(pin, first);
    let lines = or(
        pinned,
        _mm512_shuffle_i64x2::<0b01_00_11_10>(pinned, pinned),
    );
    let pairs = or(lines, _mm512_shuffle_i64x2::<0b10_11_00_01>(lines, lines));
    let pinned = or(pairs, _mm512_permutex_epi64::<0b10_11_00_01>(pairs));
    let squares = Bitboard(_mm_cvtsi128_si64(_mm512_castsi512_si128(pinned)) as u64);
    Some(Pins {
        pinned,
        lines,
        squares,
    })
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn all(squares: Bitboard) -> Lanes {
    _mm512_set1_epi64(squares.0 as i64)
}

/// Returns the squares in these lanes, and nothing in the others.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn only(squares: Bitboard, lanes: u8) -> Lanes {
    _mm512_maskz_mov_epi64(lanes, all(squares))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn each(lanes: [u64; 8]) -> Lanes {
    let [a, b, c, d, e, f, g, h] = lanes.map(|lane| lane as i64);
    _mm512_set_epi64(h, g, f, e, d, c, b, a)
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn and(a: Lanes, b: Lanes) -> Lanes {
    _mm512_and_epi64(a, b)
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn or(a: Lanes, b: Lanes) -> Lanes {
    _mm512_or_epi64(a, b)
}

/// Removes pinned pieces from the lanes that are not along their line.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn unless(pieces: Lanes, pinned: Lanes, lines: Lanes) -> Lanes {
    _mm512_ternarylogic_epi64::<A_UNLESS_B_WITHOUT_C>(pieces, pinned, lines)
}

/// Moves the squares one step in the direction of each lane.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn step(squares: Lanes) -> Lanes {
    and(rotate(squares, STEP), each(ON_BOARD))
}

/// Moves the squares by the knight's jump of each lane.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn jump(squares: Lanes) -> Lanes {
    and(rotate(squares, JUMP), each(JUMP_ON_BOARD))
}

/// Returns the pieces and all empty squares they can slide to.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn fill(pieces: Lanes, empty: Lanes) -> Lanes {
    let grow = |reached, open, distance| {
        let next = rotate(reached, distance);
        _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(reached, open, next)
    };
    let mut reached = pieces;
    let mut open = and(empty, each(ON_BOARD));
    for times in [1, 2] {
        let distance = STEP.map(|step| step * times);
        reached = grow(reached, open, distance);
        open = and(open, rotate(open, distance));
    }
    grow(reached, open, STEP.map(|step| step * 4))
}

/// Returns the total number of squares in all lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
pub(super) fn count(a: Lanes, b: Lanes, c: Lanes) -> u32 {
    let sum = _mm512_add_epi64(_mm512_popcnt_epi64(a), _mm512_popcnt_epi64(b));
    _mm512_reduce_add_epi64(_mm512_add_epi64(sum, _mm512_popcnt_epi64(c))) as u32
}

/// Returns the union of all lanes.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn union(lanes: Lanes) -> Bitboard {
    Bitboard(_mm512_reduce_or_epi64(lanes) as u64)
}

/// Rotates every lane by its distance, which takes one instruction for both
/// directions. Squares that leave the board reappear at the other end.
#[inline]
#[target_feature(enable = "avx512f")]
fn rotate(squares: Lanes, distance: [u32; 8]) -> Lanes {
    let mut left = [0; 8];
    for (lane, left) in left.iter_mut().enumerate() {
        let distance = u64::from(distance[lane]);
        *left = if lane < 4 { distance } else { 64 - distance };
    }
    _mm512_rolv_epi64(squares, each(left))
}

/// Returns the square of each ray that is nearest to its start.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
fn nearest(rays: Lanes) -> Lanes {
    let lowest = and(rays, _mm512_sub_epi64(_mm512_setzero_si512(), rays));
    // A shift by 64 or more gives 0, so an empty ray stays empty.
    let top = _mm512_set1_epi64(i64::MIN);
    let highest = _mm512_srlv_epi64(top, _mm512_lzcnt_epi64(rays));
    _mm512_mask_blend_epi64(GROWING, highest, lowest)
}
