//! Messages that the bus has lost: the store has what they say.

use arbiter_wire::{Action, ChallengeState, ClientMessage, Rematch, ServerMessage};
use serde_json::json;

use super::two_on_two_nodes;
use crate::{
    api::lichess::{bot, open},
    harness::{Person, story_of_nodes},
    people::{receive_about, receive_paired},
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
        // A node may read the challenge in the store before it has told the players about it,
        // and then tells them twice.
        let declined = |message| {
            let (about, state) = challenge(message)?;
            (about == id && state == ChallengeState::Declined).then_some(())
        };
        receive_about(&mut anna, declined).await;
        receive_about(&mut bert, declined).await;
        nats.start_again();
    });
}

/// Returns how many offers of a rematch come until everything sent so far has arrived.
async fn count_offers(person: &mut Person) -> usize {
    person.socket().await.say(&ClientMessage::Ping(7)).await;
    let mut offers = 0;
    loop {
        match person.receive().await {
            ServerMessage::RematchOffered(_) => offers += 1,
            ServerMessage::Pong(7) => return offers,
            _ => {}
        }
    }
}

#[test]
fn a_rematch_that_the_bus_loses_is_found_in_the_store_and_told_once() {
    story_of_nodes(async |server, nats| {
        let (mut white, mut black, game) = two_on_two_nodes(&server, "5+3").await;
        white.act(Action::Resign).await;
        let over = |message| match message {
            ServerMessage::Game(view) => view.play?.state.result.map(drop),
            ServerMessage::Update(update) => update.state.result.map(drop),
            _ => None,
        };
        receive_about(&mut black, over).await;
        nats.kill();
        let want = ClientMessage::Rematch(Rematch { game: game.clone() });
        white.socket().await.say(&want).await;
        assert_eq!(count_offers(&mut white).await, 0);
        let there = &server.node(1).app.games;
        for _ in 0..5 {
            there.compare_rematches_with_store().await.unwrap();
        }
        assert_eq!(count_offers(&mut black).await, 1);
        // A new connection has not received it.
        black.drop_socket();
        black.watch(&game).await;
        there.compare_rematches_with_store().await.unwrap();
        assert_eq!(count_offers(&mut black).await, 1);
        black.socket().await.say(&want).await;
        let next = receive_paired(&mut black).await;
        let here = &server.node(0).app.games;
        here.compare_with_store().await.unwrap();
        assert_eq!(receive_paired(&mut white).await, next);
        nats.start_again();
    });
}

#[test]
fn programs_are_notified_of_games_of_which_the_bus_loses_the_message() {
    story_of_nodes(async |server, nats| {
        let (anna, bert) = (server.account("Anna").await, bot(&server, "Bert").await);
        let mut events = open(server.node(1), &bert, "/api/stream/event").await;
        nats.kill();
        let body = json!({"options": {"clock": "5+3"}});
        let challenge = async || {
            let made = anna.post("/v1/players/Bert/challenge", &body).await;
            let made = made.expect(201).body;
            let created = made["created"].as_u64().unwrap();
            (made["id"].as_str().unwrap().to_owned(), created)
        };
        let (id, _) = challenge().await;
        let path = format!("/api/challenge/{id}/accept");
        bert.post(&path, &json!({})).await.expect(200);
        let there = &server.node(1).app;
        for _ in 0..3 {
            there.games.compare_notices_with_store().await.unwrap();
        }
        assert_eq!(events.of_type("gameStart").await["game"]["gameId"], *id);
        let path = format!("/api/bot/game/{id}/resign");
        bert.post(&path, &json!({})).await.expect(200);
        for _ in 0..3 {
            there.games.compare_notices_with_store().await.unwrap();
        }
        assert_eq!(events.of_type("gameFinish").await["game"]["gameId"], *id);
        // It started once, and ended once.
        let (next, created) = challenge().await;
        there.challenges.compare_with_store(created).await.unwrap();
        loop {
            let line = events.next().await.unwrap();
            assert!(line["game"].is_null(), "{line}");
            if line["challenge"]["id"] == *next {
                break;
            }
        }
        nats.start_again();
    });
}
