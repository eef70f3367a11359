use serde_json::json;

use crate::{START, arbiter, arbiter_reading, keys};

#[test]
fn r23_twenty_moves_from_the_start() {
    let ran = arbiter(&["moves", "--json", START]);
    assert_eq!(ran.code, 0);
    assert_eq!(keys(&ran.out), ["fen", "turn", "status", "moves"]);
    let answer = ran.json();
    assert_eq!(answer["fen"], START);
    assert_eq!(answer["turn"], "white");
    assert_eq!(answer["status"], "active");
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 20);
    assert!(moves.contains(&json!({"uci": "g1f3", "san": "Nf3"})));
}

#[test]
fn text_output_shows_the_board_and_the_moves() {
    let ran = arbiter(&["moves"]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.out.contains("White to move: 20 legal moves"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("knight  Na3 Nc3 Nf3 Nh3"), "{}", ran.out);
    assert!(ran.out.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn a_position_may_be_unquoted_and_have_only_four_fields() {
    let quoted = arbiter(&["moves", "--json", "4k3/8/8/8/8/8/8/4K2R w K -"]);
    let unquoted = arbiter(&["moves", "--json", "4k3/8/8/8/8/8/8/4K2R", "w", "K", "-"]);
    assert_eq!(quoted.code, 0);
    assert_eq!(quoted.out, unquoted.out);
    assert_eq!(quoted.json()["fen"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(
        quoted.out.contains(r#"{"uci":"e1g1","san":"O-O"}"#),
        "{}",
        quoted.out
    );
}

#[test]
fn a_position_may_be_only_the_placement_of_the_pieces() {
    for (placement, fen) in [
        ("4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", START),
    ] {
        let ran = arbiter(&["moves", "--json", placement]);
        assert_eq!(ran.json()["fen"], fen);
    }
}

#[test]
fn people_are_shown_where_a_position_is_wrong() {
    let ran = arbiter(&["moves", "4k3/8/8/8/8/8/8/4K2R", "white"]);
    assert_eq!(ran.code, 2);
    assert!(!ran.err.contains("byte"), "{}", ran.err);
    let pointer = ran.err.lines().last().and_then(|line| line.find('^'));
    assert_eq!(
        pointer,
        Some("  4k3/8/8/8/8/8/8/4K2R w".len()),
        "{}",
        ran.err
    );
}

#[test]
fn chess960_castling_is_written_as_king_takes_rook() {
    let ran = arbiter(&["moves", "--json", "4k3/8/8/8/8/8/8/5KR1 w G -"]);
    assert!(
        ran.out.contains(r#"{"uci":"f1g1","san":"O-O"}"#),
        "{}",
        ran.out
    );
}

#[test]
fn bad_positions_are_bad_input() {
    let ran = arbiter(&["moves", "--json", "8/8/8/9/8/8/8/8 w - - 0 1"]);
    assert_eq!(ran.code, 2);
    assert_eq!(keys(&ran.out), ["error"]);
    let error = &ran.json()["error"];
    assert_eq!(error["code"], "fen_board");
    assert_eq!(error["offset"], 6);
    assert!(error["message"].is_string());

    // Well-formed but unplayable: there is no place to point to.
    let ran = arbiter(&["moves", "--json", "8/8/8/8/8/8/8/8 w - - 0 1"]);
    assert_eq!(ran.code, 2);
    assert_eq!(ran.json()["error"]["code"], "no_king");
    assert!(ran.json()["error"]["offset"].is_null());

    // Text output points to the error and writes nothing to standard output.
    let ran = arbiter(&["moves", "8/8/8/9/8/8/8/8 w - - 0 1"]);
    assert_eq!(ran.code, 2);
    assert!(ran.out.is_empty());
    assert!(
        ran.err
            .ends_with("  8/8/8/9/8/8/8/8 w - - 0 1\n        ^\n"),
        "{}",
        ran.err
    );
}

#[test]
fn lines_are_answered_one_by_one_and_bad_ones_do_not_stop_the_others() {
    let ran = arbiter_reading(&["moves", "-"], b"start\n\nnonsense\r\n8/\xff\nstart");
    assert_eq!(ran.code, 2);
    let lines = ran.lines();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0], lines[4]);
    let expected = [(1, "fen_board", 0), (2, "fen_board", 1), (3, "not_utf8", 2)];
    for (line, code, offset) in expected {
        assert_eq!(lines[line]["error"]["code"], code);
        assert_eq!(lines[line]["error"]["offset"], offset);
    }
}

#[test]
fn valid_lines_give_exit_code_zero() {
    let ran = arbiter_reading(&["moves", "-"], b"start\nstart\n");
    assert_eq!(ran.code, 0);
    assert_eq!(ran.lines().len(), 2);
    let nothing = arbiter_reading(&["moves", "-"], b"");
    assert_eq!((nothing.code, nothing.out.as_str()), (0, ""));
}

#[test]
fn a_dash_must_be_the_only_argument() {
    for arguments in [
        &["moves", "-", "start"][..],
        &["why", "-", "e4"],
        &["replay", "-", "e4"],
    ] {
        let ran = arbiter(arguments);
        assert_eq!(ran.code, 2, "{arguments:?}");
        assert!(
            ran.err.contains("must be the only argument"),
            "{arguments:?}: {}",
            ran.err
        );
    }
}

#[test]
fn epd_lines_and_byte_order_marks_are_accepted() {
    let input = "\u{feff}4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"bare; kings\";\n".as_bytes();
    let ran = arbiter_reading(&["moves", "-"], input);
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert_eq!(ran.json()["fen"], "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}
