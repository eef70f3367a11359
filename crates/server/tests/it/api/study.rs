//! Analysis: positions, set-ups, games, the engine.

use serde_json::{Value, json};

use super::client::{Answer, Client, test_server};

const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn a_board_view_has_everything_a_board_needs() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        let look = anonymous
            .post("/v1/rules/look", json!({"moves": "e2e4 e5 Qh5 Ke7 Qxe5"}))
            .await;
        assert_eq!(look.outcome(), "200");
        let look = look.json();
        assert_eq!(look["status"], "checkmate");
        assert_eq!(look["check"], "e7");
        assert_eq!(look["legal"], json!({}));
        assert_eq!(look["turn"], "black");
        let last = &look["moves"][4];
        assert_eq!(last["uci"], "h5e5");
        assert_eq!(last["san"], "Qxe5#");
        assert_eq!(last["fen"], look["fen"]);
        assert_eq!(look["refusal"], Value::Null);
        let start = anonymous.get("/v1/rules/look").await.json();
        assert_eq!(start["legal"].as_object().unwrap().len(), 10);
        assert_eq!(start["legal"]["g1"], json!(["f3", "h3"]));
        let castling = json!({"fen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"});
        let castling = anonymous.post("/v1/rules/look", castling).await.json();
        let targets = castling["legal"]["e1"].as_array().unwrap().clone();
        assert!(targets.contains(&json!("g1")), "{targets:?}");
        let refused = json!({"moves": "e4 e5 Ke3 Nf6"});
        let refused = anonymous.post("/v1/rules/look", refused).await.json();
        assert_eq!(refused["refusal"]["move"], "Ke3");
        assert_eq!(refused["refusal"]["ply"], 2);
        assert_eq!(refused["moves"].as_array().unwrap().len(), 2);
    });
}

/// Setups and the reports about them: the codes of errors and impossibilities,
/// the rooks that can castle, and the possible en passant squares.
#[test]
fn a_setup_is_explained_however_invalid_it_is() {
    test_server(async |server| {
        let cases = [
            ("8/8/8/8/8/8/8/8 w - - 0 1", "no_king no_king", "", "", ""),
            (
                "P2kk3/8/8/8/8/8/8/4K2p w - - 0 1",
                "many_kings pawn_on_back_rank",
                "",
                "",
                "",
            ),
            (
                "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
                "opposite_check",
                "",
                "",
                "",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K2R w Kk - 0 1",
                "",
                "castling_without_rook",
                "Qa1 Kh1!",
                "",
            ),
            ("4k3/8/8/8/8/8/8/1R2K1R1 w - - 0 1", "", "", "Qb1 Kg1", ""),
            ("4k3/8/8/3pP1p1/8/8/8/4K3 w - - 0 1", "", "", "", "d6 g6"),
        ];
        let anonymous = server.anonymous();
        for (fen, errors, doubts, castling, en_passant) in cases {
            let answer = anonymous.post("/v1/rules/setup", json!({"fen": fen})).await;
            assert_eq!(answer.outcome(), "200", "{fen}");
            let report = answer.json();
            let codes = |field: &str| {
                let list = report[field].as_array().unwrap().iter();
                let codes: Vec<_> = list.map(|it| it["code"].as_str().unwrap()).collect();
                codes.join(" ")
            };
            assert_eq!(codes("errors"), errors, "{fen}");
            assert_eq!(codes("doubts"), doubts, "{fen}");
            assert_eq!(report["is_playable"], errors.is_empty(), "{fen}");
            let rooks = report["castling"].as_array().unwrap().iter().map(|it| {
                let mark = if it["is_chosen"] == true { "!" } else { "" };
                let text = |field: &str| it[field].as_str().unwrap();
                format!("{}{}{mark}", text("letter"), text("rook"))
            });
            assert_eq!(rooks.collect::<Vec<_>>().join(" "), castling, "{fen}");
            let squares = report["en_passant"].as_array().unwrap().iter();
            let squares: Vec<_> = squares.map(|it| it.as_str().unwrap()).collect();
            assert_eq!(squares.join(" "), en_passant, "{fen}");
        }
        let kings = "4k3/8/8/8/8/8/8/4K2K w - - 0 1";
        let answer = anonymous
            .post("/v1/rules/setup", json!({"fen": kings}))
            .await;
        assert_eq!(answer.json()["errors"][0]["squares"], json!(["e1", "h1"]));
        let none = anonymous.get("/v1/rules/setup?fen=8/8").await;
        assert_eq!(none.status, 422);
        assert!(none.json()["offset"].is_u64());
    });
}

