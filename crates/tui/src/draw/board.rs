//! The 64 squares.

use arbiter_rules::{Bitboard, Color, File, Piece, Rank, Square};
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::Pen;
use crate::{App, app::Looks, layout::Layout, theme::Tint};

/// Everything that is shown on squares.
struct Marks {
    targets: Bitboard,
    last: Bitboard,
    preview: Bitboard,
    check: Bitboard,
    /// Where a piece can be placed.
    places: Bitboard,
    /// The one that would be placed.
    ghost: Option<(Square, Piece)>,
    /// What was cleared off the board.
    cleared: Vec<(Square, Piece)>,
}

impl Marks {
    /// Whether something can go to this square.
    fn is_target(&self, square: Square) -> bool {
        (self.targets | self.places).contains(square)
    }

    /// What was cleared off this square.
    fn cleared(&self, square: Square) -> Option<Piece> {
        let mut cleared = self.cleared.iter();
        let found = cleared.find(|&&(on, _)| on == square);
        found.map(|&(_, piece)| piece)
    }

    /// A piece that is not there, but is shown: one that would be placed, or
    /// one that has left.
    fn absent(&self, square: Square) -> Option<Piece> {
        let ghost = self.ghost.filter(|&(on, _)| on == square);
        let is_place = self.places.contains(square);
        let cleared = || self.cleared(square).filter(|_| !is_place);
        ghost.map(|(_, piece)| piece).or_else(cleared)
    }
}

pub(super) fn draw(app: &App, layout: &Layout, buffer: &mut Buffer) {
    if layout.board.is_empty() {
        return;
    }
    let looks = app.looks();
    let marks = Marks {
        targets: app.targets(),
        last: app
            .last_move()
            .map_or(Bitboard::EMPTY, |(_, mv)| App::squares_of(mv)),
        preview: app
            .hint()
            .mv
            .filter(|_| !looks.is_past)
            .map_or(Bitboard::EMPTY, App::squares_of),
        check: app
            .king_in_check()
            .map_or(Bitboard::EMPTY, Square::bitboard),
        places: app.places(),
        ghost: app.ghost(),
        cleared: app.cleared(),
    };
    for square in Square::ALL {
        let area = layout.area(square, looks.below);
        let piece = app.position().board().piece_at(square);
        draw_square(&looks, &marks, square, piece, area, buffer);
    }
    if layout.is_shifted {
        edges(&looks, &marks, layout, buffer);
    }
    if layout.has_coordinates {
        coordinates(&looks, layout, buffer);
    }
}

fn draw_square(
    looks: &Looks<'_>,
    marks: &Marks,
    square: Square,
    piece: Option<Piece>,
    area: Rect,
    buffer: &mut Buffer,
) {
    let theme = looks.theme;
    let tint = tint(looks, marks, square);
    let ground = theme.square(square.is_light(), tint);
    // Without colors the dark squares are told by their filling.
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
    let absent = marks.absent(square);
    let (sign, style) = match (piece, absent) {
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
    let is_shown = piece.is_some() || absent.is_some() || is_target;
    let frame = frame(looks, marks, square, piece.is_some(), tint);
    let mut pen = Pen::new(buffer, row);
    let is_bare = !is_shown && frame.is_none();
    if area.width > 2 && !is_bare && !theme.has_colors() {
        // Room around a sign, so that it is seen on a dark square.
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

/// The rows of a shifted board that two squares share, or a square and what
/// is outside.
fn edges(looks: &Looks<'_>, marks: &Marks, layout: &Layout, buffer: &mut Buffer) {
    let color = |square: Square| {
        let tint = tint(looks, marks, square);
        looks.theme.square(square.is_light(), tint).bg
    };
    for square in Square::ALL {
        let area = layout.area(square, looks.below);
        let row = |y| Rect {
            y,
            height: 1,
            ..area
        };
        let Some(ground) = color(square) else {
            continue;
        };
        let width = usize::from(area.width);
        let next = match looks.below {
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

/// The color of a square's ground says the most important thing about it.
fn tint(looks: &Looks<'_>, marks: &Marks, square: Square) -> Tint {
    if looks.selected == Some(square) {
        Tint::Selected
    } else if marks.places.contains(square) && !marks.preview.contains(square) {
        Tint::Place
    } else if looks.refused.contains(square) && !looks.is_past {
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

/// Signs left and right of what stands on a square: the cursor, a piece that
/// can be taken and, without colors, what the ground would tell.
fn frame(
    looks: &Looks<'_>,
    marks: &Marks,
    square: Square,
    is_occupied: bool,
    tint: Tint,
) -> Option<(&'static str, &'static str, Style)> {
    let theme = looks.theme;
    if looks.cursor == Some(square) {
        return Some(("[", "]", theme.cursor()));
    }
    if is_occupied && marks.targets.contains(square) {
        return Some(("(", ")", theme.mark()));
    }
    if looks.hovered == Some(square) && marks.places.contains(square) {
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

fn coordinates(looks: &Looks<'_>, layout: &Layout, buffer: &mut Buffer) {
    let style = looks.theme.quiet();
    let (left, last) = match looks.below {
        Color::White => (File::A, Rank::First),
        Color::Black => (File::H, Rank::Eighth),
    };
    for rank in Rank::ALL {
        let area = layout.area(Square::new(left, rank), looks.below);
        let cell = Rect {
            x: area.x - 2,
            y: area.y + area.height / 2,
            width: 1,
            height: 1,
        };
        Pen::new(buffer, cell).write(&rank.to_string(), style);
    }
    for file in File::ALL {
        let area = layout.area(Square::new(file, last), looks.below);
        let cell = Rect {
            x: area.x + area.width / 2,
            y: layout.board.bottom(),
            width: 1,
            height: 1,
        };
        Pen::new(buffer, cell).write(&file.to_string(), style);
    }
}
