//! Passed pawns: what helps and hinders them on their way.

use arbiter_rules::{Bitboard, Color, Role};

use super::{
    layout::{PASSED, PASSED_FREE_PATH, PASSED_OUR_KING, PASSED_ROOK_BEHIND, PASSED_THEIR_KING},
    masks,
    survey::Survey,
    tally::Tally,
    trace::Trace,
};

/// One side's passed pawns.
#[inline(always)]
pub(super) fn judge<T: Trace>(us: Color, survey: &Survey, passed: Bitboard, tally: &mut Tally<T>) {
    for square in passed & survey.pawns[us] {
        let rank = masks::rank(us, square);
        let stop = square.bitboard().forward(us);
        let Some(stop_square) = stop.first() else {
            continue;
        };
        let is_empty = usize::from(!stop.meets(survey.occupied));
        let is_safe = usize::from(!stop.meets(survey.attacked[!us]));
        tally.add(us, PASSED + 16 * is_empty + 8 * is_safe + rank);
        let our_distance = masks::distance(stop_square, survey.kings[us]);
        tally.add_times(us, PASSED_OUR_KING + rank, our_distance);
        let their_distance = masks::distance(stop_square, survey.kings[!us]);
        tally.add_times(us, PASSED_THEIR_KING + rank, their_distance);
        let path = masks::front(us, square);
        if !path.meets(survey.board.of(!us) | survey.attacked[!us]) {
            tally.add(us, PASSED_FREE_PATH + rank);
        }
        let rooks = masks::front(!us, square) & survey.board.by_role(Role::Rook);
        if rooks.meets(survey.board.of(us)) {
            tally.add(us, PASSED_ROOK_BEHIND);
        }
        if rooks.meets(survey.board.of(!us)) {
            tally.add(us, PASSED_ROOK_BEHIND + 1);
        }
    }
}
