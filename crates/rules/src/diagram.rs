//! Diagrams of positions: plain text, Unicode and SVG.

mod arrow;
mod caption;
mod part;
mod pieces;
mod svg;
mod text;

use alloc::vec::Vec;
use core::fmt;

pub use part::{DiagramPart, PieceColors, PieceShape};
pub use svg::Svg;
pub use text::{Ascii, Unicode};

use crate::{Bitboard, Color, File, Position, Rank, Role, Setup, Square};

/// A diagram of a position, with White at the bottom unless it is flipped (R12).
///
/// A king in check is highlighted (R64); everything else is drawn on request. Each
/// output format is a value to print, which draws nothing before it is written.
///
/// ```
/// use arbiter_rules::{Diagram, Position, Square};
///
/// let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
/// let position: Position = fen.parse()?;
/// let diagram = Diagram::of(&position).last_move(Square::D8, Square::H4);
/// assert_eq!(format!("\n{}", diagram.ascii()), "
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
    bottom: Color,
    coordinates: bool,
    caption: bool,
    last_move: Option<(Square, Square)>,
    checked: Bitboard,
    targets: Bitboard,
    marks: Vec<(Square, MarkColor)>,
    arrows: Vec<(Square, Square, MarkColor)>,
}

/// The color of an arrow or a mark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum MarkColor {
    Green,
    Red,
    Blue,
    Yellow,
}

impl MarkColor {
    /// All four colors.
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
    /// The color of light squares.
    pub const LIGHT: &'static str = svg::LIGHT;

    /// The color of dark squares.
    pub const DARK: &'static str = svg::DARK;

    /// Creates a diagram of a position.
    #[must_use]
    pub fn of(position: &Position) -> Diagram {
        Diagram::of_setup(&Setup {
            en_passant: position.legal_en_passant(),
            ..position.to_setup()
        })
    }

    /// Creates a diagram of a setup, playable or not.
    #[must_use]
    pub fn of_setup(setup: &Setup) -> Diagram {
        let board = &setup.board;
        let checked = board
            .pieces(setup.turn, Role::King)
            .iter()
            .filter(|&king| board.attackers(king, !setup.turn, board.occupied()).any());
        Diagram {
            setup: *setup,
            bottom: Color::White,
            coordinates: true,
            caption: true,
            last_move: None,
            checked: checked.collect(),
            targets: Bitboard::EMPTY,
            marks: Vec::new(),
            arrows: Vec::new(),
        }
    }

    /// Turns the board by 180° (R12).
    #[must_use]
    pub fn flipped(self) -> Diagram {
        let bottom = !self.bottom;
        self.seen_by(bottom)
    }

    /// Puts this side at the bottom (R12).
    #[must_use]
    pub fn seen_by(mut self, color: Color) -> Diagram {
        self.bottom = color;
        self
    }

    /// Leaves out the letters of the files and the numbers of the ranks.
    #[must_use]
    pub fn without_coordinates(mut self) -> Diagram {
        self.coordinates = false;
        self
    }

    /// Leaves out the caption, which describes the diagram in words.
    #[must_use]
    pub fn without_caption(mut self) -> Diagram {
        self.caption = false;
        self
    }

    /// Highlights the last move.
    #[must_use]
    pub fn last_move(mut self, from: Square, to: Square) -> Diagram {
        self.last_move = Some((from, to));
        self
    }

    /// Highlights this king as in check, whether it is or not.
    #[must_use]
    pub fn check(mut self, king: Square) -> Diagram {
        self.checked = king.bitboard();
        self
    }

    /// Highlights no check.
    #[must_use]
    pub fn without_check(mut self) -> Diagram {
        self.checked = Bitboard::EMPTY;
        self
    }

    /// Marks the squares to which a piece can move.
    #[must_use]
    pub fn targets(mut self, squares: Bitboard) -> Diagram {
        self.targets = squares;
        self
    }

    /// Marks a square.
    #[must_use]
    pub fn mark(mut self, square: Square, color: MarkColor) -> Diagram {
        self.marks.push((square, color));
        self
    }

    /// Draws an arrow. One that ends on the square it starts from becomes a mark.
    #[must_use]
    pub fn arrow(mut self, from: Square, to: Square, color: MarkColor) -> Diagram {
        if from == to {
            return self.mark(to, color);
        }
        self.arrows.push((from, to, color));
        self
    }

    /// Prints the diagram as letters, with uppercase for White.
    ///
    /// The last move is in `[ ]`, a king in check in `! !`, and marks are in `< >`. A
    /// square to which a piece can move is `*`, or in `( )` if it is a capture.
    #[must_use]
    pub fn ascii(&self) -> Ascii<'_> {
        Ascii::new(self)
    }

    /// Prints the diagram as figurines, with the same signs as [`Diagram::ascii`].
    #[must_use]
    pub fn unicode(&self) -> Unicode<'_> {
        Unicode::new(self)
    }

    /// Prints the diagram as a complete SVG file.
    #[must_use]
    pub fn svg(&self) -> Svg<'_> {
        Svg::new(self)
    }

    /// Returns the ranks from top to bottom.
    fn ranks(&self) -> impl Iterator<Item = Rank> {
        let bottom = self.bottom;
        Rank::ALL
            .into_iter()
            .rev()
            .map(move |rank| bottom.rank(rank))
    }

    /// Returns the files from left to right.
    fn files(&self) -> impl Iterator<Item = File> {
        let is_flipped = self.bottom == Color::Black;
        (0..8).map(move |index| File::ALL[if is_flipped { 7 - index } else { index }])
    }

    fn is_last_move(&self, square: Square) -> bool {
        self.last_move
            .is_some_and(|(from, to)| square == from || square == to)
    }

    /// Returns the color of the last mark on a square.
    fn mark_on(&self, square: Square) -> Option<MarkColor> {
        let mark = self.marks.iter().rev().find(|mark| mark.0 == square);
        mark.map(|mark| mark.1)
    }
}
