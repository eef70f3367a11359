//! Winning chances: how much an endgame advantage is worth.

use arbiter_rules::{Bitboard, Color, Role};

use super::{eval_context::EvalContext, layout::INITIATIVE, masks, trace::Trace, weights::WEIGHTS};

/// Returns the bonus for good winning chances, such as pawns on both wings, or
/// the malus for bad ones. It goes to the side that is ahead in the endgame value,
/// and never reverses the sign of that value.
#[inline(always)]
pub(super) fn initiative<T: Trace>(
    context: &EvalContext,
    passed: Bitboard,
    endgame: i32,
    trace: &mut T,
) -> i32 {
    let pawns = context.pawns.white | context.pawns.black;
    let on_both_wings = pawns.meets(masks::QUEEN_WING) && pawns.meets(!masks::QUEEN_WING);
    let kings = context.board.by_role(Role::King);
    let white_king_advanced = masks::rank(Color::White, context.kings.white) > 3;
    let black_king_advanced = masks::rank(Color::Black, context.kings.black) > 3;
    let counts = [
        1,
        pawns.count(),
        u32::from(on_both_wings),
        u32::from(context.occupied == pawns | kings),
        passed.count(),
        u32::from(white_king_advanced) + u32::from(black_king_advanced),
    ];
    let mut sum = 0;
    for (index, count) in counts.into_iter().enumerate() {
        sum += WEIGHTS[INITIATIVE + index].endgame() * count as i32;
        trace.count(Color::White, INITIATIVE + index, count as i32);
    }
    endgame.signum() * sum.max(-endgame.abs())
}

/// Returns the scale of an endgame value, in [`FULL_SCALE`]ths: less if the side
/// that is ahead has few pawns. Knowledge of particular endings is applied
/// separately.
#[inline(always)]
pub(super) fn scale(context: &EvalContext, endgame: i32) -> i32 {
    let strong = if endgame >= 0 {
        Color::White
    } else {
        Color::Black
    };
    let pawns = context.pawns[strong].count() as i32;
    (SCALE_WITHOUT_PAWNS + 14 * pawns).min(FULL_SCALE)
}

/// The scale at which the endgame value counts in full.
pub(super) const FULL_SCALE: i32 = 128;
/// The scale without any pawns.
const SCALE_WITHOUT_PAWNS: i32 = 72;
