//! The lobby, in which players find opponents.

use arbiter_wire::{
    ClientMessage, Clock, Color, GameOptions, OpenSeek, Seek, ServerMessage, Stage,
};
use serde_json::json;

use super::{receive_about, receive_paired};
use crate::harness::{Person, story, story_with};

fn seek(clock: &str, color: Option<Color>) -> Seek {
    Seek {
        options: GameOptions {
            clock: Clock(clock.to_owned()),
            ..GameOptions::default()
        },
        color,
    }
}

/// Posts a seek, and waits until the server has handled it.
async fn look(person: &mut Person, seek: Seek) {
    let socket = person.socket().await;
    socket.say(&ClientMessage::Seek(seek)).await;
    socket.say(&ClientMessage::Ping(7)).await;
    receive_about(person, |message| match message {
        ServerMessage::Pong(7) => Some(()),
        ServerMessage::Refused(refused) => panic!("{refused:?}"),
        _ => None,
    })
    .await;
}

async fn receive_list(person: &mut Person) -> Vec<String> {
    let list = receive_about(person, |message| match message {
        ServerMessage::Lobby(list) => Some(list),
        _ => None,
    });
    let clock = |it: OpenSeek| it.seek.options.clock.0;
    list.await.into_iter().map(clock).collect()
}

/// Returns the open seeks, over HTTP.
async fn list(person: &Person) -> Vec<OpenSeek> {
    let answer = person.get("/v1/lobby").await.expect(200);
    serde_json::from_value(answer.body).unwrap()
}

#[test]
fn players_who_seek_the_same_are_paired_at_once() {
    story(async |server| {
        let (mut one, mut two) = (server.guest().await, server.guest().await);
        look(&mut one, seek("5+3", Some(Color::White))).await;
        assert_eq!(list(&two).await[0].player.name, one.name);
        // The same clock, written in another way.
        two.connect().await;
        let message = ClientMessage::Seek(seek("5 + 3", None));
        two.socket().await.say(&message).await;
        let game = receive_paired(&mut one).await;
        assert_eq!(receive_paired(&mut two).await, game);
        let view = one.view(&game).await;
        assert_eq!((view.stage, view.you), (Stage::Playing, vec![Color::White]));
        assert!(list(&two).await.is_empty());
    });
}

#[test]
fn followers_of_the_lobby_see_the_list_change() {
    story(async |server| {
        let mut watcher = server.stranger();
        let (mut one, mut two) = (server.guest().await, server.guest().await);
        let socket = watcher.socket().await;
        socket.say(&ClientMessage::Lobby).await;
        assert_eq!(receive_list(&mut watcher).await, [""; 0]);
        look(&mut one, seek("5+3", None)).await;
        look(&mut two, seek("3+2", None)).await;
        // The seeks may be announced together or one after the other.
        let mut seen = Vec::new();
        while seen.len() < 2 {
            seen = receive_list(&mut watcher).await;
        }
        assert_eq!(seen, ["3+2", "5+3"]);
        // A closed connection withdraws its seek.
        two.drop_socket();
        assert_eq!(receive_list(&mut watcher).await, ["5+3"]);
        one.socket().await.say(&ClientMessage::Unseek).await;
        assert_eq!(receive_list(&mut watcher).await, [""; 0]);
    });
}

#[test]
fn a_seek_over_http_is_open_for_ten_minutes() {
    story(async |server| {
        let (mut one, two) = (server.guest().await, server.guest().await);
        let seek = json!({"options": {"clock": "5+3"}});
        let posted = one.post("/v1/lobby/seeks", &seek).await.expect(202).body;
        let path = format!("/v1/lobby/seeks/{}", posted["id"].as_str().unwrap());
        assert_eq!(one.get(&path).await.expect(200).body, posted);
        assert_eq!(two.get(&path).await.expect(404).code(), "unknown_seek");
        two.delete(&path).await.expect(404);
        one.delete(&path).await.expect(204);
        one.get(&path).await.expect(404);

        one.post("/v1/lobby/seeks", &seek).await.expect(202);
        one.socket().await.say(&ClientMessage::Lobby).await;
        assert_eq!(receive_list(&mut one).await, ["5+3"]);
        server.pass_millis(599_999);
        assert_eq!(list(&two).await.len(), 1);
        server.pass_millis(1);
        assert_eq!(receive_list(&mut one).await, [""; 0]);

        // The owner can ask which game resulted from the seek.
        let posted = one.post("/v1/lobby/seeks", &seek).await.expect(202).body;
        let path = format!("/v1/lobby/seeks/{}", posted["id"].as_str().unwrap());
        let found = two.post("/v1/lobby/seeks", &seek).await.expect(200).body;
        let known = one.get(&path).await.expect(200).body;
        assert!(known["game"].is_string());
        assert_eq!(known["game"], found["game"]);
    });
}

