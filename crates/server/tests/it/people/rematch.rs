//! Rematches.

use arbiter_wire::{Action, ClientMessage, Color, Rematch, ServerMessage};
use serde_json::{Value, json};

use super::{play_computer, receive_about, receive_paired, two_at};
use crate::harness::{Answer, Person, story};

/// Requests a rematch over the WebSocket.
async fn want(person: &mut Person, game: &str) {
    let game = game.to_owned();
    let message = ClientMessage::Rematch(Rematch { game });
    person.socket().await.say(&message).await;
}

/// Requests a rematch over HTTP.
async fn request(person: &Person, game: &str) -> Answer {
    let path = format!("/v1/games/{game}/rematch");
    person.post(&path, &json!({})).await
}

async fn receive_offer(person: &mut Person) {
    let is_offer = |message| matches!(message, ServerMessage::RematchOffered(_)).then_some(());
    receive_about(person, is_offer).await;
}

#[test]
fn a_rematch_needs_both_players_and_swaps_sides() {
    story(async |server| {
        let (mut one, mut two, game) = two_at(&server).await;
        assert_eq!(request(&one, &game).await.expect(409).code(), "not_over");
        two.act(Action::Resign).await;
        let mut watcher = server.guest().await;
        watcher.watch(&game).await;
        let refused = request(&watcher, &game).await.expect(403);
        assert_eq!(refused.code(), "not_a_player");
        request(&server.stranger(), &game).await.expect(401);

        want(&mut one, &game).await;
        receive_offer(&mut two).await;
        // A second request by the same player has no effect.
        let again = request(&one, &game).await.expect(200).body;
        assert_eq!(again["game"], Value::Null);
        want(&mut two, &game).await;
        let next = receive_paired(&mut one).await;
        assert_eq!(receive_paired(&mut two).await, next);
        // Spectators learn about it too.
        let rematch = |message| match message {
            ServerMessage::Game(view) => view.rematch,
            _ => None,
        };
        assert_eq!(receive_about(&mut watcher, rematch).await, next);
        assert_eq!(one.view(&next).await.you, [Color::Black]);
        assert_eq!(two.view(&next).await.you, [Color::White]);
        assert_eq!(two.view(&next).await.options, two.view(&game).await.options);

        // The rematch is known after a crash.
        let server = server.crash().await;
        one.find(&server);
        assert_eq!(one.view(&game).await.rematch, Some(next.clone()));
        assert_eq!(request(&one, &game).await.expect(200).body["game"], next);
    });
}

#[test]
fn a_player_who_leaves_withdraws_their_rematch_request() {
    story(async |server| {
        let (mut one, mut two, game) = two_at(&server).await;
        two.act(Action::Resign).await;
        want(&mut one, &game).await;
        receive_offer(&mut two).await;
        one.drop_socket();
        // Wait until the opponent is reported as gone.
        loop {
            let message = two.socket().await.receive_any().await;
            if let ServerMessage::Presence(presence) = message
                && !presence.white
            {
                break;
            }
        }
        let body = request(&two, &game).await.expect(200).body;
        assert_eq!(body["game"], Value::Null);
    });
}

#[test]
fn the_computer_and_a_lone_player_rematch_at_once() {
    story(async |server| {
        let mut person = server.guest().await;
        let sofa = person.make_with(json!({"opponent": "self"})).await;
        let computer = play_computer(&person, 2, "white").await;
        for game in [computer, sofa] {
            person.watch(&game).await;
            person.act(Action::Resign).await;
            want(&mut person, &game).await;
            let next = receive_paired(&mut person).await;
            let (before, after) = (person.view(&game).await, person.view(&next).await);
            assert_eq!(after.players.white, before.players.black);
            assert_eq!(after.players.black, before.players.white);
        }
    });
}
