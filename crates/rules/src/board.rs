use core::fmt;

use crate::{Bitboard, ByColor, Color, File, Piece, Rank, Role, Square, attacks};

/// The placement of the pieces, at most one per square (R8).
///
/// ```
/// use arbiter_rules::{Board, Color, Role, Square};
///
/// let board = Board::start();
/// assert_eq!(board.piece_at(Square::D8).unwrap().to_string(), "black queen");
/// assert_eq!(board.pieces(Color::White, Role::Rook).to_string(), "a1 h1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    /// The six roles, then the two colors. They form one array so that a
    /// square can be emptied with a few wide instructions.
    sets: [Bitboard; 8],
}

/// The index of the first color in `sets`.
const COLORS: usize = 6;

impl Board {
    /// The empty board.
    pub const EMPTY: Board = Board {
        sets: [Bitboard::EMPTY; 8],
    };

    /// Returns the starting position of standard chess (R4–R6).
    #[must_use]
    pub const fn start() -> Board {
        Board {
            sets: [
                Bitboard(0x00ff_0000_0000_ff00),
                Bitboard(0x4200_0000_0000_0042),
                Bitboard(0x2400_0000_0000_0024),
                Bitboard(0x8100_0000_0000_0081),
                Bitboard(0x0800_0000_0000_0008),
                Bitboard(0x1000_0000_0000_0010),
                Bitboard(0x0000_0000_0000_ffff),
                Bitboard(0xffff_0000_0000_0000),
            ],
        }
    }

    /// Returns all occupied squares.
    #[inline(always)]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.sets[COLORS].0 | self.sets[COLORS + 1].0)
    }

    /// Returns the pieces of one side.
    #[inline(always)]
    #[must_use]
    pub const fn of(&self, color: Color) -> Bitboard {
        self.sets[COLORS + color as usize]
    }

    /// Returns the pieces of one role of both sides.
    #[inline(always)]
    #[must_use]
    pub const fn by_role(&self, role: Role) -> Bitboard {
        self.sets[role as usize]
    }

    /// Returns the pieces of one role of one side.
    #[inline(always)]
    #[must_use]
    pub const fn pieces(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.sets[COLORS + color as usize].0 & self.sets[role as usize].0)
    }

    /// Returns the bishops and queens of one side.
    #[inline(always)]
    #[must_use]
    pub const fn diagonal_sliders(&self, color: Color) -> Bitboard {
        Bitboard(
            (self.sets[Role::Bishop as usize].0 | self.sets[Role::Queen as usize].0)
                & self.sets[COLORS + color as usize].0,
        )
    }

    /// Returns the rooks and queens of one side.
    #[inline(always)]
    #[must_use]
    pub const fn straight_sliders(&self, color: Color) -> Bitboard {
        Bitboard(
            (self.sets[Role::Rook as usize].0 | self.sets[Role::Queen as usize].0)
                & self.sets[COLORS + color as usize].0,
        )
    }

    /// Returns the king of one side. If a setup has several, this is the first
    /// one counting from `a1`.
    #[inline(always)]
    #[must_use]
    pub const fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).first()
    }

    /// Returns the role of the piece on a square.
    #[inline]
    #[must_use]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        if !self.occupied().contains(square) {
            return None;
        }
        // A sum instead of a search, because the branches of a search are hard
        // to predict.
        let mut index = 0;
        let mut role = 1;
        while role < 6 {
            index += role * (self.sets[role].0 >> square as u32 & 1) as usize;
            role += 1;
        }
        Some(Role::ALL[index % 6])
    }

    /// Returns the color of the piece on a square.
    #[inline]
    #[must_use]
    pub const fn color_at(&self, square: Square) -> Option<Color> {
        if self.sets[COLORS].contains(square) {
            Some(Color::White)
        } else if self.sets[COLORS + 1].contains(square) {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// Returns the piece on a square.
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        match (self.color_at(square), self.role_at(square)) {
            (Some(color), Some(role)) => Some(Piece { color, role }),
            _ => None,
        }
    }

    /// Puts a piece on a square, replacing any piece already there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.clear(square);
        self.toggle(square.bitboard(), piece.color, piece.role);
    }

    /// Empties a square and returns the piece that was there.
    pub fn clear(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square);
        self.wipe(square.bitboard());
        piece
    }

    /// Returns an iterator over all pieces with their squares, from `a1`.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied()
            .iter()
            .filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Returns the number of pieces of each role for both sides.
    #[must_use]
    pub fn material(&self) -> ByColor<[u32; 6]> {
        ByColor::new_with(|color| Role::ALL.map(|role| self.pieces(color, role).count()))
    }

    /// Returns the pieces of one side that attack a square if these squares are
    /// occupied.
    #[inline(always)]
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let knights = attacks::knight(square) & self.by_role(Role::Knight);
        let kings = attacks::king(square) & self.by_role(Role::King);
        let pawns = attacks::pawn(!by, square) & self.by_role(Role::Pawn);
        let straight = attacks::rook(square, occupied)
            & (self.by_role(Role::Rook) | self.by_role(Role::Queen));
        let diagonal = attacks::bishop(square, occupied)
            & (self.by_role(Role::Bishop) | self.by_role(Role::Queen));
        (knights | kings | pawns | straight | diagonal) & self.of(by)
    }

    /// Creates a board from bitboards, which must be consistent: every square
    /// is either in no set, or in exactly one role and exactly one color.
    #[inline(always)]
    pub(crate) const fn from_sets(roles: [u64; 6], white: u64, black: u64) -> Board {
        let [pawns, knights, bishops, rooks, queens, kings] = roles;
        Board {
            sets: [
                Bitboard(pawns),
                Bitboard(knights),
                Bitboard(bishops),
                Bitboard(rooks),
                Bitboard(queens),
                Bitboard(kings),
                Bitboard(white),
                Bitboard(black),
            ],
        }
    }

    /// Empties these squares.
    #[inline(always)]
    pub(crate) fn wipe(&mut self, squares: Bitboard) {
        for set in &mut self.sets {
            *set = *set - squares;
        }
    }

    /// Flips these squares in the sets of one role and one color. Flipping the
    /// origin and the target moves a piece.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, squares: Bitboard, color: Color, role: Role) {
        self.sets[role as usize] ^= squares;
        self.sets[COLORS + color as usize] ^= squares;
    }
}

/// Draws the board with FEN letters, White at the bottom.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let piece = self.piece_at(Square::new(file, rank));
                let end = if file == File::H { "\n" } else { " " };
                write!(f, "{}{end}", piece.map_or('.', Piece::letter))?;
            }
        }
        Ok(())
    }
}
