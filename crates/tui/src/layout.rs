use arbiter_rules::{Color, File, Rank, Square};
use ratatui::layout::{Position as Cell, Rect};

use crate::Theme;

/// The areas of the screen. Where there is little room, less important parts are
/// left out: first the keys, then the moves, then the coordinates, finally the
/// board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Layout {
    /// The 64 squares; empty if there is no room.
    pub board: Rect,
    /// The width and height of a square in cells.
    pub square: (u16, u16),
    /// Whether the board is drawn half a row lower. Squares of an even height then
    /// have a middle row. This needs a terminal that can draw half rows.
    pub is_shifted: bool,
    pub has_coordinates: bool,
    /// The name, clock and captures of the side at the top.
    pub above: Rect,
    /// The name, clock and captures of the side at the bottom.
    pub below: Rect,
    pub moves: Rect,
    /// The last move in words.
    pub spoken: Rect,
    pub messages: Rect,
    pub input: Rect,
    pub keys: Rect,
}

/// The sizes of squares in cells, from large to small. A cell is about twice as
/// high as wide.
const SQUARE_SIZES: [(u16, u16); 6] = [(14, 7), (10, 5), (7, 3), (5, 2), (3, 1), (2, 1)];

/// The largest height of a square in which a piece is a figurine or a letter. In
/// larger squares it would look lost, and is drawn if the terminal can do that.
const MAX_HEIGHT_FOR_SIGNS: u16 = 3;

/// The smallest width of a square beside which there is a panel.
const MIN_WIDTH_WITH_PANEL: u16 = 3;

/// The width of the panel with names, clocks and moves beside the board.
const MIN_PANEL_WIDTH: u16 = 26;

/// The maximum width of the panel. In a wider one moves and times are too far
/// apart.
const MAX_PANEL_WIDTH: u16 = 44;

/// Whether there are trays of pieces to come, which need a row for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trays {
    None,
    Shown,
}

impl Layout {
    pub fn new(screen: Rect, theme: Theme, trays: Trays) -> Layout {
        let Rect { width, height, .. } = screen;
        let can_draw =
            |&(_, height): &(u16, u16)| height <= MAX_HEIGHT_FOR_SIGNS || theme.has_half_rows();
        let boards = SQUARE_SIZES.into_iter().filter(can_draw);
        let boards = boards.map(|square| BoardSize::new(square, theme));
        let beside = boards.clone().find(|board| {
            board.square.0 >= MIN_WIDTH_WITH_PANEL
                && board.width + 3 + MIN_PANEL_WIDTH <= width
                && board.height + 5 <= height
        });
        if let Some(board) = beside {
            return Layout::with_panel(screen, board, trays);
        }
        let stacked = boards
            .clone()
            .find(|board| board.width + 2 <= width && board.height + 5 <= height);
        if let Some(board) = stacked {
            return Layout::stacked(screen, board);
        }
        let bare = [(3, 1), (2, 1), (1, 1)]
            .into_iter()
            .find(|(w, _)| 8 * w + 11 <= width && height >= 8);
        match bare {
            Some(square) => Layout::bare(screen, square),
            None => Layout::text_only(screen),
        }
    }

