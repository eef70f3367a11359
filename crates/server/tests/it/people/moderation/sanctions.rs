//! What is done about players who break the rules: reports, bans, mutes, closed accounts,
//! deleted messages, and blocks between players.

use std::sync::Arc;

use arbiter_wire::{AccountRole, ServerMessage};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{acts, patch, put, staff_member, tomorrow};
use crate::harness::{Person, story};

async fn say(person: &Person, game: &str, text: &str) -> crate::harness::Answer {
    let path = format!("/v1/games/{game}/chat");
    person.post(&path, &json!({"text": text})).await
}

#[test]
fn a_banned_player_is_disconnected_and_told_why() {
    story(async |server| {
        let administrator = staff_member(&server, "Adele", AccountRole::Administrator).await;
        let mut ann = server.account("Ann").await;
        ann.connect().await;
        let until = tomorrow();
        let ban = json!({"kind": "ban", "player": "ann", "reason": "Engine use.", "until": until});
        administrator.post("/v1/admin/bans", &ban).await.expect(201);
        let frame = ann.take_socket().expect_close().await.unwrap();
        assert!(frame.reason.contains("banned"), "{frame:?}");
        let refused = ann.get("/v1/account").await.expect(403);
        assert_eq!(refused.code(), "banned");
        assert_eq!(refused.body["reason"], "Engine use.");
        assert_eq!(refused.body["until"], until);
        ann.post("/v1/games", &json!({})).await.expect(403);
        let credentials = json!({"name": "Ann", "password": "correct horse"});
        let refused = server
            .stranger()
            .post("/v1/session", &credentials)
            .await
            .expect(403);
        assert_eq!(
            (refused.code(), &refused.body["reason"]),
            ("banned", &json!("Engine use."))
        );
        let wrong = json!({"name": "Ann", "password": "wrong horse"});
        let refused = server.stranger().post("/v1/session", &wrong).await;
        assert_eq!(
            refused.code(),
            "wrong_password",
            "others do not learn of it"
        );

        let bans = administrator.get("/v1/admin/bans").await.expect(200);
        let id = bans.body["bans"][0]["id"].as_i64().unwrap();
        administrator
            .delete(&format!("/v1/admin/bans/{id}"))
            .await
            .expect(204);
        ann.get("/v1/account").await.expect(200);
        let again = administrator.delete(&format!("/v1/admin/bans/{id}")).await;
        assert_eq!(again.code(), "no_such_entry");
        assert_eq!(acts(&administrator).await[..2], ["lift_ban", "ban"]);
    });
}

#[test]
fn a_banned_range_keeps_everybody_out_but_the_staff() {
    story(async |server| {
        let administrator = staff_member(&server, "Adele", AccountRole::Administrator).await;
        let ann = server.account("Ann").await;
        let mut spectator = server.stranger();
        spectator.connect().await;
        let ban = json!({"kind": "ban", "addresses": "127.0.0.0/8", "reason": "a flood"});
        administrator.post("/v1/admin/bans", &ban).await.expect(201);
        spectator.take_socket().expect_close().await.unwrap();
        assert_eq!(ann.get("/v1/account").await.code(), "banned");
        let stranger = server.stranger();
        let credentials = json!({"name": "New", "password": "correct horse"});
        for path in ["/v1/guests", "/v1/accounts", "/v1/games"] {
            let answer = stranger.post(path, &credentials).await;
            assert_eq!(answer.code(), "banned", "{path}");
        }
        assert_eq!(stranger.get("/v1/games/live").await.code(), "banned");
        stranger.get("/").await.expect(200);
        let credentials = json!({"name": "Adele", "password": "correct horse"});
        stranger.post("/v1/session", &credentials).await.expect(201);
        administrator.get("/v1/admin/bans").await.expect(200);
    });
}