#[test]
fn the_server_says_what_can_be_premoved() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        let premoves = async |question: Value| anonymous.post("/v1/rules/premoves", question).await;
        let start = json!({"fen": "start", "color": "white", "moves": ["g1f3", "f3f4"]});
        let answer = premoves(start).await.json();
        assert_eq!(answer["possible"], 1);
        assert_eq!(answer["targets"]["e2"], json!(["d3", "e3", "f3", "e4"]));
        assert_eq!(answer["arrival"], Value::Null);
        // Hidden pieces to come are question marks, and stay hidden.
        let fen = "8/8/8/8/8/8/8/4P3[N??/b??] b - - 0 9 moves=9/9,placed=1/1";
        let answer = premoves(json!({"fen": fen, "color": "white"})).await.json();
        assert_eq!(answer["arrival"]["must_place"], true);
        assert_eq!(answer["arrival"]["side"]["next"], json!(["n"]));
        let answer = premoves(json!({"fen": "nonsense", "color": "white"})).await;
        assert_eq!(answer.status, 422);
    });
}

async fn read_pgn(client: &Client, path: &str, text: &str) -> Answer {
    let request = client
        .build("POST", path)
        .header("content-type", "text/plain")
        .body(text.to_owned());
    Answer::of(request.send().await.unwrap()).await
}

#[test]
fn pgn_becomes_a_tree_and_damage_is_located() {
    test_server(async |server| {
        let text = "[Event \"One\"]\n[White \"Anna\"]\n\n\
            1. e4 {[%clk 0:04:59] good} e5 $1 (1... c5 2. Nf3 (2. Nc3) d6) 2. Nf3 Nc6 3. Ke3 1-0\n\
            \n\
            [Event \"Two\"]\n\n1. d4 {[%eval 0.31,20]} d5 *\n";
        let anonymous = server.anonymous();
        let view = read_pgn(&anonymous, "/v1/pgn", text).await;
        assert_eq!(view.outcome(), "200");
        let view = view.json();
        assert_eq!((&view["count"], &view["game"]), (&json!(2), &json!(1)));
        assert_eq!(view["games"][0]["White"], "Anna");
        assert_eq!(view["games"][1]["Event"], "Two");
        assert_eq!(view["result"], "1-0");
        let nodes = view["nodes"].as_array().unwrap();
        let written: Vec<_> = nodes
            .iter()
            .map(|node| match (&node["parent"], &node["san"]) {
                (Value::Null, _) => "start".to_owned(),
                (parent, san) => format!("{parent} {}", san.as_str().unwrap()),
            })
            .collect();
        let tree = [
            "start", "0 e4", "1 e5", "1 c5", "2 Nf3", "4 Nc6", "3 Nf3", "3 Nc3", "6 d6",
        ];
        assert_eq!(written, tree);
        assert_eq!(nodes[1]["clock"], 299_000);
        assert_eq!(nodes[1]["comments"], json!(["good"]));
        assert_eq!(nodes[2]["nags"], json!([1]));
        let problem = &view["problems"][0];
        assert_eq!(
            (&problem["line"], &problem["code"]),
            (&json!(4), &json!("illegal_move"))
        );
        assert_eq!(problem["is_damage"], true);
        assert!(problem["message"].as_str().unwrap().contains("king"));
        let second = read_pgn(&anonymous, "/v1/pgn?game=2", text).await.json();
        assert_eq!(second["nodes"][1]["san"], "d4");
        assert_eq!(second["nodes"][1]["eval"], json!({"cp": 31}));
        assert_eq!(second["problems"], json!([]));
        let third = read_pgn(&anonymous, "/v1/pgn?game=3", text).await;
        assert_eq!(third.outcome(), "422 no_such_game_number");
        let zero = read_pgn(&anonymous, "/v1/pgn?game=0", text).await;
        assert_eq!(zero.outcome(), "400 invalid_query");
        let nothing = read_pgn(&anonymous, "/v1/pgn", "").await;
        assert_eq!(nothing.json()["count"], 0);
        assert_eq!(nothing.json()["nodes"].as_array().unwrap().len(), 1);
    });
}

