//! Challenges to named players.

use std::slice;

use arbiter_server::store::Store;
use arbiter_wire::{ChallengeList, ChallengeState, ChallengeView, ServerMessage, Stage};
use reqwest::Method;
use serde_json::{Value, json};

use super::receive_about;
use crate::harness::{Answer, Person, story};

async fn challenge(person: &Person, name: &str, body: Value) -> Answer {
    let path = format!("/v1/players/{name}/challenge");
    person.post(&path, &body).await
}

async fn list(person: &Person) -> ChallengeList {
    let answer = person.get("/v1/challenges").await.expect(200);
    serde_json::from_value(answer.body).unwrap()
}

async fn answer(person: &Person, id: &str, verb: &str, body: Value) -> Answer {
    let path = format!("/v1/challenges/{id}/{verb}");
    person.post(&path, &body).await
}

fn view(answer: Answer) -> ChallengeView {
    serde_json::from_value(answer.body).unwrap()
}

/// Waits until a person is told about a challenge in this state.
async fn receive(person: &mut Person, state: ChallengeState) -> ChallengeView {
    receive_about(person, |message| match message {
        ServerMessage::Challenge(view) if view.state == state => Some(*view),
        _ => None,
    })
    .await
}

/// Lets all challenges expire.
async fn expire(store: &Store) {
    let expired = store.write(|db| db.execute("UPDATE challenges SET expires = 1", &[]));
    assert!(expired.await.unwrap() > 0);
}

#[test]
fn a_challenge_is_told_accepted_and_played() {
    story(async |server| {
        let (mut anna, mut bert) = (server.account("anna").await, server.account("bert").await);
        anna.connect().await;
        bert.connect().await;
        let body = json!({"options": {"clock": "5+3", "rated": true}, "color": "black"});
        let made = view(challenge(&anna, "Bert", body).await.expect(201));
        assert_eq!(made.state, ChallengeState::Open);
        assert_eq!(receive(&mut bert, ChallengeState::Open).await, made);
        let [waiting] = &list(&bert).await.incoming[..] else {
            panic!()
        };
        assert_eq!(*waiting, made);
        assert_eq!(list(&anna).await.outgoing, slice::from_ref(&made));

        // Only the challenged player can accept, and only once.
        assert_eq!(
            answer(&anna, &made.id, "accept", json!({})).await.code(),
            "unknown_challenge"
        );
        let accepted = answer(&bert, &made.id, "accept", json!({})).await;
        let game = accepted.expect(200).body["game"]
            .as_str()
            .unwrap()
            .to_owned();
        assert_eq!(
            answer(&bert, &made.id, "accept", json!({})).await.code(),
            "challenge_gone"
        );
        let told = receive(&mut anna, ChallengeState::Accepted).await;
        assert_eq!(told.game.as_deref(), Some(&*game));
        let played = anna.view(&game).await;
        assert_eq!(played.stage, Stage::Playing);
        assert_eq!(played.you, [arbiter_wire::Color::Black]);
        assert!(played.options.rated);
        assert!(list(&bert).await.incoming.is_empty());
    });
}

#[test]
fn a_challenge_survives_a_restart() {
    story(async |server| {
        let (mut anna, mut bert) = (server.account("anna").await, server.account("bert").await);
        let made = view(challenge(&anna, "bert", json!({})).await.expect(201));
        let server = server.crash().await;
        anna.find(&server);
        bert.find(&server);
        assert_eq!(list(&bert).await.incoming, slice::from_ref(&made));
        let declined = answer(&bert, &made.id, "decline", json!({"reason": "too_fast"})).await;
        let declined = view(declined.expect(200));
        assert_eq!(declined.state, ChallengeState::Declined);
        // The answer is there for the player who was not connected.
        let path = format!("/v1/challenges/{}", made.id);
        assert_eq!(view(anna.get(&path).await.expect(200)), declined);
    });
}

#[test]
fn challenges_are_withdrawn_replaced_and_expire() {
    story(async |server| {
        let (anna, bert) = (server.account("anna").await, server.account("bert").await);
        let one = view(challenge(&anna, "bert", json!({})).await.expect(201));
        let two = json!({"options": {"clock": "3 days"}});
        let two = view(challenge(&anna, "bert", two).await.expect(201));
        assert_eq!(list(&bert).await.incoming, slice::from_ref(&two));
        let gone = answer(&bert, &one.id, "accept", json!({})).await;
        assert_eq!(gone.code(), "challenge_gone");
        let path = format!("/v1/challenges/{}", two.id);
        assert_eq!(bert.delete(&path).await.code(), "unknown_challenge");
        anna.delete(&path).await.expect(200);
        assert!(list(&bert).await.incoming.is_empty());
        let three = view(challenge(&anna, "bert", json!({})).await.expect(201));
        expire(&server.app.store).await;
        assert!(list(&bert).await.incoming.is_empty());
        for verb in ["accept", "decline"] {
            let late = answer(&bert, &three.id, verb, json!({})).await;
            assert_eq!(late.code(), "challenge_gone", "{verb}");
        }
        // An expired one does not stand in the way of the next.
        challenge(&anna, "bert", json!({})).await.expect(201);
    });
}

#[test]
fn not_everybody_can_be_challenged() {
    story(async |server| {
        let (anna, bert) = (server.account("anna").await, server.account("bert").await);
        let guest = server.guest().await;
        let code = async |person: &Person, name: &str, body: Value| {
            challenge(person, name, body).await.code().to_owned()
        };
        assert_eq!(code(&anna, "anna", json!({})).await, "yourself");
        assert_eq!(code(&anna, "nobody", json!({})).await, "unknown_player");
        assert_eq!(code(&guest, "anna", json!({})).await, "needs_account");
        let stranger = server.stranger();
        assert_eq!(code(&stranger, "anna", json!({})).await, "signed_out");
        let rated = json!({"options": {"clock": "-", "rated": true}});
        assert_ne!(code(&anna, "bert", rated).await, "");
        let made = view(challenge(&anna, "bert", json!({})).await.expect(201));
        bert.request(Method::PUT, "/v1/players/anna/block", None)
            .await
            .expect(204);
        assert_eq!(code(&anna, "bert", json!({})).await, "player_blocked");
        assert_eq!(code(&bert, "anna", json!({})).await, "player_blocked");
        let accepted = answer(&bert, &made.id, "accept", json!({})).await;
        assert_eq!(accepted.code(), "player_blocked");
    });
}

#[test]
fn a_player_has_a_limited_number_of_open_challenges() {
    story(async |server| {
        let anna = server.account("anna").await;
        for number in 0..21 {
            server.account(&format!("player{number}")).await;
            let made = challenge(&anna, &format!("player{number}"), json!({})).await;
            match number {
                0..20 => drop(made.expect(201)),
                _ => assert_eq!(made.code(), "too_many_challenges"),
            }
        }
    });
}
