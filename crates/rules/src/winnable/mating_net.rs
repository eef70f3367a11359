use super::reachable::ReachableSquares;
use crate::{Bitboard, Color, Role, Square, attacks};

/// The mates that cannot be ruled out, given the squares each piece can reach.
///
/// A mate needs a piece that checks the king and, for each square next to the
/// king, something that denies it: an attack by another piece, the other king
/// nearby, or a piece of the king's own side on it.
pub(super) struct MatingNet<'a> {
    reachable: &'a ReachableSquares,
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
}

impl MatingNet<'_> {
    /// Returns `None` if a king is missing.
    pub(super) fn of(reachable: &ReachableSquares, winner: Color) -> Option<MatingNet<'_>> {
        let mut net = MatingNet {
            reachable,
            winner,
            loser_king: reachable.board.king(!winner)?,
            winner_king: reachable.board.king(winner)?,
            attacks: [Bitboard::EMPTY; 64],
            attackable: Bitboard::EMPTY,
            attackable_twice: Bitboard::EMPTY,
        };
        for piece in net.pieces() {
            let mut attacks = Bitboard::EMPTY;
            for square in reachable.from(piece) {
                attacks |= net.attacks_from(piece, square);
            }
            net.attacks[piece as usize] = attacks;
            net.attackable_twice |= net.attackable & attacks;
            net.attackable |= attacks;
        }
        Some(net)
    }

    /// Reports whether some mate cannot be ruled out.
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
            (attacked & region)
                .iter()
                .any(|king| self.may_trap(king, from, attacked | others))
        })
    }

    /// Reports whether a king checked on this square may be denied all adjacent
    /// squares that the pieces do not attack.
    fn may_trap(&self, king: Square, checker: Square, attacked: Bitboard) -> bool {
        let free = attacks::king(king) - attacked;
        if free.is_empty() {
            return true;
        }
        let near = |square: &Square| square.distance(king) == 2;
        self.may_block(free, checker)
            || self
                .reachable
                .from(self.winner_king)
                .iter()
                .filter(near)
                .any(|square| self.may_block(free - attacks::king(square), checker))
    }

    /// Reports whether the loser's own pieces may occupy all of these squares.
    /// The checker's own square must be guarded instead.
    fn may_block(&self, free: Bitboard, checker: Square) -> bool {
        let board = &self.reachable.board;
        let pieces = board.of(!self.winner).without(self.loser_king);
        !free.contains(checker) && self.may_fill(free, pieces)
    }

    /// Reports whether each of these squares can get a different piece.
    fn may_fill(&self, free: Bitboard, pieces: Bitboard) -> bool {
        let Some(square) = free.first() else {
            return true;
        };
        pieces.iter().any(|piece| {
            self.reachable.from(piece).contains(square)
                && self.may_fill(free.without(square), pieces.without(piece))
        })
    }
}