#[test]
fn pgn_shows_how_long_a_move_took() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        let text = "1. e4 {[%emt 0:00:01.5]} e5 {[%clk 0:04:59]} *";
        let view = read_pgn(&anonymous, "/v1/pgn", text).await.json();
        assert_eq!(view["nodes"][1]["took"], 1500);
        assert!(view["nodes"][2].get("took").is_none());
    });
}

#[test]
fn pgn_shows_highlighted_squares_and_arrows() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        let text = "{[%csl Ba1]} 1. e4 {[%csl Ge4,Rd5] center [%cal Ye2e4,Gd2d4] [%clk 0:01:00]} *";
        let view = read_pgn(&anonymous, "/v1/pgn", text).await.json();
        let node = &view["nodes"][1];
        assert_eq!(node["squares"], json!(["Ge4", "Rd5"]));
        assert_eq!(node["arrows"], json!(["Ye2e4", "Gd2d4"]));
        assert_eq!(node["comments"], json!(["center"]));
        assert_eq!(view["nodes"][0]["squares"], json!(["Ba1"]));
        assert!(view["nodes"][0].get("arrows").is_none());
    });
}

#[test]
fn pgn_of_saktris_shows_what_a_move_cleared() {
    test_server(async |server| {
        let text = "[Variant \"Saktris\"]\n[SetUp \"1\"]\n\
            [FEN \"4k3/8/8/2nn3r/8/2N5/8/R3K3[/] w - - 0 9 moved=c5c3a1\"]\n\n\
            9. Nb5 (9. Na4 Ne3) Kd7 *\n";
        let anonymous = server.anonymous();
        let view = read_pgn(&anonymous, "/v1/pgn", text).await.json();
        assert_eq!(view["problems"], json!([]));
        let nodes = view["nodes"].as_array().unwrap();
        assert_eq!(nodes.len(), 5);
        let clearing_moves: Vec<_> = nodes
            .iter()
            .filter(|it| it.get("cleared").is_some())
            .collect();
        assert_eq!(clearing_moves.len(), 1, "{clearing_moves:?}");
        assert_eq!(clearing_moves[0]["san"], "Nb5");
        let pieces = [("b5", "N"), ("c5", "n"), ("d5", "n"), ("h5", "r")];
        let pieces = pieces.map(|(square, piece)| json!({"square": square, "piece": piece}));
        assert_eq!(
            clearing_moves[0]["cleared"],
            json!({"run": ["b5", "c5", "d5"], "beyond": "h5", "pieces": pieces})
        );
    });
}

