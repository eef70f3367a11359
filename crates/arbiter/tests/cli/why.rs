use serde_json::json;

use crate::{arbiter, arbiter_reading, keys};

#[test]
fn a_legal_move_is_shown_in_both_notations() {
    for text in ["e2e4", "e4", "e2-e4"] {
        let ran = arbiter(&["why", "--json", "start", text]);
        assert_eq!(ran.code, 0, "{text}");
        assert_eq!(
            ran.out,
            "{\"legal\":true,\"uci\":\"e2e4\",\"san\":\"e4\"}\n"
        );
    }
    let ran = arbiter(&["why", "e4"]);
    assert!(ran.out.starts_with("e4 (e2e4) is legal."), "{}", ran.out);
}

#[test]
fn r84_a_refusal_names_the_obstacle() {
    let fen = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1";
    for text in ["O-O", "e1g1", "e1h1"] {
        let ran = arbiter(&["why", "--json", fen, text]);
        assert_eq!(ran.code, 1);
        assert_eq!(
            keys(&ran.out),
            [
                "legal", "kind", "code", "article", "squares", "message", "cause"
            ]
        );
        let answer = ran.json();
        assert_eq!(answer["legal"], false);
        assert_eq!(answer["kind"], "illegal_move");
        assert_eq!(answer["code"], "castling_through_attack");
        assert!(
            answer["article"].as_str().unwrap().starts_with("3.8.2"),
            "{answer}"
        );
        assert!(
            answer["squares"].as_array().unwrap().contains(&json!("f8")),
            "{answer}"
        );
        assert!(
            answer["message"]
                .as_str()
                .unwrap()
                .contains("the rook on f8"),
            "{answer}"
        );
    }
    let ran = arbiter(&["why", fen, "O-O"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("the rook on f8"), "{}", ran.out);
    assert!(ran.out.contains("article 3.8.2"), "{}", ran.out);
}

#[test]
fn text_that_is_not_a_move_is_invalid_input() {
    for text in ["e9e4", "castle", "e7e8k", ""] {
        let ran = arbiter(&["why", "--json", "start", text]);
        assert_eq!(ran.code, 2, "{text}");
        assert_eq!(ran.json()["kind"], "invalid_input", "{text}");
    }
}

#[test]
fn lines_hold_a_position_and_a_move() {
    let input = b"start\te4\nstart\te5\nstart e4\n8/8\te4\nstart\t\n";
    let ran = arbiter_reading(&["why", "-"], input);
    assert_eq!(ran.code, 2);
    let lines = ran.lines();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["legal"], true);
    assert_eq!(lines[1]["kind"], "illegal_move");
    assert_eq!(lines[2]["error"]["code"], "missing_tab");
    assert_eq!(lines[2]["error"]["offset"], 8);
    assert_eq!(lines[3]["error"]["code"], "fen_board");
    assert_eq!(lines[4]["kind"], "invalid_input");
    // A refused move is not bad input.
    assert_eq!(
        arbiter_reading(&["why", "-"], b"start\te5\nstart\te4\n").code,
        1
    );
}

#[test]
fn r84_text_that_is_not_a_move_is_quoted() {
    let ran = arbiter(&["why", "--json", "start", "xyz"]);
    assert_eq!(ran.code, 2);
    assert_eq!(ran.json()["kind"], "invalid_input");
    let message = ran.json()["message"].as_str().unwrap().to_owned();
    assert!(message.starts_with("\"xyz\": "), "{message}");
    let long = "x".repeat(1_000);
    let message = arbiter(&["why", "--json", &long]).json()["message"].to_string();
    assert!(message.len() < 300, "{message}");
}

#[test]
fn a_second_tab_is_an_error() {
    let ran = arbiter_reading(&["why", "-"], b"start\te4\te5\n");
    assert_eq!(ran.code, 2);
    assert_eq!(ran.json()["error"]["code"], "extra_tab");
    assert_eq!(ran.json()["error"]["offset"], 8);
}

#[test]
fn the_position_may_be_given_as_an_option() {
    let fen = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1";
    for format in [&[][..], &["--json"]] {
        let before = arbiter(&[&["why"], format, &[fen, "O-O"]].concat());
        for words in [["--fen", fen, "O-O"], ["O-O", "--fen", fen]] {
            let ran = arbiter(&[&["why"], format, &words].concat());
            assert_eq!((ran.code, &ran.out), (1, &before.out), "{words:?}");
        }
    }
    assert_eq!(arbiter(&["why", "--fen", "saktris", "P@e1"]).code, 0);
    // A line may leave its position out.
    let input = b"\tKf2\n\tO-O\nstart\te4\n";
    let ran = arbiter_reading(&["why", "--fen", fen, "-"], input);
    let legal: Vec<_> = ran.lines().iter().map(|it| it["legal"].clone()).collect();
    assert_eq!(legal, [false, false, true]);
    let ran = arbiter_reading(&["why", "-"], b"\te4\n");
    assert_eq!(ran.json()["error"]["code"], "fen_board");
    // There is one position and one move.
    for words in [["start", "e4"], ["Kd1", "Ke2"]] {
        let ran = arbiter(&[&["why", "--json", "--fen", fen][..], &words].concat());
        assert_eq!(ran.code, 2);
        assert_eq!(ran.json()["error"]["code"], "misplaced_fen");
    }
    assert_eq!(arbiter(&["why", "--fen", "8/8", "e4"]).code, 2);
    assert_eq!(arbiter(&["why", "--fen", fen]).code, 2);
}
