use crate::{Bitboard, Color, File, Square};

/// The two ways to castle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum CastlingSide {
    /// Toward the h-file: O-O.
    Short,
    /// Toward the a-file: O-O-O.
    Long,
}

impl CastlingSide {
    /// Both, O-O first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::Short, CastlingSide::Long];

    /// Where the king lands (R40).
    #[inline]
    #[must_use]
    pub const fn king_target(self, color: Color) -> Square {
        match self {
            CastlingSide::Short => Square::new(File::G, color.back_rank()),
            CastlingSide::Long => Square::new(File::C, color.back_rank()),
        }
    }

    /// Where the rook lands (R40).
    #[inline]
    #[must_use]
    pub const fn rook_target(self, color: Color) -> Square {
        match self {
            CastlingSide::Short => Square::new(File::F, color.back_rank()),
            CastlingSide::Long => Square::new(File::D, color.back_rank()),
        }
    }

    /// `"O-O"` or `"O-O-O"` (R47).
    #[must_use]
    pub const fn san(self) -> &'static str {
        match self {
            CastlingSide::Short => "O-O",
            CastlingSide::Long => "O-O-O",
        }
    }
}

/// The castling rights of both sides, kept as the squares of the rooks that
/// may still castle: so Chess960 needs nothing extra, and a move takes
/// rights away by taking its squares out of the set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Castling {
    rooks: Bitboard,
}

impl Castling {
    /// Nobody may castle.
    pub const NONE: Castling = Castling {
        rooks: Bitboard::EMPTY,
    };

    /// Rights with the rooks on these squares.
    #[must_use]
    pub const fn with_rooks(rooks: Bitboard) -> Castling {
        Castling {
            rooks: Bitboard(rooks.0 & Bitboard::BACK_RANKS.0),
        }
    }

    /// The rooks that may still castle.
    #[inline(always)]
    #[must_use]
    pub const fn rooks(self) -> Bitboard {
        self.rooks
    }

    /// The rooks of one side that may still castle.
    #[inline(always)]
    #[must_use]
    pub const fn of(self, color: Color) -> Bitboard {
        Bitboard(self.rooks.0 & Bitboard::rank(color.back_rank()).0)
    }

    /// The rook with which a king on this square castles to this side.
    #[inline(always)]
    #[must_use]
    pub const fn rook(self, color: Color, side: CastlingSide, king: Square) -> Option<Square> {
        let below_king = king.bitboard().0 - 1;
        let rooks = match side {
            CastlingSide::Short => self.of(color).0 & !below_king,
            CastlingSide::Long => self.of(color).0 & below_king,
        };
        Bitboard(rooks).first()
    }

    /// The rights left when these rooks have lost theirs.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, squares: Bitboard) -> Castling {
        Castling {
            rooks: Bitboard(self.rooks.0 & !squares.0),
        }
    }

    /// The rights left when one side has lost both of its own.
    #[inline(always)]
    #[must_use]
    pub const fn without_color(self, color: Color) -> Castling {
        self.without(Bitboard::rank(color.back_rank()))
    }

    /// Whether all rooks stand where they do in standard chess.
    #[must_use]
    pub const fn is_on_corners(self) -> bool {
        let corners = Bitboard::file(File::A).0 | Bitboard::file(File::H).0;
        self.rooks.0 & !corners == 0
    }
}

/// The corner where a side's rook starts in standard chess.
pub(crate) const fn corner(color: Color, side: CastlingSide) -> Square {
    let file = match side {
        CastlingSide::Short => File::H,
        CastlingSide::Long => File::A,
    };
    Square::new(file, color.back_rank())
}
