use alloc::boxed::Box;
use core::hash::{Hash, Hasher};

use crate::{
    Bitboard, Board, Castling, CastlingSide, Color, Move, MoveKind, Piece, Role, Saktris, Square,
    Variant, attacks, zobrist,
};

/// A playable position: the board, the side to move, and the rights and
/// counters that the board does not show (R15).
///
/// A position comes from a valid [`Setup`](crate::Setup), or from playing a
/// move in another position.
///
/// # Equality
///
/// Two positions are equal if they are the same under the repetition rule
/// (FIDE 9.2.3): same board, side to move, castling rights and en passant
/// right, *if that capture is legal*. Move counters are ignored.
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
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) castling: Castling,
    pub(crate) key: u64,
    pub(crate) halfmoves: u16,
    pub(crate) fullmoves: u16,
    pub(crate) en_passant: Option<Square>,
    /// Whether the capture on the en passant square is legal. Only then is it
    /// part of the key.
    pub(crate) en_passant_counts: bool,
    pub(crate) turn: Color,
    pub(crate) variant: Variant,
    /// The state that only Saktris needs: `Some` if and only if the variant is
    /// Saktris. It is stored elsewhere to keep chess positions small.
    pub(crate) saktris: Option<Box<Saktris>>,
}

impl Position {
    /// Returns the starting position of standard chess (R18, R23).
    #[must_use]
    pub const fn start() -> Position {
        let board = Board::start();
        Position {
            board,
            castling: Castling::with_rooks(board.by_role(Role::Rook)),
            // The value given in the Polyglot documentation.
            key: 0x463b_9618_1691_fc9c,
            halfmoves: 0,
            fullmoves: 1,
            en_passant: None,
            en_passant_counts: false,
            turn: Color::White,
            variant: Variant::Standard,
            saktris: None,
        }
    }

    /// Returns the board.
    #[inline(always)]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move.
    #[inline(always)]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the castling rights.
    #[inline]
    #[must_use]
    pub const fn castling(&self) -> Castling {
        self.castling
    }

    /// Returns the square that a pawn has just passed over, whether or not it
    /// can be captured there.
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the square on which a pawn can legally be captured en passant.
    /// Only this one matters for repetition.
    #[must_use]
    pub const fn legal_en_passant(&self) -> Option<Square> {
        if self.en_passant_counts {
            self.en_passant
        } else {
            None
        }
    }

    /// Returns the number of half-moves since the last pawn move or capture
    /// (R72).
    #[must_use]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// Returns the number of the next move. It starts at 1 and increases after
    /// each move of Black.
    #[must_use]
    pub const fn fullmoves(&self) -> u16 {
        self.fullmoves
    }

    /// Returns the Zobrist key, which is the same for equal positions.
    ///
    /// It differs from the [Polyglot key](Position::polyglot_key) in one case:
    /// Polyglot includes the en passant square whenever an enemy pawn is next
    /// to the pawn, this key only if the capture is legal.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Returns the key of this position in Polyglot opening books.
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        match self.en_passant {
            Some(square) if !self.en_passant_counts && self.beside_en_passant(square).any() => {
                self.key ^ zobrist::en_passant(square.file())
            }
            _ => self.key,
        }
    }

    /// Returns the pieces that give check to the side to move (R61).
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        match self.board.king(self.turn) {
            Some(king) => self
                .board
                .attackers(king, !self.turn, self.board.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// Reports whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Returns the piece that a move captures and its square, which differs
    /// from the target of the move for en passant (R52).
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

    /// Plays a legal move of this position.
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

    /// Returns the position after a legal move.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        if self.is_saktris() {
            let mut position = self.clone();
            position.play_saktris(mv);
            return position;
        }
        let mut position = self.copy_chess();
        position.play_chess(mv);
        position
    }

    /// Copies a position that is not one of Saktris, without allocating.
    #[inline(always)]
    pub(crate) const fn copy_chess(&self) -> Position {
        Position {
            saktris: None,
            ..*self
        }
    }

    /// Returns the position after a null move. Passing is not legal (R20), but
    /// annotators use null moves to show a threat. Returns `None` in check,
    /// because the king could be captured, and in Saktris, where a pass is a
    /// regular move.
    ///
    /// ```
    /// use arbiter_rules::{Color, Position};
    ///
    /// let position = Position::start().after_null_move().unwrap();
    /// assert_eq!(position.turn(), Color::Black);
    /// ```
    #[must_use]
    pub fn after_null_move(&self) -> Option<Position> {
        if self.is_check() || self.is_saktris() {
            return None;
        }
        let mut position = self.copy_chess();
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

    /// Makes a move on this position. All moves of chess go through here. It is
    /// inlined where color, role and kind are known at compile time, which
    /// leaves only the few instructions that the case needs. Without `KEYED`,
    /// the key and the counters are not updated, which is enough for counting.
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

        // Castling rights end when the king or rook moves or the rook is captured.
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

    /// Returns the position after a move, without updating the key and the
    /// counters.
    ///
    /// The result is assembled from its parts so that the compiler keeps the
    /// bitboards in registers and writes each one once. Modifying a copy in
    /// memory, with wide stores followed by narrow loads, halves the speed of
    /// `perft`.
    #[inline(always)]
    pub(crate) fn advanced(
        &self,
        us: Color,
        role: Role,
        from: Square,
        to: Square,
        kind: MoveKind,
    ) -> Position {
        let mut next = self.copy_chess();
        next.advance::<false>(us, role, from, to, kind);
        Position {
            board: next.board,
            ..next
        }
    }

    /// Returns our pawns that could capture en passant on this square if king
    /// safety did not matter.
    #[inline(always)]
    pub(crate) fn beside_en_passant(&self, square: Square) -> Bitboard {
        attacks::pawn(!self.turn, square) & self.board.pieces(self.turn, Role::Pawn)
    }

    /// Returns our pawns that can legally capture en passant on this square.
    ///
    /// Two pawns leave their rank at once, so pins and check masks are not
    /// enough: the attacks on the king are computed for the resulting board.
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

    /// Returns the part of the key that is not about the pieces: turn, castling
    /// rights and en passant.
    pub(crate) fn key_without_pieces(&self) -> u64 {
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

    /// Reports whether the same pieces are still to arrive.
    fn is_same_to_come(&self, other: &Position) -> bool {
        match (&self.saktris, &other.saktris) {
            (None, None) => true,
            (Some(ours), Some(theirs)) => ours.is_same_to_come(theirs),
            _ => false,
        }
    }

    /// Returns the rook with which this side can still castle to this side of
    /// the board, if neither has moved.
    #[inline]
    #[must_use]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.castling.rook(color, side, self.board.king(color)?)
    }
}

// Searches, games and trees copy positions all the time.
const _: () = assert!(size_of::<Position>() <= 96);

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
