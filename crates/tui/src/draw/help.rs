//! Draws the help page.

use ratatui::style::Style;

use super::pen::Pen;
use crate::{
    App,
    help::{self, HelpRow},
};

const TITLE: &str = "Type a move or a command, then press Enter.";

/// The width at which keys and commands fit side by side.
const TWO_COLUMN_WIDTH: u16 = 78;

/// Draws the help page in two columns if they fit, or else in one column that
/// begins with `first_row`.
pub(super) fn draw(app: &App, first_row: usize, pen: &mut Pen<'_>) {
    let theme = app.view().theme;
    let write = |pen: &mut Pen<'_>, column: u16, (name, meaning): HelpRow| {
        pen.write_at(column, name, theme.strong());
        pen.write_at(column + 14, meaning, Style::new());
    };
    let position = app.game().position();
    let keys = help::keys(position);
    let commands: Vec<HelpRow> = help::commands().collect();
    let is_wide = pen.width() >= TWO_COLUMN_WIDTH;
    let rows = match is_wide {
        true => commands.len() + 1,
        false => help::row_count(position),
    };
    let fits = usize::from(pen.height()) > rows;
    let (title, back) = match fits {
        true => (TITLE, "any key: close".to_owned()),
        false => (
            "Help",
            format!("{}: more, Esc: close", theme.sign("↓", "Down")),
        ),
    };
    pen.write(title, theme.strong());
    pen.write_right(&format!(" {back}"), theme.quiet());
    pen.next_row();
    if !(is_wide && fits) {
        let first_row = if fits { 0 } else { first_row };
        for row in keys.iter().chain(&commands).skip(first_row) {
            write(pen, 0, *row);
            pen.next_row();
        }
        return;
    }
    pen.next_row();
    for row in 0..commands.len().max(keys.len()) {
        if let Some(&command) = commands.get(row) {
            write(pen, 0, command);
        }
        if let Some(&key) = keys.get(row) {
            write(pen, 41, key);
        }
        pen.next_row();
    }
}
