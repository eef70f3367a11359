use arbiter_rules::ByColor;
use arbiter_server::store::{
    Channel, Connection, NewChat, NewPushSubscription, NewToken, Store, StoreError, TokenKind,
};

use super::{Script, append, guest, id, new_game};

/// Builds a small site with some of everything: a waiting game, one that is
/// being played, a rated one that is over; accounts, a guest, a deleted account.
pub async fn build(store: &Store) {
    let sign_up =
        |name: &str| store.create_account(None, name.parse().unwrap(), format!("hash of {name}"));
    let ann = sign_up("Ann").await.unwrap();
    let bob = sign_up("bob").await.unwrap();
    let deleted = sign_up("carol").await.unwrap();
    let guest = guest(store).await;

    let seats = ByColor {
        white: Some(ann),
        black: Some(bob),
    };
    let mut over = Script::begin(1_000);
    let mut game = new_game(id(11), 100, seats);
    game.first_event = Some(over.lines[0].clone());
    store.create_game(game).await.unwrap();
    for (at, uci) in [
        (2_000, "f2f3"),
        (3_000, "e7e5"),
        (4_000, "g2g4"),
        (5_000, "d8h4"),
    ] {
        let seq = over.game.event_count();
        let lines = over.play(at, uci);
        let mut moves = append(id(11), seq, lines, &over.game);
        moves.command = Some(format!("{}:c{seq}", ann.0));
        store.append(moves).await.unwrap();
    }

    let mut playing = Script::begin(6_000);
    let seats = ByColor {
        white: Some(guest),
        black: Some(deleted),
    };
    let mut game = new_game(id(12), 200, seats);
    game.first_event = Some(playing.lines[0].clone());
    game.rematch_of = Some(id(11));
    store.create_game(game).await.unwrap();
    for (at, uci) in [(7_000, "e2e4"), (7_500, "c7c5")] {
        let seq = playing.game.event_count();
        let lines = playing.play(at, uci);
        let moves = append(id(12), seq, lines, &playing.game);
        store.append(moves).await.unwrap();
    }

    let waiting = ByColor {
        white: None,
        black: Some(bob),
    };
    store
        .create_game(new_game(id(13), 300, waiting))
        .await
        .unwrap();
    for (channel, text) in [
        (Channel::Players, "hello"),
        (Channel::Spectators, "\"quoted\" \\ 'and' ♞\n"),
    ] {
        let chat = NewChat {
            game: id(11),
            channel,
            player: bob,
            at: 50,
            text: text.to_owned(),
        };
        store.add_chat(chat).await.unwrap();
    }
    for (hash, kind, expires) in [
        (7, TokenKind::Session, Some(99)),
        (250, TokenKind::Api, None),
    ] {
        let token = NewToken {
            player: ann,
            kind,
            hash: [hash; 32],
            label: "a browser".to_owned(),
            scopes: "play read".to_owned(),
            created: 1,
            expires,
        };
        let token = store.create_token(token).await.unwrap();
        let subscription = NewPushSubscription {
            token,
            player: ann,
            // A browser that subscribes again.
            endpoint: "https://push.example/ann".to_owned(),
            public_key: vec![4; 65],
            secret: vec![5; 16],
            language: "en",
            created: 3,
        };
        store.subscribe_to_push(subscription).await.unwrap();
    }
    assert!(store.delete_account(deleted, 0).await.unwrap().is_ok());
    store.write(add_moderation).await.unwrap();
}

/// Adds some of everything about moderation. Ann is player 1, Bob player 2.
fn add_moderation(db: &mut dyn Connection) -> Result<(), StoreError> {
    for sql in [
        "UPDATE players SET role = 'administrator' WHERE id = 1",
        "UPDATE players SET closed = 5, closed_reason = 'asked for it' WHERE id = 2",
        "INSERT INTO bans (kind, player, reason, created, until, created_by) \
         VALUES ('mute', 2, 'be polite', 5, 9, 1)",
        "INSERT INTO bans (kind, addresses, reason, created, lifted) \
         VALUES ('ban', '10.0.0.0/8', 'a flood', 5, 6)",
        "INSERT INTO reports (reporter, reported, game, reason, text, created, state, note) \
         SELECT 1, 2, min(id), 'chat', 'rude', 7, 'open', '' FROM games",
        "INSERT INTO blocks (player, blocked, created) VALUES (1, 2, 8)",
        "INSERT INTO follows (player, followed, created) VALUES (2, 1, 9)",
        "INSERT INTO audit (at, actor, act, player, detail) VALUES (5, 1, 'mute', 2, 'polite')",
        "INSERT INTO identities (issuer, subject, player, created) \
         VALUES ('https://id.example', '42', 2, 6)",
        "INSERT INTO tournaments \
         (id, name, organizer, created, options, starts, state, round, rounds, players) \
         VALUES (5, 'Open', 1, 3, '{}', 4, 'running', 1, 2, 2)",
        "INSERT INTO tournament_events (tournament, seq, at, line) VALUES (5, 0, 9, 'begun')",
        "INSERT INTO tournament_games (tournament, round, board, game) \
         SELECT 5, 1, 1, min(id) FROM games",
        "INSERT INTO server_settings (key, value) VALUES ('sign_up', 'closed')",
    ] {
        db.execute(sql, &[])?;
    }
    Ok(())
}
