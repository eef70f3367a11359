//! Counting the legal moves of a position in all eight directions at once.
//!
//! The counter holds one direction in each 64-bit lane of a 512-bit register
//! and moves *sets* of pieces: a parallel-prefix fill (Kogge–Stone, see
//! <https://www.chessprogramming.org/Kogge-Stone_Algorithm>) slides all
//! sliders of a side in all directions with a dozen instructions. Two pieces
//! that slide the same way never reach the same square, because the nearer one
//! is in the way: so the number of targets in a lane is the number of moves.
//! The same holds for knights and for pawns. Nothing loops over pieces and
//! next to nothing branches, which is what a processor likes best.
//!
//! A pin is a lane too: a pinned piece keeps the two directions of its line.

#![cfg(all(feature = "std", target_arch = "x86_64"))]

use core::arch::x86_64::{
    __m512i, _mm_cvtsi128_si64, _mm512_add_epi64, _mm512_and_epi64, _mm512_andnot_epi64,
    _mm512_castsi512_si128, _mm512_lzcnt_epi64, _mm512_mask_blend_epi64, _mm512_maskz_mov_epi64,
    _mm512_or_epi64, _mm512_permutex_epi64, _mm512_popcnt_epi64, _mm512_reduce_add_epi64,
    _mm512_reduce_or_epi64, _mm512_rolv_epi64, _mm512_set_epi64, _mm512_set1_epi64,
    _mm512_setzero_si512, _mm512_shuffle_i64x2, _mm512_srlv_epi64, _mm512_sub_epi64,
    _mm512_ternarylogic_epi64, _mm512_test_epi64_mask, _mm512_xor_epi64,
};

use crate::{Bitboard, CastlingSide, Color, Position, Rank, Role, attacks, safety::Safety};

/// Whether this processor has every feature that [`count`] is compiled for.
pub(super) fn are_supported() -> bool {
    std::is_x86_feature_detected!("avx512f")
        && std::is_x86_feature_detected!("avx512cd")
        && std::is_x86_feature_detected!("avx512vpopcntdq")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt")
}

/// North, east, north-east, north-west, and then their opposites, so that
/// lanes `n` and `n + 4` are one line.
const STEP: [i64; 8] = [8, 1, 9, 7, 56, 63, 55, 57];

const NOT_A: i64 = Bitboard::NOT_A as i64;
const NOT_H: i64 = Bitboard::NOT_H as i64;
const NOT_AB: i64 = NOT_A & (NOT_A << 1);
const NOT_GH: i64 = NOT_H & ((NOT_H as u64) >> 1) as i64;
const UP: i64 = !0xff;
const UP_2: i64 = !0xffff;
const DOWN: i64 = (!0_u64 >> 8) as i64;
const DOWN_2: i64 = (!0_u64 >> 16) as i64;

/// The squares a step in each direction can lead to: what it would carry over
/// the edge is not among them.
const ON_BOARD: [i64; 8] = [
    UP,
    NOT_A,
    UP & NOT_A,
    UP & NOT_H,
    DOWN,
    NOT_H,
    DOWN & NOT_H,
    DOWN & NOT_A,
];

/// The same for the eight jumps of a knight.
const JUMP: [i64; 8] = [17, 10, 58, 49, 47, 54, 6, 15];
const JUMP_ON_BOARD: [i64; 8] = [
    UP_2 & NOT_A,
    UP & NOT_AB,
    DOWN & NOT_AB,
    DOWN_2 & NOT_A,
    DOWN_2 & NOT_H,
    DOWN & NOT_GH,
    UP & NOT_GH,
    UP_2 & NOT_H,
];

/// The lanes in which rooks slide; bishops slide in the others.
const STRAIGHT: u8 = 0b0011_0011;
/// The lanes in which the squares' numbers grow.
const GROWING: u8 = 0b0000_1111;

/// What `_mm512_ternarylogic_epi64` calls `a | (b & c)`.
const A_OR_B_AND_C: i32 = 0xf8;
/// `a & !(b & !c)`.
const A_UNLESS_B_WITHOUT_C: i32 = 0xb0;

/// The rays from each square, a lane each.
static RAYS: [[i64; 8]; 64] = rays();

