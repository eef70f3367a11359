use arbiter_rules::{Color, File, Rank, Square};
use ratatui::layout::{Position as Cell, Rect};

use crate::Theme;

/// Where everything is on a screen of some size. Where there is little room,
/// what matters less is left out: first the keys, then the moves, then the
/// coordinates, at last the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Layout {
    /// The 64 squares; empty if there is no room.
    pub board: Rect,
    /// The cells of one square.
    pub square: (u16, u16),
    /// Squares of an even height have no middle row. Where half rows can be
    /// drawn, the board lies half a row lower, and then they have.
    pub is_shifted: bool,
    pub has_coordinates: bool,
    /// Name, clock and material of the side above.
    pub above: Rect,
    /// The same for the side below.
    pub below: Rect,
    pub moves: Rect,
    /// The last move in words.
    pub spoken: Rect,
    pub says: Rect,
    pub input: Rect,
    pub keys: Rect,
}

/// Squares from large to small, in cells: one is about twice as high as wide.
/// In still larger ones a piece, which is one cell, would be lost.
const SQUARES: [(u16, u16); 4] = [(7, 3), (5, 2), (3, 1), (2, 1)];

/// Beside the board, names, clocks and moves need this much.
const PANEL: u16 = 26;

/// More would be a long way for the eye.
const WIDEST_PANEL: u16 = 44;

/// Whether pieces are to come, which need a row for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trays {
    None,
    Shown,
}

impl Layout {
    pub fn of(screen: Rect, theme: Theme, trays: Trays) -> Layout {
        let Rect { width, height, .. } = screen;
        let boards = SQUARES.map(|square| Board::of(square, theme));
        let beside = boards[..3]
            .iter()
            .find(|board| board.width + 3 + PANEL <= width && board.height + 5 <= height);
        if let Some(&board) = beside {
            return Layout::with_panel(screen, board, trays);
        }
        let stacked = boards
            .iter()
            .find(|board| board.width + 2 <= width && board.height + 5 <= height);
        if let Some(&board) = stacked {
            return Layout::stacked(screen, board);
        }
        let bare = [(3, 1), (2, 1), (1, 1)]
            .into_iter()
            .find(|(w, _)| 8 * w + 11 <= width && height >= 8);
        match bare {
            Some(square) => Layout::bare(screen, square),
            None => Layout::text(screen),
        }
    }

    /// Names, clocks and moves beside the board, everything else below.
    fn with_panel(screen: Rect, size: Board, trays: Trays) -> Layout {
        let mut rows = Rows::of(screen);
        // On a large screen all this lies in the middle.
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
        let says = rows.take_last(2 + spare.saturating_sub(1).min(2));
        let spoken = rows.take_last(1);
        let rest = rows.0;
        let panel_width = (screen.width - size.width - 4).min(WIDEST_PANEL);
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
        let mut rows = Rows(panel);
        let tall = match (trays, panel.height) {
            (Trays::Shown, 11..) => 3,
            (_, 9..) => 2,
            _ => 1,
        };
        let above = rows.take_first(tall);
        // The side below stands beside the last rank, unless the board is so
        // small that few moves would be seen.
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
            says: shift(says),
            input: shift(input),
            keys: shift(keys),
        }
    }

    /// Everything above or below the board.
    fn stacked(screen: Rect, size: Board) -> Layout {
        let spare = screen.height - (size.height + 5);
        let mut rows = Rows::of(screen);
        let above = rows.take_first(1);
        let mut board = rows.take_first(size.height);
        let margin = (screen.width - size.width - 2) / 2;
        board.x += margin + 2;
        board.width = size.width;
        // The letters of the files.
        rows.take_first(1);
        let below = rows.take_first(1);
        let input = rows.take_last(1);
        let spoken = rows.take_first(u16::from(spare >= 1));
        let says = rows.take_first(1 + spare.saturating_sub(1).min(2));
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
            says,
            input,
            keys,
        }
    }

    /// The bare board, and a little text beside it.
    fn bare(screen: Rect, square: (u16, u16)) -> Layout {
        let board = Rect {
            width: 8 * square.0,
            height: 8,
            ..screen
        };
        let mut rows = Rows(Rect {
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
            says: rows.0,
            input,
            ..Layout::default()
        }
    }

    /// No board at all.
    fn text(screen: Rect) -> Layout {
        let mut rows = Rows::of(screen);
        let input = rows.take_last(1);
        let above = rows.take_first(1);
        let below = rows.take_last(1);
        let spoken = rows.take_first(1);
        Layout {
            above,
            below,
            spoken,
            says: rows.0,
            input,
            ..Layout::default()
        }
    }

    /// The same with more room for what is said, if it needs so many rows:
    /// the last move is seen on the board, too.
    pub fn with_room_for(mut self, rows: u16) -> Layout {
        if rows > self.says.height && self.spoken.bottom() == self.says.y {
            self.says.height += self.spoken.height;
            self.says.y = self.spoken.y;
            self.spoken.height = 0;
        }
        self
    }

    /// The whole cells of a square. On a shifted board half a row above and
    /// half a row below belong to it, too.
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

    /// The square of a cell.
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

    /// Where so many pieces stand among which one is chosen.
    pub fn choices(&self, count: usize) -> Vec<Rect> {
        let row = self.says.intersection(Rect {
            height: 1,
            ..self.says
        });
        let count = u16::try_from(count).unwrap_or(u16::MAX);
        let label = if row.width >= 58 { 12 } else { 0 };
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

/// A board of some size.
#[derive(Clone, Copy)]
struct Board {
    square: (u16, u16),
    width: u16,
    height: u16,
    is_shifted: bool,
}

impl Board {
    fn of(square: (u16, u16), theme: Theme) -> Board {
        let is_shifted = theme.has_half_rows() && square.1.is_multiple_of(2);
        Board {
            square,
            width: 8 * square.0,
            height: 8 * square.1 + u16::from(is_shifted),
            is_shifted,
        }
    }

    /// Whether there is room for names and moves beside it.
    fn is_tall(&self) -> bool {
        self.height >= 16
    }
}

/// Rows that are handed out from above and below.
struct Rows(Rect);

impl Rows {
    fn of(screen: Rect) -> Rows {
        Rows(screen)
    }

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
    use crate::{Depth, Glyphs};

    const THEMES: [Theme; 2] = [
        Theme {
            glyphs: Glyphs::Unicode,
            depth: Depth::True,
        },
        Theme {
            glyphs: Glyphs::Ascii,
            depth: Depth::None,
        },
    ];

    /// Whatever the size, nothing lies outside the screen or upon another.
    #[test]
    fn everything_has_its_place_on_every_screen() {
        for (width, height, theme) in (0..=140)
            .flat_map(|width| (0..=60).map(move |height| (width, height)))
            .flat_map(|(width, height)| THEMES.map(|theme| (width, height, theme)))
        {
            let screen = Rect::new(0, 0, width, height);
            let trays = [Trays::None, Trays::Shown][usize::from(height % 2)];
            let layout = Layout::of(screen, theme, trays);
            let areas = [
                layout.board,
                layout.above,
                layout.below,
                layout.moves,
                layout.spoken,
                layout.says,
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
    fn cells_and_squares_agree() {
        let layout = Layout::of(Rect::new(0, 0, 80, 24), THEMES[0], Trays::None);
        for below in Color::ALL {
            for square in Square::ALL {
                let area = layout.area(square, below);
                for cell in area.positions() {
                    assert_eq!(layout.square_at(cell, below), Some(square));
                }
            }
        }
    }
}
