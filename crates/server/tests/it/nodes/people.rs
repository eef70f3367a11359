//! People on two nodes: the lobby, challenges, rematches and sessions.

use arbiter_server::{
    PlayerId,
    base::{NodeId, Topic, random},
    store::{NewSeek, join_nodes},
};
use arbiter_wire::{Action, ClientMessage, Clock, GameOptions, Rematch, Seek, ServerMessage};
use futures_util::future::join_all;
use serde_json::json;

use super::two_on_two_nodes;
use crate::{
    harness::{Person, story_of_nodes},
    people::{receive_about, receive_paired},
    store::test_database::{TestDatabase, run},
};

fn seek(clock: &str) -> ClientMessage {
    ClientMessage::Seek(Seek {
        options: GameOptions {
            clock: Clock(clock.to_owned()),
            ..GameOptions::default()
        },
        color: None,
    })
}

#[test]
fn seeks_on_two_nodes_are_paired_and_only_once() {
    story_of_nodes(async |server, _| {
        let mut people = Vec::new();
        for number in 0..10 {
            let node = server.node(number % 2);
            let mut person = node.guest().await;
            person.find(node);
            person.connect().await;
            people.push(person);
        }
        // All of them seek the same at once.
        let seeks = people.iter_mut().map(async |person: &mut Person| {
            person.socket().await.say(&seek("3+2")).await;
        });
        join_all(seeks).await;
        let paired = people
            .iter_mut()
            .map(async |person: &mut Person| receive_paired(person).await);
        let mut games = join_all(paired).await;
        games.sort_unstable();
        let (games, second): (Vec<_>, Vec<_>) = games
            .chunks(2)
            .map(|pair| (pair[0].clone(), pair[1].clone()))
            .unzip();
        assert_eq!(games, second, "each game has two players");
        let mut different = games.clone();
        different.dedup();
        assert_eq!(different.len(), 5, "{games:?}");
    });
}

/// Posts a seek, and waits until it is stored.
async fn post(person: &mut Person, clock: &str) {
    person.socket().await.say(&seek(clock)).await;
    person.socket().await.say(&ClientMessage::Ping(7)).await;
    let pong = |message| matches!(message, ServerMessage::Pong(7)).then_some(());
    receive_about(person, pong).await;
}

#[test]
fn a_late_message_about_a_pairing_is_not_told_again_and_leaves_the_new_seek_open() {
    story_of_nodes(async |server, _| {
        let (mut one, mut two) = (server.guest().await, server.guest().await);
        one.find(server.node(0));
        two.find(server.node(1));
        let there = &server.node(1).app;
        let mut messages = there.games.bus.follow(Topic::Lobby).await;
        post(&mut two, "3+2").await;
        one.socket().await.say(&seek("3+2")).await;
        let first = receive_paired(&mut one).await;
        assert_eq!(receive_paired(&mut two).await, first);
        let late = loop {
            let message = messages.next().await;
            if String::from_utf8_lossy(&message).contains(&first) {
                break message;
            }
        };

        post(&mut two, "5+3").await;
        there.lobby.receive(&late).await;
        one.socket().await.say(&seek("5+3")).await;
        let second = receive_paired(&mut one).await;
        assert_ne!(second, first);
        assert_eq!(receive_paired(&mut two).await, second);
    });
}

#[test]
fn a_seek_is_listed_and_accepted_on_another_node_and_ends_with_its_connection() {
    story_of_nodes(async |server, nats| {
        let (mut one, mut two) = (server.guest().await, server.guest().await);
        one.find(server.node(0));
        two.find(server.node(1));
        post(&mut one, "10+5").await;
        let listed = two.get("/v1/lobby").await.expect(200).body;
        assert_eq!(listed[0]["player"]["name"], json!(one.name));
        // The message that tells the first node is lost.
        nats.kill();
        let id = listed[0]["id"].as_str().unwrap();
        let path = format!("/v1/lobby/seeks/{id}/accept");
        let game = two.post(&path, &json!({})).await.expect(200).body["game"].clone();
        server.node(0).app.lobby.compare_with_store().await.unwrap();
        assert_eq!(json!(receive_paired(&mut one).await), game);
        nats.start_again();
        let again = two.post(&path, &json!({})).await;
        assert_eq!(again.code(), "seek_gone", "{}", again.text);

        post(&mut one, "10+5").await;
        assert_eq!(two.get("/v1/lobby").await.body.as_array().unwrap().len(), 1);
        one.drop_socket();
        while two.get("/v1/lobby").await.body != json!([]) {}
    });
}

