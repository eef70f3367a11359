use crate::{
    Bitboard, Board, Color, Move, MoveKind, Position, Rank, Role, Square, attacks, safety::Safety,
};

/// No hunt takes longer: 44 would settle two thirds of the questions from
/// games, at half the speed.
const MAX_PLIES: usize = 16;

/// One line of play toward a mate, found without looking at others.
///
/// The loser's king goes to the edge and waits there. The winner makes a queen
/// if he has none, brings his king near, and looks whether some check leaves
/// no square beside the king free. Every move is legal and the mate is real, so
/// a hunt that ends well is a proof; one that does not says nothing.
pub(super) struct Hunt {
    winner: Color,
}

impl Hunt {
    pub(super) fn new(winner: Color) -> Hunt {
        Hunt { winner }
    }

    /// Whether the line ends in mate.
    pub(super) fn finds_mate(&self, position: &Position) -> bool {
        let mut position = *position;
        for _ in 0..MAX_PLIES {
            let mv = if position.turn() == self.winner {
                let view = match View::of(&position, self.winner) {
                    Some(view) => view,
                    None => return false,
                };
                match view.strike() {
                    Strike::Mate => return true,
                    Strike::Prepare(mv) => Some(mv),
                    Strike::None => view.approach(),
                }
            } else {
                self.wait(&position)
            };
            match mv {
                Some(mv) => position.play(mv),
                None => return false,
            }
        }
        false
    }

    /// A move of the loser that helps: the king to the edge, and then
    /// anything that leaves him there.
    fn wait(&self, position: &Position) -> Option<Move> {
        let board = position.board();
        let loser = !self.winner;
        let king = board.king(loser)?;
        let is_quiet = |mv: &Move| !board.of(self.winner).contains(mv.to());
        if edge_distance(king) > 0 {
            let steps = position.legal_moves_of(king.bitboard());
            let nearest = steps
                .filter(is_quiet)
                .min_by_key(|mv| edge_distance(mv.to()));
            if let Some(mv) = nearest
                && edge_distance(mv.to()) < edge_distance(king)
            {
                return Some(mv);
            }
        }
        let safety = Safety::of(position, loser);
        if !safety.checkers.many() {
            let free = !board.occupied();
            let free = free - board.pieces(self.winner, Role::Pawn).forward(self.winner);
            for role in [
                Role::Knight,
                Role::Bishop,
                Role::Rook,
                Role::Queen,
                Role::Pawn,
            ] {
                for from in board.pieces(loser, role) {
                    let mut targets = position.targets_of(loser, &safety, role, from) & free;
                    if role == Role::Pawn {
                        targets = targets - Bitboard::BACK_RANKS;
                    }
                    if let Some(to) = targets.first() {
                        let is_double = role == Role::Pawn && from.distance(to) == 2;
                        let kind = if is_double {
                            MoveKind::DoubleStep
                        } else {
                            MoveKind::Normal
                        };
                        return Some(Move::new(role, from, to, kind));
                    }
                }
            }
        }
        let mut moves = position.legal_moves();
        let first = moves.next()?;
        if is_quiet(&first) {
            return Some(first);
        }
        moves.find(is_quiet).or(Some(first))
    }
}

/// What the winner's pieces can do against the king.
enum Strike {
    Mate,
    Prepare(Move),
    None,
}

/// What the winner sees when it is his turn.
struct View<'a> {
    position: &'a Position,
    board: &'a Board,
    winner: Color,
    safety: Safety,
    king: Square,
    ring: Bitboard,
}

