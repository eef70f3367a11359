use serde_json::{Value, json};

use super::client::test_server;

/// The questions of the command line, and how its answers begin.
#[test]
fn positions_are_explained_as_on_the_command_line() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        let moves = anonymous.get("/v1/rules/moves").await;
        assert_eq!(moves.outcome(), "200");
        assert!(moves.body.starts_with(
            r#"{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","turn":"white","#
        ));
        assert_eq!(moves.json()["moves"].as_array().unwrap().len(), 20);
        let castling = "/v1/rules/why?fen=4kr2/8/8/8/8/8/8/4K2R%20w%20K%20-%200%201&move=O-O";
        let why = anonymous.get(castling).await;
        assert_eq!(why.outcome(), "200");
        let why = why.json();
        assert_eq!(why["legal"], false);
        assert_eq!(why["squares"], json!(["f1", "f8"]));
        let status = anonymous
            .get("/v1/rules/status?fen=8/8/4k3/8/8/4K3/8/8%20w%20-%20-")
            .await;
        let status = status.json();
        assert_eq!(status["status"], "draw");
        assert_eq!(status["can_win"], json!({"white": false, "black": false}));
        let replay = anonymous
            .get("/v1/rules/replay?moves=1.%20f3%20e5%202.%20g4%20Qh4")
            .await;
        assert_eq!(replay.json()["status"], "checkmate");
    });
}

#[test]
fn json_requests_get_the_same_answers() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        let fen = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1";
        let cases = [
            ("moves", json!({ "fen": fen })),
            ("why", json!({ "fen": fen, "move": "O-O" })),
            ("status", json!({ "fen": fen })),
            ("replay", json!({ "fen": fen, "moves": "Rxf8 Kxf8" })),
        ];
        for (question, body) in cases {
            let fields = body.as_object().unwrap().iter();
            let fields: Vec<_> = fields
                .map(|(name, value)| {
                    let value = value.as_str().unwrap();
                    format!("{name}={}", value.replace(' ', "%20"))
                })
                .collect();
            let path = format!("/v1/rules/{question}");
            let asked = anonymous.get(&format!("{path}?{}", fields.join("&"))).await;
            let sent = anonymous.post(&path, body).await;
            assert_eq!(asked.outcome(), "200");
            assert_eq!(asked.body, sent.body, "{question}");
        }
        let many = json!({"moves": "Nf3 Nf6 Ng1 Ng8 ".repeat(2_000)});
        let answer = anonymous.post("/v1/rules/replay", many).await;
        assert_eq!(answer.outcome(), "200");
        assert_eq!(answer.json()["san"].as_array().unwrap().len(), 8_000);
    });
}

#[test]
fn unreadable_input_is_located() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        let answer = anonymous.get("/v1/rules/moves?fen=nonsense").await;
        let problem = answer.json();
        assert_eq!(answer.status, 422);
        assert_eq!(problem["field"], "fen");
        assert!(problem["offset"].is_u64(), "{problem}");
        let cases = [
            ("GET", "/v1/rules/why", Value::Null, "400 invalid_query"),
            (
                "GET",
                "/v1/rules/moves?pen=start",
                Value::Null,
                "400 invalid_query",
            ),
            (
                "GET",
                "/v1/rules/moves?fen=%FF",
                Value::Null,
                "422 fen_board",
            ),
            ("POST", "/v1/rules/why", json!({}), "422 invalid_body"),
            (
                "POST",
                "/v1/rules/why",
                json!({"move": 7}),
                "422 invalid_body",
            ),
            (
                "POST",
                "/v1/rules/why",
                json!({"move": "e4", "x": 1}),
                "422 invalid_body",
            ),
            (
                "POST",
                "/v1/rules/why",
                json!(["start", "e4"]),
                "422 invalid_body",
            ),
            ("POST", "/v1/rules/why", Value::Null, "415 json_needed"),
            ("PUT", "/v1/rules/why", json!({}), "405 method_not_allowed"),
            ("GET", "/v1/rules/when", Value::Null, "404 not_found"),
            ("GET", "/v1/rules/moves/", Value::Null, "404 not_found"),
        ];
        for (method, path, body, outcome) in cases {
            let answer = anonymous.request(method, path, body, &[]).await;
            assert_eq!(answer.outcome(), outcome, "{method} {path}");
        }
        let broken = anonymous
            .build("POST", "/v1/rules/why")
            .header("content-type", "application/json")
            .body("{\"move\": ");
        let broken = super::client::Answer::of(broken.send().await.unwrap()).await;
        assert_eq!(broken.outcome(), "400 not_json");
        let wrong = anonymous
            .post("/v1/games", json!({"options": {"rated": "yes"}}))
            .await;
        assert_eq!(wrong.outcome(), "422 invalid_body");
        assert_eq!(wrong.json()["field"], "options.rated");
        let long = json!({"moves": "e4 ".repeat(30_000)});
        let long = anonymous.post("/v1/rules/replay", long).await;
        assert_eq!(long.outcome(), "413 too_long");
    });
}