#[test]
fn only_open_seeks_of_other_players_count_toward_a_full_lobby() {
    let place = TestDatabase::postgres();
    let store = place.open();
    let node = random::node_id();
    let (member, _) = join_nodes(&place.database, node, |_| {}).unwrap();
    run(async {
        let new = |id, player: PlayerId, node: Option<NodeId>, expires| NewSeek {
            id,
            node,
            player,
            rating: None,
            options: GameOptions::default(),
            color: None,
            expires,
        };
        let mut guests = Vec::new();
        for _ in 0..4 {
            guests.push(store.create_guest().await.unwrap().id);
        }
        let post = async |seek, now| store.post_seek(seek, now, 1).await.unwrap();
        assert!(post(new(1, guests[0], None, Some(2_000)), 1_000).await);
        assert!(!post(new(2, guests[1], None, Some(2_000)), 1_000).await);
        assert!(post(new(3, guests[0], None, Some(2_000)), 1_000).await);
        // It has expired.
        let gone = random::node_id();
        assert!(post(new(4, guests[1], Some(gone), None), 2_000).await);
        // Its node does not run.
        assert!(post(new(5, guests[2], Some(node), None), 2_000).await);
        // This one is open.
        assert!(!post(new(6, guests[3], None, Some(9_000)), 2_000).await);
        let open = store.open_seeks(2_000, 9).await.unwrap();
        assert_eq!(open.iter().map(|it| it.id).collect::<Vec<_>>(), [5]);
    });
    drop(member);
}

#[test]
fn a_rematch_is_agreed_across_nodes() {
    story_of_nodes(async |server, _| {
        let (mut white, mut black, game) = two_on_two_nodes(&server, "5+3").await;
        white.act(Action::Resign).await;
        let want = || ClientMessage::Rematch(Rematch { game: game.clone() });
        white.socket().await.say(&want()).await;
        let offer = |message| matches!(message, ServerMessage::RematchOffered(_)).then_some(());
        receive_about(&mut black, offer).await;
        black.socket().await.say(&want()).await;
        let next = receive_paired(&mut black).await;
        assert_eq!(receive_paired(&mut white).await, next);
        for person in [&white, &black] {
            let view = person.view(&game).await;
            assert_eq!(view.rematch.as_deref(), Some(next.as_str()));
        }
    });
}

#[test]
fn a_challenge_reaches_a_player_on_another_node() {
    story_of_nodes(async |server, _| {
        let (mut anna, mut bert) = (server.account("Anna").await, server.account("Bert").await);
        anna.find(server.node(0));
        bert.find(server.node(1));
        anna.connect().await;
        bert.connect().await;
        let body = json!({"options": {"clock": "5+3"}});
        let made = anna.post("/v1/players/Bert/challenge", &body).await;
        assert!(made.status.is_success(), "{}", made.text);
        let challenge = |message| match message {
            ServerMessage::Challenge(challenge) => Some(challenge.id),
            _ => None,
        };
        let id = receive_about(&mut bert, challenge).await;
        receive_about(&mut anna, challenge).await;
        let accepted = bert
            .post(&format!("/v1/challenges/{id}/accept"), &json!({}))
            .await;
        assert!(accepted.status.is_success(), "{}", accepted.text);
        assert_eq!(receive_about(&mut anna, challenge).await, id);
    });
}

#[test]
fn a_revoked_session_ends_on_every_node() {
    story_of_nodes(async |server, nats| {
        let mut anna = server.account("Anna").await;
        anna.find(server.node(1));
        anna.connect().await;
        let mut here = anna.another_window();
        here.find(server.node(0));
        nats.kill();
        let ended = here.delete("/v1/session").await;
        assert!(ended.status.is_success(), "{}", ended.text);
        anna.take_socket().expect_close().await;
        nats.start_again();
    });
}
