use alloc::vec::Vec;

use super::{Diagram, MarkColor, arrow::Arrow, pieces, svg};
use crate::{Color, Piece};

pub use pieces::PieceShape;

/// A part of a diagram, for programs that draw it themselves.
///
/// Places are in units of a hundredth of a square, from the upper left corner of the
/// board. Colors are written as `#rgb` or `#rrggbb`, as in SVG.
#[derive(Clone, PartialEq, Debug)]
pub enum DiagramPart {
    /// A square of the board.
    Square {
        /// Its upper left corner.
        corner: (i32, i32),
        /// Its color.
        fill: &'static str,
    },
    /// The highlight of a square of the last move, over the square.
    LastMove {
        /// The upper left corner of the square.
        corner: (i32, i32),
    },
    /// The highlight of a king in check, over the square.
    Check {
        /// The upper left corner of the square.
        corner: (i32, i32),
    },
    /// The mark of a square to which a piece can move.
    Target {
        /// The center of the square.
        center: (i32, i32),
        /// Whether there is a piece to capture.
        is_capture: bool,
    },
    /// The letter of a file or the number of a rank.
    Coordinate {
        /// The upper left corner of the square in which it is written.
        corner: (i32, i32),
        /// What is written: a rank near the upper left corner of the square, a file near the
        /// lower right one.
        letter: char,
        /// Its color.
        fill: &'static str,
    },
    /// A piece.
    Piece {
        /// The upper left corner of its square.
        corner: (i32, i32),
        /// The piece.
        piece: Piece,
    },
    /// A ring around a marked square.
    Mark {
        /// The center of the square.
        center: (i32, i32),
        /// Its color.
        fill: &'static str,
    },
    /// An arrow.
    Arrow {
        /// The corners of its outline, in tenths of a unit.
        corners: [(i32, i32); 7],
        /// Its color.
        fill: &'static str,
    },
}

/// How the pieces of a side are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceColors {
    /// The colors at the left edge, in the middle and at the right edge of a piece.
    pub gradient: [&'static str; 3],
    /// The color of the outline.
    pub outline: &'static str,
    /// The color of inner lines and spots.
    pub inner: &'static str,
}

impl PieceColors {
    /// Returns the colors of a side.
    #[must_use]
    pub const fn of(color: Color) -> PieceColors {
        let [outline, inner] = pieces::strokes(color);
        let (_, gradient) = pieces::gradient(color);
        PieceColors {
            gradient,
            outline,
            inner,
        }
    }
}

impl PieceShape {
    /// Returns the drawing of a piece, for a square of 100 by 100 units.
    #[must_use]
    pub const fn of(piece: Piece) -> &'static [PieceShape] {
        pieces::shapes(piece.role)
    }
}

impl Diagram {
    /// Returns what the diagram consists of, in the order in which it is drawn.
    #[must_use]
    pub fn parts(&self) -> Vec<DiagramPart> {
        let mut parts = Vec::new();
        for square in crate::Square::ALL {
            let fill = if square.is_light() {
                svg::LIGHT
            } else {
                svg::DARK
            };
            let corner = self.corner(square);
            parts.push(DiagramPart::Square { corner, fill });
            if self.is_last_move(square) {
                parts.push(DiagramPart::LastMove { corner });
            }
            if self.checked.contains(square) {
                parts.push(DiagramPart::Check { corner });
            }
        }
        for square in self.targets {
            parts.push(DiagramPart::Target {
                center: self.center(square),
                is_capture: self.setup.board.occupied().contains(square),
            });
        }
        if self.coordinates {
            self.add_coordinates(&mut parts);
        }
        for square in crate::Square::ALL {
            if let Some(piece) = self.setup.board.piece_at(square) {
                let corner = self.corner(square);
                parts.push(DiagramPart::Piece { corner, piece });
            }
        }
        parts.extend(self.marks.iter().map(|&(square, color)| DiagramPart::Mark {
            center: self.center(square),
            fill: svg::hex(color),
        }));
        let arrow = |from, to, color: MarkColor| DiagramPart::Arrow {
            corners: Arrow {
                from: self.center(from),
                to: self.center(to),
            }
            .corners(),
            fill: svg::hex(color),
        };
        let arrows = self.arrows.iter();
        parts.extend(arrows.map(|&(from, to, color)| arrow(from, to, color)));
        parts
    }

    fn add_coordinates(&self, parts: &mut Vec<DiagramPart>) {
        for square in crate::Square::ALL {
            let corner = self.corner(square);
            let mut write = |letter: &str| {
                let letter = letter.chars().next().unwrap_or(' ');
                let fill = if square.is_light() {
                    svg::COORDINATE
                } else {
                    svg::LIGHT
                };
                parts.push(DiagramPart::Coordinate {
                    corner,
                    letter,
                    fill,
                });
            };
            let (file, rank) = square.name().split_at(1);
            if corner.0 == 0 {
                write(rank);
            }
            if corner.1 == 700 {
                write(file);
            }
        }
    }
}
