//! The content of the help page.

use arbiter_rules::{Clearing, Position};

use crate::command::COMMANDS;

/// What is pressed or typed, and what it does.
pub(crate) type HelpRow = (&'static str, &'static str);

const KEYS: [HelpRow; 13] = [
    ("a move", "e4 Nf3 exd5 O-O e8=Q g1f3"),
    ("Tab", "go to the board and back"),
    ("arrows", "on the board: move cursor"),
    ("Enter Space", "pick up, put down"),
    ("mouse", "click twice, or drag"),
    ("Left Right", "previous, next position"),
    ("[ ] PgUp/Dn", "the same"),
    ("Home End", "first, current position"),
    ("Up", "recall a refused line"),
    ("Esc", "cancel"),
    ("F2 F3 F4", "flip, draw, claim"),
    ("F5 F6 F7", "takeback, adjust, pause"),
    ("F8 F9 F10", "resign, new game, quit"),
];

const SAKTRIS_KEYS: [HelpRow; 6] = [
    ("In Saktris", "place the waiting piece:"),
    ("g  Ng  N@g1", "type where it goes,"),
    ("Space arrows", "or move to a lit square,"),
    ("mouse", "or click one, or drag it"),
    ("N", "choose a knight (pick)"),
    ("Enter", "pass, if you cannot move"),
];

/// Returns the number of rows if they are in one column.
pub(crate) fn row_count(position: &Position) -> usize {
    keys(position).len() + COMMANDS.len()
}

/// Returns the keys for the variant being played.
pub(crate) fn keys(position: &Position) -> Vec<HelpRow> {
    let Some(saktris) = position.saktris_state() else {
        return KEYS.to_vec();
    };
    let clearing = clearing_row(saktris.arrival().clearing);
    let saktris = SAKTRIS_KEYS.into_iter().chain([clearing]);
    saktris.chain(KEYS).collect()
}

/// Returns the commands.
pub(crate) fn commands() -> impl ExactSizeIterator<Item = HelpRow> {
    COMMANDS.iter().map(|spec| (spec.usage, spec.help))
}

const fn clearing_row(clearing: Clearing) -> HelpRow {
    match clearing {
        Clearing::Triplets => ("three alike", "side by side are cleared"),
        Clearing::Rows => ("pawns abreast", "3 of a color are cleared"),
        Clearing::None => ("no clearing", "pieces leave by capture"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_row_of_help_is_cut_off() {
        for (usage, help) in commands() {
            assert!(usage.len() <= 13 && help.len() <= 26, "{usage}");
        }
        let clearings = [Clearing::Triplets, Clearing::Rows, Clearing::None];
        let clearings = clearings.map(clearing_row);
        for (key, what) in KEYS.into_iter().chain(SAKTRIS_KEYS).chain(clearings) {
            assert!(key.len() <= 13 && what.len() <= 25, "{key}");
        }
    }
}