    /// Puts names, clocks and moves beside the board, everything else below it.
    fn with_panel(screen: Rect, size: BoardSize, trays: Trays) -> Layout {
        let mut rows = FreeRows(screen);
        // On a large screen everything is centered.
        let used = if size.is_tall() {
            size.height + 9
        } else {
            screen.height
        };
        let unused = screen.height.saturating_sub(used);
        rows.take_first(unused / 2);
        rows.take_last(unused - unused / 2);
        let spare = rows.0.height - (size.height + 5);
        let keys = rows.take_last(u16::from(spare >= 1));
        let input = rows.take_last(1);
        let messages = rows.take_last(2 + spare.saturating_sub(1).min(2));
        let spoken = rows.take_last(1);
        let rest = rows.0;
        let panel_width = (screen.width - size.width - 4).min(MAX_PANEL_WIDTH);
        let margin = (screen.width - size.width - 4 - panel_width) / 2;
        let board = Rect::new(rest.x + margin + 2, rest.y, size.width, size.height);
        let panel = Rect {
            x: board.right() + 2,
            width: panel_width,
            ..rest
        };
        let shift = |area: Rect| Rect {
            x: area.x + margin.min(area.width),
            width: area.width.saturating_sub(2 * margin),
            ..area
        };
        let mut rows = FreeRows(panel);
        let tall = match (trays, panel.height) {
            (Trays::Shown, 11..) => 3,
            (_, 9..) => 2,
            _ => 1,
        };
        let above = rows.take_first(tall);
        // The bottom player is beside the last rank, unless the board is so small
        // that few moves would be visible.
        if size.is_tall() {
            rows.take_last(rest.height.saturating_sub(size.height));
        }
        let below = rows.take_last(tall);
        Layout {
            board,
            square: size.square,
            is_shifted: size.is_shifted,
            has_coordinates: true,
            above,
            below,
            moves: rows.0,
            spoken: shift(spoken),
            messages: shift(messages),
            input: shift(input),
            keys: shift(keys),
        }
    }

    /// Puts everything above or below the board.
    fn stacked(screen: Rect, size: BoardSize) -> Layout {
        let spare = screen.height - (size.height + 5);
        let mut rows = FreeRows(screen);
        let above = rows.take_first(1);
        let mut board = rows.take_first(size.height);
        let margin = (screen.width - size.width - 2) / 2;
        board.x += margin + 2;
        board.width = size.width;
        // The file letters.
        rows.take_first(1);
        let below = rows.take_first(1);
        let input = rows.take_last(1);
        let spoken = rows.take_first(u16::from(spare >= 1));
        let messages = rows.take_first(1 + spare.saturating_sub(1).min(2));
        let keys = rows.take_last(u16::from(spare >= 5));
        Layout {
            board,
            square: size.square,
            is_shifted: size.is_shifted,
            has_coordinates: true,
            above,
            below,
            moves: rows.0,
            spoken,
            messages,
            input,
            keys,
        }
    }

    /// Shows the board without coordinates, and a little text beside it.
    fn bare(screen: Rect, square: (u16, u16)) -> Layout {
        let board = Rect {
            width: 8 * square.0,
            height: 8,
            ..screen
        };
        let mut rows = FreeRows(Rect {
            x: board.right() + 1,
            width: screen.width - board.width - 1,
            ..screen
        });
        let above = rows.take_first(1);
        let input = rows.take_last(1);
        let below = rows.take_last(1);
        Layout {
            board,
            square,
            above,
            below,
            messages: rows.0,
            input,
            ..Layout::default()
        }
    }

    /// Shows no board.
    fn text_only(screen: Rect) -> Layout {
        let mut rows = FreeRows(screen);
        let input = rows.take_last(1);
        let above = rows.take_first(1);
        let below = rows.take_last(1);
        let spoken = rows.take_first(1);
        Layout {
            above,
            below,
            spoken,
            messages: rows.0,
            input,
            ..Layout::default()
        }
    }

    /// Gives the messages the row of the last move in words if they need this many
    /// rows. The last move can also be seen on the board.
    pub fn with_room_for(mut self, rows: u16) -> Layout {
        if rows > self.messages.height && self.spoken.bottom() == self.messages.y {
            self.messages.height += self.spoken.height;
            self.messages.y = self.spoken.y;
            self.spoken.height = 0;
        }
        self
    }

