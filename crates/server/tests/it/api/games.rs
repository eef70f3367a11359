use serde_json::{Value, json};

use super::client::{Client, Server, test_server};

/// Creates a game between two guests.
pub async fn start_game(server: &Server, options: Value) -> (Client, Client, String) {
    let (white, black) = (server.guest().await, server.guest().await);
    let body = json!({"options": options, "color": "white"});
    let made = white.post("/v1/games", body).await;
    assert_eq!(made.outcome(), "201");
    let id = made.text("id");
    let joined = black
        .post(&format!("/v1/games/{id}/join"), Value::Null)
        .await;
    assert_eq!(joined.outcome(), "200");
    (white, black, id)
}

pub async fn act(client: &Client, game: &str, id: &str, action: Value) -> super::client::Answer {
    let body = json!({"id": id, "do": action});
    client
        .post(&format!("/v1/games/{game}/actions"), body)
        .await
}

pub fn play(mv: &str) -> Value {
    json!({"play": {"move": mv}})
}

#[test]
fn a_game_is_created_with_its_first_move() {
    test_server(async |server| {
        let guest = server.anonymous();
        for opponent in [json!({"computer": {"level": 1}}), json!("self")] {
            let body = json!({"color": "white", "opponent": opponent, "first_move": "e4"});
            let made = guest.post("/v1/games", body).await;
            assert_eq!(made.outcome(), "201");
            assert_eq!(made.json()["play"]["moves"][0]["uci"], "e2e4");
        }
        let body = json!({"opponent": "self", "first_move": "e5"});
        let refused = guest.post("/v1/games", body).await;
        assert_eq!(refused.status, 409);
        assert_eq!(refused.text("code"), "pawn_too_far");
        // Nobody is there to play against yet.
        let body = json!({"color": "white", "first_move": "e4"});
        let refused = guest.post("/v1/games", body).await;
        assert_eq!(refused.outcome(), "409 not_started");
    });
}

#[test]
fn the_page_of_a_game_has_its_state_for_the_reader() {
    test_server(async |server| {
        let (white, _, id) = start_game(&server, json!({"clock": "-"})).await;
        act(&white, &id, "1", play("e2e4")).await;
        let told = async |client: &Client| -> Value {
            let page = client.get(&format!("/game/{id}")).await.body;
            let (_, rest) = page.split_once("id=\"initial-game\">").unwrap();
            serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
        };
        for client in [&white, &server.anonymous()] {
            let game = client.get(&format!("/v1/games/{id}")).await;
            assert_eq!(told(client).await, game.json());
        }
        assert_eq!(told(&white).await["you"], json!(["white"]));
        // The document contains the empty element for the result.
        let page = white.get(&format!("/game/{id}")).await.body;
        assert!(
            page.contains("<div class=\"outcome\" hidden><h2></h2>"),
            "{page}"
        );
        act(&white, &id, "2", json!("resign")).await;
        let page = white.get(&format!("/game/{id}")).await.body;
        let outcome = "<div class=\"outcome\"><h2>You lost</h2><p>0–1 · resignation</p>";
        assert!(page.contains(outcome), "{page}");
        let page = server.anonymous().get(&format!("/game/{id}")).await.body;
        assert!(page.contains("<h2>Black wins</h2>"), "{page}");
        for unknown in ["AAAAAAAAAA", "<script>"] {
            let page = white.get(&format!("/game/{unknown}")).await;
            assert_eq!(page.status, 404);
            assert!(
                page.body.contains("id=\"initial-game\">null</script>"),
                "{unknown}"
            );
        }
    });
}

