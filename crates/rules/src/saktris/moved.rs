use crate::{Bitboard, Square};

/// The squares of the pieces that have moved since they were placed, in the
/// order of their last moves. Clearing depends on which piece moved last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Moved {
    squares: [Square; Moved::CAPACITY],
    length: u8,
}

impl Moved {
    /// The number of pieces in the game.
    const CAPACITY: usize = 32;

    pub(super) const NONE: Moved = Moved {
        squares: [Square::A1; Moved::CAPACITY],
        length: 0,
    };

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = Square> + '_ {
        self.squares.iter().copied().take(usize::from(self.length))
    }

    /// Returns the index of the piece on this square among those that have
    /// moved: the greater, the later it moved.
    pub(super) fn since(&self, square: Square) -> Option<usize> {
        self.iter().position(|other| other == square)
    }

    /// Records the move of a piece.
    pub(super) fn note(&mut self, from: Square, to: Square) {
        self.forget(from.bitboard().with(to));
        if let Some(last) = self.squares.get_mut(usize::from(self.length)) {
            *last = to;
            self.length += 1;
        }
    }

    /// Removes these squares, because they are empty or have a new piece.
    pub(super) fn forget(&mut self, squares: Bitboard) {
        let mut kept = 0;
        for index in 0..usize::from(self.length) {
            let square = self.squares[index];
            if !squares.contains(square) {
                self.squares[kept] = square;
                kept += 1;
            }
        }
        // Unused entries are reset so that equal lists compare equal.
        self.squares[kept..].fill(Square::A1);
        self.length = kept as u8;
    }

    /// Returns the list without empty squares.
    pub(super) fn on(mut self, occupied: Bitboard) -> Moved {
        self.forget(!occupied);
        self
    }
}
