//! The slow half of [`Position::find`]: finds the first law a move breaks, in the
//! order of R82.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    Attempt, Bitboard, CastlingSide, Cause, CheckAnswers, Color, File, GameOverReason, MoveKind,
    Obstruction, Occupant, Piece, Position, Rank, Refusal, RefusalKind, Role, RookLocation, Square,
    Stage, UciMove, Variant, attacks, castling::corner,
};

impl Position {
    /// Explains why a move is illegal.
    #[cold]
    pub(crate) fn explain(&self, requested: UciMove) -> Refusal {
        self.or_game_over(self.why_not(requested))
    }

    /// Explains why a move is illegal, ignoring that checkmate and stalemate end
    /// the game.
    pub(crate) fn why_not(&self, requested: UciMove) -> Refusal {
        let UciMove::Between {
            from,
            to,
            promotion,
        } = requested
        else {
            return self.why_not_placed(requested);
        };
        let attempt = self.attempt(from, to, promotion);
        let refuse = |cause| self.refuse(attempt, cause);
        if let Some(role) = promotion
            && MoveKind::promote(role).is_none()
        {
            let letter = role.letter().to_ascii_lowercase();
            return refuse(Cause::NoSuchPromotion { offset: 4, letter });
        }
        let Some(piece) = self.occupant(from) else {
            return refuse(Cause::EmptySquare { square: from });
        };
        if piece.piece.color != self.turn {
            return refuse(Cause::NotYourPiece { piece });
        }
        if from == to {
            return refuse(Cause::StaysPut { square: from });
        }
        if let Some(cause) = self.placing_is_due() {
            return refuse(cause);
        }
        let castling = self.castling_intended(piece, to);
        if let Some(side) = castling
            && let Some(cause) = self.castling_forbidden(side)
        {
            return self.refuse(Attempt::Castle(side), cause);
        }
        let cause = if castling.is_some() {
            None
        } else {
            self.movement_cause(piece, to)
                .or_else(|| self.capture_cause(to))
        };
        let cause = cause
            .or_else(|| self.promotion_cause(piece, to, promotion))
            .unwrap_or_else(|| self.king_safety_cause(piece, to));
        refuse(cause)
    }

    /// Makes a refusal of this position.
    pub(crate) fn refuse(&self, attempt: impl Into<Option<Attempt>>, cause: Cause) -> Refusal {
        Refusal {
            variant: self.variant,
            attempt: attempt.into(),
            cause,
        }
    }

    /// Replaces the cause if the game is over: after checkmate and stalemate no move
    /// is accepted (R24), whatever other law it breaks.
    pub(crate) fn or_game_over(&self, refusal: Refusal) -> Refusal {
        if refusal.kind() == RefusalKind::InvalidInput || self.has_legal_move() {
            return refusal;
        }
        let reason = if self.lost_king().is_some() {
            GameOverReason::KingLost
        } else if self.is_check() {
            GameOverReason::Checkmate
        } else {
            GameOverReason::Stalemate
        };
        let attempt = refusal.attempt;
        let is_about_the_king = refusal.cause.stage() == Stage::Safety;
        let cause = Cause::GameOver {
            side: self.lost_king().unwrap_or(self.turn),
            reason,
            king: self.board.king(self.turn),
            checkers: self.occupants(self.checkers()),
            move_refusal: is_about_the_king.then(|| Box::new(refusal)),
        };
        self.refuse(attempt, cause)
    }

    pub(crate) fn occupant(&self, square: Square) -> Option<Occupant> {
        let piece = self.board.piece_at(square)?;
        Some(Occupant { piece, square })
    }

    pub(crate) fn occupants(&self, squares: Bitboard) -> Vec<Occupant> {
        squares
            .into_iter()
            .filter_map(|square| self.occupant(square))
            .collect()
    }

    pub(crate) fn attempt(&self, from: Square, to: Square, promotion: Option<Role>) -> Attempt {
        let piece = self.board.piece_at(from);
        let captured = match piece {
            // A pawn captures only diagonally, and its diagonal move to an empty
            // square can only be meant as an en-passant capture.
            Some(Piece {
                role: Role::Pawn,
                color,
            }) => {
                let is_diagonal = attacks::pawn(color, from).contains(to);
                let passed = self.occupant(beside(from, to));
                self.occupant(to)
                    .or(passed.filter(|taken| taken.piece.role == Role::Pawn))
                    .filter(|_| is_diagonal)
            }
            _ => self.occupant(to),
        };
        let captured =
            captured.filter(|taken| piece.is_some_and(|piece| piece.color != taken.piece.color));
        Attempt::Between {
            piece,
            from,
            to,
            captured,
            promotion,
        }
    }

