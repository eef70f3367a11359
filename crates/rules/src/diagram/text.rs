use core::fmt;

use super::{Diagram, MarkColor, caption::Caption};
use crate::{Color, Piece, Square};

/// A picture in letters; see [`Diagram::ascii`].
#[derive(Clone, Copy, Debug)]
pub struct Ascii<'a>(&'a Diagram);

/// A picture in figurines; see [`Diagram::unicode`].
///
/// Without colors White's figurines are the hollow ones, as Unicode names
/// them, and dark squares are dotted. That is right on paper and on a light
/// terminal. On a dark terminal hollow and filled look swapped, which
/// [`Unicode::colors`] settles.
#[derive(Clone, Copy, Debug)]
pub struct Unicode<'a> {
    picture: &'a Diagram,
    colors: bool,
}

impl<'a> Ascii<'a> {
    pub(super) fn new(picture: &'a Diagram) -> Ascii<'a> {
        Ascii(picture)
    }
}

impl<'a> Unicode<'a> {
    pub(super) fn new(picture: &'a Diagram) -> Unicode<'a> {
        Unicode {
            picture,
            colors: false,
        }
    }

    /// Colors the squares with ANSI sequences, for a terminal that knows 256
    /// colors. The pieces are then told apart by color alone and look the
    /// same on a light and on a dark terminal.
    #[must_use]
    pub fn colors(mut self) -> Unicode<'a> {
        self.colors = true;
        self
    }
}

impl fmt::Display for Ascii<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let picture = self.0;
        PLAIN.draw(picture, f, |square, f| {
            let symbol = match picture.setup.board.piece_at(square) {
                Some(piece) => piece.letter(),
                None if picture.targets.contains(square) => '*',
                None => '.',
            };
            let [left, right] = fence(picture, square);
            write!(f, "{left}{symbol}{right}")
        })
    }
}

impl fmt::Display for Unicode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let picture = self.picture;
        if self.colors {
            return UNFRAMED.draw(picture, f, |square, f| colored(picture, square, f));
        }
        BOXED.draw(picture, f, |square, f| {
            let symbol = match picture.setup.board.piece_at(square) {
                Some(piece) => piece.figurine(),
                None if picture.targets.contains(square) => '•',
                None if square.is_light() => ' ',
                None => '·',
            };
            let [left, right] = fence(picture, square);
            write!(f, "{left}{symbol}{right}")
        })
    }
}

/// What is drawn around the squares.
struct Frame {
    top: &'static str,
    side: &'static str,
    bottom: &'static str,
}

const PLAIN: Frame = Frame {
    top: "+------------------------+",
    side: "|",
    bottom: "+------------------------+",
};

const BOXED: Frame = Frame {
    top: "┌────────────────────────┐",
    side: "│",
    bottom: "└────────────────────────┘",
};

/// Where color bounds the squares.
const UNFRAMED: Frame = Frame {
    top: "",
    side: "",
    bottom: "",
};

impl Frame {
    fn draw(
        &self,
        picture: &Diagram,
        f: &mut fmt::Formatter<'_>,
        cell: impl Fn(Square, &mut fmt::Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        let margin = if picture.coordinates { "  " } else { "" };
        let edge = |line: &str, f: &mut fmt::Formatter<'_>| {
            if line.is_empty() {
                return Ok(());
            }
            writeln!(f, "{margin}{line}")
        };
        edge(self.top, f)?;
        for rank in picture.ranks() {
            if picture.coordinates {
                write!(f, "{rank} ")?;
            }
            f.write_str(self.side)?;
            for file in picture.files() {
                cell(Square::new(file, rank), f)?;
            }
            writeln!(f, "{}", self.side)?;
        }
        edge(self.bottom, f)?;
        if picture.coordinates {
            f.write_str(if self.side.is_empty() { "  " } else { "   " })?;
            for (index, file) in picture.files().enumerate() {
                let space = if index == 0 { " " } else { "  " };
                write!(f, "{space}{file}")?;
            }
            writeln!(f)?;
        }
        if picture.caption {
            writeln!(f, "{}", Caption(picture))?;
        }
        Ok(())
    }
}

/// The signs on both sides of a square. Check goes before everything else
/// (R64).
fn fence(picture: &Diagram, square: Square) -> [char; 2] {
    let occupied = picture.setup.board.occupied();
    if picture.checked.contains(square) {
        ['!', '!']
    } else if picture.ink_on(square).is_some() {
        ['<', '>']
    } else if (picture.targets & occupied).contains(square) {
        ['(', ')']
    } else if picture.is_last_move(square) {
        ['[', ']']
    } else {
        [' ', ' ']
    }
}

/// A square with its color behind the piece.
fn colored(picture: &Diagram, square: Square, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // Squares of middling brightness, so that white and black pieces both
    // stand out from light and dark ones.
    let [light, dark] = if picture.checked.contains(square) {
        [167, 160]
    } else if let Some(ink) = picture.ink_on(square) {
        match ink {
            MarkColor::Green => [71, 65],
            MarkColor::Red => [173, 131],
            MarkColor::Blue => [68, 61],
            MarkColor::Yellow => [178, 136],
        }
    } else if picture.is_last_move(square) {
        [143, 100]
    } else {
        [103, 60]
    };
    let background = if square.is_light() { light } else { dark };
    write!(f, "\x1b[48;5;{background}m")?;
    match picture.setup.board.piece_at(square) {
        None if picture.targets.contains(square) => f.write_str("\x1b[38;5;16m • ")?,
        None => f.write_str("   ")?,
        Some(piece) => {
            let foreground = match piece.color {
                Color::White => 231,
                Color::Black => 16,
            };
            // The filled figurine for both sides. The selector after it
            // keeps fonts from drawing the pawn as a picture that
            // takes no color.
            let figurine = Piece::new(Color::Black, piece.role).figurine();
            let [left, right] = if picture.targets.contains(square) {
                ['(', ')']
            } else {
                [' ', ' ']
            };
            write!(f, "\x1b[38;5;{foreground}m{left}{figurine}\u{fe0e}{right}")?;
        }
    }
    f.write_str("\x1b[0m")
}
