use super::{
    errand::quiet,
    material,
    plan::{Plan, View},
};
use crate::{Bitboard, Color, Move, Position, Role, Square, attacks, safety::Safety};

/// How often a plan may make no progress before it is given up.
const PATIENCE: u32 = 2;

/// How long a line of each style may be, at a glance and with more time. Longer
/// ones settle more questions, but not as many in a second.
const GLANCE: [usize; 2] = [16, 0];
const LOOK: [usize; 2] = [60, 120];

/// With so few pieces a hunt is better patient.
const FEW: u32 = 10;

/// When no more plies are left than this, a line without a plan is given up.
const LAST_PLIES: usize = 4;

/// One line of play toward a mate, found without looking at others.
///
/// The winner has a [`Plan`], made anew at each of his turns. The loser helps:
/// his king goes where he is easily shut in, his pieces shut him in or step
/// aside. Every move is legal and the mate is real, so a hunt that ends well
/// is a proof; one that does not says nothing.
pub(super) struct Hunt {
    winner: Color,
    style: Style,
}

/// How the winner goes about it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// The cheapest plan, whatever it is.
    Direct,
    /// First a queen and the king, then a plan that lacks little.
    Patient,
}

impl Hunt {
    /// Whether one short line ends in mate.
    pub(super) fn glance(position: &Position, winner: Color) -> bool {
        Hunt::try_styles(position, winner, GLANCE)
    }

    /// Whether one of two long lines ends in mate.
    pub(super) fn look(position: &Position, winner: Color) -> bool {
        Hunt::try_styles(position, winner, LOOK)
    }

    /// Whether a line of either side ends in mate.
    pub(super) fn by_anyone(position: &Position) -> bool {
        Hunt::styles(position)
            .into_iter()
            .zip(LOOK)
            .any(|(style, plies)| {
                let turn = position.turn();
                [turn, !turn].into_iter().any(|winner| {
                    !material::cannot_mate(position.board(), winner)
                        && Hunt { winner, style }.finds_mate(position, plies)
                })
            })
    }

    /// Whether a line of this side ends in mate.
    fn try_styles(position: &Position, winner: Color, plies: [usize; 2]) -> bool {
        Hunt::styles(position)
            .into_iter()
            .zip(plies)
            .any(|(style, plies)| Hunt { winner, style }.finds_mate(position, plies))
    }

    /// The better style first.
    fn styles(position: &Position) -> [Style; 2] {
        if position.board().occupied().count() <= FEW {
            [Style::Patient, Style::Direct]
        } else {
            [Style::Direct, Style::Patient]
        }
    }

    /// Whether the line ends in mate.
    fn finds_mate(&self, position: &Position, plies: usize) -> bool {
        let mut position = *position;
        let mut plan: Option<Plan> = None;
        let mut banned = Bitboard::EMPTY;
        let mut patience = PATIENCE;
        let mut king = None;
        let limit = match self.style {
            Style::Direct => u32::MAX,
            Style::Patient => 9,
        };
        let mut danger = Bitboard::EMPTY;
        for ply in 0..plies {
            let turn = position.turn();
            let is_ours = turn == self.winner;
            let mv = if is_ours || ply == 0 {
                let Some(view) = View::of(&position, self.winner) else {
                    return false;
                };
                if king != Some(view.king) {
                    king = Some(view.king);
                    banned = Bitboard::EMPTY;
                    plan = None;
                }
                // A plan that makes no progress is given up.
                if let Some(old) = plan {
                    plan = view.again(&old);
                    if plan.is_none_or(|plan| plan.cost >= old.cost) {
                        patience -= 1;
                        if patience == 0 {
                            banned = banned.with(old.to);
                            plan = None;
                        }
                    } else {
                        patience = PATIENCE;
                    }
                }
                loop {
                    if plan.is_none() {
                        plan = view.plan(banned, limit);
                        patience = PATIENCE;
                    }
                    match &plan {
                        Some(ready) if is_ours && ready.is_ready() => {
                            if view.is_mate(ready) {
                                return true;
                            }
                            banned = banned.with(ready.to);
                            plan = None;
                        }
                        _ => break,
                    }
                }
                if self.style == Style::Patient && plan.is_some_and(|plan| plan.open.any()) {
                    plan = None;
                }
                let left = plies - ply;
                let is_late = match &plan {
                    Some(plan) => plan.cost as usize > left + 2,
                    None => left <= LAST_PLIES,
                };
                if is_late {
                    return false;
                }
                danger = view.once;
                if is_ours {
                    let mv = view.carry_out(plan.as_ref());
                    if let (Some(plan), Some(mv)) = (&mut plan, mv)
                        && mv.from() == plan.from
                    {
                        plan.from = mv.to();
                    }
                    mv
                } else {
                    self.help(&position, plan.as_ref(), danger)
                }
            } else {
                self.help(&position, plan.as_ref(), danger)
            };
            match mv {
                Some(mv) => {
                    debug_assert!(position.legal_moves().any(|legal| legal == mv));
                    let mut next =
                        position.advanced(turn, mv.role(), mv.from(), mv.to(), mv.kind());
                    if is_ours && next.board().of(!turn).count() <= 4 && !next.has_legal_move() {
                        if next.is_check() {
                            return true;
                        }
                        // Stalemate: anything else is better.
                        let other = position.legal_moves().find(|&other| {
                            let next = position.after(other);
                            next.has_legal_move()
                        });
                        match other {
                            Some(mv) => next = position.after(mv),
                            None => return false,
                        }
                    }
                    position = next;
                }
                // He who must move and cannot, in check, is mated.
                None => return !is_ours && position.is_check() && !position.has_legal_move(),
            }
        }
        false
    }

