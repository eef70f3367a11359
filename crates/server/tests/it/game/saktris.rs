//! Saktris on the server: it is played, watched, resumed and rated like any game,
//! and the order of pieces stays hidden.

use arbiter_wire::{Action, Color, Fact, GameState, LegalMoves, Stage};
use serde_json::{Value, json};

use super::two_with;
use crate::harness::{Person, Server, story};

/// Returns all legal moves as clients send them.
fn choices(state: &GameState) -> Vec<String> {
    let legal = state.legal.iter().flat_map(LegalMoves::iter);
    let mut moves: Vec<String> = legal.map(|(from, to)| format!("{from}{to}")).collect();
    // Promotions are left out, so that no move has to name a piece.
    if moves.iter().any(|mv| !mv.ends_with(['1', '8'])) {
        moves.retain(|mv| !mv.ends_with(['1', '8']));
    }
    let told = serde_json::to_value(state).unwrap();
    for (letter, squares) in told["places"].as_object().into_iter().flatten() {
        for square in squares.as_array().unwrap() {
            let role = letter.to_ascii_uppercase();
            moves.push(format!("{role}@{}", square.as_str().unwrap()));
        }
    }
    moves.extend(state.pass.then(|| "0000".to_owned()));
    moves
}

/// Continues the game for this many moves or to its end, using only what the server
/// sends to the players, and returns everything it sent, as text.
async fn play_on(white: &mut Person, black: &mut Person, game: &str, moves: u32) -> Vec<String> {
    let mut told = Vec::new();
    let view = white.view(game).await;
    let first = view.play.unwrap().state.ply;
    for ply in first..first + moves {
        let (mover, other) = match ply % 2 {
            0 => (&mut *white, &mut *black),
            _ => (&mut *black, &mut *white),
        };
        let state = mover.view(game).await.play.unwrap().state;
        if state.result.is_some() {
            break;
        }
        let mut all = choices(&state);
        assert!(!all.is_empty(), "{state:?}");
        all.sort_unstable();
        // Varied moves, the same in every run.
        let mv = all.swap_remove(ply as usize * 7 % all.len());
        let update = mover.play(&mv).await;
        told.push(serde_json::to_string(&update).unwrap());
        let update = other.expect_played(&mv).await;
        told.push(serde_json::to_string(&update).unwrap());
    }
    told
}

/// Returns everything that the API reports about a game.
async fn everything_else_sent(server: &Server, person: &mut Person, game: &str) -> Vec<String> {
    let stranger = server.stranger();
    let mut told = Vec::new();
    for path in [
        format!("/v1/games/{game}"),
        format!("/v1/games/{game}/pgn"),
        format!("/v1/games/{game}/events?since=0"),
        "/v1/games/live".to_owned(),
        format!("/game/{game}"),
    ] {
        told.push(stranger.get(&path).await.expect(200).text);
    }
    told.push(person.get("/v1/account/games").await.expect(200).text);
    let mut watcher = server.guest().await;
    let view = watcher.watch(game).await;
    told.push(serde_json::to_string(&view).unwrap());
    let resumed = watcher.resume(0).await;
    told.push(serde_json::to_string(&resumed).unwrap());
    let view = person.view(game).await;
    told.push(serde_json::to_string(&view).unwrap());
    told
}

/// Returns the orders of White and Black at the start, if they are shown.
async fn orders(server: &Server, game: &str) -> [String; 2] {
    let view = server.stranger().view(game).await;
    let start = view.play.unwrap().start;
    let (_, orders) = start.split_once('[').unwrap();
    let (orders, _) = orders.split_once(']').unwrap();
    let (white, black) = orders.split_once('/').unwrap();
    [white, black].map(|order| order.replace('*', "").to_lowercase())
}

#[test]
fn a_game_of_saktris_is_played_resumed_and_played_again() {
    story(async |server| {
        let options = json!({
            "variant": "saktris", "clock": "10+5",
            "saktris": {"order": "different", "preview": 2, "every": 2},
        });
        let (mut white, mut black, game) = two_with(&server, options.clone()).await;
        let view = white.view(&game).await;
        assert_eq!(view.options.saktris.as_ref().unwrap().preview, 2);
        let state = view.play.unwrap().state;
        let saktris = state.saktris.as_ref().unwrap();
        assert!(saktris.white.waits && !saktris.black.waits);
        assert_eq!((saktris.white.left, saktris.white.next.len()), (16, 2));
        assert_eq!(
            saktris.black.moves,
            Some(0),
            "it arrives when the turn begins"
        );
        assert_eq!(state.legal.as_ref().map(LegalMoves::is_empty), Some(true));
        assert!(state.places.is_some());
        // The opponent is not told.
        let other = black.view(&game).await.play.unwrap().state;
        assert!(other.legal.is_none() && other.places.is_none());

        play_on(&mut white, &mut black, &game, 20).await;
        let before = white.view(&game).await;
        let server = server.crash().await;
        white.find(&server);
        black.find(&server);
        let after = white.watch(&game).await;
        black.watch(&game).await;
        assert_eq!(
            before.play.as_ref().unwrap().moves,
            after.play.as_ref().unwrap().moves
        );
        assert_eq!(
            before.play.unwrap().state.fen,
            after.play.unwrap().state.fen
        );
        play_on(&mut white, &mut black, &game, 20).await;
        if white.view(&game).await.stage == Stage::Playing {
            black.act(Action::Resign).await;
        }
        let first = orders(&server, &game).await;
        assert_eq!(first[0].len(), 16, "{first:?}");
        assert!(!first[0].contains('?'));

        let path = format!("/v1/games/{game}/rematch");
        white.post(&path, &json!({})).await.expect(200);
        let again = black.post(&path, &json!({})).await.expect(200).body;
        let next = again["game"].as_str().unwrap().to_owned();
        let view = white.view(&next).await;
        assert_eq!(view.you, [Color::Black]);
        assert_eq!(view.options.saktris.unwrap().every, 2);
        let hidden = orders(&server, &next).await;
        assert_eq!(hidden[0].matches('?').count(), 14, "{hidden:?}");
    });
}

