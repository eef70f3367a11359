use crate::{Bitboard, Square};

/// The squares of the pieces that have moved since they were placed, the last
/// mover last: a clear asks which of three pieces moved last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Moved {
    squares: [Square; Moved::MOST],
    length: u8,
}

impl Moved {
    const MOST: usize = 32;

    pub(super) const NONE: Moved = Moved {
        squares: [Square::A1; Moved::MOST],
        length: 0,
    };

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = Square> + '_ {
        self.squares.iter().copied().take(usize::from(self.length))
    }

    /// The rank of the piece on this square among those that have moved: the
    /// greater, the later.
    pub(super) fn since(&self, square: Square) -> Option<usize> {
        self.iter().position(|other| other == square)
    }

    pub(super) fn note(&mut self, from: Square, to: Square) {
        self.forget(from.bitboard().with(to));
        if let Some(last) = self.squares.get_mut(usize::from(self.length)) {
            *last = to;
            self.length += 1;
        }
    }

    /// Nothing stands on these squares any more, or something new.
    pub(super) fn forget(&mut self, squares: Bitboard) {
        let mut kept = 0;
        for index in 0..usize::from(self.length) {
            let square = self.squares[index];
            if !squares.contains(square) {
                self.squares[kept] = square;
                kept += 1;
            }
        }
        // What is behind the end is always the same, so that equal lists are.
        self.squares[kept..].fill(Square::A1);
        self.length = kept as u8;
    }

    /// Without the squares on which nothing stands.
    pub(super) fn on(mut self, occupied: Bitboard) -> Moved {
        self.forget(!occupied);
        self
    }
}
