//! Knights, bishops, rooks and queens: placement and mobility.

use arbiter_rules::{Bitboard, ByColor, Color, Role, Square, attacks};

use super::{
    eval_context::{EvalContext, blockers},
    layout::{
        BEHIND_PAWN, BISHOP_LONG_DIAGONAL, BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS,
        BISHOP_RAMMED_PAWNS, DANGER_ATTACKERS, FAR_FROM_KING, KNIGHT_MOBILITY, MATERIAL_WITH_PAWNS,
        OUTPOST, OUTPOST_IN_REACH, QUEEN_INFILTRATION, QUEEN_MOBILITY, QUEEN_PINNED, ROOK_FILE,
        ROOK_MOBILITY, ROOK_SEVENTH,
    },
    masks,
    tally::Tally,
    trace::Trace,
};

/// Evaluates the pieces of one side except pawns and king, and adds their attacks
/// to the context.
#[inline(always)]
pub(super) fn evaluate<T: Trace>(
    us: Color,
    context: &mut EvalContext,
    spans: &ByColor<Bitboard>,
    tally: &mut Tally<T>,
) {
    let outposts = masks::ranks(us, [3, 4, 5]) - spans[!us];
    knights(us, context, outposts, tally);
    bishops(us, context, outposts, tally);
    rooks(us, context, tally);
    queens(us, context, spans, tally);
    let sheltered = (context.pawns.white | context.pawns.black).forward(!us);
    for (index, role) in [Role::Knight, Role::Bishop].into_iter().enumerate() {
        let count = (context.pieces(us, role) & sheltered).count();
        tally.add_times(us, BEHIND_PAWN + index, count);
    }
    let pawns = context.pawns[us].count();
    for (index, role) in PIECES.into_iter().enumerate() {
        let count = context.pieces(us, role).count();
        tally.add_times(us, MATERIAL_WITH_PAWNS + index, count * pawns);
    }
}

const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Restricts the attacks of a pinned piece to the line of the pin.
#[inline(always)]
fn unpinned(us: Color, context: &EvalContext, square: Square, attacks: Bitboard) -> Bitboard {
    if context.blockers[us].contains(square) {
        attacks & attacks::line(context.kings[us], square)
    } else {
        attacks
    }
}

#[inline(always)]
fn knights<T: Trace>(
    us: Color,
    context: &mut EvalContext,
    outposts: Bitboard,
    tally: &mut Tally<T>,
) {
    for square in context.pieces(us, Role::Knight) {
        let reach = unpinned(us, context, square, attacks::knight(square));
        if context.add_attacks(us, Role::Knight, reach) {
            tally.add_danger(!us, DANGER_ATTACKERS, 1);
        }
        let mobility = (reach & context.area[us]).count() as usize;
        tally.add(us, KNIGHT_MOBILITY + mobility);
        let support = context.attacks_by(us, Role::Pawn);
        if outposts.contains(square) {
            tally.add(us, OUTPOST + usize::from(support.contains(square)));
        } else if reach.meets((outposts & support) - context.board.of(us)) {
            tally.add(us, OUTPOST_IN_REACH);
        }
        tally.add_times(
            us,
            FAR_FROM_KING,
            masks::distance(square, context.kings[us]),
        );
    }
}

