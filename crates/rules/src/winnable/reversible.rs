//! Moves that the players can undo together.

use crate::{Move, Position, Role, Square, UciMove, attacks, safety::Safety};

impl Position {
    /// Reports whether the players can return to this position after this legal
    /// move if they cooperate: the opponent makes a move, this move is undone, and
    /// so is the opponent's. Then everything that can happen from here can happen
    /// after the move as well, so if this position is not dead, neither is the
    /// next.
    ///
    /// Only the simplest ways are tried, so `false` proves nothing.
    #[must_use]
    pub fn can_return_after(&self, mv: Move) -> bool {
        if self.is_saktris() {
            return false;
        }
        let after = &self.after(mv);
        if mv.role() == Role::Pawn
            || self.captured(mv).is_some()
            || self.castling != after.castling
            || self.legal_en_passant().is_some()
        {
            return false;
        }
        let them = after.turn;
        let safety = Safety::of(after, them);
        let occupied = after.board.occupied();
        let path = attacks::between(mv.from(), mv.to()).with(mv.from());
        // A king or rook that moves loses its castling right for good.
        let unmoved = after.castling.of(them);
        let roles: &[Role] = if unmoved.any() {
            &[Role::Knight, Role::Bishop, Role::Queen]
        } else {
            &[
                Role::Knight,
                Role::Bishop,
                Role::Queen,
                Role::Rook,
                Role::King,
            ]
        };
        roles.iter().any(|&role| {
            after.board.pieces(them, role).iter().any(|from| {
                let reach = match role {
                    Role::King => attacks::king(from),
                    _ => after.targets_of(them, &safety, role, from),
                };
                let free = reach - occupied - path;
                free.iter()
                    .take(MAX_TARGETS_PER_PIECE)
                    .any(|to| self.is_undone_by(mv, after, from, to))
            })
        })
    }

    /// Reports whether the position recurs if the opponent moves a piece from `from`
    /// to `to`, this move is undone, and the piece returns.
    fn is_undone_by(&self, mv: Move, after: &Position, from: Square, to: Square) -> bool {
        let steps = [(from, to), (mv.to(), mv.from()), (to, from)];
        let mut position = after.copy_chess();
        for (from, to) in steps {
            let Some(mv) = position.legal(UciMove::between(from, to)) else {
                return false;
            };
            position = position.advanced(position.turn, mv.role(), from, mv.to(), mv.kind());
        }
        position.board == self.board && position.castling == self.castling
    }
}

/// How many target squares are tried for each piece: enough for all steps of a
/// king, which may be the only piece. Trying them without success costs far less than a
/// search.
const MAX_TARGETS_PER_PIECE: usize = 8;