#[test]
fn a_game_is_created_joined_played_and_read() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        // Creating a game without a token makes a guest.
        let made = anonymous.post("/v1/games", json!({"color": "white"})).await;
        assert_eq!(made.outcome(), "201");
        let (id, token) = (made.text("id"), made.text("token"));
        assert_eq!(made.header("location"), format!("/v1/games/{id}"));
        assert_eq!(made.json()["stage"], "waiting");
        assert_eq!(made.json()["you"], json!(["white"]));
        let white = anonymous.with_token(Some(token));
        let path = format!("/v1/games/{id}");
        assert_eq!(
            anonymous.get(&format!("{path}/pgn")).await.outcome(),
            "409 not_started"
        );
        assert_eq!(
            anonymous.get(&format!("{path}/events")).await.json(),
            json!([])
        );
        let own = white.post(&format!("{path}/join"), Value::Null).await;
        assert_eq!(own.json()["stage"], "waiting");
        let joined = anonymous.post(&format!("{path}/join"), Value::Null).await;
        assert_eq!(joined.json()["stage"], "playing");
        assert_eq!(joined.json()["you"], json!(["black"]));
        let black = anonymous.with_token(Some(joined.text("token")));
        let late = anonymous.post(&format!("{path}/join"), Value::Null).await;
        assert_eq!(late.outcome(), "409 seats_taken");
        let moves = ["f3", "e5", "g4", "d8h4"];
        for (ply, mv) in moves.into_iter().enumerate() {
            let player = if ply % 2 == 0 { &white } else { &black };
            let done = act(player, &id, &format!("c{ply}"), play(mv)).await;
            assert_eq!(done.outcome(), "200", "{mv}");
            assert_eq!(done.json()["id"], format!("c{ply}"));
            // The same command is carried out once.
            let again = act(player, &id, &format!("c{ply}"), play(mv)).await;
            assert_eq!(again.json()["seq"], done.json()["events"][0]["seq"]);
        }
        let view = black.get(&path).await.json();
        assert_eq!(view["stage"], "over");
        assert_eq!(view["play"]["state"]["result"], "0-1");
        assert_eq!(
            view["play"]["history"][0]["from"],
            json!({"row": 6, "col": 5})
        );
        let events = anonymous
            .get(&format!("{path}/events?since=3"))
            .await
            .json();
        assert_eq!(events[0]["seq"], 4);
        assert_eq!(events[1]["reason"], "checkmate");
        let pgn = anonymous.get(&format!("{path}/pgn")).await;
        assert_eq!(pgn.header("content-type"), "application/x-chess-pgn");
        for part in [
            "[Result \"0-1\"]",
            "[Black \"Guest ",
            "1. f3",
            "Qh4#",
            "0-1",
        ] {
            assert!(pgn.body.contains(part), "{}", pgn.body);
        }
    });
}

#[test]
fn events_are_streamed_until_the_game_is_over() {
    test_server(async |server| {
        let (white, black, id) = start_game(&server, json!({})).await;
        act(&white, &id, "1", play("e4")).await;
        let request = server
            .anonymous()
            .build("GET", &format!("/v1/games/{id}/events"));
        let request = request.header("accept", "application/x-ndjson");
        let mut stream = request.send().await.unwrap();
        assert_eq!(stream.headers()["content-type"], "application/x-ndjson");
        let mut told = String::new();
        while told.lines().count() < 2 {
            told += str::from_utf8(&stream.chunk().await.unwrap().unwrap()).unwrap();
        }
        act(&black, &id, "1", play("e5")).await;
        act(&white, &id, "2", json!("resign")).await;
        while let Some(chunk) = stream.chunk().await.unwrap() {
            told += str::from_utf8(&chunk).unwrap();
        }
        let lines: Vec<Value> = told
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let facts: Vec<_> = lines
            .iter()
            .map(|line| line["event"].as_str().unwrap())
            .collect();
        assert_eq!(facts, ["started", "played", "played", "ended"]);
        assert!(lines.iter().zip(0..).all(|(line, seq)| line["seq"] == seq));
        // The events of a finished game are sent at once.
        let request = server
            .anonymous()
            .build("GET", &format!("/v1/games/{id}/events?since=2"));
        let request = request.header("accept", "application/x-ndjson");
        let rest = request.send().await.unwrap().text().await.unwrap();
        assert_eq!(rest.lines().count(), 1, "{rest}");
    });
}

#[test]
fn a_refused_command_is_named_and_notations_are_judged_alike() {
    test_server(async |server| {
        let (white, black, id) = start_game(&server, json!({})).await;
        let cases = [
            (&white, "e5", 409, "pawn_too_far"),
            (&white, "e2e5", 409, "pawn_too_far"),
            (&white, "castle!", 422, "not_a_move"),
            (&black, "e5", 409, "not_your_turn"),
            (&black, "e7e5", 409, "not_your_turn"),
        ];
        for (client, mv, status, code) in cases {
            let refused = act(client, &id, "c1", play(mv)).await;
            assert_eq!((refused.status, &*refused.text("code")), (status, code));
            assert_eq!(refused.text("command"), "c1");
            assert_eq!(refused.text("move"), mv);
        }
        let stranger = server.guest().await;
        let refused = act(&stranger, &id, "s1", json!("resign")).await;
        assert_eq!(refused.outcome(), "403 not_a_player");
        assert_eq!(refused.text("command"), "s1");
    });
}

