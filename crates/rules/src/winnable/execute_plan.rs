//! The moves with which the winner executes a mating plan.

use super::mating_plan::{MatingPlan, PlanContext};
use crate::{Bitboard, Color, Move, MoveKind, Rank, Role, Square, attacks, safety::Safety};

impl PlanContext<'_> {
    /// Returns the winner's next move.
    pub(super) fn execute_plan(&self, plan: Option<&MatingPlan>) -> Option<Move> {
        let Some(plan) = plan else {
            return self.approach();
        };
        if self.board.straight_sliders(self.winner).is_empty()
            && plan.cost > 4
            && let Some(mv) = self.push_pawn()
        {
            return Some(mv);
        }
        if plan.is_capturable
            && let Some(mv) = self.support(plan.to, plan.from)
        {
            return Some(mv);
        }
        if plan.moves > 1
            && let Some(mv) = self.advance_piece(plan)
        {
            return Some(mv);
        }
        for square in plan.flights {
            if let Some(mv) = self.support(square, plan.from) {
                return Some(mv);
            }
        }
        if plan.is_capturable {
            let king = self.safety.king?;
            if let Some(mv) = self.prepare_support(plan.to, plan.from) {
                return Some(mv);
            }
            if let Some(mv) = self.walk_king(king, plan.to) {
                return Some(mv);
            }
        }
        if plan.moves > 2
            && let Some(mv) = self.clear_path(plan)
        {
            return Some(mv);
        }
        for square in plan.flights {
            if let Some(mv) = self.prepare_support(square, plan.from) {
                return Some(mv);
            }
        }
        self.approach()
    }

    /// Moves the king one step closer to a square.
    fn walk_king(&self, king: Square, goal: Square) -> Option<Move> {
        let distance = king.distance(goal);
        if distance == 0 {
            return None;
        }
        self.king_steps(king)
            .iter()
            .min_by_key(|to| to.distance(goal))
            .filter(|to| to.distance(goal) < distance)
            .map(|to| quiet(Role::King, king, to))
    }

    /// Moves the piece toward the square it checks from, without giving check
    /// on the way.
    fn advance_piece(&self, plan: &MatingPlan) -> Option<Move> {
        let MatingPlan { role, from, to, .. } = *plan;
        let targets = self.targets(role, from);
        let checks = attacks::by(role, self.winner, self.king, self.occupied);
        let through = self.occupied.without(from);
        let last_stops = attacks::by(role, self.winner, to, through);
        // Neither a check nor a square on which the king could capture it.
        let quiet = targets - checks - self.ring;
        let normal = |stop| Move::new(role, from, stop, MoveKind::Normal);
        if let Some(stop) = (quiet & last_stops).first() {
            return Some(normal(stop));
        }
        for stop in quiet {
            if attacks::by(role, self.winner, stop, through).meets(last_stops) {
                return Some(normal(stop));
            }
        }
        None
    }

    /// Moves another piece out of the way of the checking piece.
    fn clear_path(&self, plan: &MatingPlan) -> Option<Move> {
        let reach = |occupied| attacks::by(plan.role, self.winner, plan.from, occupied);
        let ours = self.board.of(self.winner);
        let now = reach(self.occupied);
        for blocker in now & (ours - self.board.by_role(Role::King)) {
            let without = self.occupied.without(blocker);
            let gain = reach(without) - now - ours;
            if gain.is_empty() {
                continue;
            }
            let role = self.board.role_at(blocker)?;
            let targets = self.targets(role, blocker) - self.occupied - self.ring;
            for square in targets {
                let promotes = role == Role::Pawn && Bitboard::BACK_RANKS.contains(square);
                if !promotes && reach(without.with(square)).meets(gain.without(square)) {
                    return Some(quiet(role, blocker, square));
                }
            }
        }
        None
    }

    /// Moves a piece other than the one on `except` to where it attacks a
    /// square.
    fn support(&self, square: Square, except: Square) -> Option<Move> {
        let zones = |role| match role {
            Role::Pawn => attacks::pawn(!self.winner, square) - Bitboard::BACK_RANKS,
            _ => attacks::by(role, self.winner, square, self.occupied.without(except)),
        };
        for role in [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ] {
            let pieces = self.board.pieces(self.winner, role).without(except);
            if pieces.is_empty() {
                continue;
            }
            let zone = zones(role) - self.occupied;
            if zone.is_empty() {
                continue;
            }
            for from in pieces {
                // A piece that already guards a square next to the king stays.
                if role != Role::Pawn
                    && attacks::by(role, self.winner, from, self.occupied).meets(self.ring)
                {
                    continue;
                }
                if let Some(to) = (self.targets(role, from) & zone).first() {
                    return Some(quiet(role, from, to));
                }
            }
        }
        let king = self.safety.king?;
        let zone = attacks::king(square) - attacks::king(self.king);
        if king.distance(square) == 2 && zone.meets(attacks::king(king)) {
            let to = (self.king_steps(king) & zone).first()?;
            return Some(quiet(Role::King, king, to));
        }
        None
    }

    /// Returns the squares to which the winner's king can legally step.
    fn king_steps(&self, king: Square) -> Bitboard {
        let steps = attacks::king(king) - self.board.of(self.winner);
        steps - Safety::danger(self.position, self.winner, king)
    }

    /// Moves a knight, bishop or rook to where it can [`support`](Self::support)
    /// a square with its next move.
    fn prepare_support(&self, square: Square, except: Square) -> Option<Move> {
        for role in [Role::Knight, Role::Bishop, Role::Rook] {
            let pieces = self.board.pieces(self.winner, role).without(except);
            if pieces.is_empty() {
                continue;
            }
            let zone = attacks::by(role, self.winner, square, self.occupied) - self.occupied;
            let mut stops = Bitboard::EMPTY;
            for last in zone {
                stops |= attacks::by(role, self.winner, last, self.occupied);
            }
            for from in pieces {
                if let Some(to) = (self.targets(role, from) & (stops - self.occupied)).first() {
                    return Some(quiet(role, from, to));
                }
            }
        }
        None
    }

    /// Makes a generally useful move: pushes a pawn, or brings the king closer.
    fn approach(&self) -> Option<Move> {
        let has_queen = self.board.pieces(self.winner, Role::Queen).any();
        if !has_queen && let Some(mv) = self.push_pawn() {
            return Some(mv);
        }
        let king = self.safety.king?;
        self.walk_king(king, opposition_square(self.king))
            .or_else(|| self.push_pawn())
            .or_else(|| self.waiting_move())
            .or_else(|| self.position.legal_moves().next())
    }

    /// Moves a piece without changing which squares next to the king it guards.
    fn waiting_move(&self) -> Option<Move> {
        let outside = !(self.ring | self.occupied);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let checks = attacks::by(role, self.winner, self.king, self.occupied);
            for from in self.board.pieces(self.winner, role) {
                let guarded = attacks::by(role, self.winner, from, self.occupied) & self.ring;
                for to in self.targets(role, from) & (outside - checks) {
                    let still_guarded =
                        attacks::by(role, self.winner, to, self.occupied) & self.ring;
                    if still_guarded == guarded {
                        return Some(quiet(role, from, to));
                    }
                }
            }
        }
        None
    }

    /// Pushes the most advanced pawn that can move.
    fn push_pawn(&self) -> Option<Move> {
        let pawns = self.board.pieces(self.winner, Role::Pawn);
        let mut movable = pawns & (!self.occupied).forward(!self.winner);
        while movable.any() {
            let from = match self.winner {
                Color::White => movable.last()?,
                Color::Black => movable.first()?,
            };
            movable = movable.without(from);
            let targets = self.targets(Role::Pawn, from) & Bitboard::file(from.file());
            let Some(to) = targets.first() else {
                continue;
            };
            let mv = quiet(Role::Pawn, from, to);
            if to.rank() == self.winner.rank(Rank::Eighth) {
                return Some(Move::new(Role::Pawn, from, to, MoveKind::PromoteQueen));
            }
            return Some(mv);
        }
        None
    }
}

/// Returns a move without special effects, except that a pawn may make a double
/// step.
pub(super) fn quiet(role: Role, from: Square, to: Square) -> Move {
    let is_double =
        role == Role::Pawn && from.rank() as u8 != to.rank() as u8 && from.distance(to) == 2;
    let kind = if is_double {
        MoveKind::DoubleStep
    } else {
        MoveKind::Normal
    };
    Move::new(role, from, to, kind)
}

/// Returns the square from which the winner's king restricts a king on the edge
/// most: two squares away, toward the center.
fn opposition_square(king: Square) -> Square {
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
