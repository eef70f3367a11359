//! Flags, missing first moves, and clocks that stop.

use arbiter_server::{GameId, store::StoredGame};
use arbiter_wire::{Color, Stage};

use super::{play_all, two_at};
use crate::harness::{Server, story};

/// Returns the stored game once it is over.
async fn stored_end(server: &Server, game: &str) -> StoredGame {
    let id: GameId = game.parse().unwrap();
    for _ in 0..20_000 {
        let stored = server.app.store.load_game(id).await.unwrap().unwrap();
        if stored.stage == Stage::Over {
            return stored;
        }
    }
    panic!("{game} does not end");
}

#[test]
fn a_flag_falls_on_time_and_not_before() {
    story(async |server| {
        let (mut white, mut black, game) = two_at(&server, "1+0").await;
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
        server.pass_millis(59_000);
        // One second is left, which is enough.
        white.play("g1f3").await;
        black.expect_played("g1f3").await;
        // Black's last second passes as well; the compensated lag passes
        // before the flag falls.
        server.pass_millis(59_999);
        assert!(white.view(&game).await.play.unwrap().state.result.is_none());
        server.pass(3);
        for player in [&mut white, &mut black] {
            let told = player.expect_update().await;
            assert_eq!(told.state.clock.as_ref().unwrap().black.time, 0);
            assert_eq!(told.state.result.as_deref(), Some("1-0"));
            assert_eq!(told.state.reason.as_deref(), Some("time"));
        }
    });
}

#[test]
fn a_flag_falls_when_nobody_watches() {
    story(async |server| {
        let (mut white, mut black, game) = two_at(&server, "1+0").await;
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
        white.drop_socket();
        black.drop_socket();
        // No game is in memory.
        let server = server.crash().await;
        server.pass(63);
        let stored = stored_end(&server, &game).await;
        assert!(
            stored
                .events
                .last()
                .unwrap()
                .line
                .ends_with("ended 0-1 time")
        );
    });
}

#[test]
fn a_game_without_a_first_move_is_aborted() {
    story(async |server| {
        let (mut white, mut black, game) = two_at(&server, "5+3").await;
        white.play("e2e4").await;
        black.expect_played("e2e4").await;
        server.pass(60);
        assert_eq!(
            white.expect_update().await.state.reason.as_deref(),
            Some("aborted")
        );
        assert_eq!(stored_end(&server, &game).await.events.len(), 3);
    });
}

#[test]
fn the_clocks_stand_still_while_the_server_is_down() {
    story(async |server| {
        let (mut white, mut black, game) = two_at(&server, "5+0").await;
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
        server.pass(10);
        let before = server.now();
        let server = server.restart().await;
        assert_eq!(server.now(), before);
        white.find(&server);
        black.find(&server);
        let view = white.watch(&game).await;
        let clock = view.play.unwrap().state.clock.unwrap();
        assert_eq!(clock.white.time, 290_000);
        assert_eq!(clock.running, Some(Color::White));
        server.pass(1);
        let played = white.play("g1f3").await;
        let left = played.state.clock.unwrap().white.time;
        assert!((289_000..290_000).contains(&left), "{left}");
    });
}

#[test]
fn a_crash_costs_no_time_on_the_clock() {
    story(async |server| {
        let (mut white, mut black, game) = two_at(&server, "5+0").await;
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
        let stored = server.now();
        server.pass(10);
        let before = server.now();
        let server = server.crash().await;
        // Time continues from the last stored event.
        assert!(stored <= server.now() && server.now() <= before);
        white.find(&server);
        let view = white.watch(&game).await;
        let clock = view.play.unwrap().state.clock.unwrap();
        assert!((290_000..=300_000).contains(&clock.white.time));
    });
}
