//! What the players can do now: the hint beside the input line, and the keys in
//! the last row.

use crate::{
    App,
    app::{Prompt, SaktrisDuty},
};

/// Returns hints about what can be typed or pressed, from long to short.
pub(super) fn hints(app: &App) -> Vec<String> {
    let view = app.view();
    if !view.input.is_empty() {
        return vec![app.hint().text];
    }
    let game = app.game();
    let hints: &[&str] = match (view.prompt, view.cursor) {
        (Some(Prompt::Choose(_)), _) => &[
            "type its letter, or use arrows and Enter; Esc cancels",
            "its letter, or Enter",
        ],
        (Some(_), _) => &[],
        (None, Some(square)) if app.placement_squares().contains(square) => {
            return vec![match app.role_in_hand() {
                Some(role) => format!("Enter places the {role} on {square}"),
                None => format!("Enter chooses a piece for {square}"),
            }];
        }
        (None, Some(square)) => {
            return vec![match view.selected {
                Some(selected) if selected == square => {
                    "move with the arrows; Enter puts it down, Esc cancels".to_owned()
                }
                Some(_) => format!("Enter moves it to {square}"),
                None if view.is_adjusting => format!("{square}: Enter adjusts, Esc cancels"),
                None => format!("{square}: Enter picks up, Tab leaves the board"),
            }];
        }
        _ if view.selected.is_some() => &["click its destination; Esc cancels"],
        _ if game.ending().is_some() => &["type new, save or quit"],
        _ if app.is_computers_turn() => {
            let dots = view.theme.sign("…", "...");
            let name = &view.names[game.turn()];
            return vec![
                format!("{name} is thinking{dots}"),
                format!("thinking{dots}"),
            ];
        }
        _ if game.draw_offer().is_some() || game.takeback_requested_by().is_some() => {
            &["y accepts, n declines; or play on", "y, n, or a move"]
        }
        _ if app.saktris_duty() == Some(SaktrisDuty::Pass) => &["Enter passes"],
        _ if app.saktris_duty().is_some() => return placement_hints(app),
        _ if app.computer().is_some() => &[
            "type a move (e4, Nf3, O-O) or hint; ? for help",
            "a move, or ? for help",
        ],
        _ => &[
            "type a move (e4, Nf3, O-O); ? for help",
            "a move, or ? for help",
        ],
    };
    hints.iter().map(|&hint| hint.to_owned()).collect()
}

/// Returns hints about placing a piece, from long to short.
fn placement_hints(app: &App) -> Vec<String> {
    let Some(square) = app.placement_squares().first() else {
        return Vec::new();
    };
    let file = square.file();
    match app.role_in_hand() {
        Some(role) => {
            let letter = role.letter();
            vec![
                format!("click a lit square, use Space and arrows, or type {letter}@{square}"),
                format!("click a lit square, or type {file}"),
                format!("type {file}, or ? for help"),
            ]
        }
        None => vec![
            format!("click a piece or a lit square, or type N@{square}"),
            format!("choose a piece and a square: N@{square}"),
            format!("N@{square}, or ? for help"),
        ],
    }
}

/// A key and what it does.
type Key = (&'static str, &'static str);

/// Returns the keys that have an effect now, the most useful first. The last ones
/// are left out where there is little room.
pub(super) fn keys(app: &App) -> Vec<Key> {
    let view = app.view();
    let arrows = view.theme.sign("←→", "PgUp");
    let (help, review, flip) = (("?", "help"), (arrows, "review"), ("F2", "flip"));
    let (new, quit) = (("F9", "new game"), ("F10", "quit"));
    let (draw, takeback, resign) = (("F3", "draw"), ("F5", "takeback"), ("F8", "resign"));
    match view.prompt {
        Some(Prompt::Resume) => return vec![("y", "resume"), ("n", "new game"), ("q", "quit")],
        Some(Prompt::Resign(_) | Prompt::Leave(_)) => return vec![("y", "yes"), ("n", "no")],
        Some(Prompt::Choose(choice)) => {
            let enter = match choice.pawn {
                Some(_) => ("Enter", "promote"),
                None => ("Enter", "place"),
            };
            return vec![enter, ("Esc", "cancel")];
        }
        Some(Prompt::ComputerFailed(_)) => return vec![("y", "try again"), ("q", "quit")],
        Some(Prompt::Paused) => return vec![("Enter", "continue")],
        None => {}
    }
    if view.cursor.is_some() {
        let arrows = view.theme.sign("←↑↓→", "arrows");
        let enter = match view.selected {
            Some(_) => ("Enter", "put down"),
            None if view
                .cursor
                .is_some_and(|cursor| app.placement_squares().contains(cursor)) =>
            {
                ("Enter", "place")
            }
            None if view.is_adjusting => ("Enter", "adjust"),
            None => ("Enter", "pick up"),
        };
        let review = ("PgUp", "review");
        return vec![(arrows, "move"), enter, ("Tab", "type"), review, help, quit];
    }
    if view.is_past {
        return vec![
            review,
            ("Home", "start"),
            ("End", "current"),
            flip,
            help,
            quit,
        ];
    }
    if app.game().ending().is_some() {
        return vec![help, review, new, quit, flip];
    }
    let board = match app.saktris_duty() {
        Some(SaktrisDuty::Pass) => ("Enter", "pass"),
        Some(SaktrisDuty::Place(_)) => ("Space", "board"),
        None => ("Tab", "board"),
    };
    let mut keys = vec![help, board, review, draw];
    if app.game().options().allows_takebacks() {
        keys.push(takeback);
    }
    keys.extend([resign, quit, flip]);
    keys
}