impl View<'_> {
    fn of(position: &Position, winner: Color) -> Option<View<'_>> {
        let king = position.board().king(!winner)?;
        Some(View {
            position,
            board: position.board(),
            winner,
            safety: Safety::of(position, winner),
            king,
            ring: attacks::king(king),
        })
    }

    /// Looks for squares from which a piece would check a king who has no
    /// free square left, and for moves there.
    fn strike(&self) -> Strike {
        if self.safety.checkers.many() {
            return Strike::None;
        }
        let occupied = self.board.occupied();
        let theirs = self.board.of(!self.winner);
        let (once, twice) = self.guards();
        let (mut step, mut support) = (None, None);
        for role in [Role::Queen, Role::Rook, Role::Knight, Role::Bishop] {
            let pieces = self.board.pieces(self.winner, role);
            if pieces.is_empty() {
                continue;
            }
            let zone = attacks::by(role, self.winner, self.king, occupied);
            for from in pieces {
                let through = occupied.without(self.king).without(from);
                let own = attacks::by(role, self.winner, from, through);
                let guards = twice | (once - own);
                let free = self.ring - guards - theirs;
                let targets = self.targets(role, from);
                for to in zone - self.board.of(self.winner) {
                    let attacked = attacks::by(role, self.winner, to, through);
                    if (free - attacked).without(to).any() {
                        continue;
                    }
                    let is_beside = self.ring.contains(to);
                    if targets.contains(to) && (!is_beside || guards.contains(to)) {
                        let mv = Move::new(role, from, to, MoveKind::Normal);
                        if !self.position.after(mv).has_legal_move() {
                            return Strike::Mate;
                        }
                        continue;
                    }
                    if step.is_some() || support.is_some() {
                        continue;
                    }
                    let defenders = self.board.attackers(to, !self.winner, occupied);
                    if defenders.without(self.king).any() {
                        continue;
                    }
                    if is_beside && !guards.contains(to) {
                        support = self.support(to);
                    } else {
                        let ways = attacks::by(role, self.winner, to, occupied.without(from));
                        step = (targets & (ways - occupied))
                            .first()
                            .map(|way| Move::new(role, from, way, MoveKind::Normal));
                    }
                }
            }
        }
        step.or(support).map_or(Strike::None, Strike::Prepare)
    }

    fn targets(&self, role: Role, from: Square) -> Bitboard {
        self.position
            .targets_of(self.winner, &self.safety, role, from)
    }

    /// What one of the winner's pieces attacks, and what more than one does.
    /// Queens do not stand in the way: what is behind them supports them.
    fn guards(&self) -> (Bitboard, Bitboard) {
        let us = self.winner;
        let queens = self.board.pieces(us, Role::Queen);
        let occupied = self.board.occupied().without(self.king) - queens;
        let pawns = self.board.pieces(us, Role::Pawn).forward(us);
        let mut once = pawns.left() | pawns.right();
        let mut twice = Bitboard::EMPTY;
        for role in [
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
        ] {
            for square in self.board.pieces(us, role) {
                let attacked = attacks::by(role, us, square, occupied);
                twice |= once & attacked;
                once |= attacked;
            }
        }
        (once, twice)
    }

    /// A move that brings the mate nearer.
    fn approach(&self) -> Option<Move> {
        let has_queen = self.board.pieces(self.winner, Role::Queen).any();
        if !has_queen && let Some(mv) = self.push() {
            return Some(mv);
        }
        let king = self.safety.king?;
        let goal = opposite(self.king);
        let steps = self.position.legal_moves_of(king.bitboard());
        let step = steps.min_by_key(|mv| mv.to().distance(goal));
        if let Some(mv) = step
            && mv.to().distance(goal) < king.distance(goal)
        {
            return Some(mv);
        }
        self.push().or_else(|| self.position.legal_moves().next())
    }

    /// A move of a piece to where it attacks a square.
    fn support(&self, square: Square) -> Option<Move> {
        let occupied = self.board.occupied();
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Pawn] {
            let zone = match role {
                Role::Pawn => attacks::pawn(!self.winner, square) - Bitboard::BACK_RANKS,
                _ => attacks::by(role, self.winner, square, occupied),
            } - occupied;
            if zone.is_empty() {
                continue;
            }
            for from in self.board.pieces(self.winner, role) {
                let targets = self
                    .position
                    .targets_of(self.winner, &self.safety, role, from)
                    & zone;
                if let Some(to) = targets.first() {
                    let is_double = role == Role::Pawn && from.distance(to) == 2;
                    let kind = if is_double {
                        MoveKind::DoubleStep
                    } else {
                        MoveKind::Normal
                    };
                    return Some(Move::new(role, from, to, kind));
                }
            }
        }
        None
    }

    /// The most advanced pawn that can go on goes on.
    fn push(&self) -> Option<Move> {
        let pawns = self.board.pieces(self.winner, Role::Pawn);
        let empty = !self.board.occupied();
        let back = empty.forward(!self.winner);
        let mut movable = pawns & back;
        while movable.any() {
            let from = match self.winner {
                Color::White => Square::from_index(63 - movable.0.leading_zeros() as usize)?,
                Color::Black => movable.first()?,
            };
            movable = movable.without(from);
            let targets = self
                .position
                .targets_of(self.winner, &self.safety, Role::Pawn, from)
                & Bitboard::file(from.file());
            let Some(to) = targets.first() else {
                continue;
            };
            let kind = if to.rank() == self.winner.rank(Rank::Eighth) {
                MoveKind::PromoteQueen
            } else if from.distance(to) == 2 {
                MoveKind::DoubleStep
            } else {
                MoveKind::Normal
            };
            return Some(Move::new(Role::Pawn, from, to, kind));
        }
        None
    }
}

/// Where the winner's king does most: two squares from a king on the edge.
fn opposite(king: Square) -> Square {
    let file = king.file() as i32;
    let rank = king.rank() as i32;
    let inward = |at: i32| if at < 4 { 2 } else { -2 };
    let to_side = file.min(7 - file) < rank.min(7 - rank);
    let (files, ranks) = if to_side {
        (inward(file), 0)
    } else {
        (0, inward(rank))
    };
    king.offset(files, ranks).unwrap_or(king)
}

fn edge_distance(square: Square) -> usize {
    let file = square.file() as usize;
    let rank = square.rank() as usize;
    file.min(7 - file).min(rank).min(7 - rank)
}
