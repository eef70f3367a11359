use super::{
    CheckMark, Deviation, Deviations, San, SanAction, SanError, SanMove,
    lenient::{self, WrittenMove, WrittenWish},
    write::Origin,
};
use crate::{
    Bitboard, CastlingSide, File, Move, MoveKind, Position, Rank, Role, Square, UciMove, attacks,
    safety::Safety,
};

impl Position {
    /// The move a text in standard algebraic notation names, read strictly:
    /// the text must be exactly what [`Position::san`] writes.
    ///
    /// ```
    /// use arbiter_rules::{Position, SanError};
    ///
    /// let position = Position::start();
    /// assert!(position.find_san("Nf3").is_ok());
    ///
    /// // A wrong check mark, an origin nobody needs:
    /// for text in ["Nf3+", "Ngf3"] {
    ///     let error = position.find_san(text).unwrap_err();
    ///     assert!(matches!(error, SanError::Miswritten { san, .. } if san == "Nf3"));
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not that of a legal move, or not its strict spelling.
    #[inline]
    pub fn find_san(&self, text: &str) -> Result<Move, SanError> {
        match self.find_quickly::<true>(text.as_bytes()) {
            Some(mv) => Ok(mv),
            None => self.find_thoroughly(text, Marks::Right),
        }
    }

    /// The same, but whether the text marks check or mate, or not, is not
    /// looked at. That is how PGN wants games to be read, and it costs a quarter
    /// less than to look.
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
    /// If the text is not that of a legal move, or not its strict spelling.
    #[inline]
    pub fn find_san_any_mark(&self, text: &str) -> Result<Move, SanError> {
        match self.find_quickly::<false>(text.as_bytes()) {
            Some(mv) => Ok(mv),
            None => self.find_thoroughly(text, Marks::Any),
        }
    }

    /// The same for bytes, where they are a move as games are full of them. Of
    /// everything else it says nothing, not even whether it is legal.
    ///
    /// Whoever reads many games asks this first and
    /// [`Position::read`] about the rest.
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

    /// The same for every text, and with the reason if it is wrong.
    #[cold]
    fn find_thoroughly(&self, text: &str, marks: Marks) -> Result<Move, SanError> {
        if let Some(pass) = self.find_pass(text) {
            return Ok(pass);
        }
        let read: San = text.parse()?;
        let mv = match read.action {
            SanAction::Castle(side) => self.find_castling(side)?,
            SanAction::Place { role, to } => self.find_placing(role, to)?,
            SanAction::Move(wish) => self.find_wish(&wish)?,
        };
        let san = self.san(mv);
        let is_right = match marks {
            Marks::Right => san == *text,
            Marks::Any => unmarked(&san) == unmarked(text),
        };
        if is_right {
            Ok(mv)
        } else {
            Err(SanError::Miswritten { mv, san })
        }
    }

    /// The move a text names as people and programs really write it, and what
    /// was off about the text (C24): `0-0`, `e8Q`, `Ng1-f3`, `♘f3!?`, `ed`,
    /// `exf6 e.p.`, with a mark too few or too many.
    ///
    /// It never guesses: of two moves that fit it takes neither, and it takes
    /// no move of which the text says something false, but for check. So
    /// `Nxf3` is refused where there is nothing to take, and `d5` is a pawn's
    /// step and never `exd5`. A missing promotion is a queen (R57), and
    /// reported.
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
    ///         "the promotion is missing and taken to be a queen",
    ///         "the origin is given where nothing asks for it",
    ///         "a dash stands between the squares",
    ///     ]
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text does not name exactly one legal move.
    pub fn find_san_lenient(&self, text: &str) -> Result<(Move, Deviations), SanError> {
        if let Some(pass) = self.find_pass(text.trim()) {
            return Ok((pass, Deviations::NONE));
        }
        let written = lenient::read(text)?;
        let mut deviations = written.deviations;
        let mv = match written.wish {
            WrittenWish::Castle(side) => self.find_castling(side)?,
            WrittenWish::Place { role, to } => self.find_placing(role, to)?,
            WrittenWish::Move(ref wish) => self.find_written(wish, &mut deviations)?,
            WrittenWish::ShortCapture {
                from,
                to,
                promotion,
            } => {
                deviations.insert(Deviation::ShortCapture);
                self.find_short_capture(from, to, promotion, &mut deviations)?
            }
        };
        if deviations.contains(Deviation::EnPassantMark) && !mv.is_en_passant() {
            return Err(SanError::NotInPassing(mv));
        }
        self.note_check_mark(written.mark, mv, &mut deviations);
        Ok((mv, deviations))
    }

