use alloc::vec::Vec;
use core::fmt;

use crate::{
    Bitboard, Board, Castling, CastlingSide, Color, File, Position, Rank, Role, Saktris, Square,
    Variant, castling::corner, zobrist,
};

/// A position that has not been validated.
///
/// [`Setup::position`] turns it into a playable position or returns all its
/// errors. [`Setup::impossibilities`] lists what could not have happened in a game but
/// does not prevent playing on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The board.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The squares of the rooks with castling rights.
    pub castling: Bitboard,
    /// The square that a pawn passed over with the last move.
    pub en_passant: Option<Square>,
    /// The number of half-moves since the last pawn move or capture.
    pub halfmoves: u16,
    /// The number of the next move.
    pub fullmoves: u16,
    /// The state of Saktris, if that is the variant.
    pub saktris: Option<Saktris>,
}

/// A reason why a setup cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SetupError {
    /// The kind of error.
    pub kind: SetupErrorKind,
    /// The squares involved; empty if a piece is missing.
    pub squares: Bitboard,
}

/// A kind of error in a setup. Callers can ignore each kind with
/// [`SetupErrors::forgive`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SetupErrorKind {
    /// A side has no king.
    NoKing(Color),
    /// A side has more than one king.
    ManyKings(Color),
    /// A pawn is on the first or eighth rank.
    PawnOnBackRank,
    /// The two kings are adjacent.
    TouchingKings,
    /// The side not to move is in check.
    OppositeCheck(Color),
}

impl SetupErrorKind {
    /// Returns the name used in APIs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            SetupErrorKind::NoKing(_) => "no_king",
            SetupErrorKind::ManyKings(_) => "many_kings",
            SetupErrorKind::PawnOnBackRank => "pawn_on_back_rank",
            SetupErrorKind::TouchingKings => "touching_kings",
            SetupErrorKind::OppositeCheck(_) => "opposite_check",
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            SetupErrorKind::NoKing(color) => write!(f, "{color} has no king"),
            SetupErrorKind::ManyKings(color) => {
                write!(f, "{color} has more than one king: {}", self.squares)
            }
            SetupErrorKind::PawnOnBackRank => {
                write!(
                    f,
                    "pawns cannot be on the first or eighth rank: {}",
                    self.squares
                )
            }
            SetupErrorKind::TouchingKings => {
                write!(f, "the kings are adjacent: {}", self.squares)
            }
            SetupErrorKind::OppositeCheck(color) => {
                write!(
                    f,
                    "{color} is in check although it is not {color}'s turn: {}",
                    self.squares
                )
            }
        }
    }
}

impl core::error::Error for SetupError {}

/// All errors of a setup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupErrors {
    setup: Setup,
    errors: Vec<SetupError>,
}

impl SetupErrors {
    /// Returns the errors; there is at least one.
    #[must_use]
    pub fn errors(&self) -> &[SetupError] {
        &self.errors
    }

    /// Returns the setup.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Ignores one kind of error, and returns the position if there are no
    /// others.
    ///
    /// ```
    /// use arbiter_rules::{Setup, SetupErrorKind};
    ///
    /// // A puzzle with a pawn on the last rank.
    /// let setup: Setup = "P6k/8/8/8/8/8/8/K7 w - - 0 1".parse()?;
    /// let position =
    ///     setup.position().or_else(|errors| errors.forgive(SetupErrorKind::PawnOnBackRank));
    /// assert!(position.is_ok());
    /// # Ok::<(), arbiter_rules::ParseFenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of other kinds.
    pub fn forgive(mut self, kind: SetupErrorKind) -> Result<Position, SetupErrors> {
        self.errors.retain(|error| error.kind != kind);
        if self.errors.is_empty() {
            let board_key = zobrist::board(&self.setup.board);
            Ok(self.setup.position_unchecked(board_key))
        } else {
            Err(self)
        }
    }
}

