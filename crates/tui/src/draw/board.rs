//! Draws the board.

use arbiter_rules::{Bitboard, Color, File, Move, Piece, Rank, Square};
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::{large_pieces, pen::Pen};
use crate::{App, app::View, layout::Layout, theme::Tint};

/// What is shown on squares in addition to pieces.
struct Marks {
    targets: Bitboard,
    last: Bitboard,
    preview: Bitboard,
    check: Bitboard,
    /// The squares on which a piece can be placed.
    placements: Bitboard,
    /// The piece that would be placed.
    placement_preview: Option<(Square, Piece)>,
    /// The pieces cleared by the last move.
    cleared: Vec<(Square, Piece)>,
}

impl Marks {
    /// Reports whether a piece can move to this square or be placed there.
    fn is_target(&self, square: Square) -> bool {
        (self.targets | self.placements).contains(square)
    }

    /// Returns the piece that was cleared from this square.
    fn cleared(&self, square: Square) -> Option<Piece> {
        let mut cleared = self.cleared.iter();
        let found = cleared.find(|&&(on, _)| on == square);
        found.map(|&(_, piece)| piece)
    }

    /// Returns a piece that is shown although it is not on the board: one that
    /// would be placed, or one that was cleared.
    fn ghost(&self, square: Square) -> Option<Piece> {
        let preview = self.placement_preview.filter(|&(on, _)| on == square);
        let is_placement = self.placements.contains(square);
        let cleared = || self.cleared(square).filter(|_| !is_placement);
        preview.map(|(_, piece)| piece).or_else(cleared)
    }
}

pub(super) fn draw(app: &App, layout: &Layout, buffer: &mut Buffer) {
    if layout.board.is_empty() {
        return;
    }
    let view = app.view();
    let marks = Marks {
        targets: app.targets(),
        last: app
            .last_move()
            .map_or(Bitboard::EMPTY, |(_, mv)| squares_of(mv)),
        preview: app
            .hint()
            .mv
            .filter(|_| !view.is_past)
            .map_or(Bitboard::EMPTY, squares_of),
        check: app
            .king_in_check()
            .map_or(Bitboard::EMPTY, Square::bitboard),
        placements: app.placement_squares(),
        placement_preview: app.placement_preview(),
        cleared: app.cleared_pieces(),
    };
    for square in Square::ALL {
        let area = layout.area(square, view.below);
        let piece = app.position().board().piece_at(square);
        draw_square(&view, &marks, square, piece, area, buffer);
    }
    if layout.is_shifted {
        edges(&view, &marks, layout, buffer);
    }
    if layout.has_coordinates {
        coordinates(&view, layout, buffer);
    }
}

/// Returns the squares of a move: none for a pass.
fn squares_of(mv: Move) -> Bitboard {
    if mv.is_pass() {
        return Bitboard::EMPTY;
    }
    mv.from().bitboard().with(mv.to())
}

fn draw_square(
    view: &View<'_>,
    marks: &Marks,
    square: Square,
    piece: Option<Piece>,
    area: Rect,
    buffer: &mut Buffer,
) {
    let theme = view.theme;
    let tint = tint(view, marks, square);
    let ground = theme.square(square.is_light(), tint);
    // Without colors, dark squares have a pattern.
    let filling = if theme.has_colors() || square.is_light() || area.width == 1 {
        " "
    } else {
        theme.sign("░", ":")
    };
    for row in area.rows() {
        let text = filling.repeat(area.width.into());
        Pen::new(buffer, row).write(&text, ground);
    }
    let row = Rect {
        y: area.y + area.height / 2,
        height: 1,
        ..area
    };
    let middle = area.width / 2;
    let is_target = marks.is_target(square);
    let ghost = marks.ghost(square);
    if area.height >= large_pieces::MIN_SQUARE_HEIGHT {
        match (piece, ghost) {
            (Some(piece), _) => {
                let style = ground.patch(theme.ink(piece.color));
                large_pieces::draw_piece(piece.role, area, style, buffer);
            }
            (None, Some(piece)) => {
                let style = ground.patch(theme.ghost(piece.color));
                large_pieces::draw_piece(piece.role, area, style, buffer);
            }
            _ if is_target => {
                large_pieces::draw_target(area, ground.patch(theme.mark()), buffer);
            }
            _ => {}
        }
        let frame = frame(view, marks, square, piece.is_some(), tint);
        if let Some((left, right, style)) = frame {
            let mut pen = Pen::new(buffer, row);
            pen.write_at(0, left, ground.patch(style));
            pen.write_at(area.width - 1, right, ground.patch(style));
        }
        return;
    }
    let (sign, style) = match (piece, ghost) {
        (Some(piece), _) => (
            theme.piece(piece).to_string(),
            ground.patch(theme.ink(piece.color)),
        ),
        (None, Some(piece)) => (
            theme.piece(piece).to_string(),
            ground.patch(theme.ghost(piece.color)),
        ),
        _ if is_target => (theme.sign("●", "*").to_owned(), ground.patch(theme.mark())),
        _ => (filling.to_owned(), ground),
    };
    let is_shown = piece.is_some() || ghost.is_some() || is_target;
    let frame = frame(view, marks, square, piece.is_some(), tint);
    let mut pen = Pen::new(buffer, row);
    let is_bare = !is_shown && frame.is_none();
    if area.width > 2 && !is_bare && !theme.has_colors() {
        // Space around a sign makes it visible on a dark square.
        pen.write_at(middle - 1, "   ", ground);
    }
    let is_framed = !is_shown && !is_bare && area.width > 2;
    pen.write_at(middle, if is_framed { " " } else { &sign }, style);
    if area.width < 2 {
        return;
    }
    if let Some((left, right, style)) = frame {
        let style = ground.patch(style);
        pen.write_at(middle - 1, left, style);
        if area.width > 2 {
            pen.write_at(middle + 1, right, style);
        }
    }
}

