//! A node that stops while games are played on it, as in an upgrade.

use arbiter_wire::{Fact, ServerMessage, Stage, Update};
use serde_json::json;

use super::two_on_two_nodes;
use crate::harness::{Person, Server, play, story_of_nodes};

/// Starts a game with White on node 1, which stops later, and Black on node 0, and plays the
/// moves that nobody is charged for, so that White's clock runs.
async fn start_game(server: &Server, clock: &str) -> (Person, Person, String) {
    let (mut white, mut black, game) = two_on_two_nodes(server, clock).await;
    white.find(server.node(1));
    black.find(server.node(0));
    white.watch(&game).await;
    black.watch(&game).await;
    white.play("e2e4").await;
    black.expect_played("e2e4").await;
    black.play("e7e5").await;
    white.expect_played("e7e5").await;
    (white, black, game)
}

/// Stops the node of a person, who is told to reconnect.
async fn stop_node_of(person: &mut Person, server: &mut Server, number: usize) {
    let mut socket = person.take_socket();
    let (closed, ()) = tokio::join!(socket.expect_close(), server.stop_node(number));
    let code = closed.map(|frame| u16::from(frame.code));
    assert_eq!(code, Some(1012));
}

/// Returns how much time an update gives, in milliseconds.
fn given(update: &Update) -> u64 {
    match update.events[0].fact {
        Fact::TimeGiven { span, .. } => span,
        ref other => panic!("not time: {other:?}"),
    }
}

#[test]
fn a_player_whose_node_stops_gets_the_time_until_they_are_back() {
    story_of_nodes(async |mut server, nats| {
        let (mut white, mut black, game) = start_game(&server, "5+0").await;
        server.pass(10);
        // The other node learns it from the store.
        nats.kill();
        stop_node_of(&mut white, &mut server, 1).await;
        server.pass_millis(1_300);
        white.find(server.node(0));
        let view = white.watch(&game).await;
        assert_eq!(view.play.unwrap().state.clock.unwrap().white.time, 288_700);
        let back = white.expect_update().await;
        assert_eq!(given(&back), 1_300, "{back:?}");
        assert_eq!(back.state.clock.unwrap().white.time, 290_000);
        assert_eq!(given(&black.expect_update().await), 1_300);
        // It is given once.
        let mut again = white.another_window();
        again.watch(&game).await;
        server.pass(1);
        let played = white.play("g1f3").await;
        assert!(matches!(played.events[0].fact, Fact::Played { .. }));
        // Some of it may be spared because of lag.
        let left = played.state.clock.unwrap().white.time;
        assert!((289_000..=289_500).contains(&left), "{left}");
    });
}

#[test]
fn a_player_who_does_not_come_back_loses_on_time_a_little_later() {
    story_of_nodes(async |mut server, _| {
        let (mut white, mut black, game) = start_game(&server, "1+0").await;
        // Half a second before the flag falls, after all lag that is compensated.
        server.pass_millis(59_500);
        stop_node_of(&mut white, &mut server, 1).await;
        server.pass_millis(3_400);
        assert_eq!(black.view(&game).await.stage, Stage::Playing);
        server.pass_millis(5_000);
        let mut facts = Vec::new();
        while facts.len() < 2 {
            let update = black.expect_update().await;
            facts.extend(update.events.into_iter().map(|event| event.fact));
        }
        assert!(
            matches!(facts[0], Fact::TimeGiven { span: 3_000, .. }),
            "{facts:?}"
        );
        assert!(matches!(facts[1], Fact::Ended { .. }), "{facts:?}");
    });
}

#[test]
fn a_move_that_comes_before_its_player_watches_costs_no_more_than_its_turn() {
    story_of_nodes(async |mut server, _| {
        let (mut white, mut black, game) = start_game(&server, "5+0").await;
        stop_node_of(&mut white, &mut server, 1).await;
        // Nobody thinks for longer than the bound without being charged.
        server.pass_millis(60_000);
        white.find(server.node(0));
        let action = serde_json::to_value(play("g1f3")).unwrap();
        let answer = white.act_by_http(&game, "late", &action).await.expect(200);
        assert_eq!(
            answer.body["state"]["clock"]["white"]["time"],
            json!(243_000)
        );
        assert_eq!(given(&black.expect_update().await), 3_000);
        black.expect_played("g1f3").await;
    });
}

#[test]
fn a_server_that_stops_opens_no_socket() {
    story_of_nodes(async |mut server, _| {
        let mut person = server.guest().await;
        person.find(server.node(1));
        let mut socket = person.connect().await;
        socket.watch("nothing", None).await;
        let refused = socket.receive().await;
        assert!(matches!(refused, ServerMessage::Refused(_)), "{refused:?}");
        socket = person.socket().await;
        let (closed, ()) = tokio::join!(socket.expect_close(), server.stop_node(1));
        assert!(closed.is_some());
        let address = server.node(1).address();
        assert!(tokio::net::TcpStream::connect(address).await.is_err());
    });
}
