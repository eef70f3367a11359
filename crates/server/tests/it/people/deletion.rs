//! What is left of an account that was deleted: nothing.

use arbiter_server::store::{LinkKind, NewLink, Store};
use arbiter_wire::{ClientMessage, ServerMessage};
use reqwest::Method;
use serde_json::json;

use super::receive_about;
use crate::{
    harness::{Person, Server, story},
    store::dump::dump,
};

const NAME: &str = "Annabella";
const EMAIL: &str = "annabella@example.org";

async fn delete(person: &Person) {
    let body = json!({"password": "correct horse"});
    let answer = person.request(Method::DELETE, "/v1/account", Some(&body));
    answer.await.expect(204);
}

/// Gives Ann's account an email address.
async fn confirm_email(store: &Store) {
    let ann = store.account_by_name(NAME).await.unwrap().unwrap();
    let link = NewLink {
        kind: LinkKind::Email,
        hash: [7; 32],
        player: Some(ann.id),
        label: EMAIL.to_owned(),
        created: 0,
        expires: 9,
        uses: 1,
        created_by: None,
    };
    store.create_link(link).await.unwrap();
    let confirmed = store.confirm_email_with_link([7; 32], 8).await.unwrap();
    assert_eq!(confirmed, Some((ann.id, EMAIL.to_owned())));
}

/// Returns a game in which Ann, with this account, plays White and has said hello.
async fn begin(server: &Server, ann: &mut Person, bob: &mut Person) -> String {
    let game = ann.make("5+3").await;
    bob.join(&game).await;
    ann.watch(&game).await;
    bob.watch(&game).await;
    let chat = format!("/v1/games/{game}/chat");
    ann.post(&chat, &json!({"text": "hello"})).await.expect(200);
    bob.post(&chat, &json!({"text": "hi"})).await.expect(200);
    assert_eq!(
        server
            .stranger()
            .view(&game)
            .await
            .players
            .white
            .unwrap()
            .name,
        NAME
    );
    game
}

#[test]
fn a_deleted_player_disappears_from_running_games_at_once() {
    story(async |server| {
        let mut ann = server.account(NAME).await;
        let mut bob = server.guest().await;
        let game = begin(&server, &mut ann, &mut bob).await;
        delete(&ann).await;
        // The game is resigned, and Bob's page learns the new name and the rest of the chat.
        let view = receive_about(&mut bob, |message| match message {
            ServerMessage::Game(view) => Some(view),
            _ => None,
        });
        let view = view.await;
        assert_eq!(view.players.white.unwrap().name, "Deleted player");
        let state = view.play.unwrap().state;
        assert_eq!(state.result.as_deref(), Some("0-1"));
        assert_eq!(state.reason.as_deref(), Some("resignation"));
        let history = receive_about(&mut bob, |message| match message {
            ServerMessage::ChatHistory(history) => Some(history),
            _ => None,
        });
        let lines: Vec<_> = history.await.lines.into_iter().map(|it| it.text).collect();
        assert_eq!(lines, ["hi"]);
        // Ann's socket is closed.
        ann.take_socket().expect_close().await;
        assert_eq!(ann.get("/v1/account").await.code(), "unknown_token");
        assert_eq!(
            bob.view(&game).await.players.white.unwrap().name,
            "Deleted player"
        );
    });
}

#[test]
fn nothing_of_a_deleted_account_is_in_any_answer_or_in_the_database() {
    story(async |server| {
        let store = &server.app.store;
        let database = server.app.settings.database.clone();
        let mut ann = server.account(NAME).await;
        let mut bob = server.guest().await;
        let game = begin(&server, &mut ann, &mut bob).await;
        let waiting = ann.make("10+0").await;
        let token = json!({"label": "Annabella's bot", "scopes": ["play"]});
        ann.post("/v1/account/tokens", &token).await.expect(201);
        confirm_email(store).await;
        // Others follow the lobby, in which Ann looks for an opponent.
        let mut follower = server.guest().await;
        follower.socket().await.say(&ClientMessage::Lobby).await;
        let seek = json!({"options": {"clock": "3+2"}});
        ann.post("/v1/lobby/seeks", &seek).await.expect(202);
        let is_listed = |message| match message {
            ServerMessage::Lobby(seeks) => {
                seeks.iter().any(|it| it.player.name == NAME).then_some(())
            }
            _ => None,
        };
        receive_about(&mut follower, is_listed).await;
        let before = dump(store, &database).await;
        assert!(before.contains(NAME) && before.contains(EMAIL), "{before}");

        delete(&ann).await;
        let is_gone = |message| match message {
            ServerMessage::Lobby(seeks) => seeks.is_empty().then_some(()),
            _ => None,
        };
        receive_about(&mut follower, is_gone).await;
        let rest = dump(store, &database).await.to_lowercase();
        assert!(!rest.contains("annabella"), "{rest}");
        for path in [
            format!("/v1/games/{game}"),
            format!("/v1/games/{game}/pgn"),
            format!("/v1/games/{game}/chat"),
            format!("/game/{game}"),
            format!("/v1/games/{waiting}"),
            "/v1/games/live".to_owned(),
            "/v1/lobby".to_owned(),
            "/v1/account/games".to_owned(),
            "/v1/account/export".to_owned(),
        ] {
            let text = bob.get(&path).await.text;
            assert!(!text.to_lowercase().contains("annabella"), "{path}: {text}");
        }
        let unknown = bob.get(&format!("/v1/players/{NAME}")).await;
        assert_eq!(unknown.code(), "unknown_player");
        // Nobody can pass for Ann.
        let credentials = json!({"name": "annabella", "password": "correct horse"});
        let taken = server.stranger().post("/v1/accounts", &credentials).await;
        assert_eq!(taken.code(), "name_taken");
        // After a restart it is the same.
        let server = server.restart().await;
        bob.find(&server);
        let text = bob.get(&format!("/v1/games/{game}")).await.expect(200).text;
        assert!(!text.to_lowercase().contains("annabella"), "{text}");
    });
}
