//! Tournaments over the board: players enter the results.

use serde_json::json;

use super::{Event, boards, follow};
use crate::harness::{Person, story};

#[test]
fn both_players_enter_the_result_and_the_arbiter_settles_disputes() {
    story(async |server| {
        let organizer = server.account("organizer").await;
        let new = json!({"name": "Hall", "venue": "board", "rounds": 2, "break_seconds": 0});
        let made = organizer.post("/v1/tournaments", &new).await.expect(201);
        let id = made.body["summary"]["id"].as_str().unwrap().to_owned();
        let entry = format!("/v1/tournaments/{id}/entry");
        let mut players = Vec::new();
        for name in ["Ada  Byron", "Ben"] {
            let guest = server.guest().await;
            guest.post(&entry, &json!({"name": name})).await.expect(200);
            players.push(guest);
        }
        let mut event = Event {
            id,
            organizer,
            players,
        };
        let id = event.id.clone();
        follow(&mut event.organizer, &id).await;
        for (name, rating) in [("Cleo", 1900), ("Dana", 1800)] {
            let added = json!({"add": {"name": name, "rating": rating}});
            event.arbitrate(added).await.expect(200);
        }
        event.arbitrate(json!("start")).await.expect(200);
        let view = event.view().await;
        let names: Vec<_> = view.players.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["Ada Byron", "Ben", "Cleo", "Dana"]);
        // The players with ratings meet those without.
        let first: Vec<_> = boards(&view).iter().map(|it| (it.0, it.1)).collect();
        assert_eq!(first, [(3, 1), (2, 4)]);
        let path = format!("/v1/tournaments/{}/claim", event.id);
        let claim = async |person: &Person, result: &str| {
            person
                .post(&path, &json!({"result": result}))
                .await
                .code()
                .to_owned()
        };
        assert_eq!(claim(&event.players[0], "+-").await, "invalid_result");
        assert_eq!(claim(&event.organizer, "1-0").await, "not_entered");
        assert_eq!(claim(&event.players[0], "0-1").await, "");
        let board = &event.view().await.round.unwrap().boards[0];
        assert_eq!(board.black_claim.as_deref(), Some("0-1"));
        assert_eq!(board.result, None);
        for (board, result) in [(1, "0-1"), (2, "1/2")] {
            let result = json!({"result": {"round": 1, "board": board, "result": result}});
            event.arbitrate(result).await.expect(200);
        }
        // In the next round both players have phones.
        let view = event.until(|view| view.summary.round == 2).await;
        let pairs: Vec<_> = boards(&view).iter().map(|it| (it.0, it.1)).collect();
        assert!(
            pairs.contains(&(1, 2)) || pairs.contains(&(1, 4)),
            "{pairs:?}"
        );
    });
}

#[test]
fn two_equal_claims_are_a_result() {
    story(async |server| {
        let organizer = server.account("organizer").await;
        let new = json!({"name": "Hall", "venue": "board", "rounds": 1, "break_seconds": 0});
        let made = organizer.post("/v1/tournaments", &new).await.expect(201);
        let id = made.body["summary"]["id"].as_str().unwrap().to_owned();
        let (anna, bert) = (server.account("anna").await, server.account("bert").await);
        let path = format!("/v1/tournaments/{id}");
        for person in [&anna, &bert] {
            let entered = person.post(&format!("{path}/entry"), &json!({})).await;
            entered.expect(200);
        }
        let arbiter = format!("{path}/arbiter");
        organizer
            .post(&arbiter, &json!({"do": "start"}))
            .await
            .expect(200);
        let claim = async |person: &Person, result: &str| {
            let claimed = person
                .post(&format!("{path}/claim"), &json!({"result": result}))
                .await;
            claimed.expect(204);
        };
        claim(&anna, "1-0").await;
        claim(&bert, "0-1").await;
        let view = organizer.get(&path).await;
        assert_eq!(view.body["summary"]["state"], "running");
        claim(&bert, "1-0").await;
        let view = organizer.get(&path).await;
        assert_eq!(view.body["summary"]["state"], "over");
        assert_eq!(view.body["round"]["boards"][0]["result"], "1-0");
        assert_eq!(view.body["standings"][0]["points"], "1.0");
    });
}
