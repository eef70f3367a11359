use alloc::vec::Vec;
use core::fmt;

use crate::{
    Bitboard, Board, Castling, CastlingSide, Color, File, Position, Rank, Role, Saktris, Square,
    Variant, castling::corner, zobrist,
};

/// A position as it was written or set up, not yet checked: anything goes.
///
/// [`Setup::position`] proves that it can be played, or says everything that
/// stands against it. [`Setup::impossibilities`] names what cannot have come about in a
/// game, which stops nobody from playing on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// Which piece stands where.
    pub board: Board,
    /// Whose turn it is.
    pub turn: Color,
    /// The squares of the rooks that are said to be able to castle.
    pub castling: Bitboard,
    /// The square a pawn is said to have passed over with the last move.
    pub en_passant: Option<Square>,
    /// Moves of either side since the last pawn move or capture.
    pub halfmoves: u16,
    /// The number of the move to come.
    pub fullmoves: u16,
    /// What is to come, if this is Saktris.
    pub saktris: Option<Saktris>,
}

/// Why a set-up cannot be played, with the squares concerned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SetupError {
    /// What is wrong.
    pub kind: SetupErrorKind,
    /// The squares concerned; none where something is missing.
    pub squares: Bitboard,
}

/// What can be wrong with a set-up. Each can be forgiven by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SetupErrorKind {
    /// A side has no king.
    NoKing(Color),
    /// A side has more than one king.
    ManyKings(Color),
    /// A pawn stands on the first or eighth rank.
    PawnOnBackRank,
    /// The two kings stand side by side.
    TouchingKings,
    /// The side that has just moved left its king in check.
    OppositeCheck(Color),
}

impl SetupErrorKind {
    /// A short name for programs.
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
                    "pawns cannot stand on the first or eighth rank: {}",
                    self.squares
                )
            }
            SetupErrorKind::TouchingKings => {
                write!(f, "the kings stand side by side: {}", self.squares)
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

/// Everything that is wrong with a set-up, all at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupErrors {
    setup: Setup,
    errors: Vec<SetupError>,
}

impl SetupErrors {
    /// What is wrong; never empty.
    #[must_use]
    pub fn errors(&self) -> &[SetupError] {
        &self.errors
    }

    /// The set-up it is about.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Lets one kind of error pass. If nothing else is wrong the position is
    /// playable after all.
    ///
    /// ```
    /// use arbiter_rules::{Setup, SetupErrorKind};
    ///
    /// // An ending study with the board upside down: a pawn on the last rank.
    /// let setup: Setup = "P6k/8/8/8/8/8/8/K7 w - - 0 1".parse()?;
    /// let position =
    ///     setup.position().or_else(|errors| errors.forgive(SetupErrorKind::PawnOnBackRank));
    /// assert!(position.is_ok());
    /// # Ok::<(), arbiter_rules::ParseFenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What else is wrong.
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

    /// The position, if it can be played. Castling rights and en-passant
    /// squares that the board contradicts are dropped: they are
    /// [impossibilities](Setup::impossibilities), not errors.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, each with its squares.
    pub fn position(&self) -> Result<Position, SetupErrors> {
        self.position_keyed(zobrist::board(&self.board))
    }

    /// The same, for whoever knows the sum of the pieces' keys already.
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

    /// Whether [`Setup::errors`] would find nothing.
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
            saktris: Saktris::NONE,
        };
        if let Some(square) = en_passant {
            position.en_passant_counts = position.capturers(square).any();
        }
        position.key = board_key ^ position.key_beside_board();
        position
    }

    /// Standard chess unless a right belongs to a king or rook that stands
    /// elsewhere than in standard chess.
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

    /// The rights that the board bears out: king and rook on the back rank,
    /// one rook a side, the outer one if two are named.
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

    /// The en-passant square, if the board bears it out: an enemy pawn just
    /// beyond it, nothing on it and nothing behind.
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

    /// The rook meant by `K`, `Q`, `k` or `q`: the outermost on that side of
    /// the king (X-FEN), or the corner where there is none, so that the
    /// contradiction can be told.
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
    /// The set-up that leads here again: what a FEN would say, with the
    /// en-passant square whether or not anybody can take there.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            castling: self.castling.rooks(),
            en_passant: self.en_passant,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
            saktris: self.to_come().copied(),
        }
    }

    /// Whether no error of its set-up had to be forgiven: one king each, not
    /// side by side, no pawn on a back rank, nobody left in check.
    pub(crate) fn is_regular(&self) -> bool {
        self.to_setup().is_playable()
    }

    /// The same position as one of chess or of Chess960. To and from Saktris
    /// there is no such way, and nothing changes.
    #[must_use]
    pub fn with_variant(mut self, variant: Variant) -> Position {
        if !self.is_saktris() && variant != Variant::Saktris {
            self.variant = variant;
        }
        self
    }
}
