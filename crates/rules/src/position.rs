use core::hash::{Hash, Hasher};

use crate::{
    Bitboard, Board, Castling, CastlingSide, Color, Move, MoveKind, Piece, Role, Saktris, Square,
    Variant, attacks, zobrist,
};

/// A position that can be played: the board, whose turn it is, and what the
/// board does not show (R15).
///
/// It comes from a [`Setup`](crate::Setup) that was found playable, or from a
/// move played in another position.
///
/// # Equality
///
/// Two positions are equal if they are the same for the law on repetition
/// (FIDE 9.2.3): board, side to move, castling rights and the right to
/// capture in passing, *if that capture is legal*. Move counters do not count.
///
/// ```
/// use arbiter_rules::Position;
///
/// let mut position = Position::start();
/// for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
///     let mv = position.read(text)?;
///     position.play(mv);
/// }
/// assert_eq!(position, Position::start());
/// # Ok::<(), arbiter_rules::Refusal>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) castling: Castling,
    pub(crate) key: u64,
    pub(crate) halfmoves: u16,
    pub(crate) fullmoves: u16,
    pub(crate) en_passant: Option<Square>,
    /// Whether the key counts the en-passant square: somebody can take there.
    pub(crate) en_passant_counts: bool,
    pub(crate) turn: Color,
    pub(crate) variant: Variant,
    pub(crate) saktris: Saktris,
}

impl Position {
    /// The position before the first move: White to move, 20 moves (R18, R23).
    #[must_use]
    pub const fn start() -> Position {
        let board = Board::start();
        Position {
            board,
            castling: Castling::with_rooks(board.by_role(Role::Rook)),
            // As Polyglot documents it.
            key: 0x463b_9618_1691_fc9c,
            halfmoves: 0,
            fullmoves: 1,
            en_passant: None,
            en_passant_counts: false,
            turn: Color::White,
            variant: Variant::Standard,
            saktris: Saktris::NONE,
        }
    }

    /// Which piece stands where.
    #[inline(always)]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    #[inline(always)]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Which rules the game follows.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Who may still castle, and with which rook.
    #[inline]
    #[must_use]
    pub const fn castling(&self) -> Castling {
        self.castling
    }

    /// The square a pawn has just passed over with a double step, whether or
    /// not anybody can take it there.
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The square on which a pawn can legally be taken in passing now. Only
    /// this counts for repetition.
    #[must_use]
    pub const fn legal_en_passant(&self) -> Option<Square> {
        if self.en_passant_counts {
            self.en_passant
        } else {
            None
        }
    }

    /// Moves of either side since the last pawn move or capture (R72).
    #[must_use]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move to come: 1 for the first, one more after each
    /// move of Black.
    #[must_use]
    pub const fn fullmoves(&self) -> u16 {
        self.fullmoves
    }