impl fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{error}")?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupErrors {}

impl Setup {
    /// An empty board with White to move.
    pub const EMPTY: Setup = Setup {
        board: Board::EMPTY,
        turn: Color::White,
        castling: Bitboard::EMPTY,
        en_passant: None,
        halfmoves: 0,
        fullmoves: 1,
        saktris: None,
    };

    /// Returns the position if it can be played. Castling rights and en passant
    /// squares that contradict the board are dropped; they are
    /// [impossibilities](Setup::impossibilities), not errors.
    ///
    /// # Errors
    ///
    /// All errors of the setup, each with its squares.
    pub fn position(&self) -> Result<Position, SetupErrors> {
        self.position_keyed(zobrist::board(&self.board))
    }

    /// Like [`Setup::position`], for callers that have already computed
    /// [`zobrist::board`].
    #[inline]
    pub(crate) fn position_keyed(&self, board_key: u64) -> Result<Position, SetupErrors> {
        if self.is_playable() {
            Ok(self.position_unchecked(board_key))
        } else {
            Err(SetupErrors {
                setup: *self,
                errors: self.errors(),
            })
        }
    }

    /// Reports whether there are no [errors](Setup::errors).
    fn is_playable(&self) -> bool {
        if self.saktris.is_some() {
            return self.errors().is_empty();
        }
        let board = &self.board;
        let kings = board.by_role(Role::King);
        kings.count() == 2
            && !board.by_role(Role::Pawn).meets(Bitboard::BACK_RANKS)
            && board.king(self.turn).is_some()
            && board.king(!self.turn).is_some_and(|king| {
                // A king beside the king is among the attackers.
                board
                    .attackers(king, self.turn, board.occupied())
                    .is_empty()
            })
    }

    fn errors(&self) -> Vec<SetupError> {
        let board = &self.board;
        let mut errors = Vec::new();
        let mut found = |kind, squares| errors.push(SetupError { kind, squares });
        for color in Color::ALL {
            let kings = board.pieces(color, Role::King);
            let coming = self
                .saktris
                .is_some_and(|it| it.to_come(color).contains(Role::King));
            if kings.is_empty() && self.saktris.is_none() {
                found(SetupErrorKind::NoKing(color), kings);
            } else if kings.many() || kings.any() && coming {
                found(SetupErrorKind::ManyKings(color), kings);
            }
        }
        let mut pawns = board.by_role(Role::Pawn) & Bitboard::BACK_RANKS;
        if self.saktris.is_some() {
            // Pawns are placed on their own back rank.
            for color in Color::ALL {
                pawns = pawns - (board.of(color) & Bitboard::rank(color.back_rank()));
            }
        }
        if pawns.any() {
            found(SetupErrorKind::PawnOnBackRank, pawns);
        }
        let waiting = !self.turn;
        for king in board.pieces(waiting, Role::King) {
            let attackers = board.attackers(king, self.turn, board.occupied());
            let kings = attackers & board.by_role(Role::King);
            if kings.any() {
                found(SetupErrorKind::TouchingKings, kings.with(king));
            }
            if (attackers - kings).any() {
                found(
                    SetupErrorKind::OppositeCheck(waiting),
                    (attackers - kings).with(king),
                );
            }
        }
        errors
    }

    #[inline]
    pub(crate) fn position_unchecked(&self, board_key: u64) -> Position {
        if let Some(saktris) = &self.saktris {
            return self.saktris_position(saktris, board_key);
        }
        let castling = self.valid_castling();
        let en_passant = self.valid_en_passant();
        let mut position = Position {
            board: self.board,
            castling,
            key: 0,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
            en_passant,
            en_passant_counts: false,
            turn: self.turn,
            variant: self.variant_of(castling),
            saktris: None,
        };
        if let Some(square) = en_passant {
            position.en_passant_counts = position.capturers(square).any();
        }
        position.key = board_key ^ position.key_without_pieces();
        position
    }