#[test]
fn a_clear_is_announced_with_its_pieces_and_is_in_the_history() {
    story(async |server| {
        let options = json!({
            "variant": "saktris", "clock": "5+3",
            "start": "4k3/8/8/2nn3r/8/2N5/8/R3K3[/] w - - 0 9 moved=c5c3a1",
        });
        let (mut white, mut black, game) = two_with(&server, options).await;
        let update = white.play("c3b5").await;
        let told = black.expect_played("c3b5").await;
        assert_eq!(update.events, told.events);
        let Fact::Played {
            cleared: Some(cleared),
            ..
        } = &update.events[0].fact
        else {
            panic!("{update:?}");
        };
        assert_eq!(cleared.run, ["b5", "c5", "d5"]);
        assert_eq!(cleared.beyond.as_deref(), Some("h5"));
        let pieces: String = cleared.pieces.iter().map(|it| it.piece).collect();
        assert_eq!(pieces, "Nnnr");
        assert!(update.state.fen.starts_with("4k3/8/8/8/8/8/8/R3K3[/] b"));
        let play = white.view(&game).await.play.unwrap();
        assert_eq!(play.moves[0].cleared.as_ref(), Some(&**cleared));
        assert_eq!(play.history[0].cleared, ["b5", "c5", "d5", "h5"]);
        // The move is taken back.
        white.act(Action::RequestTakeback).await;
        black.expect_update().await;
        let back = black.act(Action::AcceptTakeback).await;
        assert!(
            back.state
                .fen
                .starts_with("4k3/8/8/2nn3r/8/2N5/8/R3K3[/] w")
        );
    });
}

#[test]
fn nothing_about_a_running_game_reveals_the_order() {
    for order in ["same", "different"] {
        story(async |server| {
            let options = json!({
                "variant": "saktris", "clock": "10+5", "saktris": {"order": order},
            });
            let (mut white, mut black, game) = two_with(&server, options).await;
            let mut told = everything_else_sent(&server, &mut white, &game).await;
            told.extend(play_on(&mut white, &mut black, &game, 8).await);
            told.extend(everything_else_sent(&server, &mut white, &game).await);
            told.push(format!("{:?}", white.try_play("K@e4").await));
            black.act(Action::Resign).await;

            let after = everything_else_sent(&server, &mut white, &game).await;
            let seed = after.iter().find_map(|text| {
                let (_, rest) = text.split_once("[SaktrisSeed \"")?;
                Some(rest.split('"').next()?.to_owned())
            });
            let seed = seed.unwrap();
            // At most four pieces of a side were placed, and one more is shown.
            for tail in orders(&server, &game)
                .await
                .map(|order| order[5..].to_owned())
            {
                let list: Vec<String> = tail.chars().map(|it| format!("\"{it}\"")).collect();
                let list = list.join(",");
                for text in &told {
                    let text = text.to_lowercase();
                    assert!(!text.contains(&tail), "{tail} in {text}");
                    assert!(!text.contains(&list), "{list} in {text}");
                    assert!(!text.contains(&seed), "{seed} in {text}");
                }
                let is_revealed = |text: &String| text.to_lowercase().contains(&tail);
                assert!(
                    after.iter().any(is_revealed),
                    "everything is revealed in the end"
                );
            }
        });
    }
}