#[test]
fn pgn_is_limited_in_length() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        let moves = "Nf3 Nf6 Ng1 Ng8 ";
        let long = read_pgn(&anonymous, "/v1/pgn", &moves.repeat(4_900)).await;
        assert_eq!(long.outcome(), "200");
        assert_eq!(long.json()["nodes"].as_array().unwrap().len(), 19_601);
        let longer = read_pgn(&anonymous, "/v1/pgn", &moves.repeat(5_001)).await;
        assert_eq!(longer.outcome(), "422 too_many_moves");
        let longest = read_pgn(&anonymous, "/v1/pgn", &" ".repeat(1024 * 1024 + 1)).await;
        assert_eq!(longest.outcome(), "413 too_long");
        let many = read_pgn(&anonymous, "/v1/pgn", &"1. e4 *\n\n".repeat(2_000)).await;
        assert_eq!(many.json()["count"], 2_000);
        assert_eq!(many.json()["games"].as_array().unwrap().len(), 1_000);
        let json = anonymous.post("/v1/pgn", json!({"pgn": "1. e4"})).await;
        assert_eq!(json.outcome(), "415 text_needed");
    });
}

#[test]
fn the_engine_streams_its_reports() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        let request = json!({"moves": "e4 e5 Bc4 Nc6 Qh5 Nf6", "lines": 2, "depth": 5});
        let answer = anonymous.post("/v1/analysis", request).await;
        assert_eq!(answer.outcome(), "200");
        assert_eq!(answer.header("content-type"), "application/x-ndjson");
        let lines: Vec<Value> = answer
            .body
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let last = lines.last().unwrap();
        assert!(lines.len() > 2, "{lines:?}");
        assert_eq!(last["end"], "depth");
        assert_eq!(last["lines"][0]["score"], json!({"mate": 1}));
        assert_eq!(last["lines"][0]["moves"], json!(["h5f7"]));
        assert_eq!(last["lines"][0]["san"], json!(["Qxf7#"]));
        assert_eq!(last["lines"].as_array().unwrap().len(), 2);
        assert!(lines.iter().rev().skip(1).all(|it| it.get("end").is_none()));
    });
}

#[test]
fn invalid_positions_for_the_engine_are_explained() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        let cases = [
            (json!({"lines": 0}), "422 invalid_body"),
            (json!({"lines": 6}), "422 invalid_body"),
            (json!({"depth": 31}), "422 invalid_body"),
            (json!({"depth": -1}), "422 invalid_body"),
            (json!({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}), "422 no_king"),
            (json!({"fen": "x"}), "422 fen_board"),
        ];
        for (request, outcome) in cases {
            let answer = anonymous.post("/v1/analysis", request.clone()).await;
            assert_eq!(answer.outcome(), outcome, "{request}");
        }
        let refused = anonymous
            .post("/v1/analysis", json!({"moves": "e4 e4"}))
            .await;
        assert_eq!(refused.status, 422);
        let problem = refused.json();
        assert_eq!(
            (&problem["code"], &problem["field"]),
            (&json!("pawn_too_far"), &json!("moves"))
        );
        assert_eq!(problem["squares"], json!(["e4", "e7"]));
        assert!(problem["cause"].is_object(), "{problem}");
    });
}

#[test]
fn an_analysis_ends_when_the_client_closes_the_connection() {
    crate::harness::story(async |server| {
        let begin = async || {
            let request = json!({"fen": MIDDLEGAME, "lines": 5});
            let url = format!("http://{}/v1/analysis", server.address());
            let request = reqwest::Client::new().post(url).json(&request);
            let mut response = request.send().await.unwrap();
            response.chunk().await.unwrap().unwrap();
            response
        };
        let open = begin().await;
        assert_eq!(server.app.analysis.open_count(), 1);
        drop(open);
        while server.app.analysis.open_count() > 0 {
            tokio::task::yield_now().await;
        }
        // The thread is free again although the clock has not advanced.
        let mut response = begin().await;
        server.pass(20);
        let mut text = Vec::new();
        while let Some(bytes) = response.chunk().await.unwrap() {
            text.extend_from_slice(&bytes);
        }
        let text = String::from_utf8(text).unwrap();
        assert!(text.ends_with("\"end\":\"time\"}\n"), "{text}");
    });
}
