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
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const FULL: Bitboard = Bitboard(!0);
    /// The light squares (R10).
    pub const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
    /// The dark squares.
    pub const DARK: Bitboard = Bitboard(!Bitboard::LIGHT.0);
    /// The first and the eighth rank, where no pawn can stand.
    pub const BACK_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);
    pub(crate) const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    pub(crate) const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

    /// The eight squares of a file.
    #[inline]
    #[must_use]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u32)
    }

    /// The eight squares of a rank.
    #[inline]
    #[must_use]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (8 * rank as u32))
    }

    /// Whether the square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u32 & 1 == 1
    }

    /// Whether no square is in the set.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any square is in the set.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether more than one square is in the set.
    #[inline]
    #[must_use]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares are in the set.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest square, from `a1` along the ranks.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        match NonZeroU64::new(self.0) {
            Some(bits) => Some(Square::wrapping(bits.trailing_zeros())),
            None => None,
        }
    }

    /// The highest square, from `a1` along the ranks.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        match NonZeroU64::new(self.0) {
            Some(bits) => Some(Square::wrapping(63 - bits.leading_zeros())),
            None => None,
        }
    }

    /// The only square, if there is exactly one.
    #[must_use]
    pub const fn single(self) -> Option<Square> {
        if self.many() { None } else { self.first() }
    }

    /// The set with this square in it.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | square.bitboard().0)
    }

    /// The set without this square.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !square.bitboard().0)
    }

    /// Whether the two share a square.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Every square moved one forward, seen from this color.
    #[inline(always)]
    #[must_use]
    pub const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// Every square moved one to the left as White sees it; what leaves the
    /// board is gone.
    #[inline(always)]
    #[must_use]
    pub const fn left(self) -> Bitboard {
        Bitboard(self.0 >> 1 & Bitboard::NOT_H)
    }

    /// Every square moved one to the right as White sees it.
    #[inline(always)]
    #[must_use]
    pub const fn right(self) -> Bitboard {
        Bitboard(self.0 << 1 & Bitboard::NOT_A)
    }

    /// The squares in order, from `a1`.
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

/// The squares of a [`Bitboard`], in order.
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

    /// The squares of the first that are not in the second.
    #[inline(always)]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

/// Names the squares, from `a8` down as one reads a board; with `{:#}` draws
/// them.
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
