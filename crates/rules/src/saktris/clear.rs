use core::fmt;

use super::{Moved, Saktris};
use crate::{Bitboard, Board, Color, Move, MoveKind, Occupant, Position, Role, Square};

/// The rule for which groups of pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Clearing {
    /// After a move, three adjacent pieces of one kind on a rank or file, of
    /// either color, and the nearest piece beyond them.
    #[default]
    Triplets,
    /// Three or more adjacent pawns of one color on a rank.
    Rows,
    /// None.
    None,
}

impl Clearing {
    /// All three rules.
    pub const ALL: [Clearing; 3] = [Clearing::Triplets, Clearing::Rows, Clearing::None];

    /// Returns the lower-case name used in files and APIs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Clearing::Triplets => "triplets",
            Clearing::Rows => "rows",
            Clearing::None => "none",
        }
    }

    /// Returns the rule with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Clearing> {
        Clearing::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// The pieces that leave the board with a move. The `Display` text is a
/// sentence: "three knights on the fifth rank leave; the rook on h5 goes with
/// them".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clear {
    /// The adjacent pieces.
    pub run: Bitboard,
    /// The piece beyond them that leaves, too.
    pub beyond: Option<Square>,
    /// The board after the move, before any piece leaves.
    board: Board,
}

impl Clear {
    /// Returns the squares of all pieces that leave.
    #[must_use]
    pub fn squares(&self) -> Bitboard {
        let beyond = self.beyond.map(Bitboard::from).unwrap_or_default();
        self.run | beyond
    }

    /// Returns all pieces that leave, from `a1`, including the one beyond.
    pub fn pieces(&self) -> impl Iterator<Item = Occupant> + '_ {
        self.squares().into_iter().filter_map(|square| {
            let piece = self.board.piece_at(square)?;
            Some(Occupant { piece, square })
        })
    }

    /// Returns the board before any piece leaves.
    pub(super) const fn board_before(&self) -> &Board {
        &self.board
    }

    /// Returns the board after the pieces have left.
    pub(super) fn board_left(&self) -> Board {
        let mut board = self.board;
        board.wipe(self.squares());
        board
    }

    /// Returns the role of the adjacent pieces.
    #[must_use]
    pub fn role(&self) -> Option<Role> {
        self.board.role_at(self.run.first()?)
    }

    /// Returns what leaves the board under [`Clearing::Triplets`] after the
    /// piece on this square has moved there.
    pub(super) fn triplet(board: &Board, moved: &Moved, to: Square) -> Option<Clear> {
        let role = board.role_at(to)?;
        let alike = board.by_role(role);
        // The rank comes before the file.
        [(1, 0), (0, 1)].into_iter().find_map(|(files, ranks)| {
            let walk = |from: Square, sign: i32| {
                core::iter::successors(from.offset(sign * files, sign * ranks), move |square| {
                    square.offset(sign * files, sign * ranks)
                })
            };
            let end = |sign| {
                let run = walk(to, sign).take_while(|&square| alike.contains(square));
                run.last().unwrap_or(to)
            };
            let (first, last) = (end(-1), end(1));
            let middle = first.offset(files, ranks)?;
            let third = middle.offset(files, ranks)?;
            if first.distance(last) < 2 {
                return None;
            }
            let since = |square| moved.since(square);
            // The pusher is the one that moved last; if that is the middle one,
            // whichever end moved later.
            let is_third = since(third) > since(first);
            let (from, sign) = if is_third { (first, -1) } else { (last, 1) };
            let beyond = walk(from, sign).find(|&square| board.occupied().contains(square));
            Some(Clear {
                run: [first, middle, third].into_iter().collect(),
                beyond,
                board: *board,
            })
        })
    }

    /// Returns what leaves the board under [`Clearing::Rows`].
    pub(super) fn rows(board: &Board) -> Option<Clear> {
        let mut run = Bitboard::EMPTY;
        for color in Color::ALL {
            let pawns = board.pieces(color, Role::Pawn);
            let middle = pawns & pawns.left() & pawns.right();
            run |= middle | middle.left() | middle.right();
        }
        run.any().then_some(Clear {
            run,
            beyond: None,
            board: *board,
        })
    }
}

