//! The WebChess form of a game: R14 to R17.

use arbiter_game::{Game, Time};
use arbiter_rules::UciMove;
use arbiter_wire::{GameOptions, PlayView};
use serde_json::{Value, json};

const NOW: Time = Time::from_millis(1_000);

/// Returns the JSON of a game after these moves from this position, or from the
/// starting position if it is empty.
fn play(fen: &str, moves: &str) -> Value {
    let options = GameOptions {
        start: (!fen.is_empty()).then(|| fen.to_owned()),
        ..GameOptions::default()
    };
    let mut game = Game::start(options.read(0).unwrap(), NOW).unwrap();
    for text in moves.split_whitespace() {
        let uci: UciMove = text.parse().unwrap();
        for event in game.decide(NOW, game.turn(), uci.into()).unwrap() {
            game.apply(&event);
        }
    }
    serde_json::to_value(PlayView::of(&game, NOW)).unwrap()
}

#[test]
fn r14_row_0_is_rank_8_and_column_0_is_file_a() {
    let start = play("", "");
    let white = |piece: &str| json!({"piece": piece, "color": "white"});
    let black = |piece: &str| json!({"piece": piece, "color": "black"});
    assert_eq!(start["board"][0][0], black("rook"));
    assert_eq!(start["board"][0][3], black("queen"));
    assert_eq!(start["board"][1][7], black("pawn"));
    assert_eq!(start["board"][4][4], json!(null));
    assert_eq!(start["board"][6][0], white("pawn"));
    assert_eq!(start["board"][7][4], white("king"));
    assert_eq!(start["board"][7][7], white("rook"));
    for rows in [&start["board"], &start["board"][3]] {
        assert_eq!(rows.as_array().unwrap().len(), 8);
    }

    let moved = play("", "a2a4 h7h5");
    assert_eq!(moved["history"][0]["from"], json!({"row": 6, "col": 0}));
    assert_eq!(moved["history"][0]["to"], json!({"row": 4, "col": 0}));
    assert_eq!(moved["history"][1]["from"], json!({"row": 1, "col": 7}));
    assert_eq!(moved["history"][1]["to"], json!({"row": 3, "col": 7}));
}

#[test]
fn r15_a_game_has_board_turn_castling_rights_en_passant_history_and_status() {
    let game = play("", "e2e4 a7a6 e4e5 d7d5");
    assert_eq!(game["board"][3][4]["piece"], "pawn");
    assert_eq!(game["state"]["turn"], "white");
    assert_eq!(game["state"]["status"], "active");
    assert_eq!(game["en_passant"], json!({"row": 2, "col": 3}));
    let uncapturable = play("", "e2e4");
    assert_eq!(uncapturable["en_passant"], json!({"row": 5, "col": 4}));
    assert_eq!(play("", "e2e4 g8f6")["en_passant"], json!(null));
    assert_eq!(game["history"].as_array().unwrap().len(), 4);
    let all = json!({"kingside": true, "queenside": true});
    assert_eq!(game["castling"], json!({"white": all, "black": all}));

    let game = play("", "e2e4 a7a5 e1e2 a8a6");
    let none = json!({"kingside": false, "queenside": false});
    let short = json!({"kingside": true, "queenside": false});
    assert_eq!(game["castling"], json!({"white": none, "black": short}));
    assert_eq!(game["en_passant"], json!(null));
}

#[test]
fn r16_the_status_is_one_of_five_and_the_reason_is_named() {
    let cases = [
        ("", "", "active", None),
        ("", "f2f3 e7e5 a2a3 d8h4", "check", None),
        ("", "f2f3 e7e5 g2g4 d8h4", "checkmate", Some("checkmate")),
        (
            "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
            "f1f7",
            "stalemate",
            Some("stalemate"),
        ),
        (
            "8/8/8/4k3/8/8/1p6/K7 w - - 0 1",
            "a1b2",
            "draw",
            Some("dead_position"),
        ),
    ];
    for (fen, moves, status, reason) in cases {
        let game = play(fen, moves);
        assert_eq!(game["state"]["status"], status, "{fen} {moves}");
        let found = game["state"].get("reason").and_then(Value::as_str);
        assert_eq!(found, reason, "{fen} {moves}");
    }
}

#[test]
fn r17_a_move_record_has_exactly_the_prescribed_fields() {
    let fields = |game: &Value, ply: usize| game["history"][ply].clone();

    let quiet = play("", "g1f3");
    let expected = json!({
        "from": {"row": 7, "col": 6}, "to": {"row": 5, "col": 5},
        "piece": "knight", "color": "white",
        "captured": null, "promotion": null, "castling": null, "enPassant": false,
    });
    assert_eq!(fields(&quiet, 0), expected);

    let passing = play("", "e2e4 a7a6 e4e5 d7d5 e5d6");
    let expected = json!({
        "from": {"row": 3, "col": 4}, "to": {"row": 2, "col": 3},
        "piece": "pawn", "color": "white",
        "captured": "pawn", "promotion": null, "castling": null, "enPassant": true,
    });
    assert_eq!(fields(&passing, 4), expected);

    let promoted = play("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n");
    let expected = json!({
        "from": {"row": 1, "col": 0}, "to": {"row": 0, "col": 1},
        "piece": "pawn", "color": "white",
        "captured": "knight", "promotion": "knight", "castling": null, "enPassant": false,
    });
    assert_eq!(fields(&promoted, 0), expected);

    let castled = play("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", "e1g1 e8c8");
    let expected = json!({
        "from": {"row": 7, "col": 4}, "to": {"row": 7, "col": 6},
        "piece": "king", "color": "white",
        "captured": null, "promotion": null, "castling": "kingside", "enPassant": false,
    });
    assert_eq!(fields(&castled, 0), expected);
    assert_eq!(fields(&castled, 1)["castling"], "queenside");
    assert_eq!(fields(&castled, 1)["color"], "black");
}
