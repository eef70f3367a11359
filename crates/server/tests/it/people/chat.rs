//! The chat of a game.

use arbiter_wire::{Action, Chat, ChatLine, ClientMessage, ServerMessage};
use serde_json::json;

use super::{receive_about, two_at};
use crate::harness::{Answer, Person, story, story_with};

/// Sends a chat message over the WebSocket. The sender receives it too.
async fn say(person: &mut Person, game: &str, text: &str) {
    let message = ClientMessage::Chat(Chat {
        game: game.to_owned(),
        text: text.to_owned(),
    });
    person.socket().await.say(&message).await;
}

/// Sends a chat message over HTTP.
async fn post(person: &Person, game: &str, text: &str) -> Answer {
    let path = format!("/v1/games/{game}/chat");
    person.post(&path, &json!({"text": text})).await
}

/// Returns the chat messages that this person may read.
async fn history(person: &Person, game: &str) -> Vec<String> {
    let answer = person.get(&format!("/v1/games/{game}/chat")).await;
    let lines: Vec<ChatLine> = serde_json::from_value(answer.expect(200).body).unwrap();
    lines.into_iter().map(|line| line.text).collect()
}

/// Receives chat messages up to and including this one.
async fn receive_until(person: &mut Person, last: &str) -> Vec<String> {
    let mut heard = Vec::new();
    while heard.last().is_none_or(|line| line != last) {
        let line = receive_about(person, |message| match message {
            ServerMessage::Chat(line) => Some(line.text),
            _ => None,
        });
        heard.push(line.await);
    }
    heard
}

#[test]
fn players_read_spectator_chat_only_after_the_game() {
    story(async |server| {
        let (mut one, mut two, game) = two_at(&server).await;
        let (mut watcher, mut late) = (server.guest().await, server.guest().await);
        watcher.watch(&game).await;
        say(&mut one, &game, "good luck").await;
        assert_eq!(receive_until(&mut two, "good luck").await, ["good luck"]);
        say(&mut watcher, &game, "e4 wins").await;
        assert_eq!(receive_until(&mut watcher, "e4 wins").await, ["e4 wins"]);
        say(&mut two, &game, " thank\u{7} you ").await;
        assert_eq!(
            receive_until(&mut one, "thank you").await,
            ["good luck", "thank you"]
        );
        assert_eq!(history(&one, &game).await, ["good luck", "thank you"]);
        assert_eq!(history(&watcher, &game).await, ["e4 wins"]);
        assert_eq!(history(&server.stranger(), &game).await, ["e4 wins"]);

        two.act(Action::Resign).await;
        let all = ["good luck", "e4 wins", "thank you"];
        assert_eq!(receive_until(&mut one, "e4 wins").await, ["e4 wins"]);
        assert_eq!(history(&two, &game).await, all);
        post(&watcher, &game, "well played").await.expect(200);
        post(&one, &game, "again?").await.expect(200);
        assert_eq!(
            receive_until(&mut one, "again?").await,
            ["well played", "again?"]
        );

        // A viewer who arrives later receives the earlier messages.
        late.watch(&game).await;
        assert_eq!(
            receive_until(&mut late, "well played").await,
            ["e4 wins", "well played"]
        );
    });
}

#[test]
fn chat_survives_a_crash() {
    story(async |server| {
        let (one, mut two, game) = two_at(&server).await;
        let said = post(&one, &game, "hello").await.expect(200).body;
        assert_eq!(said["name"], one.name.as_str());
        let server = server.crash().await;
        two.find(&server);
        assert_eq!(history(&two, &game).await, ["hello"]);
    });
}

#[test]
fn empty_long_and_too_many_messages_are_refused() {
    story_with(
        |settings| settings.limits.chat = 3,
        async |server| {
            let (mut one, two, game) = two_at(&server).await;
            for (text, code) in [
                (" \n", "nothing_said"),
                (&"x".repeat(201), "message_too_long"),
            ] {
                assert_eq!(post(&one, &game, text).await.expect(422).code(), code);
            }
            // A message that is sent twice in a row appears only once.
            for text in ["1", "2", "3", "3"] {
                post(&one, &game, text).await.expect(200);
            }
            let refused = post(&one, &game, "4").await.expect(429);
            assert_eq!(refused.code(), "too_many_lines");
            post(&two, &game, "4").await.expect(200);
            server.pass(60);
            say(&mut one, &game, "5").await;
            let all = ["1", "2", "3", "4", "5"];
            assert_eq!(receive_until(&mut one, "5").await, all);
            assert_eq!(history(&one, &game).await, all);
        },
    );
}

#[test]
fn chat_needs_a_signed_in_player() {
    story(async |server| {
        let (_one, _two, game) = two_at(&server).await;
        let mut stranger = server.stranger();
        let refused = post(&stranger, &game, "hello").await.expect(401);
        assert_eq!(refused.code(), "signed_out");
        say(&mut stranger, &game, "hello").await;
        assert_eq!(stranger.expect_refusal().await.problem.code, "signed_out");
        let guest = server.guest().await;
        let refused = post(&guest, "0000000000", "hello").await.expect(404);
        assert_eq!(refused.code(), "unknown_game");
    });
}

#[test]
fn chat_can_be_disabled() {
    story_with(
        |settings| settings.chat = false,
        async |server| {
            let (mut one, _two, game) = two_at(&server).await;
            let refused = post(&one, &game, "hello").await.expect(403);
            assert_eq!(refused.code(), "chat_off");
            say(&mut one, &game, "hello").await;
            assert_eq!(one.expect_refusal().await.problem.code, "chat_off");
        },
    );
}
