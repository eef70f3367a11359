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
fn r12_the_board_is_turned_for_black() {
    let turned = arbiter(&["show", "--ascii", "--flip"]).out;
    let first = turned.find("1 |").unwrap();
    assert!(first < turned.find("8 |").unwrap(), "{turned}");
}

#[test]
fn an_unplayable_position_can_still_be_seen() {
    let ran = arbiter(&["show", "--ascii", "8/8/8/8/8/8/8/8"]);
    assert_eq!(ran.code, 0);
    assert_eq!(arbiter(&["show", "8/8/8"]).code, 2);
}

#[test]
fn programs_get_the_picture_in_a_line() {
    let ran = arbiter_reading(&["show", "-", "--ascii"], b"start\nx\n");
    assert_eq!(ran.code, 2);
    let lines = ran.lines();
    assert_eq!(lines[0]["fen"], START);
    assert!(lines[0]["picture"].as_str().unwrap().contains("8 | r "));
    assert_eq!(lines[1]["error"]["code"], "fen_board");
}