/// Counts the legal moves of a position with White or Black to move.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn count<const WHITE: bool>(position: &Position) -> u32 {
    let us = if WHITE { Color::White } else { Color::Black };
    let board = position.board();
    let Some(king) = board.king(us) else {
        return count_evasions(position, us);
    };
    let (ours, theirs) = (board.of(us), board.of(!us));
    let occupied = ours | theirs;

    // What the king sees: the first and the second piece in each direction.
    let queens = all(board.by_role(Role::Queen));
    let straight = _mm512_or_epi64(all(board.by_role(Role::Rook)), queens);
    let diagonal = _mm512_or_epi64(all(board.by_role(Role::Bishop)), queens);
    let sliders = _mm512_mask_blend_epi64(STRAIGHT, diagonal, straight);
    let our_sliders = _mm512_and_epi64(sliders, all(ours));
    let their_sliders = _mm512_and_epi64(sliders, all(theirs));
    let seen = _mm512_and_epi64(lanes(&RAYS[king as usize]), all(occupied));
    let first = nearest(seen);
    let second = nearest(_mm512_xor_epi64(seen, first));

    let knights = board.by_role(Role::Knight);
    let pawns = board.by_role(Role::Pawn);
    let leapers = (attacks::knight(king) & knights) | (attacks::pawn(us, king) & pawns);
    if _mm512_test_epi64_mask(first, their_sliders) != 0 || leapers.meets(theirs) {
        return count_evasions(position, us);
    }

    // A pinned piece keeps the lanes of its own line, and leaves the others.
    let pin =
        _mm512_test_epi64_mask(first, all(ours)) & _mm512_test_epi64_mask(second, their_sliders);
    let pinned = _mm512_maskz_mov_epi64(pin, first);
    let on_line = _mm512_or_epi64(
        pinned,
        _mm512_shuffle_i64x2::<0b01_00_11_10>(pinned, pinned),
    );
    let on_lines = _mm512_or_epi64(
        on_line,
        _mm512_shuffle_i64x2::<0b10_11_00_01>(on_line, on_line),
    );
    let pinned = _mm512_or_epi64(on_lines, _mm512_permutex_epi64::<0b10_11_00_01>(on_lines));

    let empty = all(!occupied);
    let free = all(!ours);
    let our_sliders =
        _mm512_ternarylogic_epi64::<A_UNLESS_B_WITHOUT_C>(our_sliders, pinned, on_line);
    let slides = _mm512_and_epi64(step(fill(our_sliders, empty)), free);
    let our_knights = _mm512_andnot_epi64(pinned, all(knights & ours));
    let jumps = _mm512_and_epi64(jump(our_knights), free);

    let our_pawns =
        _mm512_ternarylogic_epi64::<A_UNLESS_B_WITHOUT_C>(all(pawns & ours), pinned, on_line);
    let (push_lane, capture_lanes, third) = match us {
        Color::White => (0b0000_0001, 0b0000_1100, Bitboard::rank(Rank::Third)),
        Color::Black => (0b0001_0000, 0b1100_0000, Bitboard::rank(Rank::Sixth)),
    };
    let pawn_free = _mm512_or_epi64(
        _mm512_maskz_mov_epi64(push_lane, empty),
        _mm512_maskz_mov_epi64(capture_lanes, all(theirs)),
    );
    let mut walks = _mm512_and_epi64(step(our_pawns), pawn_free);
    let halfway = _mm512_maskz_mov_epi64(push_lane, _mm512_and_epi64(walks, all(third)));
    walks = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(walks, step(halfway), empty);

    let sum = _mm512_add_epi64(
        _mm512_add_epi64(_mm512_popcnt_epi64(slides), _mm512_popcnt_epi64(jumps)),
        _mm512_popcnt_epi64(walks),
    );
    let mut count = _mm512_reduce_add_epi64(sum) as u32;

    let seventh = Bitboard::rank(us.rank(Rank::Seventh));
    if (pawns & ours).meets(seventh) {
        let promotions = _mm512_and_epi64(walks, all(Bitboard::BACK_RANKS));
        count += 3 * _mm512_reduce_add_epi64(_mm512_popcnt_epi64(promotions)) as u32;
    }
    if let Some(square) = position.en_passant
        && position.beside_en_passant(square).any()
    {
        count += position.capturers(square).count();
    }

    // Where the king may not step: what they attack if he were not there.
    let open = all(!occupied.with(king) | king.bitboard());
    let mut reach = fill(their_sliders, open);
    reach = _mm512_or_epi64(reach, all(board.pieces(!us, Role::King)));
    let their_capture_lanes = match us {
        Color::White => 0b1100_0000,
        Color::Black => 0b0000_1100,
    };
    let their_pawns = _mm512_maskz_mov_epi64(their_capture_lanes, all(pawns & theirs));
    reach = step(_mm512_or_epi64(reach, their_pawns));
    reach = _mm512_or_epi64(reach, jump(all(knights & theirs)));
    let danger = Bitboard(_mm512_reduce_or_epi64(reach) as u64);
    count += (attacks::king(king) - ours - danger).count();

    if position.castling.of(us).any() {
        // A rook on the king's rank can be pinned along that rank only.
        let safety = Safety::pinned_on_rank(king, first_lane(pinned));
        for side in CastlingSide::ALL {
            count += u32::from(position.may_castle(us, side, &safety, king, danger));
        }
    }
    count
}

