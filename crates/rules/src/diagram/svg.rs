use core::fmt;

use super::{Diagram, MarkColor, arrow::Arrow, caption::Caption, pieces};
use crate::{Color, Role, Square};

/// A diagram as an SVG file; see [`Diagram::svg`].
///
/// The file is self-contained: it needs no style sheet, no script, and no font except
/// for the coordinates. Equal pictures give equal files.
#[derive(Clone, Copy, Debug)]
pub struct Svg<'a> {
    diagram: &'a Diagram,
    pixels: u32,
}

pub(super) const LIGHT: &str = "#ece8df";
pub(super) const DARK: &str = "#8797a5";
/// The color of coordinates on light squares, dark enough to be legible.
pub(super) const COORDINATE: &str = "#667787";

/// The width of a square in units of the drawing.
const SQUARE: i32 = 100;

impl<'a> Svg<'a> {
    pub(super) fn new(diagram: &'a Diagram) -> Svg<'a> {
        Svg {
            diagram,
            pixels: 480,
        }
    }

    /// Sets the default width and height of the board in pixels. Without it they are
    /// 480.
    #[must_use]
    pub fn size(mut self, pixels: u32) -> Svg<'a> {
        self.pixels = pixels;
        self
    }
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagram = self.diagram;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \
             xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{0}\" height=\"{0}\" viewBox=\"0 0 800 800\" role=\"img\">",
            self.pixels
        )?;
        writeln!(f, "<title>{}</title>", diagram.setup)?;
        writeln!(f, "<desc>{}</desc>", Caption(diagram))?;
        diagram.write_definitions(f)?;
        diagram.write_squares(f)?;
        diagram.write_highlights(f)?;
        if diagram.coordinates {
            diagram.write_coordinates(f)?;
        }
        for color in Color::ALL {
            diagram.write_pieces(f, color)?;
        }
        diagram.write_drawings(f)?;
        writeln!(f, "</svg>")
    }
}

