//! The page that `?` shows.

use ratatui::style::Style;

use super::Pen;
use crate::{App, command::WORDS};

const KEYS: [(&str, &str); 12] = [
    ("a move", "e4  Nf3  exd5  O-O  e8=Q  g1f3"),
    ("Tab", "to the board and back; ends a word"),
    ("arrows", "on the board: move the cursor"),
    ("Enter Space", "pick a piece up, put it down"),
    ("mouse", "click and click, or drag"),
    ("Left Right", "look back and on; also [ ], PgUp"),
    ("Home End", "the start; the game as it stands"),
    ("Up", "on the line: what was refused"),
    ("Esc", "cancel"),
    ("F2 F3 F4", "flip, draw, claim"),
    ("F5 F6 F7", "take back, adjust, pause"),
    ("F8 F9 F10", "resign, new game, quit"),
];

pub(super) fn draw(app: &App, pen: &mut Pen<'_>) {
    let theme = app.looks().theme;
    let is_wide = pen.width() >= 78;
    pen.write(
        "Type moves and commands; keys work at any time.",
        theme.strong(),
    );
    pen.write_right(" any key: back", theme.quiet());
    pen.next_row();
    let commands = WORDS.iter().map(|word| (word.usage, word.help));
    if is_wide {
        pen.next_row();
        let rows = WORDS.len().max(KEYS.len());
        let commands: Vec<_> = commands.collect();
        for row in 0..rows {
            if let Some(&(usage, help)) = commands.get(row) {
                pen.write(usage, theme.strong());
                pen.write_at(14, help, Style::new());
            }
            if let Some((key, what)) = KEYS.get(row) {
                pen.write_at(53 - 4, key, theme.strong());
                pen.write_at(62, what, Style::new());
            }
            pen.next_row();
        }
        return;
    }
    for (name, what) in KEYS.into_iter().chain(commands) {
        pen.write(name, theme.strong());
        pen.write_at(14, what, Style::new());
        pen.next_row();
    }
}
