//! What the arbiter decides.

use arbiter_wire::TournamentState;
use serde_json::{Value, json};

use super::{boards, event, quick};
use crate::harness::story;

#[test]
fn only_the_arbiter_decides() {
    story(async |server| {
        let event = event(&server, 2, quick(1)).await;
        let path = format!("/v1/tournaments/{}/arbiter", event.id);
        let refused = event.players[0].post(&path, &json!({"do": "start"})).await;
        assert_eq!(refused.code(), "not_arbiter");
        let codes = [
            (json!("pair"), "tournament_not_started"),
            (json!("start_round"), "tournament_not_started"),
            (json!("finish"), "tournament_not_started"),
            (json!({"remove": {"player": 9}}), "unknown_entrant"),
            (json!({"add": {"name": "nobody"}}), "unknown_player"),
            (
                json!({"result": {"round": 1, "board": 1, "result": "2-0"}}),
                "invalid_result",
            ),
            (
                json!({"result": {"round": 1, "board": 1, "result": "1-0"}}),
                "tournament_rules",
            ),
            (json!({"message": {"text": " "}}), "nothing_said"),
        ];
        for (action, code) in codes {
            let refused = event.arbitrate(action.clone()).await;
            assert_eq!(refused.code(), code, "{action}");
        }
        event.arbitrate(json!("cancel")).await.expect(200);
        let over = event.arbitrate(json!("start")).await;
        assert_eq!(over.code(), "tournament_over");
    });
}

#[test]
fn the_arbiter_pairs_again_pauses_removes_and_corrects() {
    story(async |server| {
        let mut new = quick(3);
        new["break_seconds"] = json!(null);
        let mut event = event(&server, 6, new).await;
        event.arbitrate(json!("start")).await.expect(200);
        assert_eq!(boards(&event.view().await).len(), 3);
        // A player does not come: the round is paired again without them.
        event
            .arbitrate(json!({"remove": {"player": 6}}))
            .await
            .expect(200);
        event.arbitrate(json!("pair_again")).await.expect(200);
        let view = event.view().await;
        assert_eq!(boards(&view).len(), 2);
        let entry = format!("/v1/tournaments/{}/entry", event.id);
        let back = event.players[5].post(&entry, &json!({})).await;
        assert_eq!(back.code(), "removed_from_tournament");
        event
            .arbitrate(json!({"return": {"player": 6}}))
            .await
            .expect(200);
        event
            .arbitrate(json!({"message": {"text": "Good luck!"}}))
            .await
            .expect(200);
        event.arbitrate(json!("start_round")).await.expect(200);
        let again = event.arbitrate(json!("pair_again")).await;
        assert_eq!(again.code(), "round_started");
        let view = event.until_round(1).await;
        assert_eq!(view.messages[0].text, "Good luck!");

        // The arbiter decides a game, which ends.
        let (_, black, game) = boards(&view)[0].clone();
        let result = json!({"result": {"round": 1, "board": 1, "result": "0-1"}});
        event.arbitrate(result).await.expect(200);
        let decided = event.organizer.view(&game.unwrap()).await;
        assert_eq!(decided.play.unwrap().state.result.as_deref(), Some("0-1"));
        let missing = event.arbitrate(json!("pair")).await;
        assert_eq!(missing.code(), "tournament_rules");
        let (white, other, game) = boards(&view)[1].clone();
        event.resign(white, &game.unwrap()).await;
        let view = event
            .until(|view| !view.standings[0].results.is_empty())
            .await;
        let leaders: Vec<_> = view.standings[..3].iter().map(|it| it.player).collect();
        assert!(leaders.contains(&black) && leaders.contains(&other));
        // A wrong result is corrected later.
        let result = json!({"result": {"round": 1, "board": 2, "result": "1/2"}});
        event.arbitrate(result).await.expect(200);
        let view = event.view().await;
        let corrected = view.standings.iter().find(|it| it.player == other).unwrap();
        assert_eq!(corrected.points, "0.5");
        event.arbitrate(json!("pair")).await.expect(200);
        event.arbitrate(json!("finish")).await.expect(200);
        assert_eq!(event.view().await.summary.state, TournamentState::Over);
    });
}

#[test]
fn a_paused_tournament_waits() {
    story(async |server| {
        let mut event = event(&server, 2, quick(1)).await;
        event.arbitrate(json!("pause")).await.expect(200);
        event.arbitrate(json!("start")).await.expect(200);
        let view = event.view().await;
        assert!(view.paused && !view.round.unwrap().started);
        event.arbitrate(json!("resume")).await.expect(200);
        let view = event.until_round(1).await;
        assert!(!view.paused);
    });
}

#[test]
fn a_penalty_counts_in_the_next_pairing() {
    story(async |server| {
        let organizer = server.account("organizer").await;
        let new = json!({"name": "Hall", "venue": "board", "rounds": 3, "break_seconds": null});
        let made = organizer.post("/v1/tournaments", &new).await.expect(201);
        let id = made.body["summary"]["id"].as_str().unwrap().to_owned();
        let decide = async |action: Value| {
            let path = format!("/v1/tournaments/{id}/arbiter");
            organizer.post(&path, &json!({"do": action})).await
        };
        let penalty = |points: &str| {
            let reason = "The phone rang.";
            json!({"penalty": {"player": 3, "points": points, "reason": reason}})
        };
        for number in 0..8 {
            let add = json!({"name": format!("P{number}"), "rating": 2500 - number});
            decide(json!({"add": add})).await.expect(200);
        }
        let early = decide(penalty("1")).await;
        assert_eq!(early.code(), "tournament_not_started");
        decide(json!("start")).await.expect(200);
        decide(json!("start_round")).await.expect(200);
        for (board, result) in [(1, "1-0"), (2, "0-1"), (3, "1-0"), (4, "0-1")] {
            let result = json!({"round": 1, "board": board, "result": result});
            decide(json!({"result": result})).await.expect(200);
        }
        assert_eq!(decide(penalty("-1")).await.code(), "invalid_result");
        assert_eq!(decide(penalty("0")).await.code(), "tournament_rules");
        let view = decide(penalty("1.0")).await.expect(200);
        let standings = view.body["standings"].as_array().unwrap();
        let first = standings.iter().find(|it| it["player"] == 3).unwrap();
        assert_eq!(first["points"], "0.0");
        assert_eq!(view.body["messages"][0]["text"], "The phone rang.");
        let view = decide(json!("pair")).await.expect(200);
        let board = &view.body["round"]["boards"][1];
        assert_eq!([&board["white"], &board["black"]], [4, 3]);
        let reasons = format!("/v1/tournaments/{id}/rounds/2/reasons");
        let reasons = organizer.get(&reasons).await.expect(200);
        assert_eq!(reasons.body["is_outdated"], false);
    });
}