    /// A move of the loser that helps.
    fn help(&self, position: &Position, plan: Option<&Plan>, danger: Bitboard) -> Option<Move> {
        let board = position.board();
        let loser = !self.winner;
        let king = board.king(loser)?;
        let ring = attacks::king(king);
        let occupied = board.occupied();
        let theirs = board.of(loser);
        let safety = Safety::of(position, loser);
        let is_hopeless = plan.is_none_or(|plan| plan.open.many());
        if is_hopeless && safety.checkers.is_empty() {
            let room = |at: Square| {
                let ring = attacks::king(at) - theirs.without(king);
                2 * ring.count() as usize + corner_distance(at)
            };
            let mut best = (room(king), king);
            for to in ring - occupied - danger {
                best = best.min((room(to), to));
            }
            if best.1 != king {
                // What one move of the winner since then attacks is not known.
                let to = best.1;
                if board
                    .attackers(to, self.winner, occupied.without(king))
                    .is_empty()
                {
                    return Some(quiet(Role::King, king, to));
                }
            }
        }
        if !safety.checkers.many()
            && let Some(mv) = self.make_room(position, plan, &safety, king, danger)
        {
            return Some(mv);
        }
        let is_quiet = |mv: &Move| !board.of(self.winner).contains(mv.to());
        let mut moves = position.legal_moves();
        let first = moves.next()?;
        if is_quiet(&first) {
            return Some(first);
        }
        moves.find(is_quiet).or(Some(first))
    }

    /// A move of another piece than the king: into a flight of his, away from
    /// where it would spoil the plan, or just a move.
    fn make_room(
        &self,
        position: &Position,
        plan: Option<&Plan>,
        safety: &Safety,
        king: Square,
        danger: Bitboard,
    ) -> Option<Move> {
        let board = position.board();
        let loser = !self.winner;
        let occupied = board.occupied();
        let roles = [
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::Pawn,
        ];
        let ring = attacks::king(king);
        let Some(plan) = plan else {
            return self.tempo(
                position,
                safety,
                danger,
                &roles,
                |_| Bitboard::BACK_RANKS,
                ring,
            );
        };
        let way = attacks::between(king, plan.to).with(plan.to);
        // Where a piece of this role would guard what it should not.
        let spoils = |role: Role, square: Square| match role {
            Role::Pawn => attacks::pawn(self.winner, square) | Bitboard::BACK_RANKS,
            _ => attacks::by(role, loser, square, occupied),
        };
        for square in way {
            let defenders = board.attackers(square, loser, occupied).without(king);
            if defenders.is_empty() {
                continue;
            }
            for role in roles {
                for from in board.pieces(loser, role) & defenders {
                    let targets = position.targets_of(loser, safety, role, from);
                    let targets = targets - occupied - spoils(role, square) - way;
                    if let Some(to) = (targets - danger).first().or(targets.first()) {
                        return Some(quiet(role, from, to));
                    }
                }
            }
        }
        if plan.open.any() {
            for role in roles {
                for from in board.pieces(loser, role) - ring {
                    let targets = position.targets_of(loser, safety, role, from);
                    if let Some(to) =
                        (targets & (plan.open - occupied - spoils(role, plan.to))).first()
                    {
                        return Some(quiet(role, from, to));
                    }
                }
            }
        }
        self.tempo(
            position,
            safety,
            danger,
            &roles,
            |role| spoils(role, plan.to) | way,
            ring,
        )
    }

    /// A move that changes little.
    fn tempo(
        &self,
        position: &Position,
        safety: &Safety,
        danger: Bitboard,
        roles: &[Role],
        spoils: impl Fn(Role) -> Bitboard,
        keep: Bitboard,
    ) -> Option<Move> {
        let board = position.board();
        let loser = !self.winner;
        let occupied = board.occupied();
        let free = !occupied;
        let our_king = board.king(self.winner)?;
        let is_ending = occupied.count() <= 10;
        let room = attacks::king(our_king) | keep;
        for free in [free - danger, free] {
            let mut best: Option<(u32, Move)> = None;
            for &role in roles {
                let pieces = board.pieces(loser, role) - keep;
                if pieces.is_empty() {
                    continue;
                }
                let checks = match role {
                    Role::Pawn => attacks::pawn(self.winner, our_king),
                    _ => attacks::by(role, loser, our_king, occupied),
                };
                let free = free - spoils(role) - checks;
                for from in pieces {
                    let targets = position.targets_of(loser, safety, role, from) & free;
                    if !is_ending {
                        if let Some(to) = targets.first() {
                            return Some(quiet(role, from, to));
                        }
                        continue;
                    }
                    // With few pieces left the winner's king has to come near.
                    for to in targets {
                        let taken = attacks::by(role, loser, to, occupied) & room;
                        let cost = taken.count();
                        if best.is_none_or(|(least, _)| cost < least) {
                            best = Some((cost, quiet(role, from, to)));
                        }
                    }
                }
            }
            if let Some((_, mv)) = best {
                return Some(mv);
            }
        }
        None
    }
}

fn corner_distance(square: Square) -> usize {
    let file = square.file() as usize;
    let rank = square.rank() as usize;
    file.min(7 - file) + rank.min(7 - rank)
}
