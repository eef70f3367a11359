use std::process::Command;

use crate::{START, arbiter, arbiter_reading};

#[test]
fn the_board_is_drawn_in_three_styles() {
    let ascii = arbiter(&["show", "--ascii"]);
    assert_eq!(ascii.code, 0);
    assert!(ascii.out.is_ascii());
    assert!(ascii.out.contains("8 | r "), "{}", ascii.out);
    let unicode = arbiter(&["show", "--unicode", START]);
    assert!(unicode.out.contains('♚'), "{}", unicode.out);
    assert_eq!(unicode.out, arbiter(&["show", START]).out);
    let svg = arbiter(&["show", "--svg", START]);
    assert!(svg.out.starts_with("<svg"), "{}", svg.out);
    assert!(svg.out.trim_end().ends_with("</svg>"));
    assert_eq!(arbiter(&["show", "--svg", "--ascii"]).code, 2);
}

#[test]
fn a_position_becomes_a_png_file_and_moves_a_gif_file() {
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
        command.args(arguments).output().unwrap()
    };
    let png = run(&["show", "--png", "--size", "64", "--mark", "e4"]);
    assert_eq!(png.status.code(), Some(0));
    assert!(png.stdout.starts_with(b"\x89PNG"));
    let gif = run(&["replay", "--gif", "--flip", "e4", "e5"]);
    assert_eq!(gif.status.code(), Some(0));
    assert!(gif.stdout.starts_with(b"GIF89a"));
    for wrong in [
        &["show", "--png", "-"][..],
        &["show", "--png", "--json"],
        &["show", "--png", "8/8"],
        &["show", "--png", "--size", "9999"],
        &["replay", "--gif", "e5"],
    ] {
        let refused = run(wrong);
        assert_eq!(refused.status.code(), Some(2), "{wrong:?}");
        assert!(
            refused.stdout.is_empty() && !refused.stderr.is_empty(),
            "{wrong:?}"
        );
    }
}

#[test]
fn r12_the_board_is_turned_for_black() {
    let turned = arbiter(&["show", "--ascii", "--flip"]).out;
    let first = turned.find("1 |").unwrap();
    assert!(first < turned.find("8 |").unwrap(), "{turned}");
}

#[test]
fn an_unplayable_position_can_be_drawn() {
    let ran = arbiter(&["show", "--ascii", "8/8/8/8/8/8/8/8 w - -"]);
    assert_eq!(ran.code, 0);
    assert_eq!(arbiter(&["show", "8/8/8"]).code, 2);
}

#[test]
fn json_contains_the_drawing_on_one_line() {
    let ran = arbiter_reading(&["show", "-", "--ascii"], b"start\nx\n");
    assert_eq!(ran.code, 2);
    let lines = ran.lines();
    assert_eq!(lines[0]["fen"], START);
    assert!(lines[0]["picture"].as_str().unwrap().contains("8 | r "));
    assert_eq!(lines[1]["error"]["code"], "fen_board");
}

#[test]
fn moves_arrows_and_marks_are_drawn_on_request() {
    let drawn = arbiter(&[
        "show",
        "--ascii",
        "--last-move",
        "e2e4",
        "--arrow",
        "g8f6:red",
        "--arrow=d7d5",
        "--mark=e5:blue",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    ])
    .out;
    assert!(drawn.contains("4 | .  .  .  . [P] .  .  . |"), "{drawn}");
    assert!(drawn.contains("5 | .  .  .  . <.> .  .  . |"), "{drawn}");
    assert!(
        drawn.ends_with("Last move e2-e4. Arrows: red g8-f6, green d7-d5. Marks: blue e5.\n"),
        "{drawn}"
    );
    for bad in [
        "--last-move=e2",
        "--last-move=e2é4",
        "--arrow=e2e9",
        "--arrow=e2e4:pink",
        "--mark=e2e4",
        "--mark=:red",
    ] {
        let ran = arbiter(&["show", bad]);
        assert_eq!(ran.code, 2, "{bad}");
        assert!(
            ran.err.contains("write a square as e4") || ran.err.contains("colors are"),
            "{}",
            ran.err
        );
    }
}