impl Diagram {
    /// Writes the shapes of the pieces on the board and the highlight of a check.
    fn write_definitions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "<defs>")?;
        for role in Role::ALL {
            if self.setup.board.by_role(role).any() {
                write!(f, "<g id=\"{role}\">")?;
                for shape in pieces::shapes(role) {
                    write!(f, "{shape}")?;
                }
                writeln!(f, "</g>")?;
            }
        }
        for color in Color::ALL {
            if self.setup.board.of(color).any() {
                let (name, [left, middle, right]) = pieces::gradient(color);
                writeln!(
                    f,
                    "<linearGradient id=\"{name}\" gradientUnits=\"userSpaceOnUse\" \
                     x1=\"20\" x2=\"80\"><stop stop-color=\"{left}\"/>\
                     <stop offset=\".5\" stop-color=\"{middle}\"/>\
                     <stop offset=\"1\" stop-color=\"{right}\"/></linearGradient>"
                )?;
            }
        }
        if self.checked.any() {
            writeln!(
                f,
                "<radialGradient id=\"check\" r=\".7\">\
                 <stop stop-color=\"#ff2a1a\"/>\
                 <stop offset=\".45\" stop-color=\"#e8170e\" stop-opacity=\".9\"/>\
                 <stop offset=\"1\" stop-color=\"#b00000\" stop-opacity=\"0\"/>\
                 </radialGradient>"
            )?;
        }
        writeln!(f, "</defs>")
    }

    fn write_squares(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "<path id=\"light\" fill=\"{LIGHT}\" d=\"M0 0h800v800H0z\"/>"
        )?;
        write!(f, "<path id=\"dark\" fill=\"{DARK}\" d=\"")?;
        for square in Square::ALL {
            if !square.is_light() {
                self.write_square(f, square)?;
            }
        }
        writeln!(f, "\"/>")
    }

    /// Writes what is drawn below the pieces: last move, check, and target squares.
    fn write_highlights(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((from, to)) = self.last_move {
            write!(
                f,
                "<path id=\"last-move\" fill=\"#f0cc30\" fill-opacity=\".6\" d=\""
            )?;
            self.write_square(f, from)?;
            if to != from {
                self.write_square(f, to)?;
            }
            writeln!(f, "\"/>")?;
        }
        for square in self.checked {
            write!(f, "<path fill=\"url(#check)\" d=\"")?;
            self.write_square(f, square)?;
            writeln!(f, "\"/>")?;
        }
        for square in self.targets {
            let (x, y) = self.center(square);
            // A dot, or a ring around a piece that can be captured.
            let shape = if self.setup.board.occupied().contains(square) {
                "r=\"45\" fill=\"none\" stroke=\"#20301c\" stroke-width=\"9\""
            } else {
                "r=\"15\" fill=\"#20301c\""
            };
            writeln!(f, "<circle cx=\"{x}\" cy=\"{y}\" {shape} opacity=\".3\"/>")?;
        }
        Ok(())
    }

    /// Writes the files along the lower edge and the ranks along the left one.
    fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "<g font-family=\"sans-serif\" font-size=\"20\" font-weight=\"bold\">"
        )?;
        for square in Square::ALL {
            let (x, y) = self.corner(square);
            let (file, rank) = (square.file(), square.rank());
            let color = if square.is_light() { COORDINATE } else { LIGHT };
            if x == 0 {
                let y = y + 21;
                writeln!(f, "<text x=\"5\" y=\"{y}\" fill=\"{color}\">{rank}</text>")?;
            }
            if y == 7 * SQUARE {
                let x = x + 95;
                writeln!(
                    f,
                    "<text x=\"{x}\" y=\"793\" fill=\"{color}\" text-anchor=\"end\">{file}</text>"
                )?;
            }
        }
        writeln!(f, "</g>")
    }

    fn write_pieces(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let pieces = self.setup.board.of(color);
        if pieces.is_empty() {
            return Ok(());
        }
        let (gradient, _) = pieces::gradient(color);
        let [outline, line] = pieces::strokes(color);
        writeln!(
            f,
            "<g id=\"{color}\" fill=\"url(#{gradient})\" stroke=\"{outline}\" color=\"{line}\" \
             stroke-width=\"3.4\" stroke-linejoin=\"round\" stroke-linecap=\"round\">"
        )?;
        for square in pieces {
            if let Some(role) = self.setup.board.role_at(square) {
                let (x, y) = self.corner(square);
                writeln!(f, "<use xlink:href=\"#{role}\" x=\"{x}\" y=\"{y}\"/>")?;
            }
        }
        writeln!(f, "</g>")
    }

    /// Writes marks and arrows, above the pieces.
    fn write_drawings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &(square, color) in &self.marks {
            let (x, y) = self.center(square);
            writeln!(
                f,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"45\" fill=\"none\" stroke=\"{}\" \
                 stroke-width=\"7\" opacity=\".85\"/>",
                hex(color)
            )?;
        }
        for &(from, to, color) in &self.arrows {
            let arrow = Arrow {
                from: self.center(from),
                to: self.center(to),
            };
            writeln!(
                f,
                "<path fill=\"{}\" opacity=\".8\" d=\"{arrow}\"/>",
                hex(color)
            )?;
        }
        Ok(())
    }

    /// Writes the outline of a square.
    fn write_square(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let (x, y) = self.corner(square);
        write!(f, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")
    }

    /// Returns the upper left corner of a square.
    pub(super) fn corner(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        match self.bottom {
            Color::White => (file * SQUARE, (7 - rank) * SQUARE),
            Color::Black => ((7 - file) * SQUARE, rank * SQUARE),
        }
    }

    /// Returns the center of a square.
    pub(super) fn center(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2, y + SQUARE / 2)
    }
}

pub(super) const fn hex(color: MarkColor) -> &'static str {
    match color {
        MarkColor::Green => "#2f8f3a",
        MarkColor::Red => "#b8232f",
        MarkColor::Blue => "#1f5fae",
        MarkColor::Yellow => "#e0a100",
    }
}
