use crate::{CastlingSide, Role, Square};

/// A move that is legal in the position it was obtained from.
///
/// Moves come only from methods of [`Position`](crate::Position) such as
/// [`legal_moves`](crate::Position::legal_moves) and
/// [`find`](crate::Position::find), so they need no further checks. Playing a
/// move in another position gives a meaningless but memory-safe result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    from: Square,
    to: Square,
    role: Role,
    kind: MoveKind,
}

/// What a move does in addition to going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// Nothing else.
    Normal,
    /// A pawn advances two squares (R31).
    DoubleStep,
    /// A pawn is captured en passant (R51).
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
    /// A waiting piece is placed (Saktris). It has no origin, so
    /// [`Move::from`] returns its target.
    Place,
    /// The side to move passes because it has no other action (Saktris).
    Pass,
}

impl MoveKind {
    /// Returns the kind of castling to this side.
    #[must_use]
    pub const fn castle(side: CastlingSide) -> MoveKind {
        match side {
            CastlingSide::Short => MoveKind::CastleShort,
            CastlingSide::Long => MoveKind::CastleLong,
        }
    }

    /// Returns the kind of a promotion to this role; `None` for king and pawn
    /// (R60).
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

    /// Returns the role the pawn is promoted to.
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

    /// Returns the side of a castling move.
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

    /// Returns the origin: the king's square for castling. A placement returns its
    /// target, and a pass returns `a1` (Saktris).
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Returns the target: the king's square on the g-file or c-file for castling. A
    /// pass returns `a1` (Saktris).
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// Returns the role of the moving piece: a pawn for promotions. A pass returns the
    /// king (Saktris).
    #[inline(always)]
    #[must_use]
    pub const fn role(self) -> Role {
        self.role
    }

    /// Returns the kind of the move.
    #[inline(always)]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        self.kind
    }

    /// Returns the role the pawn is promoted to.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        self.kind.promotion()
    }

    /// Returns the side of a castling move.
    #[inline]
    #[must_use]
    pub const fn castling(self) -> Option<CastlingSide> {
        self.kind.castling()
    }

    /// Reports whether the move places a waiting piece (Saktris).
    #[inline]
    #[must_use]
    pub const fn is_placement(self) -> bool {
        matches!(self.kind, MoveKind::Place)
    }

    /// Reports whether the move is a pass (Saktris).
    #[inline]
    #[must_use]
    pub const fn is_pass(self) -> bool {
        matches!(self.kind, MoveKind::Pass)
    }

    /// The pass of Saktris.
    pub(crate) const PASS: Move = Move::new(Role::King, Square::A1, Square::A1, MoveKind::Pass);

    /// Reports whether the move captures en passant.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind, MoveKind::EnPassant)
    }
}
