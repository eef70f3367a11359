//! Who may create a tournament, enter, leave, and have a bye.

use std::sync::mpsc;

use arbiter_server::{base::Address, refusal::ServerRefusal, tournaments::HostedTournament};
use arbiter_wire::ServerMessage;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::{sync::oneshot, task::JoinSet};

use super::{event, follow, quick};
use crate::harness::{Person, story};

async fn create(person: &Person, new: Value) -> String {
    let answer = person.post("/v1/tournaments", &new).await.expect(201);
    answer.body["summary"]["id"].as_str().unwrap().to_owned()
}

async fn enter(person: &Person, id: &str) -> String {
    let path = format!("/v1/tournaments/{id}/entry");
    person.post(&path, &json!({})).await.code().to_owned()
}

#[test]
fn one_connection_follows_four_tournaments() {
    story(async |server| {
        let (organizer, mut viewer) = (server.account("organizer").await, server.guest().await);
        for _ in 0..4 {
            follow(&mut viewer, &create(&organizer, quick(3)).await).await;
            let message = viewer.receive().await;
            assert!(
                matches!(message, ServerMessage::Tournament(_)),
                "{message:?}"
            );
        }
        follow(&mut viewer, &create(&organizer, quick(3)).await).await;
        let refused = viewer.expect_refusal().await;
        assert_eq!(refused.problem.code, "too_many_games");
        assert_eq!(
            refused.problem.title,
            "One connection can follow at most 4 tournaments. Leave one first."
        );
    });
}

#[test]
fn a_tournament_is_checked_before_it_is_created() {
    story(async |server| {
        let (anna, guest) = (server.account("anna").await, server.guest().await);
        let post = async |person: &Person, change: Value| {
            let mut new = quick(3);
            for (key, value) in change.as_object().unwrap() {
                new[key] = value.clone();
            }
            person.post("/v1/tournaments", &new).await
        };
        assert_eq!(post(&guest, json!({})).await.code(), "needs_account");
        assert_eq!(
            post(&server.stranger(), json!({})).await.code(),
            "signed_out"
        );
        for (change, field) in [
            (json!({"name": " x "}), "name"),
            (json!({"rounds": 0}), "rounds"),
            (json!({"rounds": 31}), "rounds"),
            (json!({"break_seconds": 86_401}), "break_seconds"),
            (json!({"byes": 11}), "byes"),
            (json!({"options": {"clock": "-"}}), "options.clock"),
            (json!({"entry": {"max_players": 1}}), "entry.max_players"),
            (
                json!({"entry": {"min_rating": 2, "max_rating": 1}}),
                "entry.max_rating",
            ),
        ] {
            let refused = post(&anna, change).await;
            assert_eq!(refused.code(), "invalid_field", "{}", refused.text);
            assert_eq!(refused.body["field"], field);
        }
        for _ in 0..10 {
            post(&anna, json!({})).await.expect(201);
        }
        assert_eq!(post(&anna, json!({})).await.code(), "too_many_tournaments");
    });
}

#[test]
fn only_those_who_are_meant_can_enter() {
    story(async |server| {
        let (anna, bert, guest) = (
            server.account("anna").await,
            server.account("bert").await,
            server.guest().await,
        );
        let with = |entry: Value| {
            let mut new = quick(3);
            new["entry"] = entry;
            new
        };
        let open = create(&anna, with(json!({"max_players": 2}))).await;
        assert_eq!(enter(&server.stranger(), &open).await, "signed_out");
        assert_eq!(enter(&bert, &open).await, "");
        assert_eq!(enter(&bert, &open).await, "already_entered");
        assert_eq!(enter(&guest, &open).await, "");
        assert_eq!(enter(&anna, &open).await, "tournament_full");
        assert_eq!(enter(&anna, "0123456789").await, "unknown_tournament");
        let path = format!("/v1/tournaments/{open}/entry");
        bert.delete(&path).await.expect(204);
        assert_eq!(bert.delete(&path).await.code(), "not_entered");
        assert_eq!(enter(&anna, &open).await, "");

        let accounts = create(&anna, with(json!({"guests": false}))).await;
        assert_eq!(enter(&guest, &accounts).await, "needs_account");
        let list = with(json!({"access": "list", "names": ["Bert"]}));
        let listed = create(&anna, list).await;
        assert_eq!(enter(&anna, &listed).await, "not_listed");
        assert_eq!(enter(&bert, &listed).await, "");
        let rated = create(&anna, with(json!({"min_rating": 1800}))).await;
        assert_eq!(enter(&bert, &rated).await, "rating_out_of_range");
        let link = create(&anna, with(json!({"access": "link"}))).await;
        assert_eq!(enter(&guest, &link).await, "");
        let found = guest.get("/v1/tournaments").await.expect(200);
        assert!(!found.text.contains(&link) && found.text.contains(&open));
    });
}

