use serde_json::json;

use crate::{START, arbiter, arbiter_reading, keys};

#[test]
fn a_replay_without_moves_shows_the_starting_position() {
    let ran = arbiter(&["replay", "--json"]);
    assert_eq!(ran.code, 0);
    let expected = [
        "fen", "status", "reason", "result", "claims", "history", "san", "refusal",
    ];
    assert_eq!(keys(&ran.out), expected);
    assert_eq!(ran.json()["fen"], START);
}

#[test]
fn r14_r17_a_record_has_exactly_these_fields() {
    let ran = arbiter(&["replay", "--json", "e4", "d5", "exd5"]);
    assert_eq!(ran.code, 0);
    let answer = ran.json();
    assert_eq!(answer["san"], json!(["e4", "d5", "exd5"]));
    assert_eq!(
        answer["history"][2],
        json!({
            "from": {"row": 4, "col": 4}, "to": {"row": 3, "col": 3},
            "piece": "pawn", "color": "white", "captured": "pawn",
            "promotion": null, "castling": null, "enPassant": false,
        })
    );
}

#[test]
fn r17_special_moves_say_what_they_are() {
    let fen = "r3k3/6P1/8/8/4p3/8/3P4/4K2R w Kq - 0 1";
    let moves = ["d4", "exd3", "O-O", "O-O-O", "g8=N"];
    let answer = arbiter(&[&["replay", "--json", "--fen", fen][..], &moves].concat()).json();
    let history = &answer["history"];
    assert_eq!(history[1]["enPassant"], true);
    assert_eq!(history[1]["captured"], "pawn");
    assert_eq!(history[1]["to"], json!({"row": 5, "col": 3}));
    assert_eq!(history[2]["castling"], "kingside");
    assert_eq!(history[2]["to"], json!({"row": 7, "col": 6}));
    assert_eq!(history[3]["castling"], "queenside");
    assert_eq!(history[4]["promotion"], "knight");
    assert_eq!(history[4]["piece"], "pawn");
}

#[test]
fn r54_move_numbers_and_results_are_skipped() {
    let text = "1.e4 e5 (=) 2. d4 exd4 3. c4 dxc3 1/2-1/2";
    let answer = arbiter(&["replay", "--json", text]).json();
    assert_eq!(
        answer["san"],
        json!(["e4", "e5", "d4", "exd4", "c4", "dxc3"])
    );
    assert_eq!(answer["history"][5]["enPassant"], true);

    // R55: the mark may be separated from its move.
    let text = "1.e4 e5 2. d4 exd4 3. c4 dxc3 e.p. 4. Nxc3 ½-½";
    let answer = arbiter(&["replay", "--json", text]).json();
    assert_eq!(answer["san"].as_array().unwrap().len(), 7, "{answer}");
    let refused = arbiter(&["replay", "--json", "1.e4 d5 2.exd5 e.p."]).json();
    assert_eq!(refused["refusal"]["ply"], 2, "{refused}");
}

#[test]
fn r75_the_third_repetition_can_be_claimed() {
    let fen = "3q4/5r2/pk5p/2pP4/1p4PP/1P2B1P1/P1P1Q3/R3K2R w KQ - 0 35";
    let moves = "35. O-O-O Qd6 36. Bf4 Qf6 37. g5 Qa1+ 38. Kd2 Qc3+ 39. Kc1 Qa1+ \
                 40. Kd2 Qc3+ 41. Kc1 Qa1+ 1/2-1/2";
    let ran = arbiter(&["replay", "--json", "--fen", fen, moves]);
    assert_eq!(ran.code, 0);
    let answer = ran.json();
    assert_eq!(answer["claims"], json!(["threefold"]));
    assert_eq!(answer["status"], "check");
    assert!(answer["reason"].is_null());
    let text = arbiter(&["replay", "--fen", fen, moves]).out;
    assert!(text.starts_with("35.O-O-O Qd6 36.Bf4"), "{text}");
    assert!(text.contains("A draw can be claimed"), "{text}");
}

#[test]
fn r83_the_first_refused_move_stops_the_replay() {
    let ran = arbiter(&["replay", "--json", "e4", "e5", "Ke3", "Nf3"]);
    assert_eq!(ran.code, 1);
    let answer = ran.json();
    assert_eq!(answer["san"], json!(["e4", "e5"]));
    assert_eq!(answer["history"].as_array().unwrap().len(), 2);
    let refusal = &answer["refusal"];
    assert_eq!(refusal["move"], "Ke3");
    assert_eq!(refusal["ply"], 2);
    assert_eq!(refusal["kind"], "illegal_move");
    assert!(refusal["message"].is_string());
    // Text that is not a move is bad input.
    assert_eq!(arbiter(&["replay", "e4", "xyzzy"]).code, 2);
}

#[test]
fn r24_no_move_is_accepted_after_mate() {
    let ran = arbiter(&["replay", "--json", "f3", "e5", "g4", "Qh4#"]);
    assert_eq!(ran.code, 0);
    assert_eq!(ran.json()["reason"], "checkmate");
    assert_eq!(ran.json()["result"], "0-1");
    let ran = arbiter(&["replay", "--json", "f3", "e5", "g4", "Qh4", "a3"]);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.json()["refusal"]["ply"], 4);
}

#[test]
fn lines_hold_a_position_and_moves() {
    let input = b"\te4 e5\n4k3/8/8/8/8/8/8/4K2R w K -\te1g1\nbad\te4\ne4 e5\n\te5\n";
    let ran = arbiter_reading(&["replay", "-"], input);
    assert_eq!(ran.code, 2);
    let lines = ran.lines();
    assert_eq!(lines[0]["san"], json!(["e4", "e5"]));
    assert_eq!(lines[1]["san"], json!(["O-O"]));
    assert_eq!(lines[2]["error"]["code"], "fen_board");
    assert_eq!(lines[3]["error"]["code"], "missing_tab");
    assert_eq!(lines[4]["refusal"]["legal"], false);
}

#[test]
fn an_empty_fen_means_the_one_given_with_the_command() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let ran = arbiter_reading(&["replay", "--fen", fen, "-"], b"\tO-O\nstart\te4\n");
    assert_eq!(ran.code, 0);
    assert_eq!(ran.lines()[0]["san"], json!(["O-O"]));
    assert_eq!(ran.lines()[1]["san"], json!(["e4"]));
}

#[test]
fn c27_results_are_read_with_hyphen_dash_and_half() {
    for result in ["1-0", "1–0", "½-½", "½–½", "1/2-1/2", "0-1", "*"] {
        let ran = arbiter(&["replay", "--json", "1.", "e4", "e5", result]);
        assert_eq!(
            (ran.code, &ran.json()["san"]),
            (0, &json!(["e4", "e5"])),
            "{result}"
        );
    }
}
