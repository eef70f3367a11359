use core::fmt;

use super::{Diagram, MarkColor, arrow::Arrow, caption::Caption, pieces};
use crate::{Color, Role, Square};

/// A picture as an SVG file; see [`Diagram::svg`].
///
/// It stands on its own: no font but for the coordinates, no style sheet, no
/// script. Equal pictures give equal files.
#[derive(Clone, Copy, Debug)]
pub struct Svg<'a> {
    picture: &'a Diagram,
    pixels: u32,
}

const LIGHT: &str = "#ece8df";
const DARK: &str = "#8797a5";
/// Dark enough to be read on a light square.
const INK: &str = "#667787";

/// A square is this wide in the units of the drawing.
const SQUARE: i32 = 100;

impl<'a> Svg<'a> {
    pub(super) fn new(picture: &'a Diagram) -> Svg<'a> {
        Svg {
            picture,
            pixels: 480,
        }
    }

    /// How wide and high the board is shown where nobody says otherwise:
    /// 480 pixels if this is not called.
    #[must_use]
    pub fn size(mut self, pixels: u32) -> Svg<'a> {
        self.pixels = pixels;
        self
    }
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let picture = self.picture;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \
             xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{0}\" height=\"{0}\" viewBox=\"0 0 800 800\" role=\"img\">",
            self.pixels
        )?;
        writeln!(f, "<title>{}</title>", picture.setup)?;
        writeln!(f, "<desc>{}</desc>", Caption(picture))?;
        picture.write_definitions(f)?;
        picture.write_squares(f)?;
        picture.write_highlights(f)?;
        if picture.coordinates {
            picture.write_coordinates(f)?;
        }
        for color in Color::ALL {
            picture.write_pieces(f, color)?;
        }
        picture.write_drawings(f)?;
        writeln!(f, "</svg>")
    }
}

impl Diagram {
    /// The pieces that occur and the glow of a check, to be used by name.
    fn write_definitions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "<defs>")?;
        for role in Role::ALL {
            if self.setup.board.by_role(role).any() {
                writeln!(f, "<g id=\"{role}\">{}</g>", pieces::shape(role))?;
            }
        }
        for color in Color::ALL {
            if self.setup.board.of(color).any() {
                let (name, stops) = pieces::material(color);
                writeln!(
                    f,
                    "<linearGradient id=\"{name}\" gradientUnits=\"userSpaceOnUse\" \
                     x1=\"20\" x2=\"80\">{stops}</linearGradient>"
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

    /// Last move, check, and where a piece could go: everything below the
    /// pieces.
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
            let (x, y) = self.middle(square);
            // A dot, or a ring around what could be taken.
            let shape = if self.setup.board.occupied().contains(square) {
                "r=\"45\" fill=\"none\" stroke=\"#20301c\" stroke-width=\"9\""
            } else {
                "r=\"15\" fill=\"#20301c\""
            };
            writeln!(f, "<circle cx=\"{x}\" cy=\"{y}\" {shape} opacity=\".3\"/>")?;
        }
        Ok(())
    }

    /// Files along the lower edge and ranks along the left one.
    fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "<g font-family=\"sans-serif\" font-size=\"20\" font-weight=\"bold\">"
        )?;
        for square in Square::ALL {
            let (x, y) = self.corner(square);
            let (file, rank) = (square.file(), square.rank());
            let ink = if square.is_light() { INK } else { LIGHT };
            if x == 0 {
                let y = y + 21;
                writeln!(f, "<text x=\"5\" y=\"{y}\" fill=\"{ink}\">{rank}</text>")?;
            }
            if y == 7 * SQUARE {
                let x = x + 95;
                writeln!(
                    f,
                    "<text x=\"{x}\" y=\"793\" fill=\"{ink}\" text-anchor=\"end\">{file}</text>"
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
        let (material, _) = pieces::material(color);
        let [outline, line] = pieces::pens(color);
        writeln!(
            f,
            "<g id=\"{color}\" fill=\"url(#{material})\" stroke=\"{outline}\" color=\"{line}\" \
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

    /// Marks and arrows, above the pieces.
    fn write_drawings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &(square, ink) in &self.marks {
            let (x, y) = self.middle(square);
            writeln!(
                f,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"45\" fill=\"none\" stroke=\"{}\" \
                 stroke-width=\"7\" opacity=\".85\"/>",
                hue(ink)
            )?;
        }
        for &(from, to, ink) in &self.arrows {
            let arrow = Arrow {
                from: self.middle(from),
                to: self.middle(to),
            };
            writeln!(
                f,
                "<path fill=\"{}\" opacity=\".8\" d=\"{arrow}\"/>",
                hue(ink)
            )?;
        }
        Ok(())
    }

    /// The outline of a square.
    fn write_square(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let (x, y) = self.corner(square);
        write!(f, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        match self.below {
            Color::White => (file * SQUARE, (7 - rank) * SQUARE),
            Color::Black => ((7 - file) * SQUARE, rank * SQUARE),
        }
    }

    fn middle(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2, y + SQUARE / 2)
    }
}

const fn hue(ink: MarkColor) -> &'static str {
    match ink {
        MarkColor::Green => "#2f8f3a",
        MarkColor::Red => "#b8232f",
        MarkColor::Blue => "#1f5fae",
        MarkColor::Yellow => "#e0a100",
    }
}