#[test]
fn a_ban_is_in_force_as_soon_as_it_is_answered() {
    story(async |server| {
        let administrator = staff_member(&server, "Adele", AccountRole::Administrator).await;
        let ann = server.account("Ann").await;
        let ban = json!({"kind": "ban", "player": "Ann", "reason": "a flood"});
        let mut reads = JoinSet::new();
        for _ in 0..4 {
            let app = Arc::clone(&server.app);
            reads.spawn(async move {
                loop {
                    app.moderation.refresh().await.unwrap();
                }
            });
        }
        for _ in 0..50 {
            administrator.post("/v1/admin/bans", &ban).await.expect(201);
            assert_eq!(ann.get("/v1/account").await.code(), "banned");
            let bans = administrator.get("/v1/admin/bans").await;
            let path = format!("/v1/admin/bans/{}", bans.body["bans"][0]["id"]);
            administrator.delete(&path).await.expect(204);
            ann.get("/v1/account").await.expect(200);
        }
    });
}

#[test]
fn a_closed_account_is_signed_out_until_it_is_reopened() {
    story(async |server| {
        let administrator = staff_member(&server, "Adele", AccountRole::Administrator).await;
        let mut ann = server.account("Ann").await;
        ann.connect().await;
        let close = json!({"reason": "Two accounts."});
        administrator
            .post("/v1/admin/players/ann/close", &close)
            .await
            .expect(204);
        ann.take_socket().expect_close().await.unwrap();
        assert_eq!(ann.get("/v1/account").await.code(), "unknown_token");
        let credentials = json!({"name": "Ann", "password": "correct horse"});
        let refused = server
            .stranger()
            .post("/v1/session", &credentials)
            .await
            .expect(403);
        assert_eq!(refused.code(), "account_closed");
        assert_eq!(refused.body["reason"], "Two accounts.");
        let detail = administrator.get("/v1/admin/players/Ann").await.expect(200);
        assert_eq!(detail.body["closed"]["reason"], "Two accounts.");
        administrator
            .post("/v1/admin/players/Ann/reopen", &json!({}))
            .await
            .expect(204);
        server
            .stranger()
            .post("/v1/session", &credentials)
            .await
            .expect(201);
    });
}

#[test]
fn reports_are_sent_handled_and_limited() {
    story(async |server| {
        let moderator = staff_member(&server, "Maud", AccountRole::Moderator).await;
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let game = ann.make("5+3").await;
        bob.join(&game).await;
        let report = json!({"reason": "chat", "text": "He was rude.", "game": game});
        ann.post("/v1/players/bob/report", &report)
            .await
            .expect(201);
        let own = ann
            .post("/v1/players/Ann/report", &report)
            .await
            .expect(409);
        assert_eq!(own.code(), "yourself");
        let nobody = ann.post("/v1/players/nobody/report", &report).await;
        assert_eq!(nobody.code(), "unknown_player");
        assert_eq!(
            server
                .stranger()
                .post("/v1/players/bob/report", &report)
                .await
                .code(),
            "signed_out"
        );
        let list = moderator
            .get("/v1/admin/reports?state=open")
            .await
            .expect(200);
        let entry = &list.body["reports"][0];
        assert_eq!(entry["reporter"], "Ann");
        assert_eq!(entry["reported"], "Bob");
        assert_eq!(entry["game"], game);
        let path = format!("/v1/admin/reports/{}", entry["id"]);
        let handled = json!({"state": "handled", "note": "Muted for a day."});
        patch(&moderator, &path, handled).await.expect(204);
        let list = moderator
            .get("/v1/admin/reports?state=open")
            .await
            .expect(200);
        assert_eq!(list.body["reports"], json!([]));
        let list = moderator.get("/v1/admin/reports").await.expect(200);
        assert_eq!(list.body["reports"][0]["handled_by"], "Maud");
        // The same report again is one report, and there are not endlessly many.
        let mut last = 201;
        for _ in 0..30 {
            let answer = ann.post("/v1/players/bob/report", &report).await;
            last = answer.status.as_u16();
        }
        assert_eq!(last, 429);
        let list = moderator
            .get("/v1/admin/reports?state=open")
            .await
            .expect(200);
        assert_eq!(list.body["reports"].as_array().unwrap().len(), 1);
    });
}