#[test]
fn players_enter_late_leave_and_have_byes() {
    story(async |server| {
        let mut event = event(&server, 4, quick(4)).await;
        let path = format!("/v1/tournaments/{}", event.id);
        let bye = async |person: &Person, kind: &str| {
            let asked = person
                .post(&format!("{path}/bye"), &json!({"bye": kind}))
                .await;
            asked.code().to_owned()
        };
        assert_eq!(
            bye(&event.players[0], "half").await,
            "tournament_not_started"
        );
        event.arbitrate(json!("start")).await.expect(200);
        let view = event.until_round(1).await;
        let late = server.account("late").await;
        assert_eq!(enter(&late, &event.id).await, "");
        assert_eq!(bye(&late, "full").await, "no_bye");
        assert_eq!(bye(&late, "half").await, "");
        let entry = format!("{path}/entry");
        event.players[3].delete(&entry).await.expect(204);
        assert_eq!(
            event.players[3].delete(&entry).await.code(),
            "tournament_rules"
        );
        event.play_round(&view).await;
        let view = event.until_round(2).await;
        let byes = &view.round.as_ref().unwrap().byes;
        let kinds: Vec<_> = byes.iter().map(|it| (it.player, it.bye)).collect();
        assert!(
            kinds.contains(&(5, arbiter_wire::TournamentBye::Half)),
            "{kinds:?}"
        );
        assert!(
            kinds.contains(&(4, arbiter_wire::TournamentBye::Zero)),
            "{kinds:?}"
        );
        assert_eq!(bye(&late, "half").await, "no_bye");
        assert_eq!(bye(&late, "zero").await, "");
        let stranger = server.account("stranger").await;
        assert_eq!(bye(&stranger, "zero").await, "not_entered");
        let removed = stranger.request(Method::DELETE, &entry, None).await;
        assert_eq!(removed.code(), "not_entered");
    });
}

#[test]
fn administrators_decide_who_may_create_tournaments() {
    story(async |server| {
        let (anna, bert) = (server.account("anna").await, server.account("bert").await);
        let guest = server.guest().await;
        let set = async |policy: &str, organizers: Value| {
            let policy = json!({
                "sign_up": "open", "guests": true, "tournaments": policy, "organizers": organizers,
            });
            let policy = serde_json::from_value(policy).unwrap();
            let actor = arbiter_server::store::Actor {
                player: None,
                role: arbiter_wire::AccountRole::Administrator,
            };
            server.app.store.set_policy(actor, policy, 1).await.unwrap();
            server.app.moderation.refresh().await.unwrap();
        };
        let create = async |person: &Person| {
            let made = person.post("/v1/tournaments", &quick(1)).await;
            made.code().to_owned()
        };
        assert_eq!(create(&guest).await, "needs_account");
        set("everybody", json!([])).await;
        assert_eq!(create(&guest).await, "");
        set("organizers", json!(["Anna"])).await;
        assert_eq!(create(&anna).await, "");
        assert_eq!(create(&bert).await, "may_not_create_tournaments");
        assert_eq!(create(&guest).await, "may_not_create_tournaments");
        let list = bert.get("/v1/tournaments").await.expect(200);
        assert_eq!(list.body["may_create"], false);
        let policy = bert.get("/v1/server").await;
        assert!(!policy.text.contains("Anna"));
    });
}

#[test]
fn nobody_enters_and_leaves_without_end() {
    story(async |server| {
        let organizer = server.account("organizer").await;
        let made = organizer
            .post("/v1/tournaments", &json!({"name": "Open"}))
            .await;
        let id = made.expect(201).body["summary"]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        let entry = format!("/v1/tournaments/{id}/entry");
        let anna = server.account("anna").await;
        let mut done = 0;
        let refused = loop {
            let answer = match done % 2 {
                0 => anna.post(&entry, &json!({})).await,
                _ => anna.delete(&entry).await,
            };
            if !answer.status.is_success() {
                break answer;
            }
            done += 1;
        };
        assert_eq!(refused.code(), "too_many_at_once");
        assert_eq!(done, 301);
        // Others are not concerned.
        let bert = server.account("bert").await;
        bert.post(&entry, &json!({})).await.expect(200);
    });
}

/// One question of an address runs and 256 wait: of 257 more, one is refused.
#[test]
fn the_questions_of_one_address_delay_neither_a_tournament_nor_other_visitors() {
    story(async |server| {
        let (anna, bert) = (server.account("anna").await, server.account("bert").await);
        let id = create(&anna, quick(3)).await;
        let tournament = id.parse().unwrap();
        let tournaments = &server.app.tournaments;
        let [here, there] = ["192.0.2.1", "192.0.2.2"].map(|it| Address::of(it.parse().unwrap()));
        let (open, gate) = mpsc::channel::<()>();
        let (start, started) = oneshot::channel();
        let mut questions = JoinSet::new();
        let asked = tournaments.clone();
        questions.spawn(async move {
            let wait = move |_: &_| {
                start.send(()).unwrap();
                assert!(gate.recv().is_err());
            };
            asked.answer(tournament, here, wait).await
        });
        started.await.unwrap();
        for _ in 0..257 {
            let asked = tournaments.clone();
            questions.spawn(async move { asked.answer(tournament, here, |_| ()).await });
        }
        let refused = questions.join_next().await.unwrap().unwrap();
        assert!(matches!(refused, Err(ServerRefusal::Busy)), "{refused:?}");
        let answer = tournaments.answer(tournament, there, HostedTournament::game_count);
        assert_eq!(answer.await.unwrap(), 0);
        assert_eq!(enter(&bert, &id).await, "");
        let path = format!("/v1/tournaments/{id}/entry");
        bert.delete(&path).await.expect(204);
        drop(open);
        for answered in questions.join_all().await {
            answered.unwrap();
        }
    });
}
