//! Whether a game of Saktris can still be won.

use crate::{Bitboard, Color, Position, Rank, Role, Saktris, Variant};

impl Position {
    /// Who has a lone king and nothing to come can never win. Otherwise only
    /// what has become chess is decided, by `in_chess`.
    pub(crate) fn can_win_saktris(
        &self,
        color: Color,
        in_chess: impl FnOnce(&Position) -> Option<bool>,
    ) -> Option<bool> {
        if let Some(outcome) = self.outcome_if(|| false) {
            return Some(outcome.winner == Some(color));
        }
        let is_alone = self.board.of(color) == self.board.pieces(color, Role::King);
        if is_alone && self.saktris.to_come(color).is_empty() {
            return Some(false);
        }
        in_chess(&self.as_chess()?)
    }

    /// Dead only when nothing can arrive; while three of a kind can still come
    /// together it is not decided.
    pub(crate) fn is_dead_saktris(&self, nodes: usize) -> Option<bool> {
        let is_coming = |color| !self.saktris.to_come(color).is_empty();
        if Color::ALL.into_iter().any(is_coming) {
            return Some(false);
        }
        self.as_chess()?.is_dead_within(nodes)
    }

    /// The same position of chess, if all that can follow is chess: nothing is
    /// to come, nothing can be cleared, and no pawn stands where it moves
    /// otherwise than in chess.
    pub(crate) fn as_chess(&self) -> Option<Position> {
        let is_chess = Color::ALL.into_iter().all(|color| {
            let near = [Rank::First, Rank::Second].map(|rank| Bitboard::rank(color.rank(rank)));
            self.saktris.to_come(color).is_empty()
                && self.board.king(color).is_some()
                && !self
                    .board
                    .pieces(color, Role::Pawn)
                    .meets(near[0] | near[1])
        });
        let mut position = *self;
        position.key ^= self.saktris.key();
        position.saktris = Saktris::NONE;
        position.variant = Variant::Standard;
        (is_chess && self.is_past_clearing() && self.en_passant.is_none()).then_some(position)
    }
}
