//! King safety.

use arbiter_rules::{Bitboard, Color, Role, attacks};

use super::{
    eval_context::EvalContext,
    layout::{
        CASTLING, DANGER_CONSTANT, DANGER_FLANK_ATTACKS, DANGER_FLANK_GUARDS, DANGER_KNIGHT_GUARD,
        DANGER_NO_QUEEN, DANGER_PINNED, DANGER_RING_ATTACKS, DANGER_SAFE_CHECKS,
        DANGER_UNSAFE_CHECKS, DANGER_WEAK_RING, KING_DEFENDERS,
    },
    masks,
    pair::Pair,
    tally::Tally,
    trace::Trace,
};

/// Evaluates the safety of one side's king.
#[inline(always)]
pub(super) fn evaluate<T: Trace>(us: Color, context: &EvalContext, tally: &mut Tally<T>) {
    let them = !us;
    let king = context.kings[us];
    let ring = context.rings[us];
    let guards =
        context.pawns[us] | context.pieces(us, Role::Knight) | context.pieces(us, Role::Bishop);
    let defenders = (guards & masks::ring(us, king)).count().min(7) as usize;
    tally.add(us, KING_DEFENDERS + defenders);
    let rights = context.castling.of(us).count();
    if rights > 0 {
        tally.add(us, CASTLING + rights.min(2) as usize - 1);
    }

    // A single attacker is harmless unless it is a queen.
    let queens = context.pieces(them, Role::Queen);
    if context.ring_attackers[them] < 2 - i32::from(queens.any()) {
        return;
    }

    let weak = (context.attacked[them] - context.attacked_twice[us])
        & (!context.attacked[us]
            | context.attacks_by(us, Role::Queen)
            | context.attacks_by(us, Role::King));
    let safe =
        (!context.attacked[us] | (weak & context.attacked_twice[them])) - context.board.of(them);
    tally.add_danger(us, DANGER_CONSTANT, 1);
    tally.add_danger(us, DANGER_RING_ATTACKS, context.ring_attacks[them] as u32);
    tally.add_danger(us, DANGER_WEAK_RING, (weak & ring).count());
    tally.add_danger(us, DANGER_NO_QUEEN, u32::from(queens.is_empty()));
    let guarded = context
        .attacks_by(us, Role::Knight)
        .meets(context.attacks_by(us, Role::King));
    tally.add_danger(us, DANGER_KNIGHT_GUARD, u32::from(guarded));
    tally.add_danger(us, DANGER_PINNED, context.blockers[us].count());

    // Our queen does not count as a shield of the king.
    let occupied = context.occupied - context.pieces(us, Role::Queen);
    let straight = attacks::rook(king, occupied);
    let diagonal = attacks::bishop(king, occupied);
    let checks = [
        attacks::knight(king) & context.attacks_by(them, Role::Knight),
        diagonal & context.attacks_by(them, Role::Bishop),
        straight & context.attacks_by(them, Role::Rook),
        (straight | diagonal) & context.attacks_by(them, Role::Queen),
    ];
    let mut unsafe_checks = Bitboard::EMPTY;
    for (index, checks) in checks.into_iter().enumerate() {
        tally.add_danger(us, DANGER_SAFE_CHECKS + index, (checks & safe).count());
        unsafe_checks |= checks - safe - context.board.of(them);
    }
    tally.add_danger(us, DANGER_UNSAFE_CHECKS, unsafe_checks.count());

    let camp = masks::flank(king) & masks::ranks(us, [0, 1, 2, 3, 4]);
    let attacks =
        (context.attacked[them] & camp).count() + (context.attacked_twice[them] & camp).count();
    tally.add_danger(us, DANGER_FLANK_ATTACKS, attacks);
    let guards = (context.attacked[us] & camp).count();
    tally.add_danger(us, DANGER_FLANK_GUARDS, guards);

    let danger = penalty(tally.danger[us]);
    tally.add_for(us, -danger);
}

/// Converts danger to a penalty, which grows quadratically in the middlegame.
#[inline(always)]
pub(super) fn penalty(danger: Pair) -> Pair {
    let middlegame = danger.middlegame().max(0);
    let endgame = danger.endgame().max(0);
    Pair::new(
        middlegame * middlegame / MIDDLEGAME_DIVISOR,
        endgame / ENDGAME_DIVISOR,
    )
}

/// The divisor of the squared middlegame danger.
pub const MIDDLEGAME_DIVISOR: i32 = 1024;
/// The divisor of the endgame danger.
pub const ENDGAME_DIVISOR: i32 = 16;