/// Check leaves few moves, and those are counted one piece at a time.
#[inline(never)]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn count_evasions(position: &Position, us: Color) -> u32 {
    position.count_targets(us)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn all(squares: Bitboard) -> __m512i {
    _mm512_set1_epi64(squares.0 as i64)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn lanes(&[a, b, c, d, e, f, g, h]: &[i64; 8]) -> __m512i {
    _mm512_set_epi64(h, g, f, e, d, c, b, a)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn first_lane(lanes: __m512i) -> Bitboard {
    Bitboard(_mm_cvtsi128_si64(_mm512_castsi512_si128(lanes)) as u64)
}

/// One step in every direction.
#[inline]
#[target_feature(enable = "avx512f")]
fn step(squares: __m512i) -> __m512i {
    _mm512_and_epi64(_mm512_rolv_epi64(squares, lanes(&STEP)), lanes(&ON_BOARD))
}

/// One jump in every direction.
#[inline]
#[target_feature(enable = "avx512f")]
fn jump(squares: __m512i) -> __m512i {
    _mm512_and_epi64(
        _mm512_rolv_epi64(squares, lanes(&JUMP)),
        lanes(&JUMP_ON_BOARD),
    )
}

/// The pieces and every empty square they can slide to.
#[inline]
#[target_feature(enable = "avx512f")]
fn fill(pieces: __m512i, empty: __m512i) -> __m512i {
    const TWICE: [i64; 8] = times(2);
    const FOUR_TIMES: [i64; 8] = times(4);
    let mut reached = pieces;
    let mut open = _mm512_and_epi64(empty, lanes(&ON_BOARD));
    reached = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(
        reached,
        open,
        _mm512_rolv_epi64(reached, lanes(&STEP)),
    );
    open = _mm512_and_epi64(open, _mm512_rolv_epi64(open, lanes(&STEP)));
    reached = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(
        reached,
        open,
        _mm512_rolv_epi64(reached, lanes(&TWICE)),
    );
    open = _mm512_and_epi64(open, _mm512_rolv_epi64(open, lanes(&TWICE)));
    _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(
        reached,
        open,
        _mm512_rolv_epi64(reached, lanes(&FOUR_TIMES)),
    )
}

/// The square of each ray that is nearest to where the ray starts.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
fn nearest(rays: __m512i) -> __m512i {
    let lowest = _mm512_and_epi64(rays, _mm512_sub_epi64(_mm512_setzero_si512(), rays));
    // A shift by 64 or more gives 0, so an empty ray stays empty.
    let top = _mm512_set1_epi64(i64::MIN);
    let highest = _mm512_srlv_epi64(top, _mm512_lzcnt_epi64(rays));
    _mm512_mask_blend_epi64(GROWING, highest, lowest)
}

const fn times(factor: i64) -> [i64; 8] {
    let mut steps = STEP;
    let mut lane = 0;
    while lane < 8 {
        steps[lane] = steps[lane] * factor % 64;
        lane += 1;
    }
    steps
}

const fn rays() -> [[i64; 8]; 64] {
    let mut table = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 8 {
            let mut at = 1_u64 << square;
            loop {
                at = at.rotate_left(STEP[lane] as u32) & ON_BOARD[lane] as u64;
                if at == 0 {
                    break;
                }
                table[square][lane] |= at as i64;
            }
            lane += 1;
        }
        square += 1;
    }
    table
}
