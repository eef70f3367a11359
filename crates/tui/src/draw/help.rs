//! The page that `?` shows.

use ratatui::style::Style;

use super::Pen;
use crate::{App, command::WORDS};

const KEYS: [(&str, &str); 13] = [
    ("a move", "e4 Nf3 exd5 O-O e8=Q g1f3"),
    ("Tab", "to the board and back"),
    ("arrows", "on the board: the cursor"),
    ("Enter Space", "pick up, put down"),
    ("mouse", "click and click, or drag"),
    ("Left Right", "look back, look on"),
    ("[ ] PgUp/Dn", "the same"),
    ("Home End", "the start, the present"),
    ("Up", "call a refused line back"),
    ("Esc", "cancel"),
    ("F2 F3 F4", "flip, draw, claim"),
    ("F5 F6 F7", "take back, adjust, pause"),
    ("F8 F9 F10", "resign, new game, quit"),
];

const TITLE: &str = "Type a move or a command, then Enter.";

/// In two columns where they fit, else one below the other.
pub(super) fn draw(app: &App, pen: &mut Pen<'_>) {
    let theme = app.looks().theme;
    let write = |pen: &mut Pen<'_>, column: u16, (name, what): (&str, &str)| {
        pen.write_at(column, name, theme.strong());
        pen.write_at(column + 14, what, Style::new());
    };
    pen.write(TITLE, theme.strong());
    pen.write_right(" any key: back", theme.quiet());
    pen.next_row();
    let commands: Vec<_> = WORDS.iter().map(|word| (word.usage, word.help)).collect();
    if pen.width() < 78 {
        for row in KEYS.iter().chain(&commands) {
            write(pen, 0, *row);
            pen.next_row();
        }
        return;
    }
    pen.next_row();
    for row in 0..commands.len().max(KEYS.len()) {
        if let Some(&command) = commands.get(row) {
            write(pen, 0, command);
        }
        if let Some(&key) = KEYS.get(row) {
            write(pen, 41, key);
        }
        pen.next_row();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_help_is_cut_off() {
        for word in &WORDS {
            assert!(
                word.usage.len() <= 13 && word.help.len() <= 26,
                "{}",
                word.usage
            );
        }
        for (key, what) in KEYS {
            assert!(key.len() <= 13 && what.len() <= 25, "{key}");
        }
    }
}