#[test]
fn a_muted_player_cannot_chat() {
    story(async |server| {
        let moderator = staff_member(&server, "Maud", AccountRole::Moderator).await;
        let (ann, mut bob) = (server.account("Ann").await, server.account("Bob").await);
        let game = ann.make("5+3").await;
        bob.join(&game).await;
        say(&bob, &game, "rude words").await.expect(200);
        let mute =
            json!({"kind": "mute", "player": "Bob", "reason": "Be polite.", "until": tomorrow()});
        moderator.post("/v1/admin/bans", &mute).await.expect(201);
        let refused = say(&bob, &game, "more").await.expect(403);
        assert_eq!(
            (refused.code(), &refused.body["reason"]),
            ("muted", &json!("Be polite."))
        );
        bob.watch(&game).await;
        assert!(matches!(bob.receive().await, ServerMessage::Chat(_)));
        let chat = arbiter_wire::Chat {
            game: game.clone(),
            text: "even more".to_owned(),
        };
        bob.socket()
            .await
            .say(&arbiter_wire::ClientMessage::Chat(chat))
            .await;
        assert_eq!(bob.expect_refusal().await.problem.code, "muted");
        say(&ann, &game, "thanks").await.expect(200);
    });
}

#[test]
fn a_deleted_message_is_gone_for_everyone() {
    story(async |server| {
        let moderator = staff_member(&server, "Maud", AccountRole::Moderator).await;
        let (mut ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let game = ann.make("5+3").await;
        bob.join(&game).await;
        say(&bob, &game, "rude words").await.expect(200);
        say(&ann, &game, "please").await.expect(200);
        ann.watch(&game).await;
        let path = format!("/v1/admin/games/{game}/chat");
        let lines = moderator.get(&path).await.expect(200);
        assert_eq!(lines.body[0]["text"], "rude words");
        assert_eq!(lines.body[0]["name"], "Bob");
        let line = format!("{path}/{}", lines.body[0]["id"]);
        let elsewhere = line.replace(&game, "0123456789");
        assert_eq!(moderator.delete(&elsewhere).await.code(), "no_such_entry");
        moderator.delete(&line).await.expect(204);
        assert_eq!(moderator.delete(&line).await.code(), "no_such_entry");
        let history = loop {
            if let ServerMessage::ChatHistory(history) = ann.receive().await {
                break history;
            }
        };
        assert_eq!(history.lines.len(), 1);
        assert_eq!(history.lines[0].text, "please");
        let chat = ann.get(&format!("/v1/games/{game}/chat")).await.expect(200);
        assert_eq!(chat.body.as_array().unwrap().len(), 1, "{}", chat.text);
        assert_eq!(chat.body[0]["text"], "please");
    });
}

#[test]
fn blocked_players_do_not_meet() {
    story(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let before = ann.make("5+3").await;
        bob.join(&before).await;
        let path = "/v1/players/Bob/block";
        put(&ann, path, None).await.expect(204);
        put(&ann, path, None).await.expect(204);
        assert_eq!(
            ann.get("/v1/account/blocks").await.expect(200).body,
            json!(["Bob"])
        );
        assert_eq!(
            put(&ann, "/v1/players/ann/block", None).await.code(),
            "yourself"
        );
        let guest = server.guest().await;
        assert_eq!(put(&guest, path, None).await.code(), "needs_account");
        assert_eq!(say(&bob, &before, "hello").await.code(), "player_blocked");
        say(&ann, &before, "bye").await.expect(200);
        let game = ann.make("5+3").await;
        let refused = bob
            .post(&format!("/v1/games/{game}/join"), &json!({}))
            .await;
        assert_eq!(refused.code(), "player_blocked");
        let seek = json!({"options": {"clock": "3+2"}});
        let posted = ann.post("/v1/lobby/seeks", &seek).await.expect(202);
        let id = posted.body["id"].as_str().unwrap().to_owned();
        let accept = format!("/v1/lobby/seeks/{id}/accept");
        assert_eq!(bob.post(&accept, &json!({})).await.code(), "player_blocked");
        let waiting = bob.post("/v1/lobby/seeks", &seek).await.expect(202);
        assert_eq!(waiting.body["game"], Value::Null, "they are not paired");
        ann.delete(path).await.expect(204);
        bob.post(&format!("/v1/games/{game}/join"), &json!({}))
            .await
            .expect(200);
        bob.post(&accept, &json!({})).await.expect(200);
    });
}
