//! What a side attacks of the other's pieces, and how much room it has.

use arbiter_rules::{Bitboard, Color, Role, attacks};

use super::{
    layout::{
        HANGING, RESTRICTED, SPACE, THREAT_BY_KING, THREAT_BY_MINOR, THREAT_BY_PAWN,
        THREAT_BY_PUSH, THREAT_BY_ROOK, THREAT_ON_QUEEN,
    },
    masks,
    survey::Survey,
    tally::Tally,
    trace::Trace,
};

/// What one side threatens.
#[inline(always)]
pub(super) fn judge<T: Trace>(us: Color, survey: &Survey, tally: &mut Tally<T>) {
    let them = !us;
    let theirs = survey.board.of(them);
    let pieces = theirs - survey.pawns[them] - survey.pieces(them, Role::King);
    let guarded =
        survey.by(them, Role::Pawn) | (survey.attacked_twice[them] - survey.attacked_twice[us]);
    let weak = (theirs & survey.attacked[us]) - guarded;

    let by_minors = survey.by(us, Role::Knight) | survey.by(us, Role::Bishop);
    let victims = by_minors & (pieces | weak);
    if victims.any() {
        for (index, role) in VICTIMS.into_iter().enumerate() {
            let count = (victims & survey.board.by_role(role)).count();
            tally.add_times(us, THREAT_BY_MINOR + index, count);
        }
    }
    let victims = survey.by(us, Role::Rook) & (weak | survey.pieces(them, Role::Queen));
    if victims.any() {
        for (index, role) in VICTIMS.into_iter().enumerate() {
            let count = (victims & survey.board.by_role(role)).count();
            tally.add_times(us, THREAT_BY_ROOK + index, count);
        }
    }
    let victims = survey.by(us, Role::King) & weak;
    if victims.any() {
        tally.add_times(us, THREAT_BY_KING, (victims & survey.pawns[them]).count());
        tally.add_times(us, THREAT_BY_KING + 1, (victims & pieces).count());
    }
    let hanging = weak & (!survey.attacked[them] | (pieces & survey.attacked_twice[us]));
    tally.add_times(us, HANGING, hanging.count());
    let restricted = (survey.attacked[them] & survey.attacked[us]) - guarded;
    tally.add_times(us, RESTRICTED, restricted.count());
    by_pawns(us, survey, pieces, tally);
    on_queen(us, survey, tally);
    space(us, survey, tally);
}

const VICTIMS: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

#[inline(always)]
fn by_pawns<T: Trace>(us: Color, survey: &Survey, pieces: Bitboard, tally: &mut Tally<T>) {
    let safe = survey.attacked[us] | !survey.attacked[!us];
    let victims = masks::pawn_attacks(us, survey.pawns[us] & safe) & pieces;
    if victims.any() {
        for (index, role) in VICTIMS.into_iter().skip(1).enumerate() {
            let count = (victims & survey.board.by_role(role)).count();
            tally.add_times(us, THREAT_BY_PAWN + index, count);
        }
    }
    let empty = !survey.occupied;
    let once = survey.pawns[us].forward(us) & empty;
    let twice = (once & masks::ranks(us, [2])).forward(us) & empty;
    let pushed = ((once | twice) & safe) - survey.by(!us, Role::Pawn);
    let victims = (masks::pawn_attacks(us, pushed) & pieces) - survey.by(us, Role::Pawn);
    tally.add_times(us, THREAT_BY_PUSH, victims.count());
}

/// Safe squares from which a knight, or a slider that is guarded there,
/// attacks their only queen next.
#[inline(always)]
fn on_queen<T: Trace>(us: Color, survey: &Survey, tally: &mut Tally<T>) {
    let Some(queen) = survey.pieces(!us, Role::Queen).single() else {
        return;
    };
    let safe = survey.area[us] - survey.pawns[us] - survey.attacked_twice[!us];
    let by_knight = survey.by(us, Role::Knight) & attacks::knight(queen) & safe;
    tally.add_times(us, THREAT_ON_QUEEN, by_knight.count());
    // What she sees herself, seen from there sees her.
    let seen = survey.by(!us, Role::Queen) & safe & survey.attacked_twice[us];
    let by_bishop = survey.by(us, Role::Bishop) & attacks::bishop_lines(queen);
    let by_rook = survey.by(us, Role::Rook) & attacks::rook_lines(queen);
    let by_slider = (by_bishop | by_rook) & seen;
    tally.add_times(us, THREAT_ON_QUEEN + 1, by_slider.count());
}

/// Safe squares behind the own pawns in the center: worth more, the more
/// pieces there are to use them.
#[inline(always)]
fn space<T: Trace>(us: Color, survey: &Survey, tally: &mut Tally<T>) {
    let pieces = (survey.board.of(us) - survey.pawns[us]).count();
    if pieces < 5 {
        return;
    }
    let center = masks::CENTER_FILES & masks::ranks(us, [1, 2, 3]);
    let safe = center - survey.pawns[us] - survey.by(!us, Role::Pawn);
    let mut behind = survey.pawns[us];
    behind |= behind.forward(!us);
    behind |= behind.forward(!us).forward(!us);
    let count = safe.count() + ((safe & behind) - survey.attacked[!us]).count();
    tally.add_times(us, SPACE, count * pieces * pieces / 64);
}
