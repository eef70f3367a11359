//! The six pieces as SVG, for squares of 100 by 100 units.
//!
//! Each drawing is used for both colors.

use core::fmt;

use crate::{Color, Role};

/// Returns the name of the gradient that fills the pieces of a color, and its colors at
/// the left edge, in the middle and at the right edge.
pub(super) const fn gradient(color: Color) -> (&'static str, [&'static str; 3]) {
    match color {
        Color::White => ("ivory", ["#fff", "#fffcf4", "#e6dccb"]),
        Color::Black => ("ebony", ["#625750", "#453d38", "#2d2724"]),
    }
}

/// Returns the stroke colors of a side's outlines and inner lines.
pub(super) const fn strokes(color: Color) -> [&'static str; 2] {
    match color {
        Color::White => ["#2a2320", "#2a2320"],
        Color::Black => ["#15110f", "#e9dfd0"],
    }
}

/// A part of the drawing of a piece. Parts are drawn one over the other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PieceShape {
    /// A filled outline, as the data of an SVG path.
    Body(&'static str),
    /// A ball, on the points of a crown or the tip of a miter: the place of its center.
    Ball(f32, f32),
    /// Inner lines, as the data of an SVG path.
    Lines(&'static str),
    /// Small solid spots, as the data of an SVG path.
    Spots(&'static str),
}

use PieceShape::{Ball, Body, Lines, Spots};

/// Returns the drawing of a piece, for a square of 100 by 100 units.
pub(super) const fn shapes(role: Role) -> &'static [PieceShape] {
    match role {
        Role::Pawn => PAWN,
        Role::Knight => KNIGHT,
        Role::Bishop => BISHOP,
        Role::Rook => ROOK,
        Role::Queen => QUEEN,
        Role::King => KING,
    }
}

/// Writes a part as SVG. It inherits fill and stroke, and uses `currentColor` for inner
/// lines.
impl fmt::Display for PieceShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Body(path) => write!(f, "<path d=\"{path}\"/>"),
            Ball(x, y) => write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"5.1\"/>"),
            Lines(path) => write!(
                f,
                "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.6\" d=\"{path}\"/>"
            ),
            Spots(path) => write!(
                f,
                "<path fill=\"currentColor\" stroke=\"none\" d=\"{path}\"/>"
            ),
        }
    }
}

/// The base of every piece but the pawn.
const BASE: PieceShape = Body("M22 89V86C22 82.5 24.5 80 28 80H72C75.5 80 78 82.5 78 86V89Z");

/// The band below a crown.
const BAND: PieceShape = Body(
    "M29 66C42 62.5 58 62.5 71 66C70.5 71 71.5 75 74.5 80H25.5\
     C28.5 75 29.5 71 29 66Z",
);

const PAWN: &[PieceShape] = &[
    Body(
        "M50 22.5C57.5 22.5 63 28 63 35C63 39.5 60.8 43.2 57.5 45.5C62 45.8 64.5 47 64.5 49.2\
         S62 52.6 57.6 53C58.5 64.5 63 73 71 80H29C37 73 41.5 64.5 42.4 53\
         C38 52.6 35.5 51.4 35.5 49.2S38 45.8 42.5 45.5C39.2 43.2 37 39.5 37 35\
         C37 28 42.5 22.5 50 22.5Z",
    ),
    Body("M24 89V86C24 82.5 26.5 80 30 80H70C73.5 80 76 82.5 76 86V89Z"),
    Lines("M44.6 53H55.4"),
];