#[test]
fn saktris_has_its_own_rating_whatever_the_clock() {
    story(async |server| {
        let mut ann = server.account("Ann").await;
        let mut bob = server.account("Bob").await;
        let options = json!({"variant": "saktris", "clock": "3+2", "rated": true});
        let game = ann.make_with(json!({"options": options})).await;
        bob.join(&game).await;
        ann.watch(&game).await;
        bob.watch(&game).await;
        play_on(&mut ann, &mut bob, &game, 4).await;
        bob.act(Action::Resign).await;
        let profile = server
            .stranger()
            .get("/v1/players/Ann")
            .await
            .expect(200)
            .body;
        let ratings = profile["ratings"].as_array().unwrap();
        assert_eq!(ratings.len(), 1, "{profile}");
        assert_eq!(ratings[0]["speed"], "saktris");
        assert!(ratings[0]["rating"].as_i64().unwrap() > 1500);
        let path = "/v1/players/Bob/ratings?speed=saktris";
        let history = server.stranger().get(path).await.expect(200).body;
        assert_eq!(history["points"].as_array().map(Vec::len), Some(1));
        let list = server
            .stranger()
            .get("/v1/players/Ann/games")
            .await
            .expect(200);
        assert_eq!(list.body["games"][0]["speed"], "saktris");

        // The seed reveals the order.
        let options = json!({
            "variant": "saktris", "clock": "3+2", "rated": true, "saktris": {"seed": "7"},
        });
        let refused = ann.post("/v1/games", &json!({"options": options})).await;
        assert_eq!(refused.expect(422).code(), "not_ratable");
    });
}

#[test]
fn invalid_options_are_refused_by_name() {
    story(async |server| {
        let ann = server.guest().await;
        let refused = async |options: Value| {
            let answer = ann.post("/v1/games", &json!({"options": options})).await;
            let answer = answer.expect(422);
            (answer.code().to_owned(), answer.body["field"].clone())
        };
        for (options, code, field) in [
            (
                json!({"variant": "saktris", "saktris": {"every": 6}}),
                "invalid_every",
                "saktris.every",
            ),
            (
                json!({"variant": "saktris", "saktris": {"every": 0}}),
                "invalid_every",
                "saktris.every",
            ),
            (
                json!({"variant": "saktris", "saktris": {"preview": 5}}),
                "invalid_preview",
                "saktris.preview",
            ),
            (
                json!({"variant": "saktris", "saktris": {"seed": "-1"}}),
                "invalid_seed",
                "saktris.seed",
            ),
            (json!({"saktris": {}}), "not_saktris", "variant"),
            (
                json!({"start": "8/8/8/8/8/8/8/8[PNK/pnk] w - - 0 1"}),
                "not_saktris",
                "variant",
            ),
            (
                json!({"variant": "saktris", "start": "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"}),
                "not_saktris",
                "variant",
            ),
            (
                json!({
                    "variant": "saktris", "saktris": {},
                    "start": "8/8/8/8/8/8/8/8[PNK/pnk] w - - 0 1",
                }),
                "saktris_and_start",
                "saktris",
            ),
        ] {
            let found = refused(options.clone()).await;
            assert_eq!(found, (code.to_owned(), json!(field)), "{options}");
        }
        // The same seed gives the same order.
        let seeded = json!({
            "options": {"variant": "saktris", "saktris": {"seed": "7", "preview": 4}},
            "opponent": "self",
        });
        let mut starts = Vec::new();
        for _ in 0..2 {
            let game = ann.make_with(seeded.clone()).await;
            starts.push(ann.view(&game).await.play.unwrap().start);
        }
        assert_eq!(starts[0], starts[1]);
    });
}

#[test]
fn saktris_seeks_match_with_and_without_default_options() {
    story(async |server| {
        let (ann, bob) = (server.guest().await, server.guest().await);
        let seek = |saktris: Value| {
            let mut options = json!({"variant": "saktris", "clock": "5+3"});
            if !saktris.is_null() {
                options["saktris"] = saktris;
            }
            json!({"options": options})
        };
        let first = ann.post("/v1/lobby/seeks", &seek(Value::Null)).await;
        assert_eq!(first.body["game"], Value::Null, "{}", first.text);
        let other = bob
            .post("/v1/lobby/seeks", &seek(json!({"every": 2})))
            .await;
        assert_eq!(other.body["game"], Value::Null, "{}", other.text);
        let usual = json!({"order": "same", "every": 1, "clearing": "triplets", "preview": 1});
        let met = bob.post("/v1/lobby/seeks", &seek(usual)).await;
        let game = met.body["game"].as_str().unwrap();
        assert!(bob.view(game).await.play.unwrap().state.saktris.is_some());
    });
}

#[test]
fn the_computer_places_pieces_and_moves() {
    story(async |server| {
        let mut person = server.guest().await;
        let wanted = json!({
            "options": {"variant": "saktris", "clock": "10+5"},
            "opponent": {"computer": {"level": 1}},
        });
        let game = person.make_with(wanted).await;
        person.watch(&game).await;
        for _ in 0..6 {
            let state = person.view(&game).await.play.unwrap().state;
            let mut all = choices(&state);
            all.sort_unstable();
            person.play(&all[0]).await;
            server.pass(8);
            let update = person.expect_update().await;
            assert!(matches!(update.events[0].fact, Fact::Played { .. }));
        }
        assert_eq!(person.view(&game).await.play.unwrap().moves.len(), 12);
    });
}