impl fmt::Display for Clear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(role), Some(first), Some(last)) =
            (self.role(), self.run.first(), self.run.last())
        else {
            return Ok(());
        };
        let words = ["three", "four", "five", "six", "seven", "eight"];
        let count = self.run.count() as usize;
        match words.get(count.wrapping_sub(3)) {
            Some(word) => write!(f, "{word} {role}s")?,
            None => write!(f, "{count} {role}s")?,
        }
        if first.rank() == last.rank() {
            write!(f, " on the {} rank", first.rank().ordinal())?;
        } else if first.file() == last.file() {
            write!(f, " on the {}-file", first.file())?;
        }
        write!(f, " leave")?;
        match self.pieces().find(|it| Some(it.square) == self.beyond) {
            Some(piece) => write!(f, "; the {piece} goes with them"),
            None => Ok(()),
        }
    }
}

impl Position {
    /// Returns the pieces that leave the board with a move, which happens only in
    /// Saktris.
    ///
    /// ```
    /// use arbiter_rules::Position;
    ///
    /// let position: Position = "4k3/8/8/1n1N3r/8/2N5/8/4K3[/] w - - 0 9".parse()?;
    /// assert_eq!(position.clear(position.read("Nb1")?), None);
    ///
    /// let position: Position = "4k3/8/8/1nn4r/5N2/8/8/4K3[/] w - - 0 9 moved=c5f4".parse()?;
    /// let clear = position.clear(position.read("Nd5")?).unwrap();
    /// assert_eq!(
    ///     clear.to_string(),
    ///     "three knights on the fifth rank leave",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn clear(&self, mv: Move) -> Option<Clear> {
        self.cleared_by(self.saktris_state()?, mv)
    }

    fn cleared_by(&self, saktris: &Saktris, mv: Move) -> Option<Clear> {
        let count = |role| self.board.by_role(role).count();
        match saktris.arrival.clearing {
            Clearing::Rows if count(Role::Pawn) >= 2 => Clear::rows(&self.board_after(mv)),
            Clearing::Triplets if is_step(mv) && count(mv.role()) >= 3 => {
                let mut moved = saktris.moved;
                moved.note(mv.from(), mv.to());
                Clear::triplet(&self.board_after(mv), &moved, mv.to())
            }
            _ => None,
        }
    }

    /// Returns the board after a move, before any piece leaves.
    fn board_after(&self, mv: Move) -> Board {
        let us = self.turn;
        let mut board = self.board;
        if mv.is_placement() {
            board.toggle(mv.to().bitboard(), us, mv.role());
            return board;
        }
        if mv.is_pass() {
            return board;
        }
        if let Some(side) = mv.castling() {
            if let Some(rook) = self.castling.rook(us, side, mv.from()) {
                let ends = rook.bitboard().with(side.rook_target(us));
                board.toggle(ends, us, Role::Rook);
            }
            board.toggle(mv.from().bitboard().with(mv.to()), us, Role::King);
            return board;
        }
        if let Some((square, _)) = self.captured(mv) {
            board.clear(square);
        }
        board.toggle(mv.from().bitboard(), us, mv.role());
        let lands_as = mv.promotion().unwrap_or(mv.role());
        board.toggle(mv.to().bitboard(), us, lands_as);
        board
    }

    /// Reports whether nothing can be cleared anymore with the pieces that are
    /// left.
    pub(super) fn is_past_clearing(&self, clearing: Clearing) -> bool {
        let pawns = self.board.by_role(Role::Pawn).count();
        match clearing {
            Clearing::None => true,
            Clearing::Rows => pawns < 3,
            Clearing::Triplets => Role::PROMOTIONS
                .into_iter()
                .all(|role| self.board.by_role(role).count() + pawns < 3),
        }
    }
}

/// Reports whether the move is one that can clear a triplet: neither a
/// placement nor castling nor a promotion.
const fn is_step(mv: Move) -> bool {
    matches!(
        mv.kind(),
        MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant
    )
}