const KNIGHT: &[PieceShape] = &[
    // From the chest along throat, chin, muzzle and brow to the ear, and
    // down the mane.
    Body(
        "M29 80C28.5 70 33.5 64.5 39 60C44.5 55.5 48.5 52.5 49 46\
         C44 51 39 53 34.5 53.5C31.5 54 30 56 28.5 59C27 62.5 22.5 63 20 60.5\
         C15.5 59 13.5 55 14.5 51C16 46 23 39 25.5 33C27.5 27.5 31 23 37 20.5\
         L39 8.5C44 11 47.5 14 49.5 18C67 20.5 82 40 73.5 80Z",
    ),
    BASE,
    Lines("M53.5 26C64.5 32.5 69 48 67 73M50 44.6C51.8 41.2 51.7 37.8 50 35"),
    Spots(
        "M32 34.5C32.5 31 35.5 29 39.5 29.8C39 33.8 36 36 32 34.5Z\
         M18.5 54.5C18.5 51.5 20 50.5 22.5 51C22.5 53.5 21 55 18.5 54.5Z",
    ),
];

const BISHOP: &[PieceShape] = &[
    Ball(50.0, 15.0),
    // The miter, with its cleft on the right.
    Body(
        "M50 20C54 22.8 57.8 26.2 60.8 30L51.8 44L64.2 34.8C66.3 38.6 67.5 42.5 67.5 46.5\
         C67.5 53 64.5 58 60 61.5H40C35.5 58 32.5 53 32.5 46.5C32.5 36.5 41 26.5 50 20Z",
    ),
    Body(
        "M39 61.5H61C63.5 61.5 64.5 63 64.5 64.8S63.5 68 61 68H60.5C62 73.5 66 77.5 72 80H28\
         C34 77.5 38 73.5 39.5 68H39C36.5 68 35.5 66.6 35.5 64.8S36.5 61.5 39 61.5Z",
    ),
    BASE,
    Lines("M41.8 68H58.2"),
];

const ROOK: &[PieceShape] = &[
    Body(
        "M27 21.5H37V28H45.5V21.5H54.5V28H63V21.5H73V35.5C73 39 69 40.5 65.5 43\
         C65 55 66.5 63 69 69C71.5 72.5 73 75 73.5 80H26.5C27 75 28.5 72.5 31 69\
         C33.5 63 35 55 34.5 43C31 40.5 27 39 27 35.5Z",
    ),
    BASE,
    Lines("M36.8 43H63.2M33.6 69H66.4"),
];

const QUEEN: &[PieceShape] = &[
    Body(
        "M29 66L15.5 36C22 44 28 48 33 50L32.5 28C36 38 40 44.5 44.5 48L50 24L55.5 48\
         C60 44.5 64 38 67.5 28L67 50C72 48 78 44 84.5 36L71 66Z",
    ),
    Ball(14.5, 32.0),
    Ball(32.0, 23.5),
    Ball(50.0, 19.0),
    Ball(68.0, 23.5),
    Ball(85.5, 32.0),
    BAND,
    BASE,
    Lines("M31.6 72.8C43.3 70.2 56.7 70.2 68.4 72.8"),
];

const KING: &[PieceShape] = &[
    // The knob and its cross, then the two arches of the crown in front of them.
    Body(
        "M50 47C45 42 42 37.5 43 33.5C43.8 30.5 46.5 29 50 29S56.2 30.5 57 33.5\
         C58 37.5 55 42 50 47Z",
    ),
    Body("M46 6.5H54V12.5H60.5V20.5H54V29H46V20.5H39.5V12.5H46Z"),
    Body(
        "M50 47C53 37 60 30.5 69 30.5C79 30.5 86 38 84 47C82.5 54.5 74 59 71 66H29\
         C26 59 17.5 54.5 16 47C14 38 21 30.5 31 30.5C40 30.5 47 37 50 47Z",
    ),
    BAND,
    BASE,
    Lines(
        "M31.6 72.8C43.3 70.2 56.7 70.2 68.4 72.8M50 47V61\
         M34.5 58C32 53 23.5 50.5 22.5 44.5C21.8 39.5 25.5 37 30.5 37\
         M65.5 58C68 53 76.5 50.5 77.5 44.5C78.2 39.5 74.5 37 69.5 37",
    ),
];
