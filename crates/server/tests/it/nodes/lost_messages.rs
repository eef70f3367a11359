//! Messages that the bus has lost: the store has what they say.

use arbiter_wire::{ChallengeState, ServerMessage};
use serde_json::json;

use super::two_on_two_nodes;
use crate::{
    harness::{Person, story_of_nodes},
    people::receive_about,
};

async fn receive_chat(person: &mut Person) -> String {
    receive_about(person, |message| match message {
        ServerMessage::Chat(line) => Some(line.text),
        _ => None,
    })
    .await
}

#[test]
fn a_chat_message_that_the_bus_loses_is_found_in_the_store() {
    story_of_nodes(async |server, nats| {
        let (mut white, mut black, game) = two_on_two_nodes(&server, "5+3").await;
        nats.kill();
        let path = format!("/v1/games/{game}/chat");
        for text in ["good luck", "have fun"] {
            let said = white.post(&path, &json!({"text": text})).await;
            assert!(said.status.is_success(), "{}", said.text);
            assert_eq!(receive_chat(&mut white).await, text);
            let games = &server.node(1).app.games;
            games.compare_chats_with_store().await.unwrap();
            assert_eq!(receive_chat(&mut black).await, text);
            // What is known is not told again.
            games.compare_chats_with_store().await.unwrap();
        }
        // It can be answered there, and the order is the same for both.
        let said = black.post(&path, &json!({"text": "thanks"})).await;
        assert!(said.status.is_success(), "{}", said.text);
        assert_eq!(receive_chat(&mut black).await, "thanks");
        let games = &server.node(0).app.games;
        games.compare_chats_with_store().await.unwrap();
        assert_eq!(receive_chat(&mut white).await, "thanks");
        nats.start_again();
    });
}

#[test]
fn a_challenge_and_its_answer_that_the_bus_loses_are_found_in_the_store() {
    story_of_nodes(async |server, nats| {
        let (mut anna, mut bert) = (server.account("Anna").await, server.account("Bert").await);
        anna.find(server.node(0));
        bert.find(server.node(1));
        anna.connect().await;
        bert.connect().await;
        nats.kill();
        let body = json!({"options": {"clock": "5+3"}});
        let made = anna.post("/v1/players/Bert/challenge", &body).await;
        assert!(made.status.is_success(), "{}", made.text);
        let challenge = |message| match message {
            ServerMessage::Challenge(challenge) => Some((challenge.id, challenge.state)),
            _ => None,
        };
        let (id, state) = receive_about(&mut anna, challenge).await;
        assert_eq!(state, ChallengeState::Open);
        let now = made.body["created"].as_u64().unwrap();
        let there = &server.node(1).app.challenges;
        there.compare_with_store(now).await.unwrap();
        let open = (id.clone(), ChallengeState::Open);
        assert_eq!(receive_about(&mut bert, challenge).await, open);
        let path = format!("/v1/challenges/{id}/decline");
        let declined = bert.post(&path, &json!({})).await;
        assert!(declined.status.is_success(), "{}", declined.text);
        let here = &server.node(0).app.challenges;
        here.compare_with_store(now).await.unwrap();
        let declined = (id, ChallengeState::Declined);
        assert_eq!(receive_about(&mut anna, challenge).await, declined);
        assert_eq!(receive_about(&mut bert, challenge).await, declined);
        nats.start_again();
    });
}
