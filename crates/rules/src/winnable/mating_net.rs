use super::{reachable::ReachableSquares, work_budget::WorkBudget};
use crate::{Bitboard, Color, Role, Square, attacks};

/// The mates that cannot be ruled out, given the squares each piece can reach.
///
/// A mate needs a piece that checks the king and, for each square next to the
/// king, something that denies it: an attack by another piece, the other king
/// nearby, or a piece of the king's own side on it.
pub(super) struct MatingNet<'a> {
    reachable: &'a ReachableSquares<'a>,
    budget: &'a WorkBudget,
    winner: Color,
    loser_king: Square,
    winner_king: Square,
    /// The squares each piece of the winner can ever attack, by its current
    /// square.
    attacks: [Bitboard; 64],
    /// The squares that at least one of the winner's pieces can ever attack.
    attackable: Bitboard,
    /// The squares that at least two of them can ever attack.
    attackable_twice: Bitboard,
    /// By square: the loser's pieces other than the king that can ever be on it.
    blockers: [Bitboard; 64],
}

impl MatingNet<'_> {
    /// Returns `None` if a king is missing.
    pub(super) fn of<'a>(reachable: &'a ReachableSquares, winner: Color) -> Option<MatingNet<'a>> {
        let mut net = MatingNet {
            reachable,
            budget: reachable.budget,
            winner,
            loser_king: reachable.board.king(!winner)?,
            winner_king: reachable.board.king(winner)?,
            attacks: [Bitboard::EMPTY; 64],
            attackable: Bitboard::EMPTY,
            attackable_twice: Bitboard::EMPTY,
            blockers: [Bitboard::EMPTY; 64],
        };
        for piece in net.pieces() {
            let mut attacks = Bitboard::EMPTY;
            net.budget.take(u64::from(reachable.from(piece).count()));
            for square in reachable.from(piece) {
                attacks |= net.attacks_from(piece, square);
            }
            net.attacks[piece as usize] = attacks;
            net.attackable_twice |= net.attackable & attacks;
            net.attackable |= attacks;
        }
        for piece in reachable.board.of(!winner).without(net.loser_king) {
            net.budget.take(u64::from(reachable.from(piece).count()));
            for square in reachable.from(piece) {
                net.blockers[square as usize] |= piece.bitboard();
            }
        }
        Some(net)
    }

    /// Reports whether some mate cannot be ruled out within the budget.
    pub(super) fn may_mate(&self) -> bool {
        self.pieces()
            .iter()
            .any(|checker| self.may_mate_with(checker))
    }

    /// Returns the winner's pieces other than the king.
    fn pieces(&self) -> Bitboard {
        let board = &self.reachable.board;
        board.of(self.winner) - board.by_role(Role::King)
    }

    /// Returns what a piece attacks from a square if only the pieces that never
    /// move block it. The king in check does not shield the squares behind it.
    fn attacks_from(&self, piece: Square, square: Square) -> Bitboard {
        let blockers = self.reachable.fixed.without(self.loser_king);
        match self.reachable.board.role_at(piece) {
            Some(role) => attacks::by(role, self.winner, square, blockers),
            None => Bitboard::EMPTY,
        }
    }

    fn may_mate_with(&self, checker: Square) -> bool {
        let stations = self.reachable.from(checker);
        // A piece that never moves gives no check: a pawn or knight checks only by
        // moving, and a rook, bishop or queen whose line opens can move.
        if stations == checker.bitboard() {
            return false;
        }
        let others = self.attackable_twice | (self.attackable - self.attacks[checker as usize]);
        let region = self.reachable.from(self.loser_king);
        stations.iter().any(|from| {
            let attacked = self.attacks_from(checker, from);
            !self.budget.take(1)
                || (attacked & region)
                    .iter()
                    .any(|king| self.may_trap(king, from, attacked | others))
        })
    }

    /// Reports whether a king checked on this square may be denied all adjacent
    /// squares that the pieces do not attack.
    fn may_trap(&self, king: Square, checker: Square, attacked: Bitboard) -> bool {
        let free = attacks::king(king) - attacked;
        if free.is_empty() || !self.budget.take(1) {
            return true;
        }
        let ring = attacks::king(king);
        let wide = ring | ring.left() | ring.right();
        let wide = wide | wide.forward(Color::White) | wide.forward(Color::Black);
        // Where the winner's king guards some of the squares.
        let near = (wide - ring).without(king);
        self.may_block(free, checker)
            || (self.reachable.from(self.winner_king) & near)
                .iter()
                .any(|square| self.may_block(free - attacks::king(square), checker))
    }

    /// Reports whether the loser's own pieces may occupy all of these squares.
    /// The checker's own square must be guarded instead.
    fn may_block(&self, free: Bitboard, checker: Square) -> bool {
        self.budget.take(1);
        let may_be_blocked = |square: Square| self.blockers[square as usize].any();
        !free.contains(checker) && free.iter().all(may_be_blocked) && self.may_fill(free)
    }

    /// Reports whether each of these squares can get a different piece: a matching
    /// in a bipartite graph, found by augmenting paths.
    fn may_fill(&self, free: Bitboard) -> bool {
        let mut assigned = [None; 64];
        free.iter().all(|square| {
            let mut untried = Bitboard::FULL;
            self.assign(square, &mut untried, &mut assigned)
        })
    }

    /// Assigns a piece to the square, if necessary by assigning other pieces to the
    /// squares that have one.
    fn assign(
        &self,
        square: Square,
        untried: &mut Bitboard,
        assigned: &mut [Option<Square>; 64],
    ) -> bool {
        for piece in self.blockers[square as usize] {
            if !untried.contains(piece) {
                continue;
            }
            *untried = untried.without(piece);
            self.budget.take(1);
            let is_free = match assigned[piece as usize] {
                None => true,
                Some(other) => self.assign(other, untried, assigned),
            };
            if is_free {
                assigned[piece as usize] = Some(square);
                return true;
            }
        }
        false
    }
}
