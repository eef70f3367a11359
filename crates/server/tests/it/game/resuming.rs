//! Clients that reconnect find everything that they knew and what came after it.

use std::{
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    task::{Context, Wake, Waker},
};

use arbiter_server::{
    play::{
        outbox::Outbox,
        room::{Message, viewers::Viewer},
    },
    store::{Access, connect},
};
use arbiter_wire::{ClientMessage, ServerMessage, Update};

use super::{play_all, two_at};
use crate::harness::{Person, Server, play, story, story_on_one_node};

fn update(message: ServerMessage) -> Update {
    match message {
        ServerMessage::Update(update) => update,
        other => panic!("not an update: {other:?}"),
    }
}

fn moves(update: &Update) -> Vec<(u64, String)> {
    let told = update.events.iter();
    told.map(|event| {
        let value = serde_json::to_value(event).unwrap();
        (
            event.seq,
            value["uci"].as_str().unwrap_or_default().to_owned(),
        )
    })
    .collect()
}

#[test]
fn a_reconnecting_client_gets_the_missed_events() {
    story(async |server| {
        let (mut white, mut black, _) = two_at(&server, "5+3").await;
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
        black.drop_socket();
        white.play("g1f3").await;
        let rest = update(black.resume(2).await);
        assert_eq!(moves(&rest), [(3, "g1f3".to_owned())]);
        assert!(rest.state.legal.is_some());
        black.play("b8c6").await;
        white.expect_played("b8c6").await;

        // The client gets an answer even if there are no new events.
        white.drop_socket();
        let nothing = update(white.resume(4).await);
        assert!(nothing.events.is_empty());
        assert_eq!(nothing.state.seq, 4);
        // A number that does not exist yet: the whole game is sent.
        let whole = white.resume(99).await;
        assert!(matches!(whole, ServerMessage::Game(_)), "{whole:?}");
        // From the beginning: all events after the start.
        let all = update(white.resume(0).await);
        assert_eq!(all.events.len(), 4);
    });
}

#[test]
fn two_windows_of_a_player_see_the_same() {
    story(async |server| {
        let (mut white, mut black, game) = two_at(&server, "5+3").await;
        let mut window = white.another_window();
        window.watch(&game).await;
        window.play("e2e4").await;
        assert_eq!(white.expect_played("e2e4").await.id, None);
        black.expect_played("e2e4").await;
        black.play("e7e5").await;
        white.expect_played("e7e5").await;
        let told = window.expect_played("e7e5").await;
        assert!(told.state.legal.is_some());
    });
}

#[test]
fn both_players_resume_after_a_restart() {
    story(async |server| {
        let (mut white, mut black, _) = two_at(&server, "5+3").await;
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
        let done = white.play("g1f3").await;
        let server = server.restart().await;
        // Everyone was told to resume.
        let close = black.socket().await.expect_close().await.unwrap();
        assert_eq!(u16::from(close.code), 1012, "{close:?}");

        continue_game(&server, &mut white, &mut black, &done.id.unwrap()).await;
    });
}

#[test]
fn acknowledged_moves_survive_a_crash() {
    story(async |server| {
        let (mut white, mut black, _) = two_at(&server, "5+3").await;
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
        let done = white.play("g1f3").await;
        let server = server.crash().await;
        continue_game(&server, &mut white, &mut black, &done.id.unwrap()).await;
    });
}

/// Reconnects both players, checks that the server knows the moves, and continues.
async fn continue_game(server: &Server, white: &mut Person, black: &mut Person, done: &str) {
    white.find(server);
    black.find(server);
    let rest = update(black.resume(2).await);
    assert_eq!(moves(&rest), [(3, "g1f3".to_owned())]);
    let nothing = update(white.resume(3).await);
    assert!(nothing.events.is_empty());
    // The command is known after a restart.
    white.send_as(done, play("g1f3")).await;
    match white.receive().await {
        ServerMessage::Acknowledged(before) => assert_eq!(before.seq, 3),
        other => panic!("{other:?}"),
    }
    // So is what it asked for.
    white.send_as(done, play("f1c4")).await;
    assert_eq!(white.expect_refusal().await.problem.code, "id_reused");
    black.play("b8c6").await;
    white.expect_played("b8c6").await;
}

/// Panics when it is first woken, in the task that wakes it.
#[derive(Default)]
struct Bomb(AtomicBool);

impl Wake for Bomb {
    fn wake(self: Arc<Bomb>) {
        if !self.0.swap(true, Relaxed) {
            panic!("a test makes the room panic");
        }
    }
}

