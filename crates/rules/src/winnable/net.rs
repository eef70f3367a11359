use super::reach::Reach;
use crate::{Bitboard, Color, Role, Square, attacks};

/// The mates that cannot be ruled out, given where each piece may ever be.
///
/// A mate needs a piece that checks the king, and for each square beside him
/// something that keeps him off: an attack by another piece, the other king
/// near by, or a piece of his own that stands there.
pub(super) struct Net<'a> {
    reach: &'a Reach,
    winner: Color,
    loser_king: Square,
    winner_king: Square,
    /// What each of the winner's pieces may ever attack, by its square now.
    attacks: [Bitboard; 64],
    /// Squares that one of the winner's pieces may attack.
    once: Bitboard,
    /// Squares that more than one may attack.
    twice: Bitboard,
}

impl Net<'_> {
    /// `None` if a king is missing.
    pub(super) fn of(reach: &Reach, winner: Color) -> Option<Net<'_>> {
        let mut net = Net {
            reach,
            winner,
            loser_king: reach.board.king(!winner)?,
            winner_king: reach.board.king(winner)?,
            attacks: [Bitboard::EMPTY; 64],
            once: Bitboard::EMPTY,
            twice: Bitboard::EMPTY,
        };
        for piece in net.pieces() {
            let mut attacks = Bitboard::EMPTY;
            for square in reach.from(piece) {
                attacks |= net.attacks_from(piece, square);
            }
            net.attacks[piece as usize] = attacks;
            net.twice |= net.once & attacks;
            net.once |= attacks;
        }
        Some(net)
    }

    /// Whether some mate cannot be ruled out.
    pub(super) fn may_close(&self) -> bool {
        self.pieces()
            .iter()
            .any(|checker| self.may_mate_with(checker))
    }

    /// The winner's pieces but for the king.
    fn pieces(&self) -> Bitboard {
        let board = &self.reach.board;
        board.of(self.winner) - board.by_role(Role::King)
    }

    /// What a piece attacks from a square if only those stand in its way that
    /// always will. The king in check hides nothing behind him.
    fn attacks_from(&self, piece: Square, square: Square) -> Bitboard {
        let blockers = self.reach.fixed.without(self.loser_king);
        match self.reach.board.role_at(piece) {
            Some(role) => attacks::by(role, self.winner, square, blockers),
            None => Bitboard::EMPTY,
        }
    }

    fn may_mate_with(&self, checker: Square) -> bool {
        let stands = self.reach.from(checker);
        // A piece that never moves gives no check: a pawn or a knight checks
        // by moving, and a line that opens lets a rook, bishop or queen move.
        if stands == checker.bitboard() {
            return false;
        }
        let others = self.twice | (self.once - self.attacks[checker as usize]);
        let region = self.reach.from(self.loser_king);
        stands.iter().any(|from| {
            let attacked = self.attacks_from(checker, from);
            (attacked & region)
                .iter()
                .any(|king| self.may_hold(king, from, attacked | others))
        })
    }

    /// Whether the king, checked on this square, may be kept from all squares
    /// beside him that the pieces do not attack.
    fn may_hold(&self, king: Square, checker: Square, attacked: Bitboard) -> bool {
        let free = attacks::king(king) - attacked;
        if free.is_empty() {
            return true;
        }
        let near = |square: &Square| square.distance(king) == 2;
        self.may_block(free, checker)
            || self
                .reach
                .from(self.winner_king)
                .iter()
                .filter(near)
                .any(|square| self.may_block(free - attacks::king(square), checker))
    }

    /// Whether the loser's own pieces may fill these squares, each with one of
    /// its own. The checker's square is not for them: there it must be guarded.
    fn may_block(&self, free: Bitboard, checker: Square) -> bool {
        let board = &self.reach.board;
        let pieces = board.of(!self.winner).without(self.loser_king);
        !free.contains(checker) && self.may_fill(free, pieces)
    }

    fn may_fill(&self, free: Bitboard, pieces: Bitboard) -> bool {
        let Some(square) = free.first() else {
            return true;
        };
        pieces.iter().any(|piece| {
            self.reach.from(piece).contains(square)
                && self.may_fill(free.without(square), pieces.without(piece))
        })
    }
}
