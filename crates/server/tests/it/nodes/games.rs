//! One game on two nodes.

use arbiter_wire::{Action, ServerMessage};
use serde_json::json;

use super::two_on_two_nodes;
use crate::harness::{Person, play, story_of_nodes};

#[test]
fn a_move_on_one_node_is_seen_on_the_other() {
    story_of_nodes(async |server, _| {
        let (mut white, mut black, _) = two_on_two_nodes(&server, "5+3").await;
        white.play("e2e4").await;
        black.expect_played("e2e4").await;
        black.play("e7e5").await;
        white.expect_played("e7e5").await;
        server.pass(3);
        white.act(Action::Resign).await;
        let update = black.expect_update().await;
        let ended = serde_json::to_value(&update.events[0]).unwrap();
        assert_eq!(ended["result"], "0-1", "{ended}");
    });
}

#[test]
fn a_command_that_comes_to_any_node_is_decided_by_the_whole_game() {
    story_of_nodes(async |server, nats| {
        let (mut white, mut black, game) = two_on_two_nodes(&server, "5+3").await;
        // From now on nodes learn of each other only from the store.
        nats.kill();
        for (mv, answer) in [("e2e4", "e7e5"), ("g1f3", "b8c6")] {
            let id = format!("white-{mv}");
            white.send_as(&id, play(mv)).await;
            white.expect_update().await;
            // The other node would refuse it: it is not Black's turn there.
            let action = serde_json::to_value(play(answer)).unwrap();
            let answered = black.act_by_http(&game, answer, &action).await;
            answered.expect(200);
            // A command that another node has carried out is known everywhere.
            let again = white.another_window();
            let mut again = Person::new(server.node(1).address(), again.token);
            let repeated = again
                .act_by_http(&game, &id, &serde_json::to_value(play(mv)).unwrap())
                .await;
            repeated.expect(200);
            server.node(0).app.games.compare_with_store().await.unwrap();
            white.expect_played(answer).await;
        }
        let here = white.view(&game).await;
        let there = black.view(&game).await;
        let moves = |view: &arbiter_wire::GameView| view.play.as_ref().unwrap().moves.len();
        assert_eq!((moves(&here), moves(&there)), (4, 4));
        nats.start_again();
    });
}

#[test]
fn what_the_bus_loses_is_found_in_the_store() {
    story_of_nodes(async |server, nats| {
        let (mut white, mut black, _) = two_on_two_nodes(&server, "5+3").await;
        nats.kill();
        white.play("e2e4").await;
        server.node(1).app.games.compare_with_store().await.unwrap();
        black.expect_played("e2e4").await;
        black.play("c7c5").await;
        server.node(0).app.games.compare_with_store().await.unwrap();
        white.expect_played("c7c5").await;
        nats.start_again();
    });
}

#[test]
fn one_of_two_players_who_join_at_once_gets_the_seat() {
    story_of_nodes(async |server, _| {
        let maker = server.node(0).guest().await;
        let (one, two) = (server.node(0).guest().await, server.node(1).guest().await);
        for _ in 0..5 {
            let game = maker.make("5+3").await;
            // Both nodes have the game in memory and think that the seat is free.
            one.view(&game).await;
            two.view(&game).await;
            let path = format!("/v1/games/{game}/join");
            let body = json!({});
            let (first, second) = tokio::join!(one.post(&path, &body), two.post(&path, &body));
            let mut codes = [first.status.as_u16(), second.status.as_u16()];
            codes.sort_unstable();
            assert_eq!(codes, [200, 409], "{} {}", first.text, second.text);
        }
    });
}

