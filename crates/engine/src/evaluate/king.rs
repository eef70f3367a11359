//! How much a king is in danger.

use arbiter_rules::{Bitboard, Color, Role, attacks};

use super::{
    layout::{
        CASTLING, DANGER_CONSTANT, DANGER_FLANK_ATTACKS, DANGER_FLANK_GUARDS, DANGER_KNIGHT_GUARD,
        DANGER_NO_QUEEN, DANGER_PINNED, DANGER_RING_ATTACKS, DANGER_SAFE_CHECKS,
        DANGER_UNSAFE_CHECKS, DANGER_WEAK_RING, KING_DEFENDERS,
    },
    masks,
    pair::Pair,
    survey::Survey,
    tally::Tally,
    trace::Trace,
};

/// One side's king.
#[inline(always)]
pub(super) fn judge<T: Trace>(us: Color, survey: &Survey, tally: &mut Tally<T>) {
    let them = !us;
    let king = survey.kings[us];
    let ring = survey.rings[us];
    let guards =
        survey.pawns[us] | survey.pieces(us, Role::Knight) | survey.pieces(us, Role::Bishop);
    let defenders = (guards & masks::ring(us, king)).count().min(7) as usize;
    tally.add(us, KING_DEFENDERS + defenders);
    let rights = survey.castling.of(us).count();
    if rights > 0 {
        tally.add(us, CASTLING + rights.min(2) as usize - 1);
    }

    // One piece alone is no attack, but for a queen.
    let queens = survey.pieces(them, Role::Queen);
    if survey.ring_attackers[them] < 2 - i32::from(queens.any()) {
        return;
    }

    let weak = (survey.attacked[them] - survey.attacked_twice[us])
        & (!survey.attacked[us] | survey.by(us, Role::Queen) | survey.by(us, Role::King));
    let safe =
        (!survey.attacked[us] | (weak & survey.attacked_twice[them])) - survey.board.of(them);
    tally.endanger(us, DANGER_CONSTANT, 1);
    tally.endanger(us, DANGER_RING_ATTACKS, survey.ring_attacks[them] as u32);
    tally.endanger(us, DANGER_WEAK_RING, (weak & ring).count());
    tally.endanger(us, DANGER_NO_QUEEN, u32::from(queens.is_empty()));
    let guarded = survey.by(us, Role::Knight).meets(survey.by(us, Role::King));
    tally.endanger(us, DANGER_KNIGHT_GUARD, u32::from(guarded));
    tally.endanger(us, DANGER_PINNED, survey.blockers[us].count());

    // The king is looked at as if our queen were no shield.
    let occupied = survey.occupied - survey.pieces(us, Role::Queen);
    let straight = attacks::rook(king, occupied);
    let diagonal = attacks::bishop(king, occupied);
    let checks = [
        attacks::knight(king) & survey.by(them, Role::Knight),
        diagonal & survey.by(them, Role::Bishop),
        straight & survey.by(them, Role::Rook),
        (straight | diagonal) & survey.by(them, Role::Queen),
    ];
    let mut unsafe_checks = Bitboard::EMPTY;
    for (index, checks) in checks.into_iter().enumerate() {
        tally.endanger(us, DANGER_SAFE_CHECKS + index, (checks & safe).count());
        unsafe_checks |= checks - safe - survey.board.of(them);
    }
    tally.endanger(us, DANGER_UNSAFE_CHECKS, unsafe_checks.count());

    let camp = masks::flank(king) & masks::ranks(us, [0, 1, 2, 3, 4]);
    let attacks =
        (survey.attacked[them] & camp).count() + (survey.attacked_twice[them] & camp).count();
    tally.endanger(us, DANGER_FLANK_ATTACKS, attacks);
    let guards = (survey.attacked[us] & camp).count();
    tally.endanger(us, DANGER_FLANK_GUARDS, guards);

    let danger = cost(tally.danger[us]);
    tally.add_for(us, -danger);
}

/// What a danger costs: it grows with its square while the board is full.
#[inline(always)]
pub(super) fn cost(danger: Pair) -> Pair {
    let middlegame = danger.middlegame().max(0);
    let endgame = danger.endgame().max(0);
    Pair::new(
        middlegame * middlegame / MIDDLEGAME_DIVISOR,
        endgame / ENDGAME_DIVISOR,
    )
}

/// The middlegame's danger is squared and divided by this.
pub const MIDDLEGAME_DIVISOR: i32 = 1024;
/// The ending's is only divided.
pub const ENDGAME_DIVISOR: i32 = 16;