#[test]
fn a_room_that_panics_is_loaded_by_the_next_message() {
    story_on_one_node(async |server| {
        let (mut white, mut black, game) = two_at(&server, "5+3").await;
        play_all(&mut white, &mut black, "e2e4 e7e5").await;

        // The answer to this message panics.
        let (answer, mut answered) = tokio::sync::oneshot::channel();
        let waker = Waker::from(Arc::new(Bomb::default()));
        let waiting = Future::poll(
            std::pin::Pin::new(&mut answered),
            &mut Context::from_waker(&waker),
        );
        assert!(waiting.is_pending());
        let id = game.parse().unwrap();
        let question = Message::View(None, answer);
        server.app.games.send(id, question).await;

        for player in [&mut white, &mut black] {
            let told = player.receive().await;
            assert!(matches!(told, ServerMessage::Resume(_)), "{told:?}");
        }
        assert!(update(white.resume(2).await).events.is_empty());
        white.play("g1f3").await;
        let rest = update(black.resume(2).await);
        assert_eq!(moves(&rest), [(3, "g1f3".to_owned())]);
        black.play("b8c6").await;
        white.expect_played("b8c6").await;
    });
}

#[test]
fn a_room_that_panics_while_announcing_a_move_does_not_lose_it() {
    story_on_one_node(async |server| {
        let (mut white, mut black, game) = two_at(&server, "5+3").await;
        play_all(&mut white, &mut black, "e2e4 e7e5").await;

        // The last viewer panics when the move is announced.
        let (outbox, outgoing) = Outbox::new();
        let viewer = Viewer {
            outbox,
            player: None,
        };
        let watch = Message::Watch(viewer, None);
        let id = game.parse().unwrap();
        server.app.games.send(id, watch).await;
        while !outgoing.recv().await.unwrap().starts_with("{\"presence\"") {}
        let waker = Waker::from(Arc::new(Bomb::default()));
        let mut waiting = pin!(outgoing.recv());
        let waiting = waiting.as_mut().poll(&mut Context::from_waker(&waker));
        assert!(waiting.is_pending());

        white.send_as("once", play("g1f3")).await;
        for player in [&mut white, &mut black] {
            player.expect_played("g1f3").await;
            let told = player.receive().await;
            assert!(matches!(told, ServerMessage::Resume(_)), "{told:?}");
        }
        assert!(update(black.resume(3).await).events.is_empty());
        // A command that is sent again is carried out once.
        white.send_as("once", play("g1f3")).await;
        match white.receive().await {
            ServerMessage::Acknowledged(before) => assert_eq!(before.seq, 3),
            other => panic!("{other:?}"),
        }
        white.resume(3).await;
        black.play("b8c6").await;
        white.expect_played("b8c6").await;
    });
}

#[test]
fn a_move_that_is_not_stored_is_not_announced_and_can_be_sent_again() {
    story(async |server| {
        let (mut white, mut black, _) = two_at(&server, "5+3").await;
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
        let hide = "ALTER TABLE events RENAME TO hidden; ALTER TABLE recent RENAME TO hidden_too";
        run_script(&server, hide).await;
        let refused = white.try_play("g1f3").await;
        assert_eq!(refused.problem.status, 503, "{refused:?}");
        // No move was announced, only that viewers have to resume.
        let told = black.receive().await;
        assert!(matches!(told, ServerMessage::Resume(_)), "{told:?}");
        let show = "ALTER TABLE hidden RENAME TO events; ALTER TABLE hidden_too RENAME TO recent";
        run_script(&server, show).await;

        black.socket().await.say(&ClientMessage::Ping(1)).await;
        assert_eq!(black.receive().await, ServerMessage::Pong(1));
        assert!(update(black.resume(2).await).events.is_empty());
        white.send_as(&refused.id.unwrap(), play("g1f3")).await;
        let told = black.expect_played("g1f3").await;
        assert_eq!(told.events.len(), 1);
    });
}

/// White has ten seconds left when the database fails for an hour, and does not
/// lose on time.
#[test]
fn clocks_stand_still_while_nothing_can_be_stored() {
    story(async |server| {
        let (mut white, mut black, _) = two_at(&server, "1+0").await;
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
        server.pass(50);
        let hide = "ALTER TABLE events RENAME TO hidden; ALTER TABLE recent RENAME TO hidden_too; \
                    ALTER TABLE clock RENAME TO hidden_clock";
        run_script(&server, hide).await;
        let refused = white.try_play("g1f3").await;
        assert_eq!(refused.problem.status, 503, "{refused:?}");
        let clock = &server.app.clock;
        clock.wait_until(false).await;
        let stopped_at = clock.now();
        server.pass(3_600);
        assert_eq!(clock.now(), stopped_at);

        let show = "ALTER TABLE hidden RENAME TO events; ALTER TABLE hidden_too RENAME TO recent; \
                    ALTER TABLE hidden_clock RENAME TO clock";
        run_script(&server, show).await;
        clock.wait_until(true).await;
        assert!(matches!(black.receive().await, ServerMessage::Resume(_)));
        assert!(update(black.resume(2).await).events.is_empty());
        white.send_as(&refused.id.unwrap(), play("g1f3")).await;
        let told = black.expect_played("g1f3").await;
        assert_eq!(told.events.len(), 1);
        black.play("b8c6").await;
    });
}

/// Changes the database behind the server's back.
async fn run_script(server: &Server, script: &'static str) {
    let database = server.app.settings.database.clone();
    let run = move || {
        let mut db = connect(&database, Access::ReadWrite).unwrap();
        db.run_script(script).unwrap();
    };
    tokio::task::spawn_blocking(run).await.unwrap();
}
