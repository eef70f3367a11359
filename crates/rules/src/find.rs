mod explain;

use crate::{
    Bitboard, CastlingSide, Move, MoveKind, Position, Refusal, Role, Square, UciMove, attacks,
    safety::Safety,
};

impl Position {
    /// The legal move that is wished for, or the reason why there is none.
    ///
    /// Castling may be written as the king's two steps or as the king onto
    /// his own rook (R48); a promotion that is not named is a queen (R57).
    /// Only a refusal takes time: it looks for the first law that stands
    /// against the move, in the order of R82.
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
    ///     "e2-e5 is not allowed: a pawn moves one square ahead, \
    ///      or two on its first move, and never more."
    /// );
    /// # Ok::<(), arbiter_rules::ParseUciError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first law against it, and the pieces and squares concerned.
    #[inline]
    pub fn find(&self, wish: UciMove) -> Result<Move, Refusal> {
        match self.legal(wish) {
            Some(mv) => Ok(mv),
            None => Err(self.explain(wish)),
        }
    }

    /// The legal move that is wished for, if there is one, without looking at
    /// any other: [`Position::find`] for those who do not ask why.
    #[must_use]
    pub fn legal(&self, wish: UciMove) -> Option<Move> {
        if self.is_saktris() {
            return self.legal_in_saktris(wish);
        }
        let UciMove::Between {
            from,
            to,
            promotion,
        } = wish
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
            return match self.castling_meant(from, to) {
                Some(side) => {
                    let is_legal = safety.checkers.is_empty()
                        && promotion.is_none()
                        && self.may_castle(us, side, &safety, from, Safety::danger(self, us, from));
                    is_legal.then(|| {
                        Move::new(role, from, side.king_target(us), MoveKind::castle(side))
                    })
                }
                None if self.king_may_step(from, to) => plain(MoveKind::Normal),
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

    /// The castling that a king's move from here to there stands for, if the
    /// right to it is left: onto the rook, or to the king's target unless a
    /// plain step leads there.
    pub(crate) fn castling_meant(&self, king: Square, to: Square) -> Option<CastlingSide> {
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

    fn king_may_step(&self, king: Square, to: Square) -> bool {
        let them = !self.turn;
        let occupied = self.board.occupied().without(king);
        (attacks::king(king) - self.board.of(self.turn) - self.board.pieces(them, Role::King))
            .contains(to)
            && self.board.attackers(to, them, occupied).is_empty()
    }
}
