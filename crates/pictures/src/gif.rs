use std::{borrow::Cow, sync::LazyLock};

use arbiter_rules::{Color, Diagram, DiagramPart, Piece, Role};
use gif::{Encoder, Frame, Repeat};

use crate::canvas::Canvas;

/// The width and height of a square in pixels.
const SQUARE: usize = 40;
const BOARD: usize = 8 * SQUARE;
/// How long a position is shown, in hundredths of a second.
const MOVE_DELAY: u16 = 80;
/// How long the last position is shown.
const LAST_DELAY: u16 = 320;
/// The most positions that an animation shows: the first one and 300 half-moves.
pub const MAX_FRAMES: usize = 301;

/// Draws positions, one after the other, as an animated GIF file that repeats forever. Only
/// pieces, the last move and a check are drawn. Of more than [`MAX_FRAMES`] positions only the
/// last ones are shown.
#[must_use]
pub fn gif(diagrams: &[Diagram]) -> Vec<u8> {
    let tiles = &*TILES;
    let mut file = Vec::new();
    let side = BOARD as u16;
    let encoder = Encoder::new(&mut file, side, side, &tiles.palette);
    let mut encoder = encoder.expect("the palette has at most 256 colors");
    let repeats = encoder.set_repeat(Repeat::Infinite);
    repeats.expect("writing to memory succeeds");
    let mut shown = None;
    let left_out = diagrams.len().saturating_sub(MAX_FRAMES);
    let mut diagrams = diagrams.iter().skip(left_out).peekable();
    while let Some(diagram) = diagrams.next() {
        let board = Board::of(diagram);
        let mut frame = board.frame(tiles, shown.as_ref());
        let is_last = diagrams.peek().is_none();
        frame.delay = if is_last { LAST_DELAY } else { MOVE_DELAY };
        let written = encoder.write_frame(&frame);
        written.expect("writing a frame inside the picture to memory succeeds");
        shown = Some(board);
    }
    drop(encoder);
    file
}

/// What distinguishes a square from others of its color.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Tile {
    piece: Option<Piece>,
    is_light: bool,
    highlight: Highlight,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Highlight {
    None,
    LastMove,
    Check,
}

impl Tile {
    const COUNT: usize = 13 * 2 * 3;

    fn all() -> impl Iterator<Item = Tile> {
        let pieces = Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL.map(|role| Some(Piece::new(color, role))));
        let pieces = pieces.chain([None]);
        pieces.flat_map(|piece| {
            [true, false].into_iter().flat_map(move |is_light| {
                let highlights = [Highlight::None, Highlight::LastMove, Highlight::Check];
                highlights.map(|highlight| Tile {
                    piece,
                    is_light,
                    highlight,
                })
            })
        })
    }

    /// Returns its place among all tiles.
    fn index(self) -> usize {
        let piece = self
            .piece
            .map_or(12, |piece| 6 * (piece.color as usize) + piece.role as usize);
        (piece * 2 + usize::from(!self.is_light)) * 3 + self.highlight as usize
    }

    fn draw(self) -> Vec<u8> {
        let mut canvas = Canvas::new(SQUARE as u32, 100.0).expect("a square has a size");
        let corner = (0, 0);
        let fill = if self.is_light {
            Diagram::LIGHT
        } else {
            Diagram::DARK
        };
        canvas.draw(&DiagramPart::Square { corner, fill });
        match self.highlight {
            Highlight::None => {}
            Highlight::LastMove => canvas.draw(&DiagramPart::LastMove { corner }),
            Highlight::Check => canvas.draw(&DiagramPart::Check { corner }),
        }
        if let Some(piece) = self.piece {
            canvas.draw(&DiagramPart::Piece { corner, piece });
        }
        canvas.to_rgb()
    }
}

/// All tiles with the colors of one palette.
struct Tiles {
    palette: Vec<u8>,
    /// The pixels of each tile, one tile after the other.
    pixels: Vec<u8>,
}

/// Drawn once; then a frame is made by copying.
static TILES: LazyLock<Tiles> = LazyLock::new(|| {
    let pixels: Vec<u8> = Tile::all().flat_map(Tile::draw).collect();
    let height = (Tile::COUNT * SQUARE) as u16;
    let frame = Frame::from_rgb_speed(SQUARE as u16, height, &pixels, 10);
    Tiles {
        palette: frame.palette.unwrap_or_default(),
        pixels: frame.buffer.into_owned(),
    }
});

impl Tiles {
    /// Returns a row of pixels of a tile.
    fn row(&self, tile: Tile, row: usize) -> &[u8] {
        let start = (tile.index() * SQUARE + row) * SQUARE;
        &self.pixels[start..start + SQUARE]
    }
}

/// The tiles of a position, from top to bottom and from left to right.
struct Board([[Tile; 8]; 8]);

impl Board {
    fn of(diagram: &Diagram) -> Board {
        let empty = Tile {
            piece: None,
            is_light: false,
            highlight: Highlight::None,
        };
        let mut board = Board([[empty; 8]; 8]);
        for part in diagram.parts() {
            match part {
                DiagramPart::Square { corner, fill } => {
                    board.at(corner).is_light = fill == Diagram::LIGHT;
                }
                DiagramPart::LastMove { corner } => {
                    board.at(corner).highlight = Highlight::LastMove;
                }
                DiagramPart::Check { corner } => board.at(corner).highlight = Highlight::Check,
                DiagramPart::Piece { corner, piece } => board.at(corner).piece = Some(piece),
                _ => {}
            }
        }
        board
    }

    /// Returns the tile with this corner.
    fn at(&mut self, (x, y): (i32, i32)) -> &mut Tile {
        let index = |place: i32| usize::try_from(place / 100).unwrap_or(0).min(7);
        &mut self.0[index(y)][index(x)]
    }

    /// Returns the smallest frame that turns the shown board into this one.
    fn frame(&self, tiles: &Tiles, shown: Option<&Board>) -> Frame<'static> {
        let is_changed = |row: usize, column: usize| {
            shown.is_none_or(|shown| shown.0[row][column] != self.0[row][column])
        };
        let changed = |is_changed: &dyn Fn(usize) -> bool| {
            let first = (0..8).find(|&at| is_changed(at)).unwrap_or(0);
            let last = (0..8).rfind(|&at| is_changed(at)).unwrap_or(0);
            first..last + 1
        };
        let rows = changed(&|row| (0..8).any(|column| is_changed(row, column)));
        let columns = changed(&|column| (0..8).any(|row| is_changed(row, column)));
        let mut pixels = Vec::with_capacity(rows.len() * columns.len() * SQUARE * SQUARE);
        for row in rows.clone() {
            for line in 0..SQUARE {
                for column in columns.clone() {
                    pixels.extend_from_slice(tiles.row(self.0[row][column], line));
                }
            }
        }
        Frame {
            left: (columns.start * SQUARE) as u16,
            top: (rows.start * SQUARE) as u16,
            width: (columns.len() * SQUARE) as u16,
            height: (rows.len() * SQUARE) as u16,
            buffer: Cow::Owned(pixels),
            ..Frame::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_its_place() {
        assert!(Tile::all().map(Tile::index).eq(0..Tile::COUNT));
        assert_eq!(TILES.pixels.len(), Tile::COUNT * SQUARE * SQUARE);
        assert!(TILES.palette.len() <= 3 * 256);
    }
}