/// Draws the rows of a shifted board that are shared by two squares, or by a
/// square and the outside.
fn edges(view: &View<'_>, marks: &Marks, layout: &Layout, buffer: &mut Buffer) {
    let color = |square: Square| {
        let tint = tint(view, marks, square);
        view.theme.square(square.is_light(), tint).bg
    };
    for square in Square::ALL {
        let area = layout.area(square, view.below);
        let row = |y| Rect {
            y,
            height: 1,
            ..area
        };
        let Some(ground) = color(square) else {
            continue;
        };
        let width = usize::from(area.width);
        let next = match view.below {
            Color::White => square.offset(0, -1),
            Color::Black => square.offset(0, 1),
        };
        let below = next.and_then(color);
        let style = Style::new().fg(ground);
        let style = below.map_or(style, |below| style.bg(below));
        Pen::new(buffer, row(area.bottom())).write(&"▀".repeat(width), style);
        if area.y == layout.board.y + 1 {
            let style = Style::new().fg(ground);
            Pen::new(buffer, row(layout.board.y)).write(&"▄".repeat(width), style);
        }
    }
}

/// Returns the most important thing to show about a square, as its background
/// color.
fn tint(view: &View<'_>, marks: &Marks, square: Square) -> Tint {
    if view.selected == Some(square) {
        Tint::Selected
    } else if marks.placements.contains(square) && !marks.preview.contains(square) {
        Tint::Place
    } else if view.refused.contains(square) && !view.is_past {
        Tint::Refused
    } else if marks.preview.contains(square) {
        Tint::Preview
    } else if marks.check.contains(square) {
        Tint::Check
    } else if marks.cleared(square).is_some() {
        Tint::Cleared
    } else if marks.last.contains(square) {
        Tint::Last
    } else {
        Tint::Plain
    }
}

/// Returns the signs left and right of a piece: for the cursor, for a piece that
/// can be captured and, without colors, for what the background would show.
fn frame(
    view: &View<'_>,
    marks: &Marks,
    square: Square,
    is_occupied: bool,
    tint: Tint,
) -> Option<(&'static str, &'static str, Style)> {
    let theme = view.theme;
    if view.cursor == Some(square) {
        return Some(("[", "]", theme.cursor()));
    }
    if is_occupied && marks.targets.contains(square) {
        return Some(("(", ")", theme.mark()));
    }
    if view.hovered == Some(square) && marks.placements.contains(square) {
        return Some(("(", ")", theme.cursor()));
    }
    if tint == Tint::Cleared && theme.has_colors() {
        let cross = theme.sign("×", "x");
        return Some((cross, cross, theme.mark()));
    }
    if theme.has_colors() {
        return None;
    }
    let (left, right) = match tint {
        Tint::Cleared => ("~", "~"),
        Tint::Selected => ("<", ">"),
        Tint::Refused => ("x", "x"),
        Tint::Check => ("!", "!"),
        Tint::Preview => ("=", "="),
        Tint::Last => ("-", "-"),
        Tint::Place | Tint::Plain => return None,
    };
    Some((left, right, Style::new()))
}

fn coordinates(view: &View<'_>, layout: &Layout, buffer: &mut Buffer) {
    let style = view.theme.quiet();
    let (left, last) = match view.below {
        Color::White => (File::A, Rank::First),
        Color::Black => (File::H, Rank::Eighth),
    };
    for rank in Rank::ALL {
        let area = layout.area(Square::new(left, rank), view.below);
        let cell = Rect {
            x: area.x - 2,
            y: area.y + area.height / 2,
            width: 1,
            height: 1,
        };
        Pen::new(buffer, cell).write(&rank.to_string(), style);
    }
    for file in File::ALL {
        let area = layout.area(Square::new(file, last), view.below);
        let cell = Rect {
            x: area.x + area.width / 2,
            y: layout.board.bottom(),
            width: 1,
            height: 1,
        };
        Pen::new(buffer, cell).write(&file.to_string(), style);
    }
}
