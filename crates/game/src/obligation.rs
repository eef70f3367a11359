use arbiter_rules::{CastlingSide, Move, Occupant, Position, Role, Square};

/// What a player must do on this move, after touching pieces in a formal game
/// (C11) or naming a move in a claim.
///
/// ```
/// use arbiter_game::Obligation;
/// use arbiter_rules::{Position, Square};
///
/// // The rook on a1 cannot move, so touching it has no effect. The knight can.
/// let position = Position::start();
/// assert_eq!(Obligation::of(&position, &[Square::A1]), Obligation::Free);
/// let obligation = Obligation::of(&position, &[Square::A1, Square::B1]);
/// assert_eq!(obligation.moves(&position).count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Obligation {
    /// Nothing in particular: every legal move may be played (FIDE 4.5).
    Free,
    /// Move this piece (FIDE 4.3.1). A king may not castle with a rook that was
    /// touched before the king (FIDE 4.4.2).
    Move {
        /// The piece.
        piece: Occupant,
        /// The side on which the king may not castle.
        denied: Option<CastlingSide>,
    },
    /// Capture this piece (FIDE 4.3.2).
    Take(Occupant),
    /// Capture one touched piece with another (FIDE 4.3.3).
    TakeWith {
        /// The capturing piece.
        piece: Occupant,
        /// The captured piece.
        taken: Occupant,
    },
    /// Castle: the king was touched first and then the rook (FIDE 4.4.1).
    Castle(CastlingSide),
    /// Play the move with which a draw was claimed incorrectly (FIDE 9.5.3).
    Play(Move),
}

impl Obligation {
    /// Returns the obligation that follows from touching the pieces on these
    /// squares in this order.
    #[must_use]
    pub fn of(position: &Position, touched: &[Square]) -> Obligation {
        Touched { position, touched }.obligation()
    }

    /// Reports whether this legal move fulfills the obligation.
    #[must_use]
    pub fn allows(self, position: &Position, mv: Move) -> bool {
        let takes = |taken: Occupant| {
            let captured = position.captured(mv);
            captured.is_some_and(|(square, _)| square == taken.square)
        };
        // A pass (Saktris) moves no piece.
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

    /// Returns the legal moves that fulfill the obligation.
    pub fn moves(self, position: &Position) -> impl Iterator<Item = Move> {
        let position = position.clone();
        position
            .legal_moves()
            .filter(move |&mv| self.allows(&position, mv))
    }
}

/// The squares of the pieces that the side to move has touched, in order.
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

    /// Returns the obligation to capture one touched piece with another: those of
    /// each color that were touched first, if the capture is legal (FIDE 4.3.3).
    fn take_with(&self) -> Option<Obligation> {
        let us = self.position.turn();
        let mut pieces = self.touched.iter().filter_map(|&it| self.piece_on(it));
        let piece = pieces.clone().find(|it| it.piece.color == us)?;
        let taken = pieces.find(|it| it.piece.color != us)?;
        let obligation = Obligation::TakeWith { piece, taken };
        self.can(obligation).then_some(obligation)
    }

    /// Returns the obligation after the king was touched first and then a rook: to
    /// castle if that is legal, otherwise to move the king if possible, otherwise
    /// none (FIDE 4.4.1, 4.4.3).
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

    /// Returns on which side of the king a square is, if the player's own rook
    /// is on it.
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

    /// Returns the side on which castling is not allowed, because its rook was
    /// touched before the king (FIDE 4.4.2).
    fn denied(&self, king: Occupant, before: &[Square]) -> Option<CastlingSide> {
        if king.piece.role != Role::King {
            return None;
        }
        before
            .iter()
            .filter_map(|square| self.side_of_rook(king, Some(square)))
            // A rook without the castling right does not matter.
            .find(|&(side, rook)| self.castling_rook(king, side) == Some(rook))
            .map(|(side, _)| side)
    }

    /// Returns the rook with which the king still has the right to castle on
    /// this side.
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