    /// A number that equal positions share, kept up to date by every move.
    ///
    /// It is the key of the Polyglot books but for one thing: Polyglot counts
    /// an en-passant square if an enemy pawn stands beside the pawn, we only
    /// if the capture is legal. [`Position::polyglot_key`] gives theirs.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key under which Polyglot opening books list this position.
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        match self.en_passant {
            Some(square) if !self.en_passant_counts && self.beside_en_passant(square).any() => {
                self.key ^ zobrist::en_passant(square.file())
            }
            _ => self.key,
        }
    }

    /// The pieces of the side not to move that attack the king of the side to
    /// move (R61).
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        match self.board.king(self.turn) {
            Some(king) => self
                .board
                .attackers(king, !self.turn, self.board.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// What a move of this position takes, and from where: in passing, not
    /// from the square the pawn lands on (R52).
    #[must_use]
    pub fn captured(&self, mv: Move) -> Option<(Square, Piece)> {
        let square = match mv.kind() {
            MoveKind::CastleShort | MoveKind::CastleLong | MoveKind::Place | MoveKind::Pass => {
                return None;
            }
            MoveKind::EnPassant => Square::new(mv.to().file(), mv.from().rank()),
            _ => mv.to(),
        };
        Some((square, self.board.piece_at(square)?))
    }

    /// Plays a legal move. It cannot be refused: a [`Move`] is proof.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        if self.is_saktris() {
            return self.play_saktris(mv);
        }
        self.play_chess(mv);
    }

    #[inline(always)]
    fn play_chess(&mut self, mv: Move) {
        match self.turn {
            Color::White => {
                self.advance::<true>(Color::White, mv.role(), mv.from(), mv.to(), mv.kind());
            }
            Color::Black => {
                self.advance::<true>(Color::Black, mv.role(), mv.from(), mv.to(), mv.kind());
            }
        }
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        if self.is_saktris() {
            let mut position = *self;
            position.play_saktris(mv);
            return position;
        }
        let mut position = self.without_saktris();
        position.play_chess(mv);
        position
    }

    /// A copy of a position of chess, which has no need of what Saktris knows:
    /// that is half as much to read and to write.
    #[inline(always)]
    pub(crate) const fn without_saktris(&self) -> Position {
        Position {
            saktris: Saktris::NONE,
            ..*self
        }
    }

    /// The position if the side to move could pass. It cannot (R20), but
    /// annotators write such a null move to show a threat. None in check, since
    /// the king could then be taken, and none in Saktris, where a pass is a move.
    ///
    /// ```
    /// use arbiter_rules::{Color, Position};
    ///
    /// let position = Position::start().pass().unwrap();
    /// assert_eq!(position.turn(), Color::Black);
    /// ```
    #[must_use]
    pub fn pass(&self) -> Option<Position> {
        if self.is_check() || self.is_saktris() {
            return None;
        }
        let mut position = *self;
        position.key ^= zobrist::TURN;
        if let Some(square) = self.legal_en_passant() {
            position.key ^= zobrist::en_passant(square.file());
        }
        position.en_passant = None;
        position.en_passant_counts = false;
        position.halfmoves = self.halfmoves.saturating_add(1);
        let is_black = u16::from(self.turn == Color::Black);
        position.fullmoves = self.fullmoves.saturating_add(is_black);
        position.turn = !self.turn;
        Some(position)
    }

    /// The one place where a move changes a position. It is inlined wherever
    /// role, color and kind are known when compiling, and shrinks to the few
    /// instructions that case needs. `KEYED` is false where only the number of
    /// positions matters.
    #[inline(always)]
    pub(crate) fn advance<const KEYED: bool>(
        &mut self,
        us: Color,
        role: Role,
        from: Square,
        to: Square,
        kind: MoveKind,
    ) {
        let them = !us;
        let (from_bit, to_bit) = (from.bitboard(), to.bitboard());
        let mut key = if KEYED { self.key ^ zobrist::TURN } else { 0 };
        if KEYED
            && self.en_passant_counts
            && let Some(square) = self.en_passant
        {
            key ^= zobrist::en_passant(square.file());
        }
        self.en_passant = None;
        self.en_passant_counts = false;
        if KEYED && us == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = them;

        if let Some(side) = kind.castling() {
            if let Some(rook) = self.castling.rook(us, side, from) {
                let rook_to = side.rook_target(us);
                self.board.toggle(rook.bitboard(), us, Role::Rook);
                self.board.toggle(from_bit, us, Role::King);
                self.board.toggle(rook_to.bitboard(), us, Role::Rook);
                self.board.toggle(to_bit, us, Role::King);
                if KEYED {
                    let keys = &zobrist::PIECE[us as usize];
                    key ^= keys[Role::Rook as usize][rook as usize]
                        ^ keys[Role::Rook as usize][rook_to as usize]
                        ^ keys[Role::King as usize][from as usize]
                        ^ keys[Role::King as usize][to as usize]
                        ^ zobrist::castling(self.castling, us, Some(from));
                }
            }
            self.castling = self.castling.without_color(us);
            if KEYED {
                self.key = key;
                self.halfmoves = self.halfmoves.saturating_add(1);
            }
            return;
        }

        let taken = if kind == MoveKind::EnPassant {
            Square::wrapping(to as u32 ^ 8)
        } else {
            to
        };
        if KEYED {
            let is_capture = self.board.of(them).contains(taken);
            if is_capture && let Some(role) = self.board.role_at(taken) {
                key ^= zobrist::PIECE[them as usize][role as usize][taken as usize];
                self.board.toggle(taken.bitboard(), them, role);
            }
            self.halfmoves = if is_capture || role == Role::Pawn {
                0
            } else {
                self.halfmoves.saturating_add(1)
            };
        } else {
            self.board.wipe(taken.bitboard());
        }

        // A rook that leaves or is taken, or a king that moves, ends rights.
        let lost = if role == Role::King {
            self.castling.of(us) | (self.castling.rooks() & to_bit)
        } else {
            self.castling.rooks() & (from_bit | to_bit)
        };
        if KEYED && lost.any() {
            let kings = [self.board.king(us), self.board.king(them)];
            key ^= zobrist::castling(self.castling, us, kings[0])
                ^ zobrist::castling(self.castling, them, kings[1]);
            self.castling = self.castling.without(lost);
            key ^= zobrist::castling(self.castling, us, kings[0])
                ^ zobrist::castling(self.castling, them, kings[1]);
        } else if !KEYED {
            self.castling = self.castling.without(lost);
        }

        let lands_as = kind.promotion().unwrap_or(role);
        if lands_as == role {
            self.board.toggle(from_bit | to_bit, us, role);
        } else {
            self.board.toggle(from_bit, us, role);
            self.board.toggle(to_bit, us, lands_as);
        }
        if KEYED {
            let keys = &zobrist::PIECE[us as usize];
            key ^= keys[role as usize][from as usize] ^ keys[lands_as as usize][to as usize];
        }

        if kind == MoveKind::DoubleStep {
            let passed = Square::wrapping(to as u32 ^ 8);
            self.en_passant = Some(passed);
            if KEYED && self.beside_en_passant(passed).any() && self.capturers(passed).any() {
                self.en_passant_counts = true;
                key ^= zobrist::en_passant(passed.file());
            }
        }
        if KEYED {
            self.key = key;
        }
    }

    /// The position after a move, without its key.
    ///
    /// It is taken apart and put together again so that the compiler keeps the
    /// sets in registers and writes each once: changing a copy in memory, with
    /// wide stores followed by narrow loads, halves the speed of `perft`.
    #[inline(always)]
    pub(crate) fn advanced(
        &self,
        us: Color,
        role: Role,
        from: Square,
        to: Square,
        kind: MoveKind,
    ) -> Position {
        let mut next = self.without_saktris();
        next.advance::<false>(us, role, from, to, kind);
        Position {
            board: next.board,
            ..next
        }
    }

    /// Our pawns that stand where a pawn on this square could be taken in
    /// passing, whether or not that would leave our king in check.
    #[inline(always)]
    pub(crate) fn beside_en_passant(&self, square: Square) -> Bitboard {
        attacks::pawn(!self.turn, square) & self.board.pieces(self.turn, Role::Pawn)
    }

    /// Our pawns that may legally take in passing on this square.
    ///
    /// Two pawns leave the rank at once, so neither pins nor the usual check
    /// masks tell: the king is looked at again on the board that results.
    pub(crate) fn capturers(&self, square: Square) -> Bitboard {
        let mut legal = Bitboard::EMPTY;
        for from in self.beside_en_passant(square) {
            let taken = Square::new(square.file(), from.rank()).bitboard();
            let occupied = (self.board.occupied() ^ from.bitboard() ^ taken).with(square);
            let safe = match self.board.king(self.turn) {
                Some(king) => (self.board.attackers(king, !self.turn, occupied) - taken).is_empty(),
                None => true,
            };
            if safe {
                legal = legal.with(from);
            }
        }
        legal
    }

    /// What the key has besides the pieces: turn, castling and en passant.
    pub(crate) fn key_beside_board(&self) -> u64 {
        let mut key = match self.turn {
            Color::White => zobrist::TURN,
            Color::Black => 0,
        };
        for color in Color::ALL {
            key ^= zobrist::castling(self.castling, color, self.board.king(color));
        }
        if let Some(square) = self.legal_en_passant() {
            key ^= zobrist::en_passant(square.file());
        }
        key
    }

    /// Whether what is to come is the same.
    fn is_same_to_come(&self, other: &Position) -> bool {
        self.is_saktris() == other.is_saktris()
            && (!self.is_saktris() || self.saktris.is_same_to_come(&other.saktris))
    }

    /// The rook this king would castle with.
    #[inline]
    #[must_use]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.castling.rook(color, side, self.board.king(color)?)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.key == other.key
            && self.board == other.board
            && self.turn == other.turn
            && self.castling == other.castling
            && self.legal_en_passant() == other.legal_en_passant()
            && self.is_same_to_come(other)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}
