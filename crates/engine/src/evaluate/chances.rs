//! What an advantage in the ending is good for.

use arbiter_rules::{Bitboard, Color, Role};

use super::{layout::INITIATIVE, masks, survey::Survey, trace::Trace, weights::WEIGHTS};

/// What it takes to win: pawns, on both wings best. Given to whoever is ahead
/// in the ending, or taken from them down to nothing.
#[inline(always)]
pub(super) fn initiative<T: Trace>(
    survey: &Survey,
    passed: Bitboard,
    endgame: i32,
    trace: &mut T,
) -> i32 {
    let pawns = survey.pawns.white | survey.pawns.black;
    let on_both_wings = pawns.meets(masks::QUEEN_WING) && pawns.meets(!masks::QUEEN_WING);
    let kings = survey.board.by_role(Role::King);
    let forward = masks::rank(Color::White, survey.kings.white) > 3;
    let their_forward = masks::rank(Color::Black, survey.kings.black) > 3;
    let counts = [
        1,
        pawns.count(),
        u32::from(on_both_wings),
        u32::from(survey.occupied == pawns | kings),
        passed.count(),
        u32::from(forward) + u32::from(their_forward),
    ];
    let mut sum = 0;
    for (index, count) in counts.into_iter().enumerate() {
        sum += WEIGHTS[INITIATIVE + index].endgame() * count as i32;
        trace.count(Color::White, INITIATIVE + index, count as i32);
    }
    endgame.signum() * sum.max(-endgame.abs())
}

/// What the ending's share is worth, in [`FULL_SCALE`]ths, with this much of
/// an advantage for White: less if there is little left to win with. What is
/// known of single endings comes on top.
#[inline(always)]
pub(super) fn scale(survey: &Survey, endgame: i32) -> i32 {
    let strong = if endgame >= 0 {
        Color::White
    } else {
        Color::Black
    };
    let pawns = survey.pawns[strong].count() as i32;
    (WITHOUT_PAWNS + 14 * pawns).min(FULL_SCALE)
}

/// The whole of it.
pub(super) const FULL_SCALE: i32 = 128;
/// What is left of it without any pawns.
const WITHOUT_PAWNS: i32 = 72;
