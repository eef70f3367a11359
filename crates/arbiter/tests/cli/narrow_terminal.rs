//! Tables and prose fit a terminal of 40 columns. A position or an example stays on one
//! line, because people copy it.

use crate::{play::folder, play_terminal::Terminal};

const COLUMNS: u16 = 40;

/// Runs a command in a terminal of 40 columns and checks that all lines fit but those that
/// contain one of these texts.
#[track_caller]
fn fits(arguments: &[&str], copied: &[&str]) -> String {
    let folder = folder(&format!("narrow-{}", arguments[0]));
    let shown = Terminal::sized(&folder, arguments, 120, COLUMNS).ends();
    let wide: Vec<&str> = shown
        .lines()
        .filter(|line| line.chars().count() > usize::from(COLUMNS))
        .filter(|line| !copied.iter().any(|it| line.contains(it)))
        .collect();
    assert!(wide.is_empty(), "{arguments:?}: {wide:#?}");
    shown
}

#[test]
fn levels_have_their_description_below() {
    let shown = fits(&["levels"], &[]);
    assert!(shown.starts_with("level  Elo   name\n       description\n"));
    let shown = fits(&["levels", "--games", "1", "--to", "2"], &[]);
    assert!(shown.contains("\n    2  against 1: "), "{shown}");
}

#[test]
fn counts_of_positions_fit() {
    let shown = fits(&["perft", "3", "--divide"], &[]);
    assert!(shown.contains("8,902 nodes\nin "), "{shown}");
}

#[test]
fn the_list_of_commands_fits() {
    let shown = fits(&["help"], &[env!("CARGO_BIN_EXE_arbiter")]);
    let expected =
        "  arbiter why FEN MOVE\n    says whether a move is legal and, if\n    not, why\n";
    assert!(shown.contains(expected), "{shown}");
}

#[test]
fn answers_about_a_position_fit() {
    let dead = "8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1";
    fits(&["status", dead], &[]);
    let back_and_forth = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2);
    let moves = [&["replay"], &back_and_forth[..]].concat();
    let shown = fits(&moves, &["RNBQKBNR"]);
    assert!(shown.contains("A draw can be claimed"), "{shown}");
}