#[inline(always)]
fn bishops<T: Trace>(
    us: Color,
    context: &mut EvalContext,
    outposts: Bitboard,
    tally: &mut Tally<T>,
) {
    let bishops = context.pieces(us, Role::Bishop);
    if bishops.meets(Bitboard::LIGHT) && bishops.meets(Bitboard::DARK) {
        tally.add(us, BISHOP_PAIR);
    }
    // Attacks pass through the side's own queen.
    let occupied = context.occupied - context.pieces(us, Role::Queen);
    let ours = context.pawns[us];
    let rammed = ours & context.pawns[!us].forward(!us);
    let all_pawns = context.pawns.white | context.pawns.black;
    for square in bishops {
        let reach = unpinned(us, context, square, attacks::bishop(square, occupied));
        if context.add_attacks(us, Role::Bishop, reach) {
            tally.add_danger(!us, DANGER_ATTACKERS + 1, 1);
        }
        let mobility = (reach & context.area[us]).count() as usize;
        tally.add(us, BISHOP_MOBILITY + mobility);
        if outposts.contains(square) {
            let is_supported = context.attacks_by(us, Role::Pawn).contains(square);
            tally.add(us, OUTPOST + 2 + usize::from(is_supported));
        }
        tally.add_times(
            us,
            FAR_FROM_KING + 1,
            masks::distance(square, context.kings[us]),
        );
        let same_color = if square.is_light() {
            Bitboard::LIGHT
        } else {
            Bitboard::DARK
        };
        tally.add_times(us, BISHOP_PAWNS, (ours & same_color).count());
        tally.add_times(us, BISHOP_RAMMED_PAWNS, (rammed & same_color).count());
        if masks::LONG_DIAGONALS.contains(square) {
            let center = attacks::bishop(square, all_pawns).with(square) & masks::CENTER;
            if center.many() {
                tally.add(us, BISHOP_LONG_DIAGONAL);
            }
        }
    }
}

#[inline(always)]
fn rooks<T: Trace>(us: Color, context: &mut EvalContext, tally: &mut Tally<T>) {
    let rooks = context.pieces(us, Role::Rook);
    let occupied = context.occupied - rooks - context.pieces(us, Role::Queen);
    let seventh = masks::ranks(us, [6]);
    let has_targets =
        context.pawns[!us].meets(seventh) || masks::ranks(us, [6, 7]).contains(context.kings[!us]);
    for square in rooks {
        let reach = unpinned(us, context, square, attacks::rook(square, occupied));
        if context.add_attacks(us, Role::Rook, reach) {
            tally.add_danger(!us, DANGER_ATTACKERS + 2, 1);
        }
        let mobility = (reach & context.area[us]).count() as usize;
        tally.add(us, ROOK_MOBILITY + mobility);
        let file = Bitboard::file(square.file());
        if !file.meets(context.pawns[us]) {
            let is_open = !file.meets(context.pawns[!us]);
            tally.add(us, ROOK_FILE + usize::from(is_open));
        }
        if has_targets && seventh.contains(square) {
            tally.add(us, ROOK_SEVENTH);
        }
    }
}

#[inline(always)]
fn queens<T: Trace>(
    us: Color,
    context: &mut EvalContext,
    spans: &ByColor<Bitboard>,
    tally: &mut Tally<T>,
) {
    for square in context.pieces(us, Role::Queen) {
        let reach = unpinned(
            us,
            context,
            square,
            attacks::queen(square, context.occupied),
        );
        if context.add_attacks(us, Role::Queen, reach) {
            tally.add_danger(!us, DANGER_ATTACKERS + 3, 1);
        }
        let mobility = (reach & context.area[us]).count() as usize;
        tally.add(us, QUEEN_MOBILITY + mobility);
        // A piece that moves away would uncover an attack on the queen.
        if is_attack_on_queen_blocked(us, context, square) {
            tally.add(us, QUEEN_PINNED);
        }
        if masks::rank(us, square) > 3 && !spans[!us].contains(square) {
            tally.add(us, QUEEN_INFILTRATION);
        }
    }
}

/// Reports whether a single piece blocks the attack of an enemy rook or bishop on
/// the queen.
#[inline(always)]
fn is_attack_on_queen_blocked(us: Color, context: &EvalContext, queen: Square) -> bool {
    let rooks = attacks::rook_lines(queen) & context.pieces(!us, Role::Rook);
    let bishops = attacks::bishop_lines(queen) & context.pieces(!us, Role::Bishop);
    blockers(context.occupied, rooks | bishops, queen).any()
}