#[test]
fn a_command_id_belongs_to_one_command() {
    test_server(async |server| {
        let (white, _, id) = start_game(&server, json!({})).await;
        // A refused command leaves its id free.
        assert_eq!(act(&white, &id, "1", play("e5")).await.status, 409);
        assert_eq!(act(&white, &id, "1", play("e4")).await.outcome(), "200");
        assert_eq!(act(&white, &id, "1", play("e4")).await.outcome(), "200");
        for other in [play("d4"), json!("resign"), json!("offer_draw")] {
            let refused = act(&white, &id, "1", other).await;
            assert_eq!(refused.outcome(), "409 id_reused");
        }
        let events = white.get(&format!("/v1/games/{id}/events")).await.json();
        assert_eq!(events.as_array().unwrap().len(), 2);
    });
}

#[test]
fn a_waiting_game_can_be_withdrawn_by_its_creator() {
    test_server(async |server| {
        let (maker, other) = (server.guest().await, server.guest().await);
        let id = maker.post("/v1/games", json!({})).await.text("id");
        let path = format!("/v1/games/{id}");
        assert_eq!(other.delete(&path).await.outcome(), "409 not_withdrawn");
        assert_eq!(maker.delete(&path).await.outcome(), "204");
        assert_eq!(maker.delete(&path).await.outcome(), "404 unknown_game");
        let joined = other.post(&format!("{path}/join"), Value::Null).await;
        assert!(joined.status >= 400, "{joined:?}");
        let (white, _, id) = start_game(&server, json!({})).await;
        let start_game = white.delete(&format!("/v1/games/{id}")).await;
        assert_eq!(start_game.outcome(), "409 not_withdrawn");
    });
}

#[test]
fn invalid_options_are_named() {
    test_server(async |server| {
        let guest = server.guest().await;
        let cases = [
            (json!({"options": {"clock": "soon"}}), "422 invalid_clock"),
            (
                json!({"options": {"start": "8/8/8/8/8/8/8/8 w - -"}}),
                "422 no_king",
            ),
            (
                json!({"opponent": {"computer": {"level": 11}}}),
                "422 no_such_level",
            ),
            (json!({"opponent": "enemy"}), "422 invalid_body"),
            (json!({"options": {"rated": true}}), "403 needs_account"),
            (json!({"options": {"colour": 1}}), "422 invalid_body"),
        ];
        for (body, outcome) in cases {
            let answer = guest.post("/v1/games", body.clone()).await;
            assert_eq!(answer.outcome(), outcome, "{body}");
        }
        // A form shows it beside that option.
        let places = [
            (json!({"clock": "5 plus"}), json!(["clock", 2])),
            (json!({"start": "8/8 w"}), json!(["start", 3])),
            (
                json!({"start": "8/8/8/8/8/8/8/8 w - -"}),
                json!(["start", null]),
            ),
            (json!({"clock": "-", "rated": true}), json!([null, null])),
        ];
        for (options, place) in places {
            let answer = guest.post("/v1/games", json!({"options": options})).await;
            let problem = answer.json();
            assert_eq!(
                json!([problem["field"], problem["offset"]]),
                place,
                "{options}"
            );
        }
    });
}

#[test]
fn current_games_are_listed_by_urgency() {
    test_server(async |server| {
        let (ann, bob) = (server.guest().await, server.guest().await);
        let start = async |options: Value, color: &str| {
            let body = json!({"options": &options, "color": color});
            let id = ann.post("/v1/games", body).await.text("id");
            let join = format!("/v1/games/{id}/join");
            assert_eq!(bob.post(&join, Value::Null).await.outcome(), "200");
            // Before both have moved, correspondence games have another limit.
            let is_black = options["start"].is_string();
            let moves = if is_black {
                ["e8e7", "e1e2"]
            } else {
                ["e2e4", "e7e5"]
            };
            let starter = if (color == "white") == is_black {
                &bob
            } else {
                &ann
            };
            let answerer = if std::ptr::eq(starter, &ann) {
                &bob
            } else {
                &ann
            };
            act(starter, &id, "1", play(moves[0])).await;
            act(answerer, &id, "2", play(moves[1])).await;
            id
        };
        let waiting = ann.post("/v1/games", json!({})).await.text("id");
        let own = json!({"opponent": "self", "options": {"clock": "-"}});
        let own = ann.post("/v1/games", own).await.text("id");
        let theirs = start(json!({"clock": "1 day"}), "black").await;
        let slow = start(json!({"clock": "7 days"}), "white").await;
        let untimed = start(json!({"clock": "-"}), "white").await;
        let fast = start(json!({"clock": "1 day"}), "white").await;
        let blacks = "4k3/8/8/8/8/8/8/4K2R b - - 0 1";
        let answered = start(json!({"clock": "3 days", "start": blacks}), "white").await;
        act(&bob, &answered, "3", play("e7e6")).await;

        let list = ann.get("/v1/account/games/current").await.json();
        let games = list["games"].as_array().unwrap();
        let ids: Vec<_> = games
            .iter()
            .map(|game| game["id"].as_str().unwrap())
            .collect();
        assert_eq!(
            ids,
            [&fast, &answered, &slow, &untimed, &theirs, &own, &waiting]
        );
        let turns: Vec<_> = games.iter().map(|game| game["turn"].as_str()).collect();
        let white = Some("white");
        assert_eq!(turns, [white, white, white, white, white, white, None]);
        let days: Vec<_> = games
            .iter()
            .map(|game| {
                game["time_left"]
                    .as_u64()
                    .map(|left| left.div_ceil(86_400_000))
            })
            .collect();
        assert_eq!(days, [Some(1), Some(3), Some(7), None, Some(1), None, None]);
        assert_eq!(games[1]["ply"], 3);
        // The limit goes as far as the default.
        for (limit, expected) in [("2", "200"), ("500", "200"), ("501", "400 invalid_query")] {
            let path = format!("/v1/account/games/current?limit={limit}");
            let listed = ann.get(&path).await;
            assert_eq!(listed.outcome(), expected, "{limit}");
            if limit == "2" {
                assert_eq!(listed.json()["games"].as_array().unwrap().len(), 2);
            }
        }
        let anonymous = server.anonymous().get("/v1/account/games/current").await;
        assert_eq!(anonymous.status, 401);
    });
}