    fn captures_en_passant(&self, piece: Piece, from: Square, to: Square) -> bool {
        piece == Piece::new(self.turn, Role::Pawn)
            && self.en_passant == Some(to)
            && attacks::pawn(self.turn, from).contains(to)
    }

    /// Finds out whether the piece does not move like that, or has no clear path.
    fn movement_cause(&self, piece: Occupant, to: Square) -> Option<Cause> {
        let from = piece.square;
        let reach = match piece.piece.role {
            Role::Pawn => return self.pawn_movement_cause(from, to),
            Role::Knight => attacks::knight(from),
            Role::Bishop => attacks::bishop_lines(from),
            Role::Rook => attacks::rook_lines(from),
            Role::Queen => attacks::rook_lines(from) | attacks::bishop_lines(from),
            Role::King => attacks::king(from),
        };
        if !reach.contains(to) {
            if piece.piece.role == Role::King
                && let Some(rook) = self.rook_on_king_file(from, to)
            {
                return Some(Cause::CastlingOffRank { king: from, rook });
            }
            return Some(Cause::NotItsMove { piece, to });
        }
        let blocker = self.first_blocker(from, to)?;
        Some(Cause::Blocked { blocker })
    }

    fn first_blocker(&self, from: Square, to: Square) -> Option<Occupant> {
        let blockers = attacks::between(from, to) & self.board.occupied();
        let nearest = blockers
            .into_iter()
            .min_by_key(|&square| from.distance(square))?;
        self.occupant(nearest)
    }

    fn pawn_movement_cause(&self, pawn: Square, to: Square) -> Option<Cause> {
        let us = self.turn;
        let files = (pawn.file() as i32).abs_diff(to.file() as i32);
        let ranks = match us {
            Color::White => to.rank() as i32 - pawn.rank() as i32,
            Color::Black => pawn.rank() as i32 - to.rank() as i32,
        };
        let is_home = pawn.rank() == us.rank(self.pawn_start_rank());
        match (files, ranks) {
            (_, ..0) => Some(Cause::PawnBackward { pawn, to }),
            (_, 0) => Some(Cause::PawnSideways { pawn, to }),
            (0, 2) if !is_home => Some(Cause::PawnDoubleStep { pawn, to }),
            (0, 1 | 2) => {
                let (blocker, obstructs) = match self.first_blocker(pawn, to) {
                    Some(blocker) => (blocker, Obstruction::Path),
                    None => (self.occupant(to)?, Obstruction::Target),
                };
                Some(Cause::PawnBlocked {
                    pawn,
                    blocker,
                    obstructs,
                })
            }
            (0, _) => Some(Cause::PawnTooFar { pawn, to }),
            (1, 1) if self.board.occupied().contains(to) || self.en_passant == Some(to) => None,
            (1, 1) => Some(self.empty_diagonal_cause(pawn, to)),
            _ => {
                let piece = Occupant {
                    piece: Piece::new(us, Role::Pawn),
                    square: pawn,
                };
                Some(Cause::NotItsMove { piece, to })
            }
        }
    }

    /// Explains why a pawn cannot move diagonally to an empty square, which may have
    /// been meant as an en-passant capture.
    fn empty_diagonal_cause(&self, pawn: Square, to: Square) -> Cause {
        let us = self.turn;
        let beside = beside(pawn, to);
        // A pawn that would promote was not meant to capture en passant.
        let is_promotion = Bitboard::BACK_RANKS.contains(to);
        if is_promotion || !self.board.pieces(!us, Role::Pawn).contains(beside) {
            Cause::PawnTakesNothing { pawn, to }
        } else if pawn.rank() == us.rank(self.en_passant_rank()) {
            Cause::EnPassantNotNow { pawn: beside }
        } else {
            let rank = us.rank(self.en_passant_rank());
            Cause::EnPassantWrongRank { pawn, beside, rank }
        }
    }

    /// Returns the rank from which a pawn may advance two squares.
    fn pawn_start_rank(&self) -> Rank {
        match self.variant {
            Variant::Standard | Variant::Chess960 => Rank::Second,
            Variant::Saktris => Rank::First,
        }
    }

