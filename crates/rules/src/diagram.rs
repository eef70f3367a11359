//! Boards to look at: plain text, Unicode and SVG.

mod arrow;
mod caption;
mod pieces;
mod svg;
mod text;

use alloc::vec::Vec;
use core::fmt;

pub use svg::Svg;
pub use text::{Ascii, Unicode};

use crate::{Bitboard, Color, File, Position, Rank, Role, Setup, Square};

/// A picture of a position, with White below unless it is turned (R12).
///
/// The king of the side to move glows if it is in check (R64); everything else
/// is drawn on request. What comes out is a value to print: nothing is drawn
/// before it is written.
///
/// ```
/// use arbiter_rules::{Diagram, Position, Square};
///
/// let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
/// let position: Position = fen.parse()?;
/// let picture = Diagram::of(&position).last_move(Square::D8, Square::H4);
/// assert_eq!(format!("\n{}", picture.ascii()), "
///   +------------------------+
/// 8 | r  n  b [.] k  b  n  r |
/// 7 | p  p  p  p  .  p  p  p |
/// 6 | .  .  .  .  .  .  .  . |
/// 5 | .  .  .  .  p  .  .  . |
/// 4 | .  .  .  .  .  .  P [q]|
/// 3 | .  .  .  .  .  P  .  . |
/// 2 | P  P  P  P  P  .  .  P |
/// 1 | R  N  B  Q !K! B  N  R |
///   +------------------------+
///     a  b  c  d  e  f  g  h
/// White to move, in check on e1. Last move d8-h4.
/// ");
/// # Ok::<(), arbiter_rules::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    setup: Setup,
    below: Color,
    coordinates: bool,
    caption: bool,
    last_move: Option<(Square, Square)>,
    checked: Bitboard,
    targets: Bitboard,
    marks: Vec<(Square, MarkColor)>,
    arrows: Vec<(Square, Square, MarkColor)>,
}

/// What arrows and marks are drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum MarkColor {
    Green,
    Red,
    Blue,
    Yellow,
}

impl MarkColor {
    /// All four.
    pub const ALL: [MarkColor; 4] = [
        MarkColor::Green,
        MarkColor::Red,
        MarkColor::Blue,
        MarkColor::Yellow,
    ];
}

impl fmt::Display for MarkColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MarkColor::Green => "green",
            MarkColor::Red => "red",
            MarkColor::Blue => "blue",
            MarkColor::Yellow => "yellow",
        })
    }
}

impl Diagram {
    /// A picture of a position.
    #[must_use]
    pub fn of(position: &Position) -> Diagram {
        Diagram::of_setup(&Setup {
            en_passant: position.legal_en_passant(),
            ..position.to_setup()
        })
    }

    /// A picture of a set-up, playable or not: to show what is wrong with it.
    #[must_use]
    pub fn of_setup(setup: &Setup) -> Diagram {
        let board = &setup.board;
        let checked = board
            .pieces(setup.turn, Role::King)
            .iter()
            .filter(|&king| board.attackers(king, !setup.turn, board.occupied()).any());
        Diagram {
            setup: *setup,
            below: Color::White,
            coordinates: true,
            caption: true,
            last_move: None,
            checked: checked.collect(),
            targets: Bitboard::EMPTY,
            marks: Vec::new(),
            arrows: Vec::new(),
        }
    }

    /// Turned by 180°: the other side is below (R12).
    #[must_use]
    pub fn flipped(self) -> Diagram {
        let below = !self.below;
        self.seen_by(below)
    }

    /// With this side below (R12).
    #[must_use]
    pub fn seen_by(mut self, color: Color) -> Diagram {
        self.below = color;
        self
    }

    /// Leaves out the letters of the files and the numbers of the ranks.
    #[must_use]
    pub fn without_coordinates(mut self) -> Diagram {
        self.coordinates = false;
        self
    }

    /// Leaves out the line that says in words what the picture shows.
    #[must_use]
    pub fn without_caption(mut self) -> Diagram {
        self.caption = false;
        self
    }

    /// Shows where the last move came from and went to.
    #[must_use]
    pub fn last_move(mut self, from: Square, to: Square) -> Diagram {
        self.last_move = Some((from, to));
        self
    }

    /// Shows a check to the king on this square, whatever the position says.
    #[must_use]
    pub fn check(mut self, king: Square) -> Diagram {
        self.checked = king.bitboard();
        self
    }

    /// Shows no check.
    #[must_use]
    pub fn without_check(mut self) -> Diagram {
        self.checked = Bitboard::EMPTY;
        self
    }

    /// Dots the squares where a piece could go.
    #[must_use]
    pub fn targets(mut self, squares: Bitboard) -> Diagram {
        self.targets = squares;
        self
    }

    /// Marks a square.
    #[must_use]
    pub fn mark(mut self, square: Square, ink: MarkColor) -> Diagram {
        self.marks.push((square, ink));
        self
    }

    /// Draws an arrow. One that ends where it begins is a mark.
    #[must_use]
    pub fn arrow(mut self, from: Square, to: Square, ink: MarkColor) -> Diagram {
        if from == to {
            return self.mark(to, ink);
        }
        self.arrows.push((from, to, ink));
        self
    }

    /// As letters: upper case for White.
    ///
    /// The last move stands in `[ ]`, a king in check in `! !`, marks in
    /// `< >`, and where a piece could go is `*` or, if something can be taken
    /// there, `( )`.
    #[must_use]
    pub fn ascii(&self) -> Ascii<'_> {
        Ascii::new(self)
    }

    /// As figurines, with the signs of [`Diagram::ascii`] around them.
    #[must_use]
    pub fn unicode(&self) -> Unicode<'_> {
        Unicode::new(self)
    }

    /// As a drawing: a whole SVG file.
    #[must_use]
    pub fn svg(&self) -> Svg<'_> {
        Svg::new(self)
    }

    /// The ranks from the top of the picture to the bottom.
    fn ranks(&self) -> impl Iterator<Item = Rank> {
        let below = self.below;
        Rank::ALL
            .into_iter()
            .rev()
            .map(move |rank| below.rank(rank))
    }

    /// The files from left to right.
    fn files(&self) -> impl Iterator<Item = File> {
        let turned = self.below == Color::Black;
        (0..8).map(move |index| File::ALL[if turned { 7 - index } else { index }])
    }

    fn is_last_move(&self, square: Square) -> bool {
        self.last_move
            .is_some_and(|(from, to)| square == from || square == to)
    }

    /// The last ink a square was marked with.
    fn ink_on(&self, square: Square) -> Option<MarkColor> {
        let mark = self.marks.iter().rev().find(|mark| mark.0 == square);
        mark.map(|mark| mark.1)
    }
}
