//! Threats against enemy pieces, and space.

use arbiter_rules::{Bitboard, Color, Role, attacks};

use super::{
    eval_context::EvalContext,
    layout::{
        HANGING, RESTRICTED, SPACE, THREAT_BY_KING, THREAT_BY_MINOR, THREAT_BY_PAWN,
        THREAT_BY_PUSH, THREAT_BY_ROOK, THREAT_ON_QUEEN,
    },
    masks,
    tally::Tally,
    trace::Trace,
};

/// Evaluates the threats and the space of one side.
#[inline(always)]
pub(super) fn evaluate<T: Trace>(us: Color, context: &EvalContext, tally: &mut Tally<T>) {
    let them = !us;
    let theirs = context.board.of(them);
    let pieces = theirs - context.pawns[them] - context.pieces(them, Role::King);
    let guarded = context.attacks_by(them, Role::Pawn)
        | (context.attacked_twice[them] - context.attacked_twice[us]);
    let weak = (theirs & context.attacked[us]) - guarded;

    let by_minors = context.attacks_by(us, Role::Knight) | context.attacks_by(us, Role::Bishop);
    let victims = by_minors & (pieces | weak);
    if victims.any() {
        for (index, role) in VICTIMS.into_iter().enumerate() {
            let count = (victims & context.board.by_role(role)).count();
            tally.add_times(us, THREAT_BY_MINOR + index, count);
        }
    }
    let victims = context.attacks_by(us, Role::Rook) & (weak | context.pieces(them, Role::Queen));
    if victims.any() {
        for (index, role) in VICTIMS.into_iter().enumerate() {
            let count = (victims & context.board.by_role(role)).count();
            tally.add_times(us, THREAT_BY_ROOK + index, count);
        }
    }
    let victims = context.attacks_by(us, Role::King) & weak;
    if victims.any() {
        tally.add_times(us, THREAT_BY_KING, (victims & context.pawns[them]).count());
        tally.add_times(us, THREAT_BY_KING + 1, (victims & pieces).count());
    }
    let hanging = weak & (!context.attacked[them] | (pieces & context.attacked_twice[us]));
    tally.add_times(us, HANGING, hanging.count());
    let restricted = (context.attacked[them] & context.attacked[us]) - guarded;
    tally.add_times(us, RESTRICTED, restricted.count());
    by_pawns(us, context, pieces, tally);
    on_queen(us, context, tally);
    space(us, context, tally);
}

const VICTIMS: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

#[inline(always)]
fn by_pawns<T: Trace>(us: Color, context: &EvalContext, pieces: Bitboard, tally: &mut Tally<T>) {
    let safe = context.attacked[us] | !context.attacked[!us];
    let victims = masks::pawn_attacks(us, context.pawns[us] & safe) & pieces;
    if victims.any() {
        for (index, role) in VICTIMS.into_iter().skip(1).enumerate() {
            let count = (victims & context.board.by_role(role)).count();
            tally.add_times(us, THREAT_BY_PAWN + index, count);
        }
    }
    let empty = !context.occupied;
    let once = context.pawns[us].forward(us) & empty;
    let twice = (once & masks::ranks(us, [2])).forward(us) & empty;
    let pushed = ((once | twice) & safe) - context.attacks_by(!us, Role::Pawn);
    let victims = (masks::pawn_attacks(us, pushed) & pieces) - context.attacks_by(us, Role::Pawn);
    tally.add_times(us, THREAT_BY_PUSH, victims.count());
}

/// Counts the safe squares from which a knight or a defended slider can attack the
/// only enemy queen.
#[inline(always)]
fn on_queen<T: Trace>(us: Color, context: &EvalContext, tally: &mut Tally<T>) {
    let Some(queen) = context.pieces(!us, Role::Queen).single() else {
        return;
    };
    let safe = context.area[us] - context.pawns[us] - context.attacked_twice[!us];
    let by_knight = context.attacks_by(us, Role::Knight) & attacks::knight(queen) & safe;
    tally.add_times(us, THREAT_ON_QUEEN, by_knight.count());
    // A slider on a square that the queen attacks also attacks the queen.
    let attacked_by_queen =
        context.attacks_by(!us, Role::Queen) & safe & context.attacked_twice[us];
    let by_bishop = context.attacks_by(us, Role::Bishop) & attacks::bishop_lines(queen);
    let by_rook = context.attacks_by(us, Role::Rook) & attacks::rook_lines(queen);
    let by_slider = (by_bishop | by_rook) & attacked_by_queen;
    tally.add_times(us, THREAT_ON_QUEEN + 1, by_slider.count());
}

/// Counts the safe squares behind the side's center pawns. They are worth more the
/// more pieces there are to use them.
#[inline(always)]
fn space<T: Trace>(us: Color, context: &EvalContext, tally: &mut Tally<T>) {
    let pieces = (context.board.of(us) - context.pawns[us]).count();
    if pieces < 5 {
        return;
    }
    let center = masks::CENTER_FILES & masks::ranks(us, [1, 2, 3]);
    let safe = center - context.pawns[us] - context.attacks_by(!us, Role::Pawn);
    let mut behind = context.pawns[us];
    behind |= behind.forward(!us);
    behind |= behind.forward(!us).forward(!us);
    let count = safe.count() + ((safe & behind) - context.attacked[!us]).count();
    tally.add_times(us, SPACE, count * pieces * pieces / 64);
}
