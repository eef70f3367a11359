use serde_json::json;

use crate::{arbiter, arbiter_reading, keys};

#[test]
fn the_starting_position_is_active_and_both_sides_can_win() {
    let ran = arbiter(&["status", "--json"]);
    assert_eq!(ran.code, 0);
    let expected = [
        "status", "reason", "result", "checkers", "can_win", "doubts",
    ];
    assert_eq!(keys(&ran.out), expected);
    assert_eq!(
        ran.json(),
        json!({
            "status": "active", "reason": null, "result": null, "checkers": [],
            "can_win": {"white": true, "black": true}, "doubts": [],
        })
    );
}

#[test]
fn r65_checkmate_ends_the_game() {
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let answer = arbiter(&["status", "--json", mate]).json();
    assert_eq!(answer["status"], "checkmate");
    assert_eq!(answer["reason"], "checkmate");
    assert_eq!(answer["result"], "0-1");
    assert_eq!(answer["checkers"], json!(["h4"]));
    let text = arbiter(&["status", mate]).out;
    assert!(text.contains("Black has won, 0–1: checkmate"), "{text}");
}

#[test]
fn c9_a_blocked_position_is_dead() {
    let dead = "8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1";
    let answer = arbiter(&["status", "--json", dead]).json();
    assert_eq!(answer["status"], "draw");
    assert_eq!(answer["reason"], "dead_position");
    assert_eq!(answer["result"], "1/2-1/2");
    assert_eq!(answer["can_win"], json!({"white": false, "black": false}));
}

#[test]
fn c9_two_knights_can_win() {
    let answer = arbiter(&["status", "--json", "4k3/8/8/8/8/8/8/K1N2N2 w - - 0 1"]).json();
    assert_eq!(answer["status"], "active");
    assert_eq!(answer["can_win"], json!({"white": true, "black": false}));
}

#[test]
fn doubts_are_reported_with_their_squares() {
    let answer = arbiter(&["status", "--json", "4k3/8/8/8/8/8/8/4K3 w K - 0 1"]).json();
    let doubt = &answer["doubts"][0];
    assert_eq!(doubt["code"], "castling_without_rook");
    assert!(doubt["message"].is_string());
    assert!(doubt["squares"].is_array());
}

#[test]
fn lines_are_answered_one_by_one() {
    let ran = arbiter_reading(&["status", "-"], b"start\n4k3/8/8/8/8/8/8/8 w - -\n");
    assert_eq!(ran.code, 2);
    let lines = ran.lines();
    assert_eq!(lines[0]["status"], "active");
    assert_eq!(lines[1]["error"]["code"], "no_king");
}

#[test]
fn c27_results_are_ascii_for_programs_and_typographic_on_screen() {
    let bare = "8/8/4k3/8/8/3K4/8/8 w - - 0 1";
    assert_eq!(
        arbiter(&["status", "--json", bare]).json()["result"],
        "1/2-1/2"
    );
    let text = arbiter(&["status", bare]).out;
    assert!(
        text.contains("The game is drawn, ½–½: dead position"),
        "{text}"
    );
}