    /// Returns Chess960 if a castling right belongs to a king or rook that is
    /// not on its square of standard chess.
    fn variant_of(&self, castling: Castling) -> Variant {
        let is_standard = castling.is_on_corners()
            && Color::ALL.into_iter().all(|color| {
                castling.of(color).is_empty()
                    || self.board.king(color) == Some(Square::new(File::E, color.back_rank()))
            });
        if is_standard {
            Variant::Standard
        } else {
            Variant::Chess960
        }
    }

    /// Returns the castling rights that agree with the board: king and rook on
    /// the back rank, and one rook per side, the outermost if two are given.
    pub(crate) fn valid_castling(&self) -> Castling {
        let mut valid = Bitboard::EMPTY;
        if self.castling.is_empty() {
            return Castling::NONE;
        }
        if let Some(saktris) = &self.saktris {
            return self.saktris_castling(saktris);
        }
        for color in Color::ALL {
            let Some(king) = self.board.king(color) else {
                continue;
            };
            if king.rank() != color.back_rank() {
                continue;
            }
            let rooks = self.castling
                & self.board.pieces(color, Role::Rook)
                & Bitboard::rank(color.back_rank());
            let below = Bitboard(king.bitboard().0 - 1);
            if let Some(outer) = (rooks & below).first() {
                valid = valid.with(outer);
            }
            if let Some(outer) = (rooks - below).last() {
                valid = valid.with(outer);
            }
        }
        Castling::with_rooks(valid)
    }

    /// Returns the en passant square if it agrees with the board: the enemy
    /// pawn is just beyond it, and the squares it came from and passed over are
    /// empty.
    pub(crate) fn valid_en_passant(&self) -> Option<Square> {
        let square = self.en_passant?;
        let them = !self.turn;
        let pawn = square.forward(them)?;
        let origin = square.forward(self.turn)?;
        let passed = match self.saktris {
            None => Rank::Third,
            Some(_) => Rank::Second,
        };
        let is_valid = square.rank() == them.rank(passed)
            && self.board.pieces(them, Role::Pawn).contains(pawn)
            && !self.board.occupied().contains(square)
            && !self.board.occupied().contains(origin);
        is_valid.then_some(square)
    }

    /// Returns the rook meant by `K`, `Q`, `k` or `q`: the outermost on that
    /// side of the king (X-FEN). If there is none, returns the corner, so that
    /// the contradiction can be reported.
    pub(crate) fn castling_rook(&self, color: Color, side: CastlingSide) -> Square {
        let corner = corner(color, side);
        let rooks = self.board.pieces(color, Role::Rook) & Bitboard::rank(color.back_rank());
        if rooks.contains(corner) {
            return corner;
        }
        let Some(king) = self.board.king(color) else {
            return corner;
        };
        let below = Bitboard(king.bitboard().0 - 1);
        let outermost = match side {
            CastlingSide::Short => (rooks - below).last(),
            CastlingSide::Long => (rooks & below).first(),
        };
        outermost.unwrap_or(corner)
    }
}

impl Position {
    /// Returns the setup of this position, with the en passant square even if
    /// no capture is possible there.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            castling: self.castling.rooks(),
            en_passant: self.en_passant,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
            saktris: self.saktris_state().copied(),
        }
    }

    /// Reports whether the position has no ignored setup errors: one king per
    /// side, not adjacent, no pawn on a back rank, and the side not to move is
    /// not in check.
    pub(crate) fn is_regular(&self) -> bool {
        self.to_setup().is_playable()
    }

    /// Returns the position as one of standard chess or of Chess960. Positions
    /// cannot be converted to or from Saktris and are returned unchanged.
    #[must_use]
    pub fn with_variant(mut self, variant: Variant) -> Position {
        if !self.is_saktris() && variant != Variant::Saktris {
            self.variant = variant;
        }
        self
    }
}