    /// Returns the rank from which a pawn captures en passant.
    fn en_passant_rank(&self) -> Rank {
        match self.variant {
            Variant::Standard | Variant::Chess960 => Rank::Fifth,
            Variant::Saktris => Rank::Sixth,
        }
    }

    fn capture_cause(&self, to: Square) -> Option<Cause> {
        let piece = self.occupant(to)?;
        if piece.piece.color == self.turn {
            Some(Cause::OwnPiece { piece })
        } else if piece.piece.role == Role::King {
            Some(Cause::KingTaken { king: piece })
        } else {
            None
        }
    }

    fn promotion_cause(
        &self,
        piece: Occupant,
        to: Square,
        promotion: Option<Role>,
    ) -> Option<Cause> {
        let is_due = piece.piece.role == Role::Pawn && Bitboard::BACK_RANKS.contains(to);
        (promotion.is_some() && !is_due).then_some(Cause::PromotionNotDue { piece, to })
    }

    /// Explains how the move would leave or put the king in check (R63), which is
    /// the only reason left if it breaks no other law.
    fn king_safety_cause(&self, piece: Occupant, to: Square) -> Cause {
        let us = self.turn;
        let from = piece.square;
        if let Some(cause) = self.clear_exposes(piece, to) {
            return cause;
        }
        let king = self.board.king(us).unwrap_or(from);
        if king == from {
            return self.king_step_cause(king, to);
        }
        let is_en_passant = self.captures_en_passant(piece.piece, from, to);
        let taken = if is_en_passant { beside(from, to) } else { to };
        let left = self.board.occupied().without(from);
        let after = left.without(taken).with(to);
        let attackers = self.board.attackers(king, !us, after).without(taken);
        let checkers = self.checkers();
        if checkers.many() {
            let checkers = self.occupants(checkers);
            return Cause::DoubleCheck { king, checkers };
        }
        if let Some(checker) = self.occupants(attackers & checkers).pop() {
            return self.in_check(king, checker);
        }
        let Some(attacker) = self.occupants(attackers).pop() else {
            // Not reached: a test checks all pairs of squares in many positions.
            return Cause::NotItsMove { piece, to };
        };
        let alone = self.board.attackers(king, !us, left.with(to)) - checkers;
        if is_en_passant && alone.is_empty() {
            return Cause::EnPassantOpensLine {
                pawn: from,
                taken,
                king,
                attacker,
            };
        }
        Cause::Pinned {
            piece,
            king,
            pinner: attacker,
        }
    }

    /// Returns the cause that the king is in check, with what would end it.
    pub(crate) fn in_check(&self, king: Square, checker: Occupant) -> Cause {
        let mut answers = CheckAnswers::default();
        let between = attacks::between(king, checker.square);
        for mv in self.legal_moves() {
            let captured = self.captured(mv).map(|(square, _)| square);
            if captured == Some(checker.square) {
                answers.capture = true;
            } else if mv.role() == Role::King {
                answers.move_king = true;
            } else if between.contains(mv.to()) {
                answers.block = true;
            }
        }
        Cause::InCheck {
            king,
            checker,
            answers,
        }
    }

    fn king_step_cause(&self, from: Square, to: Square) -> Cause {
        let them = !self.turn;
        let occupied = self.board.occupied().without(from);
        let attackers = self.board.attackers(to, them, occupied);
        debug_assert!(attackers.any(), "the step to {to} is legal");
        if let Some(taken) = self.occupant(to) {
            let protectors = self.occupants(attackers);
            return Cause::KingTakesProtected { taken, protectors };
        }
        match attackers.single() {
            Some(king) if self.board.pieces(them, Role::King).contains(king) => {
                Cause::KingBesideKing { to, king }
            }
            _ => Cause::KingIntoCheck {
                to,
                attackers: self.occupants(attackers),
            },
        }
    }

    /// Returns the side to which a king move was probably meant to castle, whether
    /// or not that right is left.
    fn castling_intended(&self, piece: Occupant, to: Square) -> Option<CastlingSide> {
        let us = self.turn;
        let king = piece.square;
        if self.board.king(us) != Some(king) || king.rank() != us.back_rank() {
            return None;
        }
        if let Some(side) = self.castling_of_king_move(king, to) {
            return Some(side);
        }
        if to.rank() != king.rank() || (king.distance(to) == 1 && !self.is_chess960()) {
            return None;
        }
        let onto_rook = self.board.pieces(us, Role::Rook).contains(to);
        let to_target = CastlingSide::ALL
            .into_iter()
            .any(|side| side.king_target(us) == to)
            && king.distance(to) > 1
            && (self.is_chess960() || king == self.king_start_square());
        (onto_rook || to_target).then_some(if to > king {
            CastlingSide::Short
        } else {
            CastlingSide::Long
        })
    }

