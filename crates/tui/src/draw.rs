//! Draws the screen. Drawing changes nothing.

mod board;
mod help;
mod hints;
mod large_pieces;
mod panel;
mod pen;
mod tray;

use arbiter_game::Time;
use arbiter_rules::{Color, Piece, Role};
use ratatui::{
    Frame,
    buffer::Buffer,
    layout::{Position as Cell, Rect},
    style::Style,
};

use crate::{
    App,
    app::{MessageStyle, MouseTarget, Page, Prompt},
    layout::{Layout, Trays},
};

use pen::Pen;

/// Draws the game as it is at this time.
pub fn draw(app: &App, frame: &mut Frame<'_>, at: Time) {
    let area = frame.area();
    let cursor = paint(app, frame.buffer_mut(), area, at);
    if let Some((x, y)) = cursor {
        frame.set_cursor_position((x, y));
    }
}

/// Draws the screen and returns the position of the terminal's cursor.
fn paint(app: &App, buffer: &mut Buffer, area: Rect, at: Time) -> Option<(u16, u16)> {
    let view = app.view();
    if let Page::Help { first_row } = view.page {
        help::draw(app, first_row, &mut Pen::new(buffer, area));
        return None;
    }
    let layout = layout(app, area);
    board::draw(app, &layout, buffer);
    panel::draw(app, &layout, buffer, at);
    spoken_move(app, &mut Pen::new(buffer, layout.spoken));
    messages(app, &layout, buffer);
    keys(app, &mut Pen::new(buffer, layout.keys));
    input(app, &mut Pen::new(buffer, layout.input))
}

/// Returns the layout of a screen of this size.
fn layout(app: &App, area: Rect) -> Layout {
    let trays = match app.tray(Color::White) {
        Some(_) => Trays::Shown,
        None => Trays::None,
    };
    let layout = Layout::new(area, app.view().theme, trays);
    layout.with_room_for(message_rows(app, area.width))
}

/// Returns what is drawn in a cell of a screen of this size.
#[must_use]
pub fn mouse_target(app: &App, screen: Rect, cell: Cell, at: Time) -> MouseTarget {
    let layout = layout(app, screen);
    let view = app.view();
    let choice = match view.prompt {
        Some(Prompt::Choose(choice)) => {
            let roles = app.choices(*choice);
            let mut choices = layout.choices(roles.len()).into_iter().zip(roles);
            choices.find(|(area, _)| area.contains(cell))
        }
        _ => None,
    };
    MouseTarget {
        square: layout.square_at(cell, view.below),
        tray: tray_role_at(app, &layout, cell, at),
        choice: choice.map(|(_, role)| role),
    }
}

/// Returns the piece to come that is drawn in this cell, if it belongs to the side
/// to move.
fn tray_role_at(app: &App, layout: &Layout, cell: Cell, at: Time) -> Option<Role> {
    let turn = app.game().turn();
    let player = match turn == app.view().below {
        true => layout.below,
        false => layout.above,
    };
    let area = tray::area(app, turn, player, at);
    tray::role_at(app, turn, area, cell)
}

/// Returns the number of rows that the messages need.
fn message_rows(app: &App, width: u16) -> u16 {
    let messages = app.messages().into_iter();
    messages
        .map(|message| Pen::rows_of(&message.text, width))
        .sum()
}

fn spoken_move(app: &App, pen: &mut Pen<'_>) {
    pen.write(&app.spoken_move(), app.view().theme.quiet());
}

fn messages(app: &App, layout: &Layout, buffer: &mut Buffer) {
    let view = app.view();
    let theme = view.theme;
    let mut pen = Pen::new(buffer, layout.messages);
    if let Some(Prompt::Choose(choice)) = view.prompt {
        let roles = app.choices(*choice);
        let areas = layout.choices(roles.len());
        if areas
            .first()
            .is_some_and(|first| first.x > layout.messages.x)
        {
            pen.write(&choice.label(), theme.strong());
        }
        for (index, (area, role)) in areas.into_iter().zip(roles).enumerate() {
            let mut pen = Pen::new(pen.buffer(), area);
            let piece = Piece::new(app.game().turn(), role);
            let sign = theme.small_piece(piece);
            let is_chosen = index == choice.index;
            let name = if area.width >= 10 {
                format!("{sign} {role}")
            } else {
                sign.to_string()
            };
            let text = match is_chosen {
                true => format!("[{name}]"),
                false => format!(" {name} "),
            };
            let style = if is_chosen {
                theme.bar()
            } else {
                theme.strong()
            };
            pen.write(&text, style);
        }
        return;
    }
    for message in app.messages() {
        let style = match message.style {
            MessageStyle::Bar => theme.bar(),
            MessageStyle::Warning => theme.warning(),
            MessageStyle::Strong => theme.strong(),
            MessageStyle::Plain => Style::new(),
        };
        let text = match message.style {
            MessageStyle::Bar if layout.messages.width > 20 => format!(" {} ", message.text),
            _ => message.text,
        };
        pen.write_wrapped(&text, style);
    }
}

fn input(app: &App, pen: &mut Pen<'_>) -> Option<(u16, u16)> {
    let view = app.view();
    let theme = view.theme;
    let prompt = if app.game().ending().is_some() {
        "Game over"
    } else {
        app.game().turn().name()
    };
    let arrow = theme.sign("›", ">");
    if pen.width() >= 20 {
        pen.write(&format!("{prompt} {arrow} "), theme.strong());
    } else {
        let prompt = &prompt[..1];
        pen.write(&format!("{prompt}{arrow}"), theme.strong());
    }
    let start = pen.column();
    // Only the end of a long line is visible.
    let room = usize::from(pen.width().saturating_sub(start).saturating_sub(1));
    let before = view.input.before_cursor();
    let skipped = before.chars().count().saturating_sub(room);
    let shown: String = view.input.text().chars().skip(skipped).collect();
    pen.write(&shown, Style::new());
    let cursor = start + u16::try_from(before.chars().count() - skipped).unwrap_or(0);
    let column = pen.column().max(cursor) + 3;
    let room = usize::from(pen.width().saturating_sub(column));
    let hints = hints::hints(app);
    // A hint is shown in full or not at all, except for the shortest one.
    let fits = hints.iter().find(|hint| hint.chars().count() <= room);
    if let Some(hint) = fits.or(hints.last())
        && pen.width() >= 40
    {
        pen.write_at(column, hint, theme.quiet());
    }
    let is_open = view.prompt.is_none() && view.cursor.is_none();
    (is_open && pen.width() > 0).then(|| pen.cell(cursor.min(pen.width() - 1)))
}

fn keys(app: &App, pen: &mut Pen<'_>) {
    let theme = app.view().theme;
    for (key, what) in hints::keys(app) {
        let length = key.chars().count() + what.len() + 1;
        if usize::from(pen.width() - pen.column()) < length {
            break;
        }
        pen.write(key, theme.strong());
        pen.write(&format!(" {what}  "), theme.quiet());
    }
}
