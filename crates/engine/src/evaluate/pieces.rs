//! Knights, bishops, rooks and queens: how they stand and how far they reach.

use arbiter_rules::{Bitboard, ByColor, Color, Role, Square, attacks};

use super::{
    layout::{
        BEHIND_PAWN, BISHOP_LONG_DIAGONAL, BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS,
        BISHOP_RAMMED_PAWNS, DANGER_ATTACKERS, FAR_FROM_KING, KNIGHT_MOBILITY, MATERIAL_WITH_PAWNS,
        OUTPOST, OUTPOST_IN_REACH, QUEEN_INFILTRATION, QUEEN_MOBILITY, QUEEN_PINNED, ROOK_FILE,
        ROOK_MOBILITY, ROOK_SEVENTH,
    },
    masks,
    survey::{Survey, blockers},
    tally::Tally,
    trace::Trace,
};

/// All pieces of one side but pawns and king; their attacks are taken down.
#[inline(always)]
pub(super) fn judge<T: Trace>(
    us: Color,
    survey: &mut Survey,
    spans: &ByColor<Bitboard>,
    tally: &mut Tally<T>,
) {
    let outposts = masks::ranks(us, [3, 4, 5]) - spans[!us];
    knights(us, survey, outposts, tally);
    bishops(us, survey, outposts, tally);
    rooks(us, survey, tally);
    queens(us, survey, spans, tally);
    let sheltered = (survey.pawns.white | survey.pawns.black).forward(!us);
    for (index, role) in [Role::Knight, Role::Bishop].into_iter().enumerate() {
        let count = (survey.pieces(us, role) & sheltered).count();
        tally.add_times(us, BEHIND_PAWN + index, count);
    }
    let pawns = survey.pawns[us].count();
    for (index, role) in PIECES.into_iter().enumerate() {
        let count = survey.pieces(us, role).count();
        tally.add_times(us, MATERIAL_WITH_PAWNS + index, count * pawns);
    }
}

const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Where a piece can go without giving up its king.
#[inline(always)]
fn unpinned(us: Color, survey: &Survey, square: Square, attacks: Bitboard) -> Bitboard {
    if survey.blockers[us].contains(square) {
        attacks & attacks::line(survey.kings[us], square)
    } else {
        attacks
    }
}

#[inline(always)]
fn knights<T: Trace>(us: Color, survey: &mut Survey, outposts: Bitboard, tally: &mut Tally<T>) {
    for square in survey.pieces(us, Role::Knight) {
        let reach = unpinned(us, survey, square, attacks::knight(square));
        if survey.attack(us, Role::Knight, reach) {
            tally.endanger(!us, DANGER_ATTACKERS, 1);
        }
        let mobility = (reach & survey.area[us]).count() as usize;
        tally.add(us, KNIGHT_MOBILITY + mobility);
        let support = survey.by(us, Role::Pawn);
        if outposts.contains(square) {
            tally.add(us, OUTPOST + usize::from(support.contains(square)));
        } else if reach.meets((outposts & support) - survey.board.of(us)) {
            tally.add(us, OUTPOST_IN_REACH);
        }
        tally.add_times(us, FAR_FROM_KING, masks::distance(square, survey.kings[us]));
    }
}

#[inline(always)]
fn bishops<T: Trace>(us: Color, survey: &mut Survey, outposts: Bitboard, tally: &mut Tally<T>) {
    let bishops = survey.pieces(us, Role::Bishop);
    if bishops.meets(Bitboard::LIGHT) && bishops.meets(Bitboard::DARK) {
        tally.add(us, BISHOP_PAIR);
    }
    // A queen that would go on behind does not stand in the way.
    let occupied = survey.occupied - survey.pieces(us, Role::Queen);
    let ours = survey.pawns[us];
    let rammed = ours & survey.pawns[!us].forward(!us);
    let all_pawns = survey.pawns.white | survey.pawns.black;
    for square in bishops {
        let reach = unpinned(us, survey, square, attacks::bishop(square, occupied));
        if survey.attack(us, Role::Bishop, reach) {
            tally.endanger(!us, DANGER_ATTACKERS + 1, 1);
        }
        let mobility = (reach & survey.area[us]).count() as usize;
        tally.add(us, BISHOP_MOBILITY + mobility);
        if outposts.contains(square) {
            let is_supported = survey.by(us, Role::Pawn).contains(square);
            tally.add(us, OUTPOST + 2 + usize::from(is_supported));
        }
        tally.add_times(
            us,
            FAR_FROM_KING + 1,
            masks::distance(square, survey.kings[us]),
        );
        let same_color = if square.is_light() {
            Bitboard::LIGHT
        } else {
            Bitboard::DARK
        };
        tally.add_times(us, BISHOP_PAWNS, (ours & same_color).count());
        tally.add_times(us, BISHOP_RAMMED_PAWNS, (rammed & same_color).count());
        if masks::LONG_DIAGONALS.contains(square) {
            let seen = attacks::bishop(square, all_pawns).with(square) & masks::CENTER;
            if seen.many() {
                tally.add(us, BISHOP_LONG_DIAGONAL);
            }
        }
    }
}

#[inline(always)]
fn rooks<T: Trace>(us: Color, survey: &mut Survey, tally: &mut Tally<T>) {
    let rooks = survey.pieces(us, Role::Rook);
    let occupied = survey.occupied - rooks - survey.pieces(us, Role::Queen);
    let seventh = masks::ranks(us, [6]);
    let prey =
        survey.pawns[!us].meets(seventh) || masks::ranks(us, [6, 7]).contains(survey.kings[!us]);
    for square in rooks {
        let reach = unpinned(us, survey, square, attacks::rook(square, occupied));
        if survey.attack(us, Role::Rook, reach) {
            tally.endanger(!us, DANGER_ATTACKERS + 2, 1);
        }
        let mobility = (reach & survey.area[us]).count() as usize;
        tally.add(us, ROOK_MOBILITY + mobility);
        let file = Bitboard::file(square.file());
        if !file.meets(survey.pawns[us]) {
            let is_open = !file.meets(survey.pawns[!us]);
            tally.add(us, ROOK_FILE + usize::from(is_open));
        }
        if prey && seventh.contains(square) {
            tally.add(us, ROOK_SEVENTH);
        }
    }
}

#[inline(always)]
fn queens<T: Trace>(
    us: Color,
    survey: &mut Survey,
    spans: &ByColor<Bitboard>,
    tally: &mut Tally<T>,
) {
    for square in survey.pieces(us, Role::Queen) {
        let reach = unpinned(us, survey, square, attacks::queen(square, survey.occupied));
        if survey.attack(us, Role::Queen, reach) {
            tally.endanger(!us, DANGER_ATTACKERS + 3, 1);
        }
        let mobility = (reach & survey.area[us]).count() as usize;
        tally.add(us, QUEEN_MOBILITY + mobility);
        // Whatever steps aside uncovers an attack on her.
        if blockers_by_lesser(us, survey, square) {
            tally.add(us, QUEEN_PINNED);
        }
        if masks::rank(us, square) > 3 && !spans[!us].contains(square) {
            tally.add(us, QUEEN_INFILTRATION);
        }
    }
}

/// Whether a rook or a bishop of the other side looks at the queen through
/// one piece.
#[inline(always)]
fn blockers_by_lesser(us: Color, survey: &Survey, queen: Square) -> bool {
    let rooks = attacks::rook_lines(queen) & survey.pieces(!us, Role::Rook);
    let bishops = attacks::bishop_lines(queen) & survey.pieces(!us, Role::Bishop);
    blockers(survey.occupied, rooks | bishops, queen).any()
}
