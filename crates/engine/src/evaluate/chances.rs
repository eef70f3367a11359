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
/// an advantage for White.
#[inline(always)]
pub(super) fn scale(survey: &Survey, passed: Bitboard, endgame: i32) -> i32 {
    let strong = if endgame >= 0 {
        Color::White
    } else {
        Color::Black
    };
    let pawns = survey.pawns[strong].count() as i32;
    if let Some(scale) = opposite_bishops(survey, passed, strong) {
        return scale;
    }
    if pawns == 0 {
        // Without pawns a piece more is often not enough.
        let (ours, theirs) = (force(survey, strong), force(survey, !strong));
        if ours - theirs <= 3 {
            return match (ours, theirs) {
                (..=4, _) => 0,
                (_, ..=3) => 16,
                _ => 40,
            };
        }
    }
    (FEW_PAWNS + 14 * pawns).min(FULL_SCALE)
}

/// Bishops that never meet: the weaker side blocks on its color.
#[inline(always)]
fn opposite_bishops(survey: &Survey, passed: Bitboard, strong: Color) -> Option<i32> {
    let bishops = survey.board.by_role(Role::Bishop);
    let [white, black] = Color::ALL.map(|color| survey.pieces(color, Role::Bishop));
    let one_each = bishops.count() == 2 && white.any() && black.any();
    if !one_each || !bishops.meets(Bitboard::LIGHT) || !bishops.meets(Bitboard::DARK) {
        return None;
    }
    let others = survey.occupied - survey.board.by_role(Role::Pawn) - bishops;
    if others == survey.board.by_role(Role::King) {
        let passed = (passed & survey.pawns[strong]).count() as i32;
        Some((32 + 16 * passed).min(FULL_SCALE))
    } else {
        let pieces = survey.board.of(strong).count() as i32;
        Some((44 + 6 * pieces).min(FULL_SCALE))
    }
}

/// What a side has besides pawns, in pawns.
#[inline(always)]
fn force(survey: &Survey, color: Color) -> i32 {
    let count = |role| survey.pieces(color, role).count() as i32;
    3 * (count(Role::Knight) + count(Role::Bishop)) + 5 * count(Role::Rook) + 9 * count(Role::Queen)
}

/// The whole of it.
pub(super) const FULL_SCALE: i32 = 128;
/// What is left of it without any pawns.
const FEW_PAWNS: i32 = 72;
