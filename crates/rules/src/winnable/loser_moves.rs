//! The moves with which the loser cooperates in being mated.

use super::{execute_plan::quiet, helpmate_line::HelpmateLine};
use crate::{Bitboard, Move, Role, Square, attacks, safety::Safety};

/// With at most this many pieces on the board, the winner needs its king.
const MAX_ENDING_PIECES: u32 = 10;

/// The pieces that move before the king has to, in this order.
const HELPERS: [Role; 5] = [
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::Pawn,
];

impl HelpmateLine<'_> {
    /// Returns a move of the loser that brings the mate closer.
    pub(super) fn loser_move(&self) -> Option<Move> {
        let position = &self.position;
        let board = position.board();
        let loser = !self.winner;
        let king = board.king(loser)?;
        let ring = attacks::king(king);
        let occupied = board.occupied();
        let theirs = board.of(loser);
        let safety = Safety::of(position, loser);
        let has_flights = self.plan.is_none_or(|plan| plan.flights.any());
        if has_flights && safety.checkers.is_empty() {
            let freedom = |at: Square| {
                let ring = attacks::king(at) - theirs.without(king);
                2 * ring.count() as usize + corner_distance(at)
            };
            let mut best = (freedom(king), king);
            for to in ring - occupied - self.attacked {
                best = best.min((freedom(to), to));
            }
            if best.1 != king {
                // `attacked` does not include what the winner's last move attacks.
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
            && let Some(mv) = self.assist_plan(&safety, king)
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

    /// Returns a move of a piece other than the king: away from where it would
    /// thwart the plan, onto or toward a flight square of the king, or any harmless
    /// move.
    fn assist_plan(&self, safety: &Safety, king: Square) -> Option<Move> {
        let position = &self.position;
        let board = position.board();
        let loser = !self.winner;
        let occupied = board.occupied();
        let ring = attacks::king(king);
        let Some(plan) = &self.plan else {
            return self.waiting_loser_move(safety, |_| Bitboard::BACK_RANKS, ring);
        };
        let path = attacks::between(king, plan.to).with(plan.to);
        // The path of the checking piece must stay free as well.
        let keep_free = path | attacks::between(plan.from, plan.to);
        // The squares from which a piece of this role would guard the check.
        let guard_squares = |role: Role, square: Square, occupied: Bitboard| match role {
            Role::Pawn => attacks::pawn(self.winner, square) | Bitboard::BACK_RANKS,
            _ => attacks::by(role, loser, square, occupied),
        };
        for square in path {
            let defenders = board.attackers(square, loser, occupied).without(king);
            if defenders.is_empty() {
                continue;
            }
            for role in HELPERS {
                for from in board.pieces(loser, role) & defenders {
                    let targets = position.targets_of(loser, safety, role, from);
                    let thwarting = guard_squares(role, square, occupied.without(from)) | keep_free;
                    let targets = targets - occupied - thwarting;
                    if let Some(to) = (targets - self.attacked).first().or(targets.first()) {
                        return Some(quiet(role, from, to));
                    }
                }
            }
        }
        if plan.flights.any() {
            for role in HELPERS {
                for from in board.pieces(loser, role) - ring {
                    let targets = position.targets_of(loser, safety, role, from);
                    if let Some(to) = (targets
                        & (plan.flights - occupied - guard_squares(role, plan.to, occupied)))
                    .first()
                    {
                        return Some(quiet(role, from, to));
                    }
                }
            }
            // Otherwise a move that brings a piece closer to a flight square.
            for &role in HELPERS.iter().filter(|&&role| role != Role::Pawn) {
                let thwarting = guard_squares(role, plan.to, occupied) | keep_free | self.attacked;
                for from in board.pieces(loser, role) - ring {
                    let targets = position.targets_of(loser, safety, role, from);
                    for to in targets - occupied - thwarting {
                        if attacks::by(role, loser, to, occupied).meets(plan.flights - occupied) {
                            return Some(quiet(role, from, to));
                        }
                    }
                }
            }
        }
        let thwarting = |role| guard_squares(role, plan.to, occupied) | keep_free;
        self.waiting_loser_move(safety, thwarting, ring)
    }

    /// Returns a move that changes little: it avoids the squares that
    /// `thwarting` returns for its role, does not give check, and leaves the pieces on `keep`
    /// where they are.
    fn waiting_loser_move(
        &self,
        safety: &Safety,
        thwarting: impl Fn(Role) -> Bitboard,
        keep: Bitboard,
    ) -> Option<Move> {
        let position = &self.position;
        let board = position.board();
        let loser = !self.winner;
        let occupied = board.occupied();
        let free = !occupied;
        let our_king = board.king(self.winner)?;
        let is_ending = occupied.count() <= MAX_ENDING_PIECES;
        let room = attacks::king(our_king) | keep;
        for free in [free - self.attacked, free] {
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
                let free = free - thwarting(role) - checks;
                for from in pieces {
                    let targets = position.targets_of(loser, safety, role, from) & free;
                    if !is_ending {
                        if let Some(to) = targets.first() {
                            return Some(quiet(role, from, to));
                        }
                        continue;
                    }
                    // With few pieces left the winner's king is needed for the mate, so
                    // take as few squares from it as possible.
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

/// Returns the number of steps to the nearest corner, along rank and file.
fn corner_distance(square: Square) -> usize {
    let file = square.file() as usize;
    let rank = square.rank() as usize;
    file.min(7 - file) + rank.min(7 - rank)
}
