//! Pieces drawn with points, for squares in which a figurine of one cell would
//! look lost. A cell has two by two points, so that a point is about twice as high as
//! wide.

use arbiter_rules::Role;
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::pen::Pen;

/// The smallest height of a square, in cells, in which pieces are drawn with points.
pub(super) const MIN_SQUARE_HEIGHT: u16 = 5;

/// The smallest height of a square, in cells, for the larger drawings.
const MIN_HEIGHT_FOR_LARGE: u16 = 7;

/// The pieces from pawn to king, for squares of ten by five cells.
const SMALL: [[&str; 8]; 6] = [
    [
        "                ",
        "                ",
        "      ####      ",
        "     ######     ",
        "      ####      ",
        "     ######     ",
        "    ########    ",
        "   ##########   ",
    ],
    [
        "     ##         ",
        "    ######      ",
        "   ## ######    ",
        "  ##########    ",
        "  ###  ######   ",
        "      ######    ",
        "    ########    ",
        "   ##########   ",
    ],
    [
        "       ##       ",
        "      ####      ",
        "     ### ##     ",
        "     ## ###     ",
        "      ####      ",
        "      ####      ",
        "     ######     ",
        "   ##########   ",
    ],
    [
        "                ",
        "   ### ## ###   ",
        "   ##########   ",
        "    ########    ",
        "    ########    ",
        "    ########    ",
        "   ##########   ",
        "  ############  ",
    ],
    [
        "       ##       ",
        " ##    ##    ## ",
        "  ##  ####  ##  ",
        "  ############  ",
        "   ##########   ",
        "    ########    ",
        "   ##########   ",
        "  ############  ",
    ],
    [
        "       ##       ",
        "     ######     ",
        "       ##       ",
        "  ############  ",
        "  ############  ",
        "   ##########   ",
        "    ########    ",
        "  ############  ",
    ],
];

/// The same for squares of fourteen by seven cells.
const LARGE: [[&str; 12]; 6] = [
    [
        "                        ",
        "                        ",
        "         ######         ",
        "        ########        ",
        "        ########        ",
        "        ########        ",
        "         ######         ",
        "         ######         ",
        "        ########        ",
        "      ############      ",
        "    ################    ",
        "    ################    ",
    ],
    [
        "        ###             ",
        "        ######          ",
        "      ###########       ",
        "     ###  ########      ",
        "   ################     ",
        "  ##################    ",
        "  #######  #########    ",
        "   ##    ###########    ",
        "        ############    ",
        "      #############     ",
        "    ################    ",
        "   ##################   ",
    ],
    [
        "          ####          ",
        "          ####          ",
        "         ######         ",
        "       #####  ###       ",
        "       ####  ####       ",
        "       ###  #####       ",
        "        ########        ",
        "         ######         ",
        "         ######         ",
        "       ##########       ",
        "    ################    ",
        "   ##################   ",
    ],
    [
        "                        ",
        "    ####  ####  ####    ",
        "    ################    ",
        "    ################    ",
        "      ############      ",
        "      ############      ",
        "      ############      ",
        "      ############      ",
        "      ############      ",
        "     ##############     ",
        "    ################    ",
        "   ##################   ",
    ],
    [
        "          ####          ",
        "     ##    ##    ##     ",
        " ##  ###   ##   ###  ## ",
        " ###  ##  ####  ##  ### ",
        "  ### ### #### ### ###  ",
        "  ####################  ",
        "   ##################   ",
        "    ################    ",
        "     ##############     ",
        "     ##############     ",
        "    ################    ",
        "   ##################   ",
    ],
    [
        "          ####          ",
        "        ########        ",
        "          ####          ",
        "    ##### #### #####    ",
        "  ######## ## ########  ",
        "  ####################  ",
        "  ####################  ",
        "   ##################   ",
        "     ##############     ",
        "     ##############     ",
        "    ################    ",
        "   ##################   ",
    ],
];

/// A square to which a piece can move.
const TARGET: [&str; 4] = ["  ####  ", "########", "########", "  ####  "];

/// The block elements by the points that they have: upper left 1, upper right 2,
/// lower left 4, lower right 8.
const BLOCKS: [&str; 16] = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
];

/// Draws a piece in the middle of a square.
pub(super) fn draw_piece(role: Role, square: Rect, style: Style, buffer: &mut Buffer) {
    let index = match role {
        Role::Pawn => 0,
        Role::Knight => 1,
        Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 4,
        Role::King => 5,
    };
    let points: &[&str] = match square.height >= MIN_HEIGHT_FOR_LARGE {
        true => &LARGE[index],
        false => &SMALL[index],
    };
    draw_points(points, square, style, buffer);
}

/// Draws the mark of a square to which a piece can move.
pub(super) fn draw_target(square: Rect, style: Style, buffer: &mut Buffer) {
    draw_points(&TARGET, square, style, buffer);
}

/// Draws points in the middle of a square.
fn draw_points(points: &[&str], square: Rect, style: Style, buffer: &mut Buffer) {
    let (width, height) = (
        2 * usize::from(square.width),
        2 * usize::from(square.height),
    );
    let columns = points.iter().map(|row| row.len()).max().unwrap_or(0);
    let left = width.saturating_sub(columns) / 2;
    let top = height.saturating_sub(points.len()) / 2;
    let is_set = |x: usize, y: usize| {
        let row = y.checked_sub(top).and_then(|y| points.get(y));
        let point = x.checked_sub(left);
        let point = row.and_then(|row| row.as_bytes().get(point?));
        point == Some(&b'#')
    };
    for (y, row) in square.rows().enumerate() {
        let blocks = (0..usize::from(square.width)).map(|x| {
            let points = [(0, 0), (1, 0), (0, 1), (1, 1)];
            let set = points.map(|(dx, dy)| is_set(2 * x + dx, 2 * y + dy));
            let index = set
                .iter()
                .rev()
                .fold(0, |index, &is_set| 2 * index + usize::from(is_set));
            BLOCKS[index]
        });
        Pen::new(buffer, row).write(&blocks.collect::<String>(), style);
    }
}
