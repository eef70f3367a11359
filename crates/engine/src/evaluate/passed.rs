//! Passed pawns.

use arbiter_rules::{Bitboard, Color, Role};

use super::{
    eval_context::EvalContext,
    layout::{PASSED, PASSED_FREE_PATH, PASSED_OUR_KING, PASSED_ROOK_BEHIND, PASSED_THEIR_KING},
    masks,
    tally::Tally,
    trace::Trace,
};

/// Evaluates the passed pawns of one side.
#[inline(always)]
pub(super) fn evaluate<T: Trace>(
    us: Color,
    context: &EvalContext,
    passed: Bitboard,
    tally: &mut Tally<T>,
) {
    for square in passed & context.pawns[us] {
        let rank = masks::rank(us, square);
        let stop = square.bitboard().forward(us);
        let Some(stop_square) = stop.first() else {
            continue;
        };
        let is_empty = usize::from(!stop.meets(context.occupied));
        let is_safe = usize::from(!stop.meets(context.attacked[!us]));
        tally.add(us, PASSED + 16 * is_empty + 8 * is_safe + rank);
        let our_distance = masks::distance(stop_square, context.kings[us]);
        tally.add_times(us, PASSED_OUR_KING + rank, our_distance);
        let their_distance = masks::distance(stop_square, context.kings[!us]);
        tally.add_times(us, PASSED_THEIR_KING + rank, their_distance);
        let path = masks::front(us, square);
        if !path.meets(context.board.of(!us) | context.attacked[!us]) {
            tally.add(us, PASSED_FREE_PATH + rank);
        }
        let rooks = masks::front(!us, square) & context.board.by_role(Role::Rook);
        if rooks.meets(context.board.of(us)) {
            tally.add(us, PASSED_ROOK_BEHIND);
        }
        if rooks.meets(context.board.of(!us)) {
            tally.add(us, PASSED_ROOK_BEHIND + 1);
        }
    }
}