    /// Returns the whole cells of a square. On a shifted board the square also
    /// covers half a row above and below them.
    pub fn area(&self, square: Square, below: Color) -> Rect {
        let (w, h) = self.square;
        let (file, rank) = (square.file() as u16, square.rank() as u16);
        let (column, row) = match below {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        let half = u16::from(self.is_shifted);
        let (x, y) = (self.board.x + column * w, self.board.y + row * h);
        Rect::new(x, y + half, w, h - half)
    }

    /// Returns the square of a cell.
    pub fn square_at(&self, cell: Cell, below: Color) -> Option<Square> {
        if !self.board.contains(cell) {
            return None;
        }
        let (w, h) = self.square;
        let column = usize::from((cell.x - self.board.x) / w);
        let row = usize::from((cell.y - self.board.y) / h).min(7);
        let (file, rank) = match below {
            Color::White => (column, 7 - row),
            Color::Black => (7 - column, row),
        };
        Some(Square::new(*File::ALL.get(file)?, *Rank::ALL.get(rank)?))
    }

    /// Returns the areas of `count` pieces from which one is chosen.
    pub fn choices(&self, count: usize) -> Vec<Rect> {
        let row = self.messages.intersection(Rect {
            height: 1,
            ..self.messages
        });
        let count = u16::try_from(count).unwrap_or(u16::MAX);
        let label = if row.width >= 58 { 13 } else { 0 };
        let width = row.width.saturating_sub(label) / count.max(1);
        let width = width.min(11);
        let nth = |index| Rect {
            x: row.x + label + index * width,
            width,
            ..row
        };
        (0..count).map(nth).collect()
    }
}

/// The size of a board in cells.
#[derive(Clone, Copy)]
struct BoardSize {
    square: (u16, u16),
    width: u16,
    height: u16,
    is_shifted: bool,
}

impl BoardSize {
    fn new(square: (u16, u16), theme: Theme) -> BoardSize {
        let is_shifted = theme.has_half_rows() && square.1.is_multiple_of(2);
        BoardSize {
            square,
            width: 8 * square.0,
            height: 8 * square.1 + u16::from(is_shifted),
            is_shifted,
        }
    }

    /// Reports whether names and moves fit beside it.
    fn is_tall(&self) -> bool {
        self.height >= 16
    }
}

/// The rows of an area that are still free, taken from the top and the bottom.
struct FreeRows(Rect);

impl FreeRows {
    fn take_first(&mut self, height: u16) -> Rect {
        let height = height.min(self.0.height);
        let area = Rect { height, ..self.0 };
        self.0.y += height;
        self.0.height -= height;
        area
    }

    fn take_last(&mut self, height: u16) -> Rect {
        let height = height.min(self.0.height);
        self.0.height -= height;
        Rect {
            y: self.0.bottom(),
            height,
            ..self.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ColorDepth, Glyphs};

    const THEMES: [Theme; 2] = [
        Theme {
            glyphs: Glyphs::Unicode,
            depth: ColorDepth::True,
        },
        Theme {
            glyphs: Glyphs::Ascii,
            depth: ColorDepth::None,
        },
    ];

    #[test]
    fn areas_never_overlap_or_leave_the_screen() {
        for (width, height, theme) in (0..=150)
            .flat_map(|width| (0..=64).map(move |height| (width, height)))
            .flat_map(|(width, height)| THEMES.map(|theme| (width, height, theme)))
        {
            let screen = Rect::new(0, 0, width, height);
            let trays = [Trays::None, Trays::Shown][usize::from(height % 2)];
            let layout = Layout::new(screen, theme, trays);
            let areas = [
                layout.board,
                layout.above,
                layout.below,
                layout.moves,
                layout.spoken,
                layout.messages,
                layout.input,
                layout.keys,
            ];
            for (index, area) in areas.iter().enumerate() {
                assert_eq!(
                    area.intersection(screen).area(),
                    area.area(),
                    "{screen} {index}"
                );
                for other in &areas[index + 1..] {
                    assert!(area.intersection(*other).is_empty(), "{screen} {index}");
                }
            }
            if width > 0 && height > 0 {
                assert!(!layout.input.is_empty(), "{screen}");
            }
        }
    }

    #[test]
    fn every_cell_of_a_square_maps_back_to_it() {
        for (width, height) in [(80, 24), (110, 45), (150, 64)] {
            let layout = Layout::new(Rect::new(0, 0, width, height), THEMES[0], Trays::None);
            for (below, square) in Color::ALL
                .into_iter()
                .flat_map(|below| Square::ALL.map(move |square| (below, square)))
            {
                let area = layout.area(square, below);
                for cell in area.positions() {
                    assert_eq!(layout.square_at(cell, below), Some(square));
                }
            }
        }
    }
}
