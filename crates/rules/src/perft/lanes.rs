//! Counting the legal moves of a position in all eight directions at once.
//!
//! A vector has eight lanes, one per direction. The counter moves *sets* of
//! pieces: a parallel-prefix fill (Kogge–Stone, see
//! <https://www.chessprogramming.org/Kogge-Stone_Algorithm>) moves all sliding
//! pieces of a side in all directions with a few dozen instructions. Two pieces
//! that slide in the same direction never reach the same square, because the
//! nearer one blocks the other, so the number of targets in a lane is the number
//! of moves. The same holds for knights and pawns. There are no loops over
//! pieces and almost no branches.
//!
//! Pins are lanes, too: a pinned piece keeps the two directions of its line.
//!
//! The algorithm is written once, on top of two sets of vector operations:
//! `array` leaves vectorization to the compiler, `avx512` uses intrinsics.

mod array;
mod avx512;

use crate::{Bitboard, CastlingSide, Color, Position, Rank, Role, attacks, safety::Safety};

/// The change of the square number in each lane. The lanes are north, east,
/// north-east, north-west and their opposites, so that lanes `n` and `n + 4`
/// form a line. Numbers increase in the first four and decrease in the others.
const STEP: [u32; 8] = [8, 1, 9, 7, 8, 1, 9, 7];

const NOT_A: u64 = Bitboard::NOT_A;
const NOT_H: u64 = Bitboard::NOT_H;
const NOT_AB: u64 = NOT_A & (NOT_A << 1);
const NOT_GH: u64 = NOT_H & (NOT_H >> 1);
const ALL: u64 = !0;

/// The squares that a step in each direction can lead to; the others would be
/// reached only by wrapping around an edge.
const ON_BOARD: [u64; 8] = [
    ALL << 8,
    NOT_A,
    NOT_A << 8,
    NOT_H << 8,
    ALL >> 8,
    NOT_H,
    NOT_H >> 8,
    NOT_A >> 8,
];

/// The same for the eight jumps of a knight.
const JUMP: [u32; 8] = [17, 10, 6, 15, 17, 10, 6, 15];
const JUMP_ON_BOARD: [u64; 8] = [
    NOT_A << 16,
    NOT_AB << 8,
    NOT_GH << 8,
    NOT_H << 16,
    NOT_H >> 16,
    NOT_GH >> 8,
    NOT_AB >> 8,
    NOT_A >> 16,
];

/// The lanes in which rooks move; bishops move in the others.
const STRAIGHT: u8 = 0b0011_0011;

/// The rays from each square, one per lane.
static RAYS: [[u64; 8]; 64] = rays();

/// Defines a counter with these operations, compiled for these features.
macro_rules! counter {
    ($name:ident, $operations:ident, $features:literal) => {
        /// Counts the legal moves of a position with White or Black to move.
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $name<const WHITE: bool>(position: &Position) -> u32 {
            use $operations::{
                Pins, all, and, count, fill, jump, only, or, pins, step, union, unless,
            };

            let us = if WHITE { Color::White } else { Color::Black };
            let board = position.board();
            let Some(king) = board.king(us) else {
                return count_evasions(position, us);
            };
            let (ours, theirs) = (board.of(us), board.of(!us));
            let occupied = ours | theirs;
            let knights = board.by_role(Role::Knight);
            let pawns = board.by_role(Role::Pawn);
            let sliders = |color: Color| {
                let straight = only(board.straight_sliders(color), STRAIGHT);
                or(straight, only(board.diagonal_sliders(color), !STRAIGHT))
            };
            let (our_sliders, their_sliders) = (sliders(us), sliders(!us));

            let Some(Pins {
                pinned,
                lines,
                squares,
            }) = pins(position, us, king, their_sliders)
            else {
                return count_evasions(position, us);
            };

            // A pinned piece keeps only the lanes of its own line.
            let empty = all(!occupied);
            let free = all(!ours);
            let reached = fill(unless(our_sliders, pinned, lines), empty);
            let slides = and(step(reached), free);
            let jumps = and(jump(all((knights & ours) - squares)), free);
            let our_pawns = unless(all(pawns & ours), pinned, lines);
            let (push, captures, their_captures) = match us {
                Color::White => (0b0000_0001, 0b0000_1100, 0b1100_0000),
                Color::Black => (0b0001_0000, 0b1100_0000, 0b0000_1100),
            };
            let pawn_free = or(only(!occupied, push), only(theirs, captures));
            let once = and(step(our_pawns), pawn_free);
            let third = Bitboard::rank(us.rank(Rank::Third));
            let twice = and(step(and(once, only(third, push))), empty);
            let walks = or(once, twice);
            let mut moves = count(slides, jumps, walks);

            if (pawns & ours).meets(Bitboard::rank(us.rank(Rank::Seventh))) {
                let promotions = and(walks, all(Bitboard::BACK_RANKS));
                let none = all(Bitboard::EMPTY);
                moves += 3 * count(promotions, none, none);
            }
            if let Some(square) = position.en_passant
                && position.beside_en_passant(square).any()
            {
                moves += position.capturers(square).count();
            }

            // The king may not move to squares that are attacked once it has left.
            let open = all(!occupied | king.bitboard());
            let mut reached = fill(their_sliders, open);
            reached = or(reached, all(board.pieces(!us, Role::King)));
            let their_pawns = only(pawns & theirs, their_captures);
            let attacked = step(or(reached, their_pawns));
            let danger = union(or(attacked, jump(all(knights & theirs))));
            moves += (attacks::king(king) - ours - danger).count();

            if position.castling.of(us).any() {
                // A rook on the king's rank can only be pinned along that rank.
                let safety = Safety::pinned_on_rank(king, squares);
                for side in CastlingSide::ALL {
                    moves += u32::from(position.may_castle(us, side, &safety, king, danger));
                }
            }
            moves
        }
    };
}

counter!(count_avx2, array, "avx2,bmi1,bmi2,lzcnt,popcnt");
counter!(
    count_avx512,
    avx512,
    "avx512f,avx512cd,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt"
);

/// Reports whether the processor has every feature of [`count_avx2`].
pub(super) fn has_avx2() -> bool {
    std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt")
}

/// Reports whether the processor has every feature of [`count_avx512`].
pub(super) fn has_avx512() -> bool {
    has_avx2()
        && std::is_x86_feature_detected!("avx512f")
        && std::is_x86_feature_detected!("avx512cd")
        && std::is_x86_feature_detected!("avx512vpopcntdq")
}

/// Counts one piece at a time, which is fast in check because there are few
/// moves.
#[inline(never)]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn count_evasions(position: &Position, us: Color) -> u32 {
    position.count_targets(us)
}

const fn rays() -> [[u64; 8]; 64] {
    let mut table = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 8 {
            let mut at = 1_u64 << square;
            while at != 0 {
                at = if lane < 4 {
                    at << STEP[lane]
                } else {
                    at >> STEP[lane]
                } & ON_BOARD[lane];
                table[square][lane] |= at;
            }
            lane += 1;
        }
        square += 1;
    }
    table
}
