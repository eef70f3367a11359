//! The page that `?` shows.

use arbiter_rules::Clearing;
use ratatui::style::Style;

use super::Pen;
use crate::{App, command::WORDS};

/// What is pressed or typed, and what it does.
type Row = (&'static str, &'static str);

const KEYS: [Row; 13] = [
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

/// What comes first in Saktris.
const SAKTRIS: [Row; 6] = [
    ("In Saktris", "first place what waits:"),
    ("g  Ng  N@g1", "type where it goes,"),
    ("Space arrows", "or go to a lit square,"),
    ("mouse", "or click one, or drag"),
    ("N", "take a knight if you pick"),
    ("Enter", "pass, if nothing else can"),
];

/// How many lines there are one below the other.
pub(crate) fn rows(app: &App) -> usize {
    keys(app).len() + WORDS.len()
}

/// The keys, and what leaves the board where that is agreed upon.
fn keys(app: &App) -> Vec<Row> {
    let Some(saktris) = app.game().position().to_come() else {
        return KEYS.to_vec();
    };
    let leaves = leaves(saktris.arrival().clearing);
    let saktris = SAKTRIS.into_iter().chain([leaves]);
    saktris.chain(KEYS).collect()
}

const fn leaves(clearing: Clearing) -> Row {
    match clearing {
        Clearing::Triplets => ("three alike", "side by side leave"),
        Clearing::Rows => ("three pawns", "of a color abreast leave"),
        Clearing::None => ("nothing", "leaves but by capture"),
    }
}

const TITLE: &str = "Type a move or a command, then Enter.";

/// In two columns where they fit, else one below the other from the first that
/// is to be seen.
pub(super) fn draw(app: &App, first: usize, pen: &mut Pen<'_>) {
    let theme = app.looks().theme;
    let write = |pen: &mut Pen<'_>, column: u16, (name, what): (&str, &str)| {
        pen.write_at(column, name, theme.strong());
        pen.write_at(column + 14, what, Style::new());
    };
    let is_wide = pen.width() >= 78;
    let is_whole = usize::from(pen.height()) > if is_wide { WORDS.len() + 1 } else { rows(app) };
    let (title, back) = match is_whole {
        true => (TITLE, "any key: back".to_owned()),
        false => (
            "Help",
            format!("{}: more, Esc: back", theme.sign("↓", "Down")),
        ),
    };
    pen.write(title, theme.strong());
    pen.write_right(&format!(" {back}"), theme.quiet());
    pen.next_row();
    let keys = keys(app);
    let commands: Vec<_> = WORDS.iter().map(|word| (word.usage, word.help)).collect();
    if !(is_wide && is_whole) {
        let first = if is_whole { 0 } else { first };
        for row in keys.iter().chain(&commands).skip(first) {
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
        let clearings = [Clearing::Triplets, Clearing::Rows, Clearing::None];
        let leaves = clearings.map(leaves);
        for (key, what) in KEYS.into_iter().chain(SAKTRIS).chain(leaves) {
            assert!(key.len() <= 13 && what.len() <= 25, "{key}");
        }
    }
}
