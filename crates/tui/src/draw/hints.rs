//! What can be done now: beside the line that is typed, and at the bottom.

use crate::{
    App,
    app::{Due, Question},
};

/// What may be typed or pressed, from long to short.
pub(super) fn hints(app: &App) -> Vec<String> {
    let looks = app.looks();
    if !looks.input.is_empty() {
        return vec![app.hint().text];
    }
    let game = app.game();
    let hints: &[&str] = match (looks.question, looks.cursor) {
        (Some(Question::Choose(_)), _) => &[
            "its letter, or arrows and Enter; Esc takes it back",
            "its letter, or Enter",
        ],
        (Some(_), _) => &[],
        (None, Some(square)) if app.places().contains(square) => {
            return vec![match app.in_hand() {
                Some(role) => format!("Enter places the {role} on {square}"),
                None => format!("Enter asks what to place on {square}"),
            }];
        }
        (None, Some(square)) => {
            return vec![match looks.selected {
                Some(selected) if selected == square => {
                    "arrows, then Enter puts it down; Esc lets go".to_owned()
                }
                Some(_) => format!("Enter puts it on {square}"),
                None if looks.adjusts => format!("{square}: Enter straightens, Esc does not"),
                None => format!("{square}: Enter picks, Tab leaves the board"),
            }];
        }
        _ if looks.selected.is_some() => &["click where it goes; Esc lets go"],
        _ if game.ending().is_some() => &["new, save, quit"],
        _ if app.is_computers_turn() => {
            let dots = looks.theme.sign("…", "...");
            let name = &looks.names[game.turn()];
            return vec![
                format!("{name} is thinking{dots}"),
                format!("thinking{dots}"),
            ];
        }
        _ if game.draw_offer().is_some() || game.takeback_requested_by().is_some() => {
            &["y accepts, n declines; or a move", "y, n, or a move"]
        }
        _ if app.due() == Some(Due::Pass) => &["Enter passes"],
        _ if app.due().is_some() => return place_hints(app),
        _ if app.computer().is_some() => &[
            "type a move (e4, Nf3, O-O), hint, ? for help",
            "a move, or ? for help",
        ],
        _ => &[
            "type a move (e4, Nf3, O-O), ? for help",
            "a move, or ? for help",
        ],
    };
    hints.iter().map(|&hint| hint.to_owned()).collect()
}

/// How a piece is placed, from long to short.
fn place_hints(app: &App) -> Vec<String> {
    let places = app.places();
    let Some(square) = places.first() else {
        return Vec::new();
    };
    let file = square.file();
    match app.in_hand() {
        Some(role) => {
            let letter = role.letter();
            vec![
                format!(
                    "click a lit square, Space and arrows, or type {file} or {letter}@{square}"
                ),
                format!("a lit square: click it, or type {file}"),
                format!("type {file}, or ? for help"),
            ]
        }
        None => vec![
            format!("click a piece or a lit square, or type N, then {file}; or N@{square}"),
            format!("pick a piece and a square: N@{square}"),
            format!("N@{square}, or ? for help"),
        ],
    }
}

/// A key and what it does.
type Key = (&'static str, &'static str);

/// The keys that do something now, the most useful first: where there is
/// little room, the last are left out.
pub(super) fn keys(app: &App) -> Vec<Key> {
    let looks = app.looks();
    let arrows = looks.theme.sign("←→", "PgUp");
    let (help, back, flip) = (("?", "help"), (arrows, "look back"), ("F2", "flip"));
    let (new, quit) = (("F9", "new game"), ("F10", "quit"));
    let (draw, take_back, resign) = (("F3", "draw"), ("F5", "take back"), ("F8", "resign"));
    match looks.question {
        Some(Question::Resume) => return vec![("y", "go on"), ("n", "new game"), ("q", "quit")],
        Some(Question::Resign(_) | Question::Leave(_)) => return vec![("y", "yes"), ("n", "no")],
        Some(Question::Choose(choosing)) => {
            let enter = match choosing.pawn {
                Some(_) => ("Enter", "promote"),
                None => ("Enter", "place"),
            };
            return vec![enter, ("Esc", "back")];
        }
        Some(Question::Trouble(_)) => return vec![("y", "try again"), ("q", "quit")],
        Some(Question::Paused) => return vec![("Enter", "go on")],
        None => {}
    }
    if looks.cursor.is_some() {
        let arrows = looks.theme.sign("←↑↓→", "arrows");
        let enter = match looks.selected {
            Some(_) => ("Enter", "put down"),
            None if looks
                .cursor
                .is_some_and(|cursor| app.places().contains(cursor)) =>
            {
                ("Enter", "place")
            }
            None if looks.adjusts => ("Enter", "adjust"),
            None => ("Enter", "pick up"),
        };
        let past = ("PgUp", "look back");
        return vec![(arrows, "move"), enter, ("Tab", "type"), past, help, quit];
    }
    if looks.is_past {
        return vec![
            back,
            ("Home", "start"),
            ("End", "present"),
            flip,
            help,
            quit,
        ];
    }
    if app.game().ending().is_some() {
        return vec![help, back, new, quit, flip];
    }
    let board = match app.due() {
        Some(Due::Pass) => ("Enter", "pass"),
        Some(Due::Place(_)) => ("Space", "board"),
        None => ("Tab", "board"),
    };
    let mut keys = vec![help, board, back, draw];
    if app.game().options().allows_takebacks() {
        keys.push(take_back);
    }
    keys.extend([resign, quit, flip]);
    keys
}