#[test]
fn the_rating_of_a_player_who_joins_by_link_is_shown() {
    test_server(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let options = json!({"clock": "5+3", "rated": true});
        for game in 0..2 {
            let body = json!({"options": options, "color": "white"});
            let id = ann.post("/v1/games", body).await.text("id");
            let joined = bob.post(&format!("/v1/games/{id}/join"), Value::Null).await;
            let players = &joined.json()["players"];
            let ratings = [&players["white"]["rating"], &players["black"]["rating"]];
            assert_eq!(ratings.map(Value::is_null), [game == 0; 2]);
            act(&ann, &id, "1", play("e2e4")).await;
            act(&bob, &id, "1", play("e7e5")).await;
            act(&bob, &id, "2", json!("resign")).await;
        }
    });
}

#[test]
fn lists_continue_at_the_cursor() {
    test_server(async |server| {
        let ann = server.account("Ann").await;
        let mut made = Vec::new();
        for _ in 0..5 {
            let game = ann.post("/v1/games", json!({"opponent": "self"})).await;
            made.push(game.text("id"));
        }
        let mut seen = Vec::new();
        let mut path = "/v1/account/games?limit=2".to_owned();
        loop {
            let part = ann.get(&path).await.json();
            let games = part["games"].as_array().unwrap();
            seen.extend(
                games
                    .iter()
                    .map(|game| game["id"].as_str().unwrap().to_owned()),
            );
            let Some(next) = part["next"].as_str() else {
                break;
            };
            path = format!("/v1/account/games?limit=2&cursor={next}");
        }
        seen.sort();
        made.sort();
        assert_eq!(seen, made);
        let cases = [
            ("/v1/account/games?limit=0", "400 invalid_query"),
            ("/v1/account/games?limit=101", "400 invalid_query"),
            ("/v1/account/games?limit=x", "400 invalid_query"),
            ("/v1/account/games?cursor=x", "422 invalid_cursor"),
            ("/v1/account/games?which=lost", "400 invalid_query"),
            ("/v1/players/Ann", "200"),
            ("/v1/players/Ann/games", "200"),
            ("/v1/players/Ann/ratings?speed=blitz", "200"),
            ("/v1/players/Ann/ratings", "400 invalid_query"),
            ("/v1/players/Bob/games", "404 unknown_player"),
            ("/v1/players/%00", "404 unknown_player"),
            ("/v1/players/%FF", "404 unknown_player"),
            ("/v1/games/live", "200"),
            ("/v1/games/unknown", "404 unknown_game"),
            ("/v1/games/0123456789", "404 unknown_game"),
            ("/v1/games/0123456789/pgn", "404 unknown_game"),
            ("/v1/games/0123456789/events", "404 unknown_game"),
        ];
        for (path, outcome) in cases {
            assert_eq!(ann.get(path).await.outcome(), outcome, "{path}");
        }
        let (white, _, id) = start_game(&server, json!({})).await;
        let live = white.get("/v1/games/live").await.json();
        assert_eq!(live["games"][0]["id"], id);
    });
}