    fn is_chess960(&self) -> bool {
        self.variant == Variant::Chess960
    }

    /// Returns the square on which the king of the side to move starts in standard
    /// chess.
    fn king_start_square(&self) -> Square {
        Square::new(File::E, self.turn.back_rank())
    }

    /// Returns the rook with which a king tries to castle along its file (R45).
    fn rook_on_king_file(&self, king: Square, to: Square) -> Option<Square> {
        let rooks = self.board.pieces(self.turn, Role::Rook) & Bitboard::file(king.file());
        let is_tried = to.file() == king.file() && (king.distance(to) == 2 || rooks.contains(to));
        let rook = rooks
            .into_iter()
            .find(|&rook| (rook > king) == (to > king) && self.first_blocker(king, rook).is_none());
        rook.filter(|_| is_tried && king == self.king_start_square())
    }

    /// Returns the first condition for castling that is not met (R41–R43).
    pub(crate) fn castling_forbidden(&self, side: CastlingSide) -> Option<Cause> {
        let us = self.turn;
        let Some(king) = self.board.king(us) else {
            return Some(Cause::NoSuchPiece {
                piece: Piece::new(us, Role::King),
                file: None,
                rank: None,
            });
        };
        let Some(rook) = self.castling.rook(us, side, king) else {
            return Some(self.castling_right_cause(side, king));
        };
        let king_to = side.king_target(us);
        let rook_to = side.rook_target(us);
        let others = self.board.occupied().without(king).without(rook);
        let crossed = attacks::between(king, king_to).with(king_to)
            | attacks::between(rook, rook_to).with(rook_to);
        if others.meets(crossed) {
            let blockers = self.occupants(others & crossed);
            return Some(Cause::CastlingBlocked {
                king,
                rook,
                blockers,
            });
        }
        let checkers = self.checkers();
        if checkers.any() {
            let checkers = self.occupants(checkers);
            return Some(Cause::CastlingOutOfCheck { king, checkers });
        }
        let mut king_path: Vec<Square> = attacks::between(king, king_to).into_iter().collect();
        king_path.sort_by_key(|&square| king.distance(square));
        for square in king_path {
            let attackers = self.board.attackers(square, !us, others.with(rook));
            if attackers.any() {
                let attackers = self.occupants(attackers);
                return Some(Cause::CastlingThroughAttack { square, attackers });
            }
        }
        let stays = self.board.attackers(king_to, !us, others.with(rook));
        let leaves = self.board.attackers(king_to, !us, others.with(rook_to));
        let (attackers, shield) = if stays.any() {
            (stays, None)
        } else {
            (leaves, Some(rook))
        };
        attackers.any().then(|| Cause::CastlingIntoCheck {
            square: king_to,
            attackers: self.occupants(attackers),
            shield,
        })
    }

    /// Explains why a castling right is gone, as far as the board shows.
    fn castling_right_cause(&self, side: CastlingSide, king: Square) -> Cause {
        let us = self.turn;
        let is_home = if self.is_chess960() {
            king.rank() == us.back_rank()
        } else {
            king == self.king_start_square()
        };
        if !is_home {
            return Cause::CastlingKingMoved {
                king,
                move_number: None,
            };
        }
        let rook = if self.is_chess960() {
            self.to_setup().castling_rook(us, side)
        } else {
            corner(us, side)
        };
        if !self.board.pieces(us, Role::Rook).contains(rook) {
            return Cause::CastlingNoRook { square: rook };
        }
        if self.castling.of(us).any() {
            // The king may still castle to the other side, so it has never moved.
            return Cause::CastlingRookMoved {
                rook,
                move_number: None,
                now: RookLocation::Home,
            };
        }
        Cause::CastlingLost { king, rook }
    }
}

/// Returns the square next to a pawn on the file of its target: that of a pawn it
/// would capture en passant.
fn beside(from: Square, to: Square) -> Square {
    Square::new(to.file(), from.rank())
}
