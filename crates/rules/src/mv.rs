use crate::{CastlingSide, Role, Square};

/// A legal move of the position that gave it: proof that it may be played.
///
/// Moves come from [`Position::legal_moves`](crate::Position::legal_moves) and
/// [`Position::find`](crate::Position::find) only. Playing one in another
/// position than its own makes no sense, but does no harm to memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    from: Square,
    to: Square,
    role: Role,
    kind: MoveKind,
}

/// What a move does besides going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// Nothing else.
    Normal,
    /// A pawn's first step over two squares (R31).
    DoubleStep,
    /// The capture of a pawn in passing (R51).
    EnPassant,
    /// O-O (R40).
    CastleShort,
    /// O-O-O (R40).
    CastleLong,
    /// The pawn becomes a knight (R56).
    PromoteKnight,
    /// The pawn becomes a bishop.
    PromoteBishop,
    /// The pawn becomes a rook.
    PromoteRook,
    /// The pawn becomes a queen.
    PromoteQueen,
    /// A piece that waited is placed (Saktris): it comes from nowhere, and
    /// [`Move::from`] is where it lands.
    Place,
    /// Nothing can be done, so the turn goes over (Saktris).
    Pass,
}

impl MoveKind {
    /// The kind of a castling to this side.
    #[must_use]
    pub const fn castle(side: CastlingSide) -> MoveKind {
        match side {
            CastlingSide::Short => MoveKind::CastleShort,
            CastlingSide::Long => MoveKind::CastleLong,
        }
    }

    /// The kind of a promotion; a king or a pawn is none (R60).
    #[must_use]
    pub const fn promote(role: Role) -> Option<MoveKind> {
        match role {
            Role::Knight => Some(MoveKind::PromoteKnight),
            Role::Bishop => Some(MoveKind::PromoteBishop),
            Role::Rook => Some(MoveKind::PromoteRook),
            Role::Queen => Some(MoveKind::PromoteQueen),
            Role::Pawn | Role::King => None,
        }
    }

    /// What the pawn becomes.
    #[inline(always)]
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        match self {
            MoveKind::PromoteKnight => Some(Role::Knight),
            MoveKind::PromoteBishop => Some(Role::Bishop),
            MoveKind::PromoteRook => Some(Role::Rook),
            MoveKind::PromoteQueen => Some(Role::Queen),
            _ => None,
        }
    }

    /// Which castling it is.
    #[inline(always)]
    #[must_use]
    pub const fn castling(self) -> Option<CastlingSide> {
        match self {
            MoveKind::CastleShort => Some(CastlingSide::Short),
            MoveKind::CastleLong => Some(CastlingSide::Long),
            _ => None,
        }
    }
}

impl Move {
    #[inline(always)]
    pub(crate) const fn new(role: Role, from: Square, to: Square, kind: MoveKind) -> Move {
        Move {
            from,
            to,
            role,
            kind,
        }
    }

    /// Where the piece comes from; the king's square if it castles.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where the piece lands; the king's `g` or `c` square if it castles.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// What moves: a pawn that promotes is a pawn.
    #[inline(always)]
    #[must_use]
    pub const fn role(self) -> Role {
        self.role
    }

    /// What it does besides.
    #[inline(always)]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        self.kind
    }

    /// What the pawn becomes.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        self.kind.promotion()
    }

    /// Which castling it is.
    #[inline]
    #[must_use]
    pub const fn castling(self) -> Option<CastlingSide> {
        self.kind.castling()
    }

    /// Whether it places a piece that waited (Saktris).
    #[inline]
    #[must_use]
    pub const fn is_placement(self) -> bool {
        matches!(self.kind, MoveKind::Place)
    }

    /// Whether it passes, since nothing can be done (Saktris).
    #[inline]
    #[must_use]
    pub const fn is_pass(self) -> bool {
        matches!(self.kind, MoveKind::Pass)
    }

    /// The pass of Saktris.
    pub(crate) const PASS: Move = Move::new(Role::King, Square::A1, Square::A1, MoveKind::Pass);

    /// Whether it takes a pawn in passing.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind, MoveKind::EnPassant)
    }
}
