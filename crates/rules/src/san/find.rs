use super::{
    CheckMark, Deviation, Deviations, San, SanAction, SanError, SanMove,
    lenient::{self, LenientAction, LenientMove},
    write::Origin,
};
use crate::{
    Bitboard, CastlingSide, File, Move, MoveKind, Position, Rank, Role, Square, UciMove, attacks,
};

impl Position {
    /// Finds the move for a text in strict standard algebraic notation, which must
    /// be exactly what [`Position::san`] writes.
    ///
    /// ```
    /// use arbiter_rules::{Position, SanError};
    ///
    /// let position = Position::start();
    /// assert!(position.find_san("Nf3").is_ok());
    ///
    /// // A wrong check mark, and a needless file:
    /// for text in ["Nf3+", "Ngf3"] {
    ///     let error = position.find_san(text).unwrap_err();
    ///     assert!(matches!(error, SanError::Miswritten { san, .. } if san == "Nf3"));
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text does not name a legal move in strict notation.
    #[inline]
    pub fn find_san(&self, text: &str) -> Result<Move, SanError> {
        match self.find_quickly::<true>(text.as_bytes()) {
            Some(mv) => Ok(mv),
            None => self.find_thoroughly(text, Marks::Strict),
        }
    }

    /// Like [`Position::find_san`], but ignores whether check and mate are marked.
    /// This is what PGN asks of readers, and it takes a quarter less time.
    ///
    /// ```
    /// use arbiter_rules::Position;
    ///
    /// let position: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
    /// for text in ["Ra8#", "Ra8+", "Ra8"] {
    ///     let mv = position.find_san_any_mark(text)?;
    ///     assert_eq!(position.san(mv), "Ra8#");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text does not name a legal move in strict notation.
    #[inline]
    pub fn find_san_any_mark(&self, text: &str) -> Result<Move, SanError> {
        match self.find_quickly::<false>(text.as_bytes()) {
            Some(mv) => Ok(mv),
            None => self.find_thoroughly(text, Marks::Ignored),
        }
    }

