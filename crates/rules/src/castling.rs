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
    /// Both sides, O-O first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::Short, CastlingSide::Long];

    /// Returns the square where the king lands (R40).
    #[inline]
    #[must_use]
    pub const fn king_target(self, color: Color) -> Square {
        match self {
            CastlingSide::Short => Square::new(File::G, color.back_rank()),
            CastlingSide::Long => Square::new(File::C, color.back_rank()),
        }
    }

    /// Returns the square where the rook lands (R40).
    #[inline]
    #[must_use]
    pub const fn rook_target(self, color: Color) -> Square {
        match self {
            CastlingSide::Short => Square::new(File::F, color.back_rank()),
            CastlingSide::Long => Square::new(File::D, color.back_rank()),
        }
    }

    /// Returns `"O-O"` or `"O-O-O"` (R47).
    #[must_use]
    pub const fn san(self) -> &'static str {
        match self {
            CastlingSide::Short => "O-O",
            CastlingSide::Long => "O-O-O",
        }
    }
}

/// The castling rights of both sides, stored as the squares of the rooks that
/// may still castle. This covers Chess960, and a move revokes rights by
/// removing its squares from the set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Castling {
    rooks: Bitboard,
}

impl Castling {
    /// No castling rights.
    pub const NONE: Castling = Castling {
        rooks: Bitboard::EMPTY,
    };

    /// Creates castling rights with the rooks on these squares.
    #[must_use]
    pub const fn with_rooks(rooks: Bitboard) -> Castling {
        Castling {
            rooks: Bitboard(rooks.0 & Bitboard::BACK_RANKS.0),
        }
    }

    /// Returns the rooks that may still castle.
    #[inline(always)]
    #[must_use]
    pub const fn rooks(self) -> Bitboard {
        self.rooks
    }

    /// Returns the rooks of one side that may still castle.
    #[inline(always)]
    #[must_use]
    pub const fn of(self, color: Color) -> Bitboard {
        Bitboard(self.rooks.0 & Bitboard::rank(color.back_rank()).0)
    }

    /// Returns the rook with which a king on this square castles to this side.
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

    /// Returns the rights without those of the rooks on these squares.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, squares: Bitboard) -> Castling {
        Castling {
            rooks: Bitboard(self.rooks.0 & !squares.0),
        }
    }

    /// Returns the rights without those of one side.
    #[inline(always)]
    #[must_use]
    pub const fn without_color(self, color: Color) -> Castling {
        self.without(Bitboard::rank(color.back_rank()))
    }

    /// Reports whether all rooks are in the corners, as in standard chess.
    #[must_use]
    pub const fn is_on_corners(self) -> bool {
        let corners = Bitboard::file(File::A).0 | Bitboard::file(File::H).0;
        self.rooks.0 & !corners == 0
    }
}

/// Returns the corner where a side's rook starts in standard chess.
pub(crate) const fn corner(color: Color, side: CastlingSide) -> Square {
    let file = match side {
        CastlingSide::Short => File::H,
        CastlingSide::Long => File::A,
    };
    Square::new(file, color.back_rank())
}
