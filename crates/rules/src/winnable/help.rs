//! The moves with which the loser helps.

use super::{errand::quiet, hunt::Hunt};
use crate::{Bitboard, Move, Role, Square, attacks, safety::Safety};

/// Who helps, in this order, before the king has to.
const HELPERS: [Role; 5] = [
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::Pawn,
];

impl Hunt {
    /// A move of the loser that helps.
    pub(super) fn help(&self) -> Option<Move> {
        let position = &self.position;
        let board = position.board();
        let loser = !self.winner;
        let king = board.king(loser)?;
        let ring = attacks::king(king);
        let occupied = board.occupied();
        let theirs = board.of(loser);
        let safety = Safety::of(position, loser);
        let is_hopeless = self.plan.is_none_or(|plan| plan.open.any());
        if is_hopeless && safety.checkers.is_empty() {
            let room = |at: Square| {
                let ring = attacks::king(at) - theirs.without(king);
                2 * ring.count() as usize + corner_distance(at)
            };
            let mut best = (room(king), king);
            for to in ring - occupied - self.danger {
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
            && let Some(mv) = self.make_room(&safety, king)
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
    fn make_room(&self, safety: &Safety, king: Square) -> Option<Move> {
        let position = &self.position;
        let board = position.board();
        let loser = !self.winner;
        let occupied = board.occupied();
        let ring = attacks::king(king);
        let Some(plan) = &self.plan else {
            return self.tempo(safety, |_| Bitboard::BACK_RANKS, ring);
        };
        let way = attacks::between(king, plan.to).with(plan.to);
        // Nor should the piece that is to check be kept from coming.
        let taboo = way | attacks::between(plan.from, plan.to);
        // Where a piece of this role would guard what it should not.
        let spoils = |role: Role, square: Square, occupied: Bitboard| match role {
            Role::Pawn => attacks::pawn(self.winner, square) | Bitboard::BACK_RANKS,
            _ => attacks::by(role, loser, square, occupied),
        };
        for square in way {
            let defenders = board.attackers(square, loser, occupied).without(king);
            if defenders.is_empty() {
                continue;
            }
            for role in HELPERS {
                for from in board.pieces(loser, role) & defenders {
                    let targets = position.targets_of(loser, safety, role, from);
                    let spoiled = spoils(role, square, occupied.without(from)) | taboo;
                    let targets = targets - occupied - spoiled;
                    if let Some(to) = (targets - self.danger).first().or(targets.first()) {
                        return Some(quiet(role, from, to));
                    }
                }
            }
        }
        if plan.open.any() {
            for role in HELPERS {
                for from in board.pieces(loser, role) - ring {
                    let targets = position.targets_of(loser, safety, role, from);
                    if let Some(to) =
                        (targets & (plan.open - occupied - spoils(role, plan.to, occupied))).first()
                    {
                        return Some(quiet(role, from, to));
                    }
                }
            }
            // Or a move with which it comes nearer to one.
            for &role in HELPERS.iter().filter(|&&role| role != Role::Pawn) {
                let spoiled = spoils(role, plan.to, occupied) | taboo | self.danger;
                for from in board.pieces(loser, role) - ring {
                    let targets = position.targets_of(loser, safety, role, from);
                    for to in targets - occupied - spoiled {
                        if attacks::by(role, loser, to, occupied).meets(plan.open - occupied) {
                            return Some(quiet(role, from, to));
                        }
                    }
                }
            }
        }
        let spoils = |role| spoils(role, plan.to, occupied) | taboo;
        self.tempo(safety, spoils, ring)
    }

    /// A move that changes little.
    fn tempo(
        &self,
        safety: &Safety,
        spoils: impl Fn(Role) -> Bitboard,
        keep: Bitboard,
    ) -> Option<Move> {
        let position = &self.position;
        let board = position.board();
        let loser = !self.winner;
        let occupied = board.occupied();
        let free = !occupied;
        let our_king = board.king(self.winner)?;
        let is_ending = occupied.count() <= 10;
        let room = attacks::king(our_king) | keep;
        for free in [free - self.danger, free] {
            let mut best: Option<(u32, Move)> = None;
            for role in HELPERS {
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
