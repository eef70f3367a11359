use super::work_budget::WorkBudget;
use crate::{Bitboard, Board, Color, MoveKind, Position, Role, Square, attacks, safety::Safety};

/// A piece of the winner, a square from which it would check the king, and what
/// is missing for that check to be mate.
#[derive(Clone, Copy)]
pub(super) struct MatingPlan {
    pub(super) role: Role,
    pub(super) from: Square,
    pub(super) to: Square,
    /// The king's flight squares: those next to it that would be neither attacked
    /// nor blocked.
    pub(super) flights: Bitboard,
    /// Whether the king could capture the checking piece.
    pub(super) is_capturable: bool,
    /// How many moves the piece needs to get there: 1, 2, or [`DISTANT_PIECE_MOVES`].
    pub(super) moves: u32,
    /// An estimate of the moves both sides need, weighted. 2 is the least.
    pub(super) cost: u32,
}

impl MatingPlan {
    /// Reports whether only the mating move itself is missing.
    pub(super) fn is_ready(&self) -> bool {
        self.cost == 2
    }
}

/// A piece of the winner that may give the mating check.
struct CheckingPiece {
    role: Role,
    from: Square,
    /// The pieces that block it: all but itself and the king being mated.
    blockers: Bitboard,
    /// The squares that other pieces of the winner attack.
    guarded: Bitboard,
    /// The squares next to the king that are neither guarded nor blocked.
    free: Bitboard,
    /// The squares it can legally move to.
    targets: Bitboard,
}

/// What making and executing plans needs to know about a position.
pub(super) struct PlanContext<'a> {
    pub(super) position: &'a Position,
    pub(super) board: &'a Board,
    pub(super) winner: Color,
    pub(super) safety: Safety,
    /// The king being mated.
    pub(super) king: Square,
    /// The squares next to that king.
    pub(super) ring: Bitboard,
    pub(super) occupied: Bitboard,
    /// The squares the winner attacks. Queens do not block the pieces behind
    /// them, which support them.
    pub(super) attacked: Bitboard,
    /// The squares the winner attacks more than once.
    pub(super) attacked_twice: Bitboard,
    /// The squares that the loser's pieces other than the king attack or can move
    /// to.
    pub(super) defended: Bitboard,
    /// The empty squares that the winner's knights, bishops and rooks attack.
    pub(super) supporter_targets: [Bitboard; 3],
}

/// A plan that costs at most this is taken without trying pieces of other roles.
const GOOD_PLAN_COST: u32 = 8;

/// The cost of displacing a piece that has no suitable move.
const IMMOBILE_PIECE_COST: u32 = 5;

/// The number of moves assumed for a piece that needs more than 2 to give check.
const DISTANT_PIECE_MOVES: u32 = 4;

/// The roles that give the mating check, in the order in which they are tried.
const CHECKING_ROLES: [Role; 4] = [Role::Queen, Role::Rook, Role::Knight, Role::Bishop];