    /// The squares from which one of our pieces of this role may legally go
    /// to this square. Castling does not count.
    #[must_use]
    pub fn origins(&self, role: Role, to: Square) -> Bitboard {
        if self.is_saktris() {
            return self.saktris_origins(role, to).collect();
        }
        if role == Role::Pawn {
            return self.pushers(to) | self.takers(to);
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

    /// The pass of Saktris, where nothing else can be done.
    fn find_pass(&self, text: &str) -> Option<Move> {
        let is_pass = self.is_saktris() && text == "--";
        self.legal(UciMove::Pass).filter(|_| is_pass)
    }

    fn find_placing(&self, role: Role, to: Square) -> Result<Move, SanError> {
        self.legal(UciMove::Place { role, to })
            .ok_or(SanError::NoPlacing(role, to))
    }

    fn find_castling(&self, side: CastlingSide) -> Result<Move, SanError> {
        if self.is_saktris() {
            return self
                .legal_moves()
                .find(|mv| mv.castling() == Some(side))
                .ok_or(SanError::NoCastling(side));
        }
        let us = self.turn;
        let king = self.board.king(us).filter(|&king| {
            let safety = Safety::of(self, us);
            let danger = Safety::danger(self, us, king);
            safety.checkers.is_empty() && self.may_castle(us, side, &safety, king, danger)
        });
        match king {
            Some(king) => {
                let kind = MoveKind::castle(side);
                Ok(Move::new(Role::King, king, side.king_target(us), kind))
            }
            None => Err(SanError::NoCastling(side)),
        }
    }

    /// The one legal move that fits, whether or not it is written well.
    fn find_wish(&self, wish: &SanMove) -> Result<Move, SanError> {
        let SanMove { role, to, .. } = *wish;
        let origins = match (role, wish.captures) {
            (Role::Pawn, false) => self.pushers(to),
            (Role::Pawn, true) => self.takers(to),
            _ => self.origins(role, to),
        };
        let from = origins & wish.origin();
        if wish.captures && self.takes_nothing(wish, from) {
            return Err(SanError::NothingToTake(*wish));
        }
        match from.first() {
            None => Err(SanError::NoMove(*wish)),
            Some(_) if from.many() => Err(SanError::Ambiguous { role, to, from }),
            Some(from) => {
                let kind = self.kind_of(role, from, to, wish.promotion);
                Ok(Move::new(role, from, to, kind))
            }
        }
    }

    /// Whether all that stands against a capture is that nothing is there.
    fn takes_nothing(&self, wish: &SanMove, from: Bitboard) -> bool {
        let is_empty = !self.board.occupied().contains(wish.to);
        match wish.role {
            Role::Pawn => {
                let pawns = self.board.pieces(self.turn, Role::Pawn) & wish.origin();
                let near = attacks::pawn(!self.turn, wish.to) & pawns;
                is_empty && from.is_empty() && near.any()
            }
            _ => is_empty && from.any(),
        }
    }

    /// Our pawns that may legally step to this square without capturing.
    fn pushers(&self, to: Square) -> Bitboard {
        if self.is_saktris() {
            let all = self.saktris_origins(Role::Pawn, to);
            return all.filter(|from| from.file() == to.file()).collect();
        }
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

    /// Our pawns that may legally take on this square, in passing too.
    fn takers(&self, to: Square) -> Bitboard {
        if self.is_saktris() {
            let all = self.saktris_origins(Role::Pawn, to);
            return all.filter(|from| from.file() != to.file()).collect();
        }
        if self.legal_en_passant() == Some(to) {
            return self.capturers(to);
        }
        let us = self.turn;
        let prey = self.board.of(!us) - self.board.pieces(!us, Role::King);
        if !prey.contains(to) {
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

    /// Those of our pieces that leave the king safe when they go to a square.
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
            // No choice given is a queen (R57).
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

    fn find_written(
        &self,
        written: &WrittenMove,
        deviations: &mut Deviations,
    ) -> Result<Move, SanError> {
        let mut wish = written.with_role(self.role_meant(written, deviations));
        let is_pawn = wish.role == Role::Pawn;
        if wish.promotion.is_some() && !is_pawn {
            return Err(SanError::NoMove(wish));
        }
        let says_capture = wish.captures;
        if is_pawn && wish.file.is_some_and(|file| file != wish.to.file()) {
            // A pawn changes its file only when it takes something (R32).
            wish.captures = true;
        }
        let mv = match self.find_wish(&wish) {
            Err(SanError::NoMove(_)) if let Some(mv) = self.castling_as_steps(&wish) => {
                deviations.insert(Deviation::CastlingAsKingMove);
                return Ok(mv);
            }
            found => found?,
        };
        if !says_capture && self.captured(mv).is_some() {
            deviations.insert(Deviation::MissingCaptureMark);
        }
        if mv.promotion().is_some() && wish.promotion.is_none() {
            deviations.insert(Deviation::MissingPromotion);
        }
        let given = match (wish.file, wish.rank) {
            (None, None) => Origin::None,
            (Some(_), None) => Origin::File,
            (None, Some(_)) => Origin::Rank,
            (Some(_), Some(_)) => Origin::Square,
        };
        let needed = match mv.role() {
            Role::Pawn if wish.captures => Origin::File,
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

    /// What moves: two squares alone name the piece by where it stands, less
    /// names a pawn.
    fn role_meant(&self, written: &WrittenMove, deviations: &mut Deviations) -> Role {
        if let Some(role) = written.role {
            return role;
        }
        let (Some(file), Some(rank)) = (written.file, written.rank) else {
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

    /// The castling that is meant by the king's own squares, `Ke1-g1`, or by
    /// the king onto his rook.
    fn castling_as_steps(&self, wish: &SanMove) -> Option<Move> {
        let king = self.board.king(self.turn)?;
        let from = Square::new(wish.file?, wish.rank?);
        if wish.role != Role::King || from != king || wish.captures {
            return None;
        }
        let side = self.castling_meant(king, wish.to)?;
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
        // Who names a promotion means the last rank (R56).
        let ranks = match promotion {
            Some(_) => Bitboard::BACK_RANKS,
            None => Bitboard::FULL,
        };
        let targets: Bitboard = (Bitboard::file(to) & ranks)
            .iter()
            .filter(|&to| (self.takers(to) & origin).any())
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
        self.find_wish(&SanMove {
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

/// What is asked of the mark of check or mate.
#[derive(Clone, Copy)]
enum Marks {
    Right,
    Any,
}

fn unmarked(san: &str) -> &str {
    san.trim_end_matches(['+', '#'])
}
