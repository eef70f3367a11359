//! Spectators: they see everything and can do nothing.

use arbiter_server::play::outbox::Outbox;
use arbiter_wire::{Action, ClientMessage, Color, Leave, ServerMessage};

use super::{play_all, two_at};
use crate::harness::{play, story};

#[test]
fn a_spectator_sees_the_game_and_cannot_act() {
    story(async |server| {
        let (mut white, mut black, game) = two_at(&server, "5+3").await;
        for mut watcher in [server.stranger(), server.guest().await] {
            let view = watcher.watch(&game).await;
            assert_eq!(view.you, [] as [Color; 0]);
            for action in [
                play("e2e4"),
                Action::Touch("e2".to_owned()),
                Action::OfferDraw,
                Action::AcceptDraw,
                Action::Resign,
                Action::RequestTakeback,
                Action::AcceptTakeback,
                Action::Abort,
                Action::GiveTime(15),
                Action::ClaimAbandonment,
            ] {
                let refused = watcher.try_act(action).await;
                let expected = if watcher.token.is_some() {
                    "not_a_player"
                } else {
                    "signed_out"
                };
                assert_eq!(refused.problem.code, expected);
            }
            watcher.drop_socket();
        }
        let mut watcher = server.stranger();
        watcher.watch(&game).await;
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
        for mv in ["e2e4", "e7e5"] {
            let told = watcher.expect_played(mv).await;
            assert_eq!((told.id, told.state.legal), (None, None));
        }
        let view = watcher.view(&game).await;
        assert_eq!(view.play.unwrap().state.legal, None);
    });
}

#[test]
fn watching_twice_sends_events_once() {
    story(async |server| {
        let (mut white, mut black, game) = two_at(&server, "5+3").await;
        black.watch(&game).await;
        white.play("e2e4").await;
        black.expect_played("e2e4").await;
        black.socket().await.say(&ClientMessage::Ping(1)).await;
        assert_eq!(black.receive().await, ServerMessage::Pong(1));
    });
}

#[test]
fn presence_is_announced_to_everyone() {
    story(async |server| {
        let (mut white, mut black, _) = two_at(&server, "5+3").await;
        black.drop_socket();
        // White saw White come, Black come, and Black leave.
        let mut seen = Vec::new();
        while seen.last() != Some(&(true, false)) || !seen.contains(&(true, true)) {
            if let ServerMessage::Presence(presence) = white.socket().await.receive_any().await {
                seen.push((presence.white, presence.black));
            }
        }
    });
}

#[test]
fn a_viewer_who_leaves_gets_no_more_events() {
    story(async |server| {
        let (mut white, mut black, game) = two_at(&server, "5+3").await;
        let leave = ClientMessage::Leave(Leave { game: game.clone() });
        black.socket().await.say(&leave).await;
        // Messages of one connection are handled in order.
        let ping = ClientMessage::Ping(1);
        black.socket().await.say(&ping).await;
        assert_eq!(black.receive().await, ServerMessage::Pong(1));
        white.play("e2e4").await;
        black.socket().await.say(&ClientMessage::Ping(2)).await;
        assert_eq!(black.receive().await, ServerMessage::Pong(2));
        // The player may still act, and gets the answer.
        let played = black.play("e7e5").await;
        assert_eq!(played.state.ply, 2);
    });
}

#[test]
fn a_slow_client_is_disconnected_and_resumes_and_delays_nobody() {
    story(async |server| {
        let (mut white, mut black, game) = two_at(&server, "5+3").await;
        let mut slow = server.stranger();
        // The client asks for more than any buffer holds, and reads nothing.
        for _ in 0..4_000 {
            slow.socket().await.watch(&game, None).await;
        }
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
        // The server notices that the client is gone.
        let mut was_there = false;
        loop {
            if let ServerMessage::Presence(presence) = white.socket().await.receive_any().await {
                if was_there && presence.spectators == 0 {
                    break;
                }
                was_there |= presence.spectators == 1;
            }
        }
        slow.drop_socket();
        slow.socket().await.watch(&game, Some(0)).await;
        let ServerMessage::Update(rest) = slow.receive().await else {
            panic!("the client does not get the rest");
        };
        assert_eq!(rest.events.len(), 2);
        play_all(&mut white, &mut black, "g1f3 b8c6").await;
        for mv in ["g1f3", "b8c6"] {
            slow.expect_played(mv).await;
        }
    });
}

#[test]
fn the_queue_of_a_slow_client_is_bounded() {
    let (outbox, outgoing) = Outbox::new();
    for number in 0..128 {
        assert!(outbox.tell(&ServerMessage::Pong(number)));
    }
    assert!(!outgoing.is_cut());
    assert!(!outbox.tell(&ServerMessage::Pong(128)));
    assert!(outgoing.is_cut());
    // What was sent before is in order.
    let first = outgoing.try_recv().unwrap();
    assert_eq!(first.as_str(), r#"{"pong":0}"#);
}
