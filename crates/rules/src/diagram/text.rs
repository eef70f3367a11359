use core::fmt;

use super::{Diagram, MarkColor, caption::Caption};
use crate::{Color, Piece, Square};

/// A diagram in letters; see [`Diagram::ascii`].
#[derive(Clone, Copy, Debug)]
pub struct Ascii<'a>(&'a Diagram);

/// A diagram in figurines; see [`Diagram::unicode`].
///
/// Without colors, White's figurines are the outlined ones, as Unicode names them, and
/// dark squares are dotted. This is right on paper and on a light terminal. On a dark
/// terminal the two sides look swapped, which [`Unicode::colors`] avoids.
#[derive(Clone, Copy, Debug)]
pub struct Unicode<'a> {
    diagram: &'a Diagram,
    colors: bool,
}

impl<'a> Ascii<'a> {
    pub(super) fn new(diagram: &'a Diagram) -> Ascii<'a> {
        Ascii(diagram)
    }
}

impl<'a> Unicode<'a> {
    pub(super) fn new(diagram: &'a Diagram) -> Unicode<'a> {
        Unicode {
            diagram,
            colors: false,
        }
    }

    /// Colors the squares with ANSI escape codes, for a terminal with 256 colors. The
    /// pieces then differ only in color and look the same on light and dark terminals.
    #[must_use]
    pub fn colors(mut self) -> Unicode<'a> {
        self.colors = true;
        self
    }
}

impl fmt::Display for Ascii<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagram = self.0;
        PLAIN.draw(diagram, f, |square, f| {
            let symbol = match diagram.setup.board.piece_at(square) {
                Some(piece) => piece.letter(),
                None if diagram.targets.contains(square) => '*',
                None => '.',
            };
            let [left, right] = signs_around(diagram, square);
            write!(f, "{left}{symbol}{right}")
        })
    }
}

impl fmt::Display for Unicode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagram = self.diagram;
        if self.colors {
            return UNFRAMED.draw(diagram, f, |square, f| colored(diagram, square, f));
        }
        BOXED.draw(diagram, f, |square, f| {
            let symbol = match diagram.setup.board.piece_at(square) {
                Some(piece) => piece.figurine(),
                None if diagram.targets.contains(square) => '•',
                None if square.is_light() => ' ',
                None => '·',
            };
            let [left, right] = signs_around(diagram, square);
            write!(f, "{left}{symbol}{right}")
        })
    }
}

/// The border around the squares.
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

/// No border, for squares with a background color.
const UNFRAMED: Frame = Frame {
    top: "",
    side: "",
    bottom: "",
};

impl Frame {
    fn draw(
        &self,
        diagram: &Diagram,
        f: &mut fmt::Formatter<'_>,
        cell: impl Fn(Square, &mut fmt::Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        let margin = if diagram.coordinates { "  " } else { "" };
        let edge = |line: &str, f: &mut fmt::Formatter<'_>| {
            if line.is_empty() {
                return Ok(());
            }
            writeln!(f, "{margin}{line}")
        };
        edge(self.top, f)?;
        for rank in diagram.ranks() {
            if diagram.coordinates {
                write!(f, "{rank} ")?;
            }
            f.write_str(self.side)?;
            for file in diagram.files() {
                cell(Square::new(file, rank), f)?;
            }
            writeln!(f, "{}", self.side)?;
        }
        edge(self.bottom, f)?;
        if diagram.coordinates {
            f.write_str(if self.side.is_empty() { "  " } else { "   " })?;
            for (index, file) in diagram.files().enumerate() {
                let space = if index == 0 { " " } else { "  " };
                write!(f, "{space}{file}")?;
            }
            writeln!(f)?;
        }
        if diagram.caption {
            writeln!(f, "{}", Caption(diagram))?;
        }
        Ok(())
    }
}

/// Returns the signs on both sides of a square. Check takes precedence (R64).
fn signs_around(diagram: &Diagram, square: Square) -> [char; 2] {
    let occupied = diagram.setup.board.occupied();
    if diagram.checked.contains(square) {
        ['!', '!']
    } else if diagram.mark_on(square).is_some() {
        ['<', '>']
    } else if (diagram.targets & occupied).contains(square) {
        ['(', ')']
    } else if diagram.is_last_move(square) {
        ['[', ']']
    } else {
        [' ', ' ']
    }
}

/// Writes a square with its background color.
fn colored(diagram: &Diagram, square: Square, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // Squares of medium brightness, on which both white and black pieces stand out.
    let [light, dark] = if diagram.checked.contains(square) {
        [167, 160]
    } else if let Some(color) = diagram.mark_on(square) {
        match color {
            MarkColor::Green => [71, 65],
            MarkColor::Red => [173, 131],
            MarkColor::Blue => [68, 61],
            MarkColor::Yellow => [178, 136],
        }
    } else if diagram.is_last_move(square) {
        [143, 100]
    } else {
        [103, 60]
    };
    let background = if square.is_light() { light } else { dark };
    write!(f, "\x1b[48;5;{background}m")?;
    match diagram.setup.board.piece_at(square) {
        None if diagram.targets.contains(square) => f.write_str("\x1b[38;5;16m • ")?,
        None => f.write_str("   ")?,
        Some(piece) => {
            let foreground = match piece.color {
                Color::White => 231,
                Color::Black => 16,
            };
            // The filled figurine for both sides. The variation selector after it
            // keeps fonts from drawing the pawn as an emoji, which has a color of
            // its own.
            let figurine = Piece::new(Color::Black, piece.role).figurine();
            let [left, right] = if diagram.targets.contains(square) {
                ['(', ')']
            } else {
                [' ', ' ']
            };
            write!(f, "\x1b[38;5;{foreground}m{left}{figurine}\u{fe0e}{right}")?;
        }
    }
    f.write_str("\x1b[0m")
}
