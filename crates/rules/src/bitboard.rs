use core::{
    fmt,
    iter::FusedIterator,
    num::NonZeroU64,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub},
};

use crate::{Color, File, Rank, Square};

/// A set of squares: bit 0 is `a1`, bit 63 is `h8`.
///
/// ```
/// use arbiter_rules::{Bitboard, Square};
///
/// let corners: Bitboard = [Square::A1, Square::H1, Square::A8, Square::H8].into();
/// assert_eq!(corners.count(), 4);
/// assert_eq!((corners & Bitboard::LIGHT).to_string(), "a8 h1");
/// assert_eq!(
///     format!("{corners:#}"),
///     "X . . . . . . X
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// X . . . . . . X
/// "
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// The set of all squares.
    pub const FULL: Bitboard = Bitboard(!0);
    /// The light squares (R10).
    pub const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
    /// The dark squares.
    pub const DARK: Bitboard = Bitboard(!Bitboard::LIGHT.0);
    /// The first and eighth ranks, where there are no pawns in chess.
    pub const BACK_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);
    pub(crate) const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    pub(crate) const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

    /// Returns the eight squares of a file.
    #[inline]
    #[must_use]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u32)
    }

    /// Returns the eight squares of a rank.
    #[inline]
    #[must_use]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (8 * rank as u32))
    }

    /// Reports whether the square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u32 & 1 == 1
    }

    /// Reports whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Reports whether the set contains at least one square.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Reports whether the set contains more than one square.
    #[inline]
    #[must_use]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the number of squares in the set.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the lowest square, counting from `a1` along the ranks.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        match NonZeroU64::new(self.0) {
            Some(bits) => Some(Square::wrapping(bits.trailing_zeros())),
            None => None,
        }
    }

    /// Returns the highest square, counting from `a1` along the ranks.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        match NonZeroU64::new(self.0) {
            Some(bits) => Some(Square::wrapping(63 - bits.leading_zeros())),
            None => None,
        }
    }

    /// Returns the only square, if the set contains exactly one.
    #[must_use]
    pub const fn single(self) -> Option<Square> {
        if self.many() { None } else { self.first() }
    }

    /// Returns the set with this square added.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | square.bitboard().0)
    }

    /// Returns the set with this square removed.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !square.bitboard().0)
    }

    /// Reports whether the two sets share a square.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Shifts every square one rank forward, as seen by this color.
    #[inline(always)]
    #[must_use]
    pub const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// Shifts every square one file to the left, as seen by White; squares
    /// shifted off the board are dropped.
    #[inline(always)]
    #[must_use]
    pub const fn left(self) -> Bitboard {
        Bitboard(self.0 >> 1 & Bitboard::NOT_H)
    }

    /// Shifts every square one file to the right, as seen by White.
    #[inline(always)]
    #[must_use]
    pub const fn right(self) -> Bitboard {
        Bitboard(self.0 << 1 & Bitboard::NOT_A)
    }

    /// Returns an iterator over the squares in order, from `a1`.
    #[inline(always)]
    #[must_use]
    pub const fn iter(self) -> Squares {
        Squares(self.0)
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Bitboard {
        square.bitboard()
    }
}

impl<const N: usize> From<[Square; N]> for Bitboard {
    fn from(squares: [Square; N]) -> Bitboard {
        squares.into_iter().collect()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

/// An iterator over the squares of a [`Bitboard`], from `a1`.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first();
        self.0 &= self.0.wrapping_sub(1);
        square
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

macro_rules! operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident) => {
        impl $trait for Bitboard {
            type Output = Bitboard;

            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0.$method(other.0))
            }
        }

        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign(&mut self, other: Bitboard) {
                self.0.$assign(other.0);
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign);
operator!(BitOr, bitor, BitOrAssign, bitor_assign);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl Sub for Bitboard {
    type Output = Bitboard;

    /// Returns the squares of the first set that are not in the second.
    #[inline(always)]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

/// Lists the squares in reading order, from `a8`; `{:#}` draws a board.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let contains = self.contains(Square::new(file, rank));
                if f.alternate() {
                    let end = if file == File::H { "\n" } else { " " };
                    write!(f, "{}{end}", if contains { 'X' } else { '.' })?;
                } else if contains {
                    let space = if first { "" } else { " " };
                    write!(f, "{space}{file}{rank}")?;
                    first = false;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
