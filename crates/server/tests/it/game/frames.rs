//! Malformed input gets a clear answer, and affects neither the connection nor the
//! game.

use arbiter_wire::{ClientMessage, ServerMessage};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;

use super::{play_all, two_at};
use crate::harness::{Person, story};

/// Expects this refusal on a connection that stays open.
async fn expect(person: &mut Person, code: &str, what: &str) {
    let refused = person.expect_refusal().await;
    assert_eq!(refused.problem.code, code, "{what}: {refused:?}");
    assert!(refused.problem.title.len() > 10, "{what}: {refused:?}");
    assert!((400..500).contains(&refused.problem.status), "{refused:?}");
    alive(person).await;
}

async fn alive(person: &mut Person) {
    person.socket().await.say(&ClientMessage::Ping(7)).await;
    assert_eq!(person.receive().await, ServerMessage::Pong(7));
}

#[test]
fn an_invalid_message_is_refused_and_the_game_continues() {
    story(async |server| {
        let (mut white, mut black, game) = two_at(&server, "5+3").await;
        for text in [
            "",
            "hello",
            "{",
            "null",
            "[]",
            "{}",
            "\"dance\"",
            "\u{0}",
            r#"{"watch": {}}"#,
            r#"{"watch": {"game": 7}}"#,
            r#"{"watch": {"game": "x", "since": "y"}}"#,
            r#"{"act": {"game": "0123456789", "id": "1", "do": {"play": {"move": 7}}}}"#,
            r#"{"act": {"game": "0123456789", "id": "1", "do": {"fly": "e4"}}}"#,
            r#"{"act": {"game": "0123456789", "do": "resign"}}"#,
            r#"{"ping": -1}"#,
        ] {
            white.socket().await.say_text(text).await;
            expect(&mut white, "unreadable", text).await;
        }
        let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
        white.socket().await.say_text(&deep).await;
        expect(&mut white, "unreadable", "deep").await;
        let binary = Message::binary(vec![0, 159, 146, 150]);
        white.socket().await.send(binary).await;
        expect(&mut white, "not_text", "binary").await;

        for (name, code) in [("x", "unknown_game"), ("0123456789", "unknown_game")] {
            white.socket().await.watch(name, None).await;
            expect(&mut white, code, name).await;
            white
                .socket()
                .await
                .act(name, "c", crate::harness::play("e4"))
                .await;
            expect(&mut white, code, name).await;
        }
        for (id, action) in [("", "resign"), (&"x".repeat(41), "resign")] {
            let text = format!(r#"{{"act":{{"game":"{game}","id":"{id}","do":"{action}"}}}}"#);
            white.socket().await.say_text(&text).await;
            expect(&mut white, "bad_command_id", id).await;
        }
        for (action, code) in [
            (r#"{"play": {"move": "castle!"}}"#, "unreadable_move"),
            (r#"{"touch": "j9"}"#, "not_a_square"),
        ] {
            let text = format!(r#"{{"act":{{"game":"{game}","id":"b","do":{action}}}}}"#);
            white.socket().await.say_text(&text).await;
            let refused = white.expect_refusal().await;
            assert_eq!(refused.problem.status, 422, "{code}: {refused:?}");
            alive(&mut white).await;
        }
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
    });
}

#[test]
fn a_frame_that_is_too_large_closes_only_its_connection() {
    story(async |server| {
        let (mut white, mut black, _) = two_at(&server, "5+3").await;
        let huge = format!(r#"{{"chat": "{}"}}"#, "x".repeat(1_000_000));
        // The server may close the connection before the end.
        black.socket().await.try_say_text(&huge).await;
        black.socket().await.expect_close().await;
        white.play("e2e4").await;
        black.drop_socket();
        let rest = black.resume(0).await;
        assert!(matches!(rest, ServerMessage::Update(_)), "{rest:?}");
        black.play("e7e5").await;
        white.expect_played("e7e5").await;
    });
}

#[test]
fn a_message_may_be_fragmented() {
    story(async |server| {
        let (mut white, _, _) = two_at(&server, "5+3").await;
        let mut stream = white.take_socket().into_stream();
        // A first fragment of a text and the last one, masked with zeros.
        for (head, part) in [(0x01, r#"{"pi"#), (0x80, r#"ng": 7}"#)] {
            let mut frame = vec![head, 0x80 | u8::try_from(part.len()).unwrap(), 0, 0, 0, 0];
            frame.extend_from_slice(part.as_bytes());
            stream.write_all(&frame).await.unwrap();
        }
        white.put_socket(crate::harness::Socket::from_stream(stream).await);
        assert_eq!(white.receive().await, ServerMessage::Pong(7));
    });
}

#[test]
fn incomplete_frames_and_noise_affect_nobody_else() {
    story(async |server| {
        let (mut white, mut black, _) = two_at(&server, "5+3").await;
        for noise in [
            // The beginning of a text of 100 bytes.
            &[0x81, 0x80 | 100, 0, 0, 0, 0, b'{'][..],
            // An unmasked frame, which only a server may send.
            &[0x81, 0x02, b'{', b'}'],
            // A text that is not UTF-8.
            &[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe],
            // An unknown opcode.
            &[0x83, 0x80, 0, 0, 0, 0],
            // A frame of 2^63 bytes.
            &[
                0x81, 0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0,
            ],
            b"GET / HTTP/1.1\r\n\r\n",
        ] {
            let mut guest = server.guest().await;
            guest.connect().await;
            let mut stream = guest.take_socket().into_stream();
            stream.write_all(noise).await.unwrap();
            stream.shutdown().await.unwrap();
        }
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
    });
}
