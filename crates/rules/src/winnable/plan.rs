use crate::{Bitboard, Board, Color, MoveKind, Position, Role, Square, attacks, safety::Safety};

/// What the winner wants: one of his pieces on a square from which it checks
/// the king, who then has nowhere to go.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) role: Role,
    pub(super) from: Square,
    pub(super) to: Square,
    /// Squares beside the king that nobody takes from him yet.
    pub(super) open: Bitboard,
    /// Whether the king could take the piece that checks him.
    pub(super) is_loose: bool,
    /// How many moves the piece needs, 3 for more than 2.
    pub(super) moves: u32,
    pub(super) cost: u32,
}

impl Plan {
    /// Whether nothing is missing but the last move.
    pub(super) fn is_ready(&self) -> bool {
        self.cost == 2
    }
}

/// A piece of the winner's that may check.
struct Striker {
    role: Role,
    from: Square,
    /// What stands in its way.
    through: Bitboard,
    /// What others attack.
    guards: Bitboard,
    /// Squares beside the king that others leave to him.
    free: Bitboard,
    targets: Bitboard,
}

/// The board as the winner sees it.
pub(super) struct View<'a> {
    pub(super) position: &'a Position,
    pub(super) board: &'a Board,
    pub(super) winner: Color,
    pub(super) safety: Safety,
    /// The king to be mated, and the squares beside him.
    pub(super) king: Square,
    pub(super) ring: Bitboard,
    pub(super) occupied: Bitboard,
    /// What one of the winner's pieces attacks, and what more than one does.
    /// Queens do not stand in the way: what is behind them supports them.
    pub(super) once: Bitboard,
    pub(super) twice: Bitboard,
    /// Where the loser's pieces other than the king can go, or take.
    pub(super) theirs: Bitboard,
    /// Empty squares to which the winner's knights, bishops and rooks can go.
    pub(super) helpers: [Bitboard; 3],
}

/// What a plan may cost to be taken without looking at other pieces.
const GOOD: u32 = 8;

const STRIKERS: [Role; 4] = [Role::Queen, Role::Rook, Role::Knight, Role::Bishop];

