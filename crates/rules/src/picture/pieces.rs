//! The six pieces, drawn for squares of 100 by 100 units.
//!
//! One drawing serves both colors: it takes fill and stroke from its
//! surroundings, and draws the lines within in `currentColor`.

use crate::{Color, Role};

/// How the pieces of a color are filled and outlined.
pub(super) const fn paint(color: Color) -> &'static str {
    match color {
        Color::White => {
            "fill=\"#fffdf7\" stroke=\"#2a2320\" color=\"#2a2320\" stroke-width=\"3.6\" \
             stroke-linejoin=\"round\" stroke-linecap=\"round\""
        }
        Color::Black => {
            "fill=\"#3b3532\" stroke=\"#171311\" color=\"#efe6d8\" stroke-width=\"3.6\" \
             stroke-linejoin=\"round\" stroke-linecap=\"round\""
        }
    }
}

/// The drawing of a piece.
pub(super) const fn shape(role: Role) -> &'static str {
    match role {
        Role::Pawn => PAWN,
        Role::Knight => KNIGHT,
        Role::Bishop => BISHOP,
        Role::Rook => ROOK,
        Role::Queen => QUEEN,
        Role::King => KING,
    }
}

const PAWN: &str = "<path d=\"M50 21C58 21 64 27 64 34.5C64 39.5 61.5 43.5 58 46H62Q65 46 65 49\
Q65 52 62 52H57.5C58.5 62 63 68 70 72C74 74.5 76 78 76 84Q76 88 72 88H28Q24 88 24 84\
C24 78 26 74.5 30 72C37 68 41.5 62 42.5 52H38Q35 52 35 49Q35 46 38 46H42C38.5 43.5 36 39.5 36 34.5\
C36 27 42 21 50 21Z\"/><path fill=\"none\" stroke=\"currentColor\" d=\"M30 79H70\"/>";

const KNIGHT: &str = "<path d=\"M30 78C30 66 36 60 43 54C47 50 49 47 49 43C44 47 40 48.5 35 49.5\
L29 56.5C27 59 24.5 58.8 23 57C20 55.5 17.5 52.5 18 49C20 44 25 38 27 33C28.5 28 32 24 37 21.5L38 12\
L46 18.5C64 20 78 38 75 78Z\"/><path d=\"M24 78H76Q79 78 79 81V85Q79 88 76 88H24Q21 88 21 85V81Q21 78 24 78Z\"/>\
<path fill=\"none\" stroke=\"currentColor\" d=\"M52 25C64 33 69 48 68 71\"/>\
<circle cx=\"36\" cy=\"32\" r=\"2.5\" fill=\"currentColor\" stroke=\"none\"/>";

const BISHOP: &str = "<path d=\"M50 20C60 27 67 36 67 46C67 54 62 59 58 62H42C38 59 33 54 33 46\
C33 36 40 27 50 20Z\"/><circle cx=\"50\" cy=\"16\" r=\"5\"/>\
<path d=\"M38 62H62V68C64 73 68 76 72 78H28C32 76 36 73 38 68Z\"/>\
<path d=\"M24 78H76Q79 78 79 81V85Q79 88 76 88H24Q21 88 21 85V81Q21 78 24 78Z\"/>\
<path fill=\"none\" stroke=\"currentColor\" d=\"M57 32L48 44\"/>";

const ROOK: &str = "<path d=\"M28 20H37.5V27H45.5V20H54.5V27H62.5V20H72V35L65 42L67.5 68L74 78H26\
L32.5 68L35 42L28 35Z\"/>\
<path d=\"M24 78H76Q79 78 79 81V85Q79 88 76 88H24Q21 88 21 85V81Q21 78 24 78Z\"/>\
<path fill=\"none\" stroke=\"currentColor\" d=\"M38 42H62M36 68H64\"/>";

const QUEEN: &str = "<path d=\"M28 68L16 34L33 52L33 25L45 49L50 22L55 49L67 25L67 52L84 34L72 68Z\"/>\
<circle cx=\"15\" cy=\"31\" r=\"5\"/><circle cx=\"33\" cy=\"22\" r=\"5\"/><circle cx=\"50\" cy=\"18\" r=\"5\"/>\
<circle cx=\"67\" cy=\"22\" r=\"5\"/><circle cx=\"85\" cy=\"31\" r=\"5\"/>\
<path d=\"M28 68H72L74 78H26Z\"/>\
<path d=\"M24 78H76Q79 78 79 81V85Q79 88 76 88H24Q21 88 21 85V81Q21 78 24 78Z\"/>";

const KING: &str = "<path d=\"M46.5 9H53.5V15H60V22H53.5V32H46.5V22H40V15H46.5Z\"/>\
<path d=\"M50 44C54 34 62 28 70 29C80 30 86 38 83 48C81 56 75 62 73 68H27C25 62 19 56 17 48\
C14 38 20 30 30 29C38 28 46 34 50 44Z\"/>\
<path d=\"M28 68H72L74 78H26Z\"/>\
<path d=\"M24 78H76Q79 78 79 81V85Q79 88 76 88H24Q21 88 21 85V81Q21 78 24 78Z\"/>";