    /// Finds the move for a text in one of the common strict forms, ignoring check
    /// marks. Returns `None` for anything else, legal or not.
    ///
    /// This is the fast path for reading many games: try it first, and fall back to
    /// [`Position::read`].
    ///
    /// ```
    /// use arbiter_rules::Position;
    ///
    /// let position = Position::start();
    /// let mv = position.find_san_quickly(b"Nf3");
    /// assert_eq!(mv, position.find_san("Nf3").ok());
    /// assert_eq!(position.find_san_quickly(b"Ng1-f3"), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn find_san_quickly(&self, text: &[u8]) -> Option<Move> {
        self.find_quickly::<false>(text)
    }

    /// Finds the move for any strict text, or the reason why there is none.
    #[cold]
    fn find_thoroughly(&self, text: &str, marks: Marks) -> Result<Move, SanError> {
        if let Some(pass) = self.find_pass(text) {
            return Ok(pass);
        }
        let read: San = text.parse()?;
        let mv = match read.action {
            SanAction::Castle(side) => self.find_castling(side)?,
            SanAction::Place { role, to } => self.find_placing(role, to)?,
            SanAction::Move(san) => self.find_move(&san)?,
        };
        let san = self.san(mv);
        let is_strict = match marks {
            Marks::Strict => san == *text,
            Marks::Ignored => unmarked(&san) == unmarked(text),
        };
        if is_strict {
            Ok(mv)
        } else {
            Err(SanError::Miswritten { mv, san })
        }
    }

    /// Finds the move for a text as people and programs actually write it, and
    /// reports how the text deviates from strict notation (C24): `0-0`, `e8Q`,
    /// `Ng1-f3`, `♘f3!?`, `ed`, `exf6 e.p.`, with missing or superfluous marks.
    ///
    /// It never guesses. If two moves fit it accepts neither, and it accepts no text
    /// that says something false about the move, except about check. So `Nxf3` is
    /// refused where there is nothing to capture, and `d5` is a pawn advance, never
    /// `exd5`. A missing promotion is taken as a queen (R57) and reported.
    ///
    /// ```
    /// use arbiter_rules::{Deviation, Position};
    ///
    /// let position: Position = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// let (mv, deviations) = position.find_san_lenient("a7-a8")?;
    /// assert_eq!(position.san(mv), "a8=Q+");
    /// let messages: Vec<_> = deviations.iter().map(|deviation| deviation.to_string()).collect();
    /// assert_eq!(
    ///     messages,
    ///     [
    ///         "the check mark + is missing",
    ///         "the promotion is missing and is taken as a queen",
    ///         "the square of departure is given needlessly",
    ///         "there is a dash between the squares",
    ///     ]
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text does not name exactly one legal move.
    pub fn find_san_lenient(&self, text: &str) -> Result<(Move, Deviations), SanError> {
        if let Some(pass) = self.find_pass(text.trim()) {
            return Ok((pass, Deviations::NONE));
        }
        let parsed = lenient::read(text)?;
        let mut deviations = parsed.deviations;
        let mv = match parsed.action {
            LenientAction::Castle(side) => self.find_castling(side)?,
            LenientAction::Place { role, to } => self.find_placing(role, to)?,
            LenientAction::Move(ref mv) => self.find_lenient_move(mv, &mut deviations)?,
            LenientAction::ShortCapture {
                from,
                to,
                promotion,
            } => {
                deviations.insert(Deviation::ShortCapture);
                self.find_short_capture(from, to, promotion, &mut deviations)?
            }
        };
        if deviations.contains(Deviation::EnPassantMark) && !mv.is_en_passant() {
            return Err(SanError::NotEnPassant(mv));
        }
        self.note_check_mark(parsed.mark, mv, &mut deviations);
        Ok((mv, deviations))
    }

    /// Returns the squares from which a piece of this role of the side to move can
    /// legally move to this square. Castling does not count.
    #[must_use]
    pub fn origins(&self, role: Role, to: Square) -> Bitboard {
        if self.is_saktris() {
            return self.saktris_origins(role, to).collect();
        }
        if role == Role::Pawn {
            return self.advancing_pawns(to) | self.capturing_pawns(to);
        }
        let us = self.turn;
        let barred = self.board.of(us) | self.board.pieces(!us, Role::King);
        if barred.contains(to) {
            return Bitboard::EMPTY;
        }
        let pieces = self.board.pieces(us, role);
        let near = attacks::by(role, us, to, self.board.occupied()) & pieces;
        self.safe_origins(near, to)
    }

    /// Finds a pass, which is legal in Saktris if nothing else is.
    fn find_pass(&self, text: &str) -> Option<Move> {
        if text != "--" {
            return None;
        }
        self.legal(UciMove::Pass)
    }

    fn find_placing(&self, role: Role, to: Square) -> Result<Move, SanError> {
        self.legal(UciMove::Place { role, to })
            .ok_or(SanError::CannotPlace(role, to))
    }

    fn find_castling(&self, side: CastlingSide) -> Result<Move, SanError> {
        let us = self.turn;
        let king = self.board.king(us);
        let rook = self.castling_rook(us, side);
        king.zip(rook)
            .and_then(|(king, rook)| self.legal(UciMove::between(king, rook)))
            .ok_or(SanError::CannotCastle(side))
    }

    /// Finds the one legal move that fits, whether or not its notation is strict.
    fn find_move(&self, san: &SanMove) -> Result<Move, SanError> {
        let SanMove { role, to, .. } = *san;
        let origins = match role {
            Role::Pawn => self.pawn_origins(to, san.captures),
            _ => self.origins(role, to),
        };
        let from = origins & san.origin();
        if san.captures && self.captures_nothing(san, from) {
            return Err(SanError::NothingToCapture(*san));
        }
        match from.first() {
            None => Err(SanError::NoMove(*san)),
            Some(_) if from.many() => Err(SanError::Ambiguous { role, to, from }),
            Some(from) => {
                let kind = self.kind_of(role, from, to, san.promotion);
                Ok(Move::new(role, from, to, kind))
            }
        }
    }

    /// Reports whether a capture fails only because there is nothing to capture.
    fn captures_nothing(&self, san: &SanMove, from: Bitboard) -> bool {
        let is_empty = !self.board.occupied().contains(san.to);
        match san.role {
            Role::Pawn => {
                let pawns = self.board.pieces(self.turn, Role::Pawn) & san.origin();
                let near = attacks::pawn(!self.turn, san.to) & pawns;
                is_empty && from.is_empty() && near.any()
            }
            _ => is_empty && from.any(),
        }
    }

    /// Returns the pawns that can capture on this square, or those that can
    /// advance to it.
    fn pawn_origins(&self, to: Square, captures: bool) -> Bitboard {
        let pawns = self.origins(Role::Pawn, to);
        let file = Bitboard::file(to.file());
        if captures { pawns - file } else { pawns & file }
    }

    /// Returns the pawns of the side to move that can legally advance to this
    /// square.
    fn advancing_pawns(&self, to: Square) -> Bitboard {
        let us = self.turn;
        let empty = !self.board.occupied();
        let pawns = self.board.pieces(us, Role::Pawn);
        let target = to.bitboard() & empty;
        let near = target.forward(!us);
        let is_double = Bitboard::rank(us.rank(Rank::Fourth)).contains(to);
        let far = if is_double {
            (near & empty).forward(!us)
        } else {
            Bitboard::EMPTY
        };
        self.safe_origins((near | far) & pawns, to)
    }

    /// Returns the pawns of the side to move that can legally capture on this square,
    /// including en passant.
    fn capturing_pawns(&self, to: Square) -> Bitboard {
        if self.legal_en_passant() == Some(to) {
            return self.capturers(to);
        }
        let us = self.turn;
        let capturable = self.board.of(!us) - self.board.pieces(!us, Role::King);
        if !capturable.contains(to) {
            return Bitboard::EMPTY;
        }
        let near = attacks::pawn(!us, to) & self.board.pieces(us, Role::Pawn);
        self.safe_origins(near, to)
    }

    fn saktris_origins(&self, role: Role, to: Square) -> impl Iterator<Item = Square> {
        self.legal_moves()
            .filter(move |mv| mv.role() == role && mv.to() == to)
            .filter(|mv| mv.castling().is_none() && !mv.is_placement() && !mv.is_pass())
            .map(Move::from)
    }

    /// Returns those of these pieces that can move to a square without leaving their
    /// king in check.
    fn safe_origins(&self, pieces: Bitboard, to: Square) -> Bitboard {
        pieces
            .iter()
            .filter(|&from| self.is_safe(from, to))
            .collect()
    }

    fn kind_of(&self, role: Role, from: Square, to: Square, promotion: Option<Role>) -> MoveKind {
        if role != Role::Pawn {
            MoveKind::Normal
        } else if Bitboard::BACK_RANKS.contains(to) {
            // A promotion without a role is to a queen (R57).
            let role = promotion.unwrap_or(Role::Queen);
            MoveKind::promote(role).unwrap_or(MoveKind::PromoteQueen)
        } else if (to as u8).abs_diff(from as u8) == 16 {
            MoveKind::DoubleStep
        } else if from.file() != to.file() && !self.board.occupied().contains(to) {
            MoveKind::EnPassant
        } else {
            MoveKind::Normal
        }
    }

    fn find_lenient_move(
        &self,
        parsed: &LenientMove,
        deviations: &mut Deviations,
    ) -> Result<Move, SanError> {
        let mut san = parsed.with_role(self.role_meant(parsed, deviations));
        let is_pawn = san.role == Role::Pawn;
        if san.promotion.is_some() && !is_pawn {
            return Err(SanError::NoMove(san));
        }
        let says_capture = san.captures;
        if is_pawn && san.file.is_some_and(|file| file != san.to.file()) {
            // A pawn changes file only by capturing (R32).
            san.captures = true;
        }
        let mv = match self.find_move(&san) {
            Err(SanError::NoMove(_)) if let Some(mv) = self.castling_as_king_move(&san) => {
                deviations.insert(Deviation::CastlingAsKingMove);
                return Ok(mv);
            }
            found => found?,
        };
        if !says_capture && self.captured(mv).is_some() {
            deviations.insert(Deviation::MissingCaptureMark);
        }
        if mv.promotion().is_some() && san.promotion.is_none() {
            deviations.insert(Deviation::MissingPromotion);
        }
        let given = match (san.file, san.rank) {
            (None, None) => Origin::None,
            (Some(_), None) => Origin::File,
            (None, Some(_)) => Origin::Rank,
            (Some(_), Some(_)) => Origin::Square,
        };
        let needed = match mv.role() {
            Role::Pawn if san.captures => Origin::File,
            Role::Pawn => Origin::None,
            role => self.origin_needed(role, mv.from(), mv.to()),
        };
        match (given, needed) {
            (given, needed) if given == needed => {}
            (Origin::Rank, Origin::File) => deviations.insert(Deviation::RankForFile),
            _ => deviations.insert(Deviation::NeedlessOrigin),
        }
        Ok(mv)
    }

    /// Returns the role of the moving piece. Without a letter, two squares identify
    /// the piece on the first one, and anything less means a pawn.
    fn role_meant(&self, parsed: &LenientMove, deviations: &mut Deviations) -> Role {
        if let Some(role) = parsed.role {
            return role;
        }
        let (Some(file), Some(rank)) = (parsed.file, parsed.rank) else {
            return Role::Pawn;
        };
        match self.board.piece_at(Square::new(file, rank)) {
            Some(piece) if piece.color == self.turn && piece.role != Role::Pawn => {
                deviations.insert(Deviation::MissingPieceLetter);
                piece.role
            }
            _ => Role::Pawn,
        }
    }

    /// Finds castling written as a king move, `Ke1-g1`, or as the king moving onto its
    /// rook.
    fn castling_as_king_move(&self, san: &SanMove) -> Option<Move> {
        let king = self.board.king(self.turn)?;
        let from = Square::new(san.file?, san.rank?);
        if san.role != Role::King || from != king || san.captures {
            return None;
        }
        let side = self.castling_of_king_move(king, san.to)?;
        self.find_castling(side).ok()
    }

    fn find_short_capture(
        &self,
        from: File,
        to: File,
        promotion: Option<Role>,
        deviations: &mut Deviations,
    ) -> Result<Move, SanError> {
        let origin = Bitboard::file(from);
        // A promotion implies the last rank (R56).
        let ranks = match promotion {
            Some(_) => Bitboard::BACK_RANKS,
            None => Bitboard::FULL,
        };
        let targets: Bitboard = (Bitboard::file(to) & ranks)
            .iter()
            .filter(|&to| (self.pawn_origins(to, true) & origin).any())
            .collect();
        let to = targets.single().ok_or(SanError::NotOneCapture {
            from,
            to,
            promotion,
            targets,
        })?;
        if Bitboard::BACK_RANKS.contains(to) && promotion.is_none() {
            deviations.insert(Deviation::MissingPromotion);
        }
        self.find_move(&SanMove {
            role: Role::Pawn,
            file: Some(from),
            rank: None,
            captures: true,
            to,
            promotion,
        })
    }

    fn note_check_mark(&self, written: CheckMark, mv: Move, deviations: &mut Deviations) {
        use CheckMark::{Check, Mate, None};
        match (written, self.check_mark(mv)) {
            (None, Check) => deviations.insert(Deviation::MissingCheckMark),
            (None | Check, Mate) => deviations.insert(Deviation::MissingMateMark),
            (Check, None) => deviations.insert(Deviation::FalseCheckMark),
            (Mate, None | Check) => deviations.insert(Deviation::FalseMateMark),
            (None, None) | (Check, Check) | (Mate, Mate) => {}
        }
    }
}

/// Whether the check or mate mark of a text matters.
#[derive(Clone, Copy)]
enum Marks {
    /// It must be correct.
    Strict,
    /// It is ignored.
    Ignored,
}

fn unmarked(san: &str) -> &str {
    san.trim_end_matches(['+', '#'])
}
