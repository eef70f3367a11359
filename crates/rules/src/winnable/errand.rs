//! The moves with which the winner carries out a plan.

use super::plan::{Plan, View};
use crate::{Bitboard, Color, Move, MoveKind, Rank, Role, Square, attacks, safety::Safety};

impl View<'_> {
    /// The winner's next move.
    pub(super) fn carry_out(&self, plan: Option<&Plan>) -> Option<Move> {
        let Some(plan) = plan else {
            return self.approach();
        };
        if self.board.straight_sliders(self.winner).is_empty()
            && plan.cost > 4
            && let Some(mv) = self.push()
        {
            return Some(mv);
        }
        if plan.is_loose
            && let Some(mv) = self.support(plan.to, plan.from)
        {
            return Some(mv);
        }
        if plan.moves > 1
            && let Some(mv) = self.step(plan)
        {
            return Some(mv);
        }
        for square in plan.open {
            if let Some(mv) = self.support(square, plan.from) {
                return Some(mv);
            }
        }
        if plan.is_loose {
            let king = self.safety.king?;
            if let Some(mv) = self.prepare_support(plan.to, plan.from) {
                return Some(mv);
            }
            if let Some(mv) = self.walk(king, plan.to) {
                return Some(mv);
            }
        }
        if plan.moves > 2
            && let Some(mv) = self.make_way(plan)
        {
            return Some(mv);
        }
        for square in plan.open {
            if let Some(mv) = self.prepare_support(square, plan.from) {
                return Some(mv);
            }
        }
        self.approach()
    }

    /// A step of the king toward a square.
    fn walk(&self, king: Square, goal: Square) -> Option<Move> {
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

    /// A move of the piece toward its square, without a check underway.
    fn step(&self, plan: &Plan) -> Option<Move> {
        let Plan { role, from, to, .. } = *plan;
        let targets = self.targets(role, from);
        let checks = attacks::by(role, self.winner, self.king, self.occupied);
        let through = self.occupied.without(from);
        let ways = attacks::by(role, self.winner, to, through);
        // Neither a check nor where the king would take it.
        let quiet = targets - checks - self.ring;
        let normal = |way| Move::new(role, from, way, MoveKind::Normal);
        if let Some(way) = (quiet & ways).first() {
            return Some(normal(way));
        }
        for way in quiet {
            if attacks::by(role, self.winner, way, through).meets(ways) {
                return Some(normal(way));
            }
        }
        None
    }

    /// A move of another piece that stands in the way of the one that is to
    /// check.
    fn make_way(&self, plan: &Plan) -> Option<Move> {
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
            let asides = self.targets(role, blocker) - self.occupied - self.ring;
            for aside in asides {
                let promotes = role == Role::Pawn && Bitboard::BACK_RANKS.contains(aside);
                if !promotes && reach(without.with(aside)).meets(gain.without(aside)) {
                    return Some(quiet(role, blocker, aside));
                }
            }
        }
        None
    }

    /// A move of another piece to where it attacks a square.
    fn support(&self, square: Square, but: Square) -> Option<Move> {
        let zones = |role| match role {
            Role::Pawn => attacks::pawn(!self.winner, square) - Bitboard::BACK_RANKS,
            _ => attacks::by(role, self.winner, square, self.occupied.without(but)),
        };
        for role in [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ] {
            let pieces = self.board.pieces(self.winner, role).without(but);
            if pieces.is_empty() {
                continue;
            }
            let zone = zones(role) - self.occupied;
            if zone.is_empty() {
                continue;
            }
            for from in pieces {
                // What already guards something beside the king stays.
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

    /// Where the winner's king may step.
    fn king_steps(&self, king: Square) -> Bitboard {
        let steps = attacks::king(king) - self.board.of(self.winner);
        steps - Safety::danger(self.position, self.winner, king)
    }

    /// A move of a knight, bishop or rook after which it can support.
    fn prepare_support(&self, square: Square, but: Square) -> Option<Move> {
        for role in [Role::Knight, Role::Bishop, Role::Rook] {
            let pieces = self.board.pieces(self.winner, role).without(but);
            if pieces.is_empty() {
                continue;
            }
            let zone = attacks::by(role, self.winner, square, self.occupied) - self.occupied;
            let mut ways = Bitboard::EMPTY;
            for last in zone {
                ways |= attacks::by(role, self.winner, last, self.occupied);
            }
            for from in pieces {
                if let Some(to) = (self.targets(role, from) & (ways - self.occupied)).first() {
                    return Some(quiet(role, from, to));
                }
            }
        }
        None
    }

    /// A move that brings some mate nearer.
    fn approach(&self) -> Option<Move> {
        let has_queen = self.board.pieces(self.winner, Role::Queen).any();
        if !has_queen && let Some(mv) = self.push() {
            return Some(mv);
        }
        let king = self.safety.king?;
        self.walk(king, opposite(self.king))
            .or_else(|| self.push())
            .or_else(|| self.wait())
            .or_else(|| self.position.legal_moves().next())
    }

    /// A move of a piece that keeps nothing from the king.
    fn wait(&self) -> Option<Move> {
        let outside = !(self.ring | self.occupied);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let checks = attacks::by(role, self.winner, self.king, self.occupied);
            for from in self.board.pieces(self.winner, role) {
                let held = attacks::by(role, self.winner, from, self.occupied) & self.ring;
                for to in self.targets(role, from) & (outside - checks) {
                    let holds = attacks::by(role, self.winner, to, self.occupied) & self.ring;
                    if holds == held {
                        return Some(quiet(role, from, to));
                    }
                }
            }
        }
        None
    }

    /// The most advanced pawn that can go on goes on.
    fn push(&self) -> Option<Move> {
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

/// A move that does nothing else; a pawn's may be a double step.
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
