//! The rules by which old things are deleted, as `docs/hosting.md` states them.

use std::time::SystemTime;

use arbiter_server::{play::cleaner::clean, store::Channel};
use serde_json::json;

use crate::{
    harness::{Server, story},
    store::make_games_old,
};

const DAY: u64 = 24 * 60 * 60 * 1_000;

/// Deletes what would be old after this many days.
async fn clean_after(server: &Server, days: u64) {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = u64::try_from(now.unwrap().as_millis()).unwrap();
    clean(&server.app.games, now + days * DAY).await.unwrap();
}

#[test]
fn a_game_that_nobody_joins_is_deleted_after_two_weeks() {
    story(async |server| {
        let (mut ann, bob) = (server.guest().await, server.guest().await);
        let (waiting, joined) = (ann.make("5+3").await, ann.make("5+3").await);
        bob.join(&joined).await;
        ann.watch(&waiting).await;
        clean_after(&server, 13).await;
        bob.get(&format!("/v1/games/{waiting}")).await.expect(200);
        clean_after(&server, 15).await;
        bob.get(&format!("/v1/games/{waiting}")).await.expect(404);
        bob.get(&format!("/v1/games/{joined}")).await.expect(200);
    });
}

#[test]
fn guests_who_never_played_are_deleted_after_a_week_and_others_stay() {
    story(async |server| {
        let (idle, ann, bob) = (
            server.guest().await,
            server.guest().await,
            server.guest().await,
        );
        let account = server.account("Cora").await;
        let game = ann.make("5+3").await;
        bob.join(&game).await;
        let reader = server.guest().await;
        reader
            .post(&format!("/v1/games/{game}/chat"), &json!({"text": "hello"}))
            .await
            .expect(200);
        clean_after(&server, 6).await;
        idle.get("/v1/account").await.expect(200);
        clean_after(&server, 8).await;
        idle.get("/v1/account").await.expect(401);
        for person in [&ann, &bob, &reader, &account] {
            person.get("/v1/account").await.expect(200);
        }
        // Guests who played are signed out when they stay away, and their games stay.
        clean_after(&server, 89).await;
        ann.get("/v1/account").await.expect(200);
        clean_after(&server, 91).await;
        ann.get("/v1/account").await.expect(401);
        account.get("/v1/account").await.expect(200);
        let view = account.view(&game).await;
        assert_eq!(view.players.white.unwrap().name, ann.name);
    });
}

#[test]
fn chat_is_deleted_after_half_a_year() {
    story(async |server| {
        let (ann, bob) = (server.guest().await, server.guest().await);
        let game = ann.make("5+3").await;
        bob.join(&game).await;
        let path = format!("/v1/games/{game}/chat");
        ann.post(&path, &json!({"text": "hello"})).await.expect(200);
        let count = async || {
            let chat = server
                .app
                .store
                .chat(game.parse().unwrap(), Channel::Players, 9);
            chat.await.unwrap().len()
        };
        clean_after(&server, 179).await;
        assert_eq!(count().await, 1);
        clean_after(&server, 181).await;
        assert_eq!(count().await, 0);
    });
}

#[test]
fn the_server_cleans_up_every_hour_by_itself() {
    story(async |server| {
        let ann = server.guest().await;
        let game = ann.make("5+3").await;
        let path = format!("/v1/games/{game}");
        make_games_old(&server.app.store).await;
        loop {
            server.pass(60 * 60);
            if ann.get(&path).await.status == 404 {
                break;
            }
        }
    });
}
