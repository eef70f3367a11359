//! The screen. It only looks: nothing is changed and nothing is decided.

mod board;
pub(crate) mod help;
mod hints;
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
    app::{Page, Question, Tone},
    layout::{Layout, Trays},
};

use pen::Pen;

/// Draws the game as it stands at this time.
pub fn draw(app: &App, frame: &mut Frame<'_>, at: Time) {
    let area = frame.area();
    let cursor = paint(app, frame.buffer_mut(), area, at);
    if let Some((x, y)) = cursor {
        frame.set_cursor_position((x, y));
    }
}

/// Draws, and says where the cursor of the terminal is.
fn paint(app: &App, buffer: &mut Buffer, area: Rect, at: Time) -> Option<(u16, u16)> {
    let looks = app.looks();
    if let Page::Help { first } = looks.page {
        help::draw(app, first, &mut Pen::new(buffer, area));
        return None;
    }
    let layout = layout(app, area);
    board::draw(app, &layout, buffer);
    panel::draw(app, &layout, buffer, at);
    spoken(app, &mut Pen::new(buffer, layout.spoken));
    says(app, &layout, buffer);
    keys(app, &mut Pen::new(buffer, layout.keys));
    input(app, &mut Pen::new(buffer, layout.input))
}

/// Where everything is on a screen of this size.
pub(crate) fn layout(app: &App, area: Rect) -> Layout {
    let trays = match app.tray(Color::White) {
        Some(_) => Trays::Shown,
        None => Trays::None,
    };
    let layout = Layout::of(area, app.looks().theme, trays);
    layout.with_room_for(rows(app, area.width))
}

/// The piece to come that is drawn in this cell, if the side to move has it.
pub(crate) fn tray_at(app: &App, layout: &Layout, cell: Cell, at: Time) -> Option<Role> {
    let turn = app.game().turn();
    let player = match turn == app.looks().below {
        true => layout.below,
        false => layout.above,
    };
    let area = tray::area(app, turn, player, at);
    tray::role_at(app, turn, area, cell)
}

/// How many rows everything takes that is to be said.
fn rows(app: &App, width: u16) -> u16 {
    let says = app.says().into_iter();
    says.map(|saying| Pen::rows_of(&saying.text, width)).sum()
}

fn spoken(app: &App, pen: &mut Pen<'_>) {
    pen.write(&app.spoken(), app.looks().theme.quiet());
}

fn says(app: &App, layout: &Layout, buffer: &mut Buffer) {
    let looks = app.looks();
    let theme = looks.theme;
    let mut pen = Pen::new(buffer, layout.says);
    if let Some(Question::Choose(choosing)) = looks.question {
        let roles = app.choices(*choosing);
        let choices = layout.choices(roles.len());
        if choices.first().is_some_and(|first| first.x > layout.says.x) {
            pen.write(&choosing.label(), theme.strong());
        }
        for (index, (choice, role)) in choices.into_iter().zip(roles).enumerate() {
            let mut pen = Pen::new(pen.buffer(), choice);
            let piece = Piece::new(app.game().turn(), role);
            let sign = theme.small_piece(piece);
            let is_chosen = index == choosing.choice;
            let name = if choice.width >= 10 {
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
    for saying in app.says() {
        let style = match saying.tone {
            Tone::Bar => theme.bar(),
            Tone::Warning => theme.warning(),
            Tone::Strong => theme.strong(),
            Tone::Plain => Style::new(),
        };
        let text = match saying.tone {
            Tone::Bar if layout.says.width > 20 => format!(" {} ", saying.text),
            _ => saying.text,
        };
        pen.write_wrapped(&text, style);
    }
}

fn input(app: &App, pen: &mut Pen<'_>) -> Option<(u16, u16)> {
    let looks = app.looks();
    let theme = looks.theme;
    let prompt = if app.game().ending().is_some() {
        "Over"
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
    // The end of a long line is seen.
    let room = usize::from(pen.width().saturating_sub(start).saturating_sub(1));
    let before = looks.input.before_cursor();
    let skipped = before.chars().count().saturating_sub(room);
    let shown: String = looks.input.text().chars().skip(skipped).collect();
    pen.write(&shown, Style::new());
    let cursor = start + u16::try_from(before.chars().count() - skipped).unwrap_or(0);
    let column = pen.column().max(cursor) + 3;
    let room = usize::from(pen.width().saturating_sub(column));
    let hints = hints::hints(app);
    // A hint is whole or not there at all, but for the longest of moves.
    let fits = hints.iter().find(|hint| hint.chars().count() <= room);
    if let Some(hint) = fits.or(hints.last())
        && pen.width() >= 40
    {
        pen.write_at(column, hint, theme.quiet());
    }
    let is_open = looks.question.is_none() && looks.cursor.is_none();
    (is_open && pen.width() > 0).then(|| pen.cell(cursor.min(pen.width() - 1)))
}

fn keys(app: &App, pen: &mut Pen<'_>) {
    let theme = app.looks().theme;
    for (key, what) in hints::keys(app) {
        let length = key.chars().count() + what.len() + 1;
        if usize::from(pen.width() - pen.column()) < length {
            break;
        }
        pen.write(key, theme.strong());
        pen.write(&format!(" {what}  "), theme.quiet());
    }
}