#[test]
fn a_flag_falls_once_and_everyone_sees_it() {
    story_of_nodes(async |server, _| {
        let (mut white, mut black, game) = two_on_two_nodes(&server, "1+0").await;
        white.play("e2e4").await;
        black.expect_played("e2e4").await;
        black.play("e7e5").await;
        white.expect_played("e7e5").await;
        // The compensated lag passes before the flag falls.
        server.pass(64);
        for person in [&mut white, &mut black] {
            let update = person.expect_update().await;
            let ended = serde_json::to_value(&update.events[0]).unwrap();
            assert_eq!(
                (&ended["result"], &ended["reason"]),
                (&json!("0-1"), &json!("time"))
            );
        }
        let events = black.get(&format!("/v1/games/{game}/events")).await;
        let events = events.expect(200).body;
        assert_eq!(events.as_array().unwrap().len(), 4, "{events}");
    });
}

/// The node that decided a move says in its message whether the position is proven not to be
/// dead; the others then do not prove it again.
#[test]
fn a_dead_position_ends_the_game_on_every_node() {
    story_of_nodes(async |server, _| {
        let (mut white, mut black) = (server.guest().await, server.guest().await);
        white.find(server.node(0));
        black.find(server.node(1));
        let start = "4k3/8/1p1p1p1p/pPpPpPpP/2P1P1P1/8/P7/4K3 w - - 0 1";
        let wanted = json!({"options": {"clock": "5+3", "start": start}});
        let game = white.make_with(wanted).await;
        black.join(&game).await;
        white.watch(&game).await;
        black.watch(&game).await;
        white.play("e1d1").await;
        black.expect_played("e1d1").await;
        black.play("e8d8").await;
        white.expect_played("e8d8").await;
        // No pawn can move or be taken anymore.
        white.send(play("a2a4")).await;
        for person in [&mut white, &mut black] {
            let ended = loop {
                let update = person.expect_update().await;
                let last = serde_json::to_value(update.events.last()).unwrap();
                if !last["result"].is_null() {
                    break last;
                }
            };
            assert_eq!(
                (&ended["result"], &ended["reason"]),
                (&json!("1/2-1/2"), &json!("dead_position"))
            );
        }
    });
}

#[test]
fn what_is_written_on_one_node_is_read_on_the_other() {
    story_of_nodes(async |server, _| {
        let (mut white, mut black, game) = two_on_two_nodes(&server, "5+3").await;
        let chat = json!({"text": "good luck"});
        let said = white.post(&format!("/v1/games/{game}/chat"), &chat).await;
        assert!(said.status.is_success(), "{}", said.text);
        for person in [&mut white, &mut black] {
            let line = loop {
                if let ServerMessage::Chat(line) = person.receive().await {
                    break line;
                }
            };
            assert_eq!(line.text, "good luck");
        }
    });
}

#[test]
fn a_player_who_is_connected_to_another_node_is_not_absent() {
    story_of_nodes(async |server, nats| {
        let (mut white, mut black, game) = two_on_two_nodes(&server, "30+0").await;
        white.play("e2e4").await;
        black.expect_played("e2e4").await;
        black.play("e7e5").await;
        white.expect_played("e7e5").await;
        let refused = white.try_act(Action::ClaimAbandonment).await.problem.code;
        assert_eq!(refused, "opponent_is_there");
        black.drop_socket();
        loop {
            let message = white.socket().await.receive_any().await;
            if matches!(message, ServerMessage::Presence(presence) if !presence.black) {
                break;
            }
        }
        server.pass(61);
        // Without the bus no node knows whether the others agree.
        nats.kill();
        let refused = white.try_act(Action::ClaimAbandonment).await.problem.code;
        assert_eq!(refused, "opponent_may_return");
        nats.start_again();
        let action = serde_json::to_value(Action::ClaimAbandonment).unwrap();
        let ended = loop {
            let answer = white.act_by_http(&game, "claim", &action).await;
            if answer.status.is_success() {
                break answer.body;
            }
            assert_eq!(answer.code(), "opponent_may_return", "{}", answer.text);
        };
        assert_eq!(ended["state"]["reason"], json!("abandonment"), "{ended}");
    });
}
