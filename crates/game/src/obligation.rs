use arbiter_rules::{CastlingSide, Move, Occupant, Position, Role, Square};

/// What a player who has touched pieces in a formal game still owes (C11).
///
/// ```
/// use arbiter_game::Obligation;
/// use arbiter_rules::{Position, Square};
///
/// // The rook on a1 is shut in, so that touching it binds nobody; the knight
/// // has moves.
/// let position = Position::start();
/// assert_eq!(Obligation::of(&position, &[Square::A1]), Obligation::Free);
/// let duty = Obligation::of(&position, &[Square::A1, Square::B1]);
/// assert_eq!(duty.moves(&position).count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Obligation {
    /// Nothing: every legal move may be played (FIDE 4.5).
    Free,
    /// To move this piece (FIDE 4.3.1), or to move the king otherwise than by
    /// castling with a rook that was touched before him (FIDE 4.4.2).
    Move {
        /// The piece.
        piece: Occupant,
        /// The side on which he may not castle.
        denied: Option<CastlingSide>,
    },
    /// To take this piece (FIDE 4.3.2).
    Take(Occupant),
    /// To take that piece with this one (FIDE 4.3.3).
    TakeWith {
        /// The piece that takes.
        piece: Occupant,
        /// The piece that is taken.
        taken: Occupant,
    },
    /// To castle: the king was touched and then the rook (FIDE 4.4.1).
    Castle(CastlingSide),
    /// To play the move with which a draw was claimed in vain (FIDE 9.5.3).
    Play(Move),
}

impl Obligation {
    /// What follows from touching the pieces on these squares in this order.
    #[must_use]
    pub fn of(position: &Position, touched: &[Square]) -> Obligation {
        Touched { position, touched }.obligation()
    }

    /// Whether this legal move fulfills it.
    #[must_use]
    pub fn allows(self, position: &Position, mv: Move) -> bool {
        let takes = |taken: Occupant| {
            let captured = position.captured(mv);
            captured.is_some_and(|(square, _)| square == taken.square)
        };
        // Who passes moves nothing.
        let moves = |piece: Occupant| mv.from() == piece.square && !mv.is_pass();
        match self {
            Obligation::Free => true,
            Obligation::Move { piece, denied } => {
                moves(piece) && (denied.is_none() || mv.castling() != denied)
            }
            Obligation::Take(taken) => takes(taken),
            Obligation::TakeWith { piece, taken } => moves(piece) && takes(taken),
            Obligation::Castle(side) => mv.castling() == Some(side),
            Obligation::Play(intended) => mv == intended,
        }
    }

    /// The legal moves that fulfill it.
    pub fn moves(self, position: &Position) -> impl Iterator<Item = Move> {
        let position = *position;
        position
            .legal_moves()
            .filter(move |&mv| self.allows(&position, mv))
    }
}

/// The pieces a player has touched, in this order.
struct Touched<'a> {
    position: &'a Position,
    touched: &'a [Square],
}

impl Touched<'_> {
    fn obligation(&self) -> Obligation {
        if let Some(obligation) = self.take_with() {
            return obligation;
        }
        for (index, &square) in self.touched.iter().enumerate() {
            let Some(piece) = self.piece_on(square) else {
                continue;
            };
            if piece.piece.color != self.position.turn() {
                let obligation = Obligation::Take(piece);
                if self.can(obligation) {
                    return obligation;
                }
                continue;
            }
            if piece.piece.role == Role::King
                && let Some(side) = self.side_of_rook(piece, self.touched.get(index + 1))
            {
                return self.castle(piece, side);
            }
            let denied = self.denied(piece, &self.touched[..index]);
            let obligation = Obligation::Move { piece, denied };
            if self.can(obligation) {
                return obligation;
            }
        }
        Obligation::Free
    }

    /// The first piece of either color that was touched: one takes the other
    /// if it can (FIDE 4.3.3).
    fn take_with(&self) -> Option<Obligation> {
        let us = self.position.turn();
        let mut pieces = self.touched.iter().filter_map(|&it| self.piece_on(it));
        let piece = pieces.clone().find(|it| it.piece.color == us)?;
        let taken = pieces.find(|it| it.piece.color != us)?;
        let obligation = Obligation::TakeWith { piece, taken };
        self.can(obligation).then_some(obligation)
    }

    /// The king was touched and then a rook: castling if it is legal, else
    /// another move of the king, else any move (FIDE 4.4.1, 4.4.3).
    fn castle(&self, king: Occupant, (side, rook): (CastlingSide, Square)) -> Obligation {
        let castle = Obligation::Castle(side);
        if self.castling_rook(king, side) == Some(rook) && self.can(castle) {
            return castle;
        }
        let obligation = Obligation::Move {
            piece: king,
            denied: None,
        };
        if self.can(obligation) {
            obligation
        } else {
            Obligation::Free
        }
    }

    /// On which side of the king a square stands, if one's own rook is there.
    fn side_of_rook(
        &self,
        king: Occupant,
        square: Option<&Square>,
    ) -> Option<(CastlingSide, Square)> {
        let rook = self.piece_on(*square?)?;
        let is_own_rook = rook.piece.role == Role::Rook && rook.piece.color == king.piece.color;
        let side = if rook.square.file() > king.square.file() {
            CastlingSide::Short
        } else {
            CastlingSide::Long
        };
        is_own_rook.then_some((side, rook.square))
    }

    /// A rook that was touched before the king does not castle (FIDE 4.4.2).
    fn denied(&self, king: Occupant, before: &[Square]) -> Option<CastlingSide> {
        if king.piece.role != Role::King {
            return None;
        }
        before
            .iter()
            .filter_map(|square| self.side_of_rook(king, Some(square)))
            // Any other rook has nothing to do with castling.
            .find(|&(side, rook)| self.castling_rook(king, side) == Some(rook))
            .map(|(side, _)| side)
    }

    /// The rook with which the king may castle on this side one day.
    fn castling_rook(&self, king: Occupant, side: CastlingSide) -> Option<Square> {
        let castling = self.position.castling();
        castling.rook(self.position.turn(), side, king.square)
    }

    fn can(&self, obligation: Obligation) -> bool {
        obligation.moves(self.position).next().is_some()
    }

    fn piece_on(&self, square: Square) -> Option<Occupant> {
        let piece = self.position.board().piece_at(square)?;
        Some(Occupant { piece, square })
    }
}
