//! Positions that come again.

use crate::{Move, Position, Role, Square, UciMove, attacks, safety::Safety};

impl Position {
    /// Whether the players can come back to this position after this legal move,
    /// if they help each other: the opponent makes a move, this one is taken
    /// back, and so is that. Then what can happen from here can happen from
    /// there, and if this position is not dead, the next is not either.
    ///
    /// Only the first ways to do so are tried: `false` says nothing.
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
        let way = attacks::between(mv.from(), mv.to()).with(mv.from());
        // A rook or a king that could castle could not any more.
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
                let free = reach - occupied - way;
                free.iter()
                    .take(TRIES)
                    .any(|to| self.returns(mv, after, from, to))
            })
        })
    }

    /// Whether a move there and back, this one taken back in between, does it.
    fn returns(&self, mv: Move, after: &Position, from: Square, to: Square) -> bool {
        let steps = [(from, to), (mv.to(), mv.from()), (to, from)];
        let mut position = *after;
        for (from, to) in steps {
            let Some(mv) = position.legal(UciMove::between(from, to)) else {
                return false;
            };
            position = position.advanced(position.turn, mv.role(), from, mv.to(), mv.kind());
        }
        position.board == self.board && position.castling == self.castling
    }
}

/// How many squares are tried for one piece: all steps of a king, who may have
/// nobody else to move. Where none will do, it costs far less than a search.
const TRIES: usize = 8;