impl View<'_> {
    pub(super) fn of(position: &Position, winner: Color) -> Option<View<'_>> {
        let board = position.board();
        let king = board.king(!winner)?;
        let queens = board.pieces(winner, Role::Queen);
        let through = board.occupied().without(king) - queens;
        let pawns = board.pieces(winner, Role::Pawn).forward(winner);
        let mut once = pawns.left() | pawns.right();
        let mut twice = pawns.left() & pawns.right();
        let mut add = |attacked| {
            twice |= once & attacked;
            once |= attacked;
        };
        let [mut knights, mut bishops, mut rooks] = [Bitboard::EMPTY; 3];
        for square in board.pieces(winner, Role::Knight) {
            let attacked = attacks::knight(square);
            knights |= attacked;
            add(attacked);
        }
        for square in board.diagonal_sliders(winner) - queens {
            let attacked = attacks::bishop(square, through);
            bishops |= attacked;
            add(attacked);
        }
        for square in board.straight_sliders(winner) - queens {
            let attacked = attacks::rook(square, through);
            rooks |= attacked;
            add(attacked);
        }
        for square in queens {
            add(attacks::queen(square, through));
        }
        for square in board.pieces(winner, Role::King) {
            add(attacks::king(square));
        }
        Some(View {
            position,
            board,
            winner,
            safety: Safety::of(position, winner),
            king,
            ring: attacks::king(king),
            occupied: board.occupied(),
            once,
            twice,
            theirs: Self::reach(board, !winner),
            helpers: [knights, bishops, rooks].map(|set| set - board.occupied()),
        })
    }

    fn reach(board: &Board, loser: Color) -> Bitboard {
        let occupied = board.occupied();
        let pawns = board.pieces(loser, Role::Pawn).forward(loser);
        let mut reach = pawns | pawns.left() | pawns.right();
        for square in board.pieces(loser, Role::Knight) {
            reach |= attacks::knight(square);
        }
        for square in board.diagonal_sliders(loser) {
            reach |= attacks::bishop(square, occupied);
        }
        for square in board.straight_sliders(loser) {
            reach |= attacks::rook(square, occupied);
        }
        reach
    }

    /// What it costs the loser to take these pieces away from a square.
    fn displace(&self, pieces: Bitboard, square: Square) -> u32 {
        let mut cost = 0;
        for from in pieces {
            let Some(role) = self.board.role_at(from) else {
                continue;
            };
            let ways = match role {
                Role::Pawn => from.bitboard().forward(!self.winner),
                _ => {
                    attacks::by(role, !self.winner, from, self.occupied)
                        - attacks::by(role, !self.winner, square, self.occupied.without(from))
                }
            };
            cost += if (ways - self.occupied).without(square).any() {
                1
            } else {
                5
            };
        }
        cost
    }

    /// The cheapest plan, but for those that were given up.
    pub(super) fn plan(&self, banned: Bitboard, limit: u32) -> Option<Plan> {
        let mut best: Option<Plan> = None;
        for role in STRIKERS {
            let pieces = self.board.pieces(self.winner, role);
            if pieces.is_empty() {
                continue;
            }
            let zone = attacks::by(role, self.winner, self.king, self.occupied)
                - self.board.of(self.winner)
                - banned;
            for from in pieces {
                let striker = self.striker(role, from);
                // What is near comes first, and spares the rest.
                for near in [striker.targets, !striker.targets] {
                    for to in zone & near {
                        let most = best.map_or(limit, |best| best.cost);
                        if let Some(plan) = self.assess(&striker, to, most) {
                            best = Some(plan);
                            if plan.is_ready() {
                                return best;
                            }
                        }
                    }
                }
            }
            // The queen, who comes first, does best: this will do.
            if best.is_some_and(|best| best.cost <= GOOD) {
                break;
            }
        }
        best
    }

    /// The same plan as things stand now.
    pub(super) fn again(&self, plan: &Plan) -> Option<Plan> {
        if !self
            .board
            .pieces(self.winner, plan.role)
            .contains(plan.from)
            || self.board.of(self.winner).contains(plan.to)
        {
            return None;
        }
        self.assess(&self.striker(plan.role, plan.from), plan.to, u32::MAX)
    }

    fn striker(&self, role: Role, from: Square) -> Striker {
        let through = self.occupied.without(self.king).without(from);
        let own = attacks::by(role, self.winner, from, through);
        let guards = self.twice | (self.once - own);
        Striker {
            role,
            from,
            through,
            guards,
            free: self.ring - guards - self.board.of(!self.winner),
            targets: self.targets(role, from),
        }
    }

    /// What is missing for a check from this square to be mate, if it costs
    /// less than `most`.
    #[inline(always)]
    fn assess(&self, striker: &Striker, to: Square, most: u32) -> Option<Plan> {
        let &Striker {
            role,
            from,
            through,
            guards,
            free,
            targets,
        } = striker;
        let attacked = attacks::by(role, self.winner, to, through);
        let open = (free - attacked).without(to);
        if 2 * few(open) + 1 >= most {
            return None;
        }
        let is_beside = self.ring.contains(to);
        let is_loose = is_beside && !guards.contains(to);
        let moves = if targets.contains(to) {
            1
        } else if (attacked & targets).any() {
            2
        } else {
            4
        };
        let mut ours = moves + u32::from(is_loose);
        // Flights have to be shut, and who can step between has to go.
        let way = attacks::between(self.king, to) & self.theirs;
        let mut helps = few(open) + few(open - self.theirs) + 2 * few(way);
        let bound = |ours: u32, helps: u32| 2 * ours.max(helps) + ours.min(helps);
        if bound(ours, helps) >= most {
            return None;
        }
        if is_loose {
            ours = moves + self.support_cost(to);
        }
        if self.theirs.contains(to) {
            let defenders = self
                .board
                .attackers(to, !self.winner, self.occupied)
                .without(self.king);
            if bound(ours, helps + few(defenders)) >= most {
                return None;
            }
            helps += self.displace(defenders, to);
        }
        let cost = bound(ours, helps);
        (cost < most).then_some(Plan {
            role,
            from,
            to,
            open,
            is_loose,
            moves,
            cost,
        })
    }

    /// How many moves it takes until another piece attacks a square.
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
            .helpers
            .into_iter()
            .zip(zones)
            .any(|(reach, zone)| reach.meets(zone))
            || (attacks::pawn(!self.winner, square) & (pawns - self.occupied)).any();
        if is_near {
            return 1;
        }
        let king = self.safety.king.map_or(8, |king| king.distance(square));
        if self.helpers[0].any() {
            king.clamp(2, 4) - 1
        } else {
            king.max(2) - 1
        }
    }

    /// Whether the last move of the plan mates, by playing it.
    pub(super) fn is_mate(&self, plan: &Plan) -> bool {
        let next =
            self.position
                .advanced(self.winner, plan.role, plan.from, plan.to, MoveKind::Normal);
        next.is_check() && !next.has_legal_move()
    }

    pub(super) fn targets(&self, role: Role, from: Square) -> Bitboard {
        self.position
            .targets_of(self.winner, &self.safety, role, from)
    }
}

/// How many squares, 3 for more: counting takes long where the processor does
/// not help.
fn few(squares: Bitboard) -> u32 {
    let second = squares.0 & squares.0.wrapping_sub(1);
    let third = second & second.wrapping_sub(1);
    u32::from(squares.any()) + u32::from(second != 0) + u32::from(third != 0)
}
