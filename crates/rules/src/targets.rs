use core::iter::FusedIterator;

use crate::{Bitboard, Move, MoveKind, Role, Square};

/// Legal moves of one piece as a set: its square and its targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Targets {
    pub(crate) role: Role,
    pub(crate) from: Square,
    pub(crate) to: Bitboard,
    pub(crate) kind: MoveKind,
}

impl Targets {
    /// The pass of Saktris, represented as a move to `a1`.
    pub(crate) const PASS: Targets = Targets {
        role: Move::PASS.role(),
        from: Move::PASS.from(),
        to: Move::PASS.to().bitboard(),
        kind: MoveKind::Pass,
    };

    /// Returns the role of the piece.
    #[inline]
    #[must_use]
    pub const fn role(self) -> Role {
        self.role
    }

    /// Returns the square of the piece; for a placement, one of its targets.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Returns the targets.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Bitboard {
        self.to
    }

    /// Returns the kind of the moves. It is [`MoveKind::Normal`] for double
    /// steps and promotions, too.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        self.kind
    }

    /// Returns the set without the targets outside the mask.
    #[inline]
    #[must_use]
    pub const fn masked(self, mask: Bitboard) -> Targets {
        Targets {
            to: Bitboard(self.to.0 & mask.0),
            ..self
        }
    }

    /// Returns the number of moves; a promotion counts four times.
    #[inline(always)]
    #[must_use]
    pub const fn count(self) -> u32 {
        match self.role {
            Role::Pawn if !matches!(self.kind, MoveKind::Place) => {
                self.to.count() + 3 * Bitboard(self.to.0 & Bitboard::BACK_RANKS.0).count()
            }
            _ => self.to.count(),
        }
    }
}

/// ```
/// use std::ops::ControlFlow;
/// use arbiter_rules::{Bitboard, Position, Rank};
///
/// // The captures of a position, and nothing else.
/// let position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
/// let mut captures = Vec::new();
/// let _ = position.visit_targets(|targets| {
///     captures.extend(targets.masked(position.board().of(!position.turn())));
///     ControlFlow::<()>::Continue(())
/// });
/// assert_eq!(position.san(captures[0]).to_string(), "exd5");
/// assert_eq!(captures.len(), 1);
/// # Ok::<(), arbiter_rules::FenError>(())
/// ```
impl IntoIterator for Targets {
    type Item = Move;
    type IntoIter = TargetMoves;

    #[inline]
    fn into_iter(self) -> TargetMoves {
        TargetMoves {
            left: self,
            promotions: 0,
        }
    }
}

/// An iterator over the moves in [`Targets`].
#[derive(Clone, Debug)]
pub struct TargetMoves {
    left: Targets,
    /// How many promotions on the first target have been returned.
    promotions: u8,
}

impl Iterator for TargetMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let Targets {
            role,
            from,
            to,
            mut kind,
        } = self.left;
        let square = to.first()?;
        if kind == MoveKind::Place {
            self.left.to = to.without(square);
            return Some(Move::new(role, square, square, kind));
        }
        if role == Role::Pawn && kind == MoveKind::Normal {
            if Bitboard::BACK_RANKS.contains(square) {
                let promotion = PROMOTIONS[usize::from(self.promotions)];
                self.promotions = (self.promotions + 1) % 4;
                if self.promotions == 0 {
                    self.left.to = to.without(square);
                }
                return Some(Move::new(role, from, square, promotion));
            }
            if (square as u8).abs_diff(from as u8) == 16 {
                kind = MoveKind::DoubleStep;
            }
        }
        self.left.to = to.without(square);
        Some(Move::new(role, from, square, kind))
    }
}

impl FusedIterator for TargetMoves {}

const PROMOTIONS: [MoveKind; 4] = [
    MoveKind::PromoteQueen,
    MoveKind::PromoteRook,
    MoveKind::PromoteBishop,
    MoveKind::PromoteKnight,
];
