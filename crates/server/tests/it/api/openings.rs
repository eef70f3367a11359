//! The names of openings, in games, lists and PGN.

use serde_json::{Value, json};

use super::{
    client::test_server,
    games::{act, play, start_game},
};

#[test]
fn a_game_and_the_lists_name_its_opening() {
    test_server(async |server| {
        let (white, black, id) = start_game(&server, json!({})).await;
        let path = format!("/v1/games/{id}");
        let opening = async || white.get(&path).await.json()["play"]["state"]["opening"].clone();
        assert_eq!(opening().await, Value::Null);
        for (ply, mv) in ["d4", "d5", "e4", "e6", "a3"].into_iter().enumerate() {
            let player = if ply % 2 == 0 { &white } else { &black };
            let done = act(player, &id, &format!("c{ply}"), play(mv)).await;
            assert_eq!(done.outcome(), "200", "{mv}");
        }
        // By transposition, and also after a move without a name of its own.
        let french = json!({"eco": "C00", "name": "French Defense"});
        assert_eq!(opening().await, french);
        let listed = white.get("/v1/account/games/current").await.json();
        assert_eq!(listed["games"][0]["opening"], french);
        assert_eq!(
            act(&black, &id, "end", json!("resign")).await.outcome(),
            "200"
        );
        // The row of a finished game has it, even if the game is not in memory.
        let over = white.get("/v1/account/games?which=over").await.json();
        assert_eq!(over["games"][0]["opening"], french);
        let pgn = white.get(&format!("{path}/pgn")).await.body;
        let tags = "[ECO \"C00\"]\n[Opening \"French Defense\"]\n";
        assert!(pgn.contains(tags), "{pgn}");
        assert!(!pgn.contains("[Variation "), "{pgn}");
    });
}

#[test]
fn a_takeback_takes_the_name_back() {
    test_server(async |server| {
        let (white, black, id) = start_game(&server, json!({})).await;
        act(&white, &id, "1", play("e4")).await;
        let moved = act(&black, &id, "1", play("c5")).await.json();
        assert_eq!(moved["state"]["opening"]["name"], "Sicilian Defense");
        act(&black, &id, "2", json!("ask_take_back")).await;
        let agreed = act(&white, &id, "2", json!("grant_take_back")).await;
        let view = white.get(&format!("/v1/games/{id}")).await.json();
        let state = &view["play"]["state"];
        assert_eq!(state["ply"], 1, "{}", agreed.body);
        assert_eq!(state["opening"]["name"], "King's Pawn Game");
    });
}

#[test]
fn other_starting_positions_have_no_openings() {
    test_server(async |server| {
        let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let (_, black, id) = start_game(&server, json!({"start": start})).await;
        let moved = act(&black, &id, "1", play("c5")).await;
        assert_eq!(moved.outcome(), "200");
        assert_eq!(moved.json()["state"]["opening"], Value::Null);
    });
}

#[test]
fn positions_of_an_analysis_have_their_names() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        let look = json!({"moves": "e4 c5 a3 h6"});
        let look = anonymous.post("/v1/rules/look", look).await.json();
        let name = |ply: usize| look["moves"][ply]["opening"]["name"].clone();
        assert_eq!(name(1), "Sicilian Defense");
        assert_eq!(name(2), "Sicilian Defense: Mengarini Variation");
        assert_eq!(name(3), Value::Null);
        let text = anonymous
            .build("POST", "/v1/pgn")
            .body("1. e4 e5 (1... c5) *");
        let text = text.header("content-type", "text/plain").send();
        let pgn: Value = text.await.unwrap().json().await.unwrap();
        let names = pgn["nodes"].as_array().unwrap().iter();
        let names = names.map(|node| node["opening"]["eco"].as_str().unwrap_or("-"));
        assert_eq!(names.collect::<Vec<_>>(), ["-", "B00", "C20", "B20"]);
    });
}
