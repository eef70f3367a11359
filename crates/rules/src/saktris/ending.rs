//! Deciding whether a game of Saktris can still be won.

use crate::{Bitboard, Color, Position, Rank, Role, Variant};

impl Position {
    /// Reports whether a side can win. A side with a lone king and no remaining pieces
    /// cannot. Otherwise, the question is decided only if the position has become one
    /// of chess, by `in_chess`.
    pub(crate) fn can_win_saktris(
        &self,
        color: Color,
        in_chess: impl FnOnce(&Position) -> Option<bool>,
    ) -> Option<bool> {
        if let Some(outcome) = self.outcome_if(|| false) {
            return Some(outcome.winner == Some(color));
        }
        let is_alone = self.board.of(color) == self.board.pieces(color, Role::King);
        if is_alone && self.saktris_state()?.to_come(color).is_empty() {
            return Some(false);
        }
        in_chess(&self.as_chess()?)
    }

    /// Reports whether the position is dead. It is not while pieces remain; while
    /// pieces can still be cleared, the question is not decided.
    pub(crate) fn is_dead_saktris(&self, nodes: usize) -> Option<bool> {
        let saktris = self.saktris_state()?;
        let is_coming = |color| !saktris.to_come(color).is_empty();
        if Color::ALL.into_iter().any(is_coming) {
            return Some(false);
        }
        self.as_chess()?.is_dead_within(nodes)
    }

    /// Returns the equivalent position of chess, if there is one: no pieces
    /// remain, nothing can be cleared, and no pawn is on a rank where it moves
    /// differently than in chess.
    pub(crate) fn as_chess(&self) -> Option<Position> {
        let saktris = self.saktris_state()?;
        let is_chess = Color::ALL.into_iter().all(|color| {
            let near = [Rank::First, Rank::Second].map(|rank| Bitboard::rank(color.rank(rank)));
            saktris.to_come(color).is_empty()
                && self.board.king(color).is_some()
                && !self
                    .board
                    .pieces(color, Role::Pawn)
                    .meets(near[0] | near[1])
        });
        let is_past_clearing = self.is_past_clearing(saktris.arrival.clearing);
        (is_chess && is_past_clearing && self.en_passant.is_none()).then(|| Position {
            key: self.key ^ saktris.key(),
            variant: Variant::Standard,
            ..self.copy_chess()
        })
    }
}