impl PlanContext<'_> {
    pub(super) fn of(position: &Position, winner: Color) -> Option<PlanContext<'_>> {
        let board = position.board();
        let king = board.king(!winner)?;
        let queens = board.pieces(winner, Role::Queen);
        let blockers = board.occupied().without(king) - queens;
        let pawns = board.pieces(winner, Role::Pawn).forward(winner);
        let mut attacked_once = pawns.left() | pawns.right();
        let mut attacked_twice = pawns.left() & pawns.right();
        let mut add = |attacked| {
            attacked_twice |= attacked_once & attacked;
            attacked_once |= attacked;
        };
        let [mut knights, mut bishops, mut rooks] = [Bitboard::EMPTY; 3];
        for square in board.pieces(winner, Role::Knight) {
            let attacked = attacks::knight(square);
            knights |= attacked;
            add(attacked);
        }
        for square in board.diagonal_sliders(winner) - queens {
            let attacked = attacks::bishop(square, blockers);
            bishops |= attacked;
            add(attacked);
        }
        for square in board.straight_sliders(winner) - queens {
            let attacked = attacks::rook(square, blockers);
            rooks |= attacked;
            add(attacked);
        }
        for square in queens {
            add(attacks::queen(square, blockers));
        }
        for square in board.pieces(winner, Role::King) {
            add(attacks::king(square));
        }
        Some(PlanContext {
            position,
            board,
            winner,
            safety: Safety::of(position, winner),
            king,
            ring: attacks::king(king),
            occupied: board.occupied(),
            attacked: attacked_once,
            attacked_twice,
            defended: Self::defended_by(board, !winner),
            supporter_targets: [knights, bishops, rooks].map(|set| set - board.occupied()),
        })
    }

    /// Returns the squares that the pieces of a side other than its king attack or
    /// can move to.
    fn defended_by(board: &Board, loser: Color) -> Bitboard {
        let occupied = board.occupied();
        let pawns = board.pieces(loser, Role::Pawn).forward(loser);
        let mut defended = pawns | pawns.left() | pawns.right();
        for square in board.pieces(loser, Role::Knight) {
            defended |= attacks::knight(square);
        }
        for square in board.diagonal_sliders(loser) {
            defended |= attacks::bishop(square, occupied);
        }
        for square in board.straight_sliders(loser) {
            defended |= attacks::rook(square, occupied);
        }
        defended
    }

    /// Returns the cost for the loser of moving these pieces so that they no
    /// longer guard a square.
    fn displacement_cost(&self, pieces: Bitboard, square: Square) -> u32 {
        let mut cost = 0;
        for from in pieces {
            let Some(role) = self.board.role_at(from) else {
                continue;
            };
            let targets = match role {
                Role::Pawn => from.bitboard().forward(!self.winner),
                _ => {
                    attacks::by(role, !self.winner, from, self.occupied)
                        - attacks::by(role, !self.winner, square, self.occupied.without(from))
                }
            };
            cost += if (targets - self.occupied).without(square).any() {
                1
            } else {
                IMMOBILE_PIECE_COST
            };
        }
        cost
    }

    /// Returns the cheapest plan that costs less than `limit` and does not check
    /// from one of the `rejected` squares.
    pub(super) fn cheapest_plan(
        &self,
        rejected: Bitboard,
        limit: u32,
        budget: &WorkBudget,
    ) -> Option<MatingPlan> {
        let mut best: Option<MatingPlan> = None;
        for role in CHECKING_ROLES {
            let pieces = self.board.pieces(self.winner, role);
            if pieces.is_empty() {
                continue;
            }
            let zone = attacks::by(role, self.winner, self.king, self.occupied)
                - self.board.of(self.winner)
                - rejected;
            let units = 4 + 2 * u64::from(zone.count());
            for from in pieces {
                budget.take(units);
                let checker = self.checking_piece(role, from);
                // A cheap plan found first saves assessing most of the others.
                for group in [checker.targets, !checker.targets] {
                    for to in zone & group {
                        let limit = best.map_or(limit, |best| best.cost);
                        if let Some(plan) = self.assess(&checker, to, limit) {
                            best = Some(plan);
                            if plan.is_ready() {
                                return best;
                            }
                        }
                    }
                }
            }
            // Queens come first and usually have the cheapest plan.
            if best.is_some_and(|best| best.cost <= GOOD_PLAN_COST) {
                break;
            }
        }
        best
    }

    /// Assesses a plan again, or returns `None` if it can no longer be executed.
    pub(super) fn update(&self, plan: &MatingPlan) -> Option<MatingPlan> {
        if !self
            .board
            .pieces(self.winner, plan.role)
            .contains(plan.from)
            || self.board.of(self.winner).contains(plan.to)
        {
            return None;
        }
        self.assess(
            &self.checking_piece(plan.role, plan.from),
            plan.to,
            u32::MAX,
        )
    }

    fn checking_piece(&self, role: Role, from: Square) -> CheckingPiece {
        let blockers = self.occupied.without(self.king).without(from);
        let own = attacks::by(role, self.winner, from, blockers);
        let guarded = self.attacked_twice | (self.attacked - own);
        CheckingPiece {
            role,
            from,
            blockers,
            guarded,
            free: self.ring - guarded - self.board.of(!self.winner),
            targets: self.targets(role, from),
        }
    }

    /// Returns the plan to check from this square, if it costs less than `limit`.
    #[inline(always)]
    fn assess(&self, checker: &CheckingPiece, to: Square, limit: u32) -> Option<MatingPlan> {
        let &CheckingPiece {
            role,
            from,
            blockers,
            guarded,
            free,
            targets,
        } = checker;
        let attacked = attacks::by(role, self.winner, to, blockers);
        let flights = (free - attacked).without(to);
        if 2 * count_to_three(flights) + 1 >= limit {
            return None;
        }
        let is_adjacent = self.ring.contains(to);
        let is_capturable = is_adjacent && !guarded.contains(to);
        let moves = if targets.contains(to) {
            1
        } else if (attacked & targets).any() {
            2
        } else {
            DISTANT_PIECE_MOVES
        };
        let mut ours = moves + u32::from(is_capturable);
        // The flights have to be closed, and pieces that could interpose have to
        // go.
        let interpositions = attacks::between(self.king, to) & self.defended;
        let mut theirs = count_to_three(flights)
            + count_to_three(flights - self.defended)
            + 2 * count_to_three(interpositions);
        let cost = |ours: u32, theirs: u32| 2 * ours.max(theirs) + ours.min(theirs);
        if cost(ours, theirs) >= limit {
            return None;
        }
        if is_capturable {
            ours = moves + self.support_cost(to);
        }
        if self.defended.contains(to) {
            let defenders = self
                .board
                .attackers(to, !self.winner, self.occupied)
                .without(self.king);
            if cost(ours, theirs + count_to_three(defenders)) >= limit {
                return None;
            }
            theirs += self.displacement_cost(defenders, to);
        }
        let cost = cost(ours, theirs);
        (cost < limit).then_some(MatingPlan {
            role,
            from,
            to,
            flights,
            is_capturable,
            moves,
            cost,
        })
    }

    /// Returns the number of moves until another piece of the winner attacks a
    /// square.
    fn support_cost(&self, square: Square) -> u32 {
        let pawns = self
            .board
            .pieces(self.winner, Role::Pawn)
            .forward(self.winner);
        let zones = [
            attacks::knight(square),
            attacks::bishop(square, self.occupied),
            attacks::rook(square, self.occupied),
        ];
        let is_near = self
            .supporter_targets
            .into_iter()
            .zip(zones)
            .any(|(targets, zone)| targets.meets(zone))
            || (attacks::pawn(!self.winner, square) & (pawns - self.occupied)).any();
        if is_near {
            return 1;
        }
        let king = self.safety.king.map_or(8, |king| king.distance(square));
        if self.supporter_targets[0].any() {
            king.clamp(2, 4) - 1
        } else {
            king.max(2) - 1
        }
    }

    /// Plays the last move of the plan and reports whether it mates.
    pub(super) fn is_mate(&self, plan: &MatingPlan) -> bool {
        let next =
            self.position
                .advanced(self.winner, plan.role, plan.from, plan.to, MoveKind::Normal);
        next.is_check() && !next.has_legal_move()
    }

    /// Returns the squares to which a piece of the winner can legally move.
    pub(super) fn targets(&self, role: Role, from: Square) -> Bitboard {
        self.position
            .targets_of(self.winner, &self.safety, role, from)
    }
}

/// Counts the squares, but no further than 3. That is faster than a full count
/// on processors without an instruction for it.
fn count_to_three(squares: Bitboard) -> u32 {
    let second = squares.0 & squares.0.wrapping_sub(1);
    let third = second & second.wrapping_sub(1);
    u32::from(squares.any()) + u32::from(second != 0) + u32::from(third != 0)
}
