mod explain;

use crate::{
    Bitboard, CastlingSide, Move, MoveKind, Position, Refusal, Role, Square, UciMove, attacks,
    safety::Safety,
};

impl Position {
    /// Returns the requested move if it is legal, or the reason why it is not.
    ///
    /// Castling may be given as the king's two-square move or as the king moving
    /// onto its own rook (R48). A promotion without a role is to a queen (R57). A
    /// refusal takes longer than a legal move, because it looks for the first law
    /// the move breaks, in the order of R82.
    ///
    /// ```
    /// use arbiter_rules::Position;
    ///
    /// let position = Position::start();
    /// assert!(position.find("e2e4".parse()?).is_ok());
    ///
    /// let refusal = position.find("e2e5".parse()?).unwrap_err();
    /// assert_eq!(refusal.code(), "pawn_too_far");
    /// assert_eq!(
    ///     refusal.to_string(),
    ///     "e2-e5 is not allowed: a pawn advances one square, \
    ///      or two on its first move, but never more."
    /// );
    /// # Ok::<(), arbiter_rules::ParseUciError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first law the move breaks, with the pieces and squares involved.
    #[inline]
    pub fn find(&self, requested: UciMove) -> Result<Move, Refusal> {
        match self.legal(requested) {
            Some(mv) => Ok(mv),
            None => Err(self.explain(requested)),
        }
    }

    /// Returns the requested move if it is legal: [`Position::find`] without the
    /// reason.
    #[must_use]
    pub fn legal(&self, requested: UciMove) -> Option<Move> {
        if self.is_saktris() {
            return self.legal_in_saktris(requested);
        }
        let UciMove::Between {
            from,
            to,
            promotion,
        } = requested
        else {
            return None;
        };
        let us = self.turn;
        if !self.board.of(us).contains(from) {
            return None;
        }
        let role = self.board.role_at(from)?;
        let plain = |kind| promotion.is_none().then(|| Move::new(role, from, to, kind));
        let safety = Safety::of(self, us);
        if safety.king == Some(from) {
            return match self.castling_of_king_move(from, to) {
                Some(side) => {
                    let is_legal = safety.checkers.is_empty()
                        && promotion.is_none()
                        && self.may_castle(us, side, &safety, from, Safety::danger(self, us, from));
                    is_legal.then(|| {
                        Move::new(role, from, side.king_target(us), MoveKind::castle(side))
                    })
                }
                None if self.is_safe_king_step(from, to) => plain(MoveKind::Normal),
                None => None,
            };
        }
        if role == Role::Pawn
            && self.legal_en_passant() == Some(to)
            && self.capturers(to).contains(from)
        {
            return plain(MoveKind::EnPassant);
        }
        if !self.targets_of(us, &safety, role, from).contains(to) {
            return None;
        }
        if role != Role::Pawn {
            return plain(MoveKind::Normal);
        }
        if Bitboard::BACK_RANKS.contains(to) {
            let kind = MoveKind::promote(promotion.unwrap_or(Role::Queen))?;
            return Some(Move::new(role, from, to, kind));
        }
        plain(if from.distance(to) == 2 {
            MoveKind::DoubleStep
        } else {
            MoveKind::Normal
        })
    }

    /// Returns the side to which this king move castles, if the side to move has
    /// that right: a move onto the rook, or to the king's target square if that is
    /// more than one step away.
    pub(crate) fn castling_of_king_move(&self, king: Square, to: Square) -> Option<CastlingSide> {
        let us = self.turn;
        let rook_of = |side| self.castling.rook(us, side, king);
        let onto_rook = CastlingSide::ALL
            .into_iter()
            .find(|&side| rook_of(side) == Some(to));
        onto_rook.or_else(|| {
            CastlingSide::ALL.into_iter().find(|&side| {
                side.king_target(us) == to && king.distance(to) > 1 && rook_of(side).is_some()
            })
        })
    }

    fn is_safe_king_step(&self, king: Square, to: Square) -> bool {
        let them = !self.turn;
        let occupied = self.board.occupied().without(king);
        (attacks::king(king) - self.board.of(self.turn) - self.board.pieces(them, Role::King))
            .contains(to)
            && self.board.attackers(to, them, occupied).is_empty()
    }
}