#[test]
fn an_open_seek_is_accepted_once_and_by_another_player() {
    story(async |server| {
        let mut one = server.guest().await;
        let (two, three) = (server.guest().await, server.guest().await);
        look(&mut one, seek("10+0", Some(Color::Black))).await;
        let path = format!("/v1/lobby/seeks/{}/accept", list(&two).await[0].id);
        let accept = async |person: &Person| person.post(&path, &json!({})).await;
        assert_eq!(accept(&one).await.expect(409).code(), "own_seek");
        assert_eq!(
            accept(&server.stranger()).await.expect(401).code(),
            "signed_out"
        );
        let game = accept(&two).await.expect(200).body["game"].clone();
        assert_eq!(accept(&three).await.expect(409).code(), "seek_gone");
        let heard = receive_paired(&mut one).await;
        assert_eq!(game, heard.as_str());
        assert_eq!(two.view(&heard).await.you, [Color::White]);
    });
}

#[test]
fn invalid_options_are_refused_at_once() {
    story(async |server| {
        let mut guest = server.guest().await;
        for (options, status, code) in [
            (json!({"clock": "soon"}), 422, "invalid_clock"),
            (json!({"start": "x"}), 422, ""),
            (json!({"rated": true}), 403, "needs_account"),
        ] {
            let body = json!({"options": options});
            let answer = guest.post("/v1/lobby/seeks", &body).await.expect(status);
            assert!(answer.code().contains(code), "{}", answer.text);
        }
        let mut rated = seek("5+3", None);
        rated.options.rated = true;
        guest.socket().await.say(&ClientMessage::Seek(rated)).await;
        assert_eq!(guest.expect_refusal().await.problem.code, "needs_account");
        let mut stranger = server.stranger();
        let message = ClientMessage::Seek(seek("5+3", None));
        stranger.socket().await.say(&message).await;
        assert_eq!(stranger.expect_refusal().await.problem.code, "signed_out");
        assert!(list(&guest).await.is_empty());
    });
}

#[test]
fn the_games_of_a_player_are_limited() {
    story_with(
        |settings| settings.limits.games = 8,
        async |server| {
            let (mut one, mut two) = (server.guest().await, server.guest().await);
            for _ in 0..8 {
                for person in [&mut one, &mut two] {
                    let message = ClientMessage::Seek(seek("5+3", None));
                    person.socket().await.say(&message).await;
                }
                receive_paired(&mut one).await;
                receive_paired(&mut two).await;
            }
            let message = ClientMessage::Seek(seek("5+3", None));
            one.socket().await.say(&message).await;
            let refused = one.expect_refusal().await;
            assert_eq!(refused.problem.code, "too_many_at_once");
        },
    );
}

#[test]
fn rated_seeks_need_an_account() {
    story(async |server| {
        let (mut one, mut two) = (server.account("ada").await, server.account("bob").await);
        let mut rated = seek("5+3", None);
        rated.options.rated = true;
        look(&mut one, rated.clone()).await;
        // A guest cannot accept it, and it stays open.
        let guest = server.guest().await;
        let path = format!("/v1/lobby/seeks/{}/accept", list(&guest).await[0].id);
        let refused = guest.post(&path, &json!({})).await.expect(403);
        assert_eq!(refused.code(), "needs_account");
        two.socket().await.say(&ClientMessage::Seek(rated)).await;
        let game = receive_paired(&mut two).await;
        assert!(one.view(&game).await.options.rated);
    });
}
