use arbiter_wire::AccountExport;
use serde_json::json;

use super::client::test_server;

#[test]
fn an_export_has_everything_about_a_player_and_no_secret() {
    test_server(async |server| {
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let token = json!({"label": "my bot", "scopes": ["play"]});
        assert_eq!(ann.post("/v1/account/tokens", token).await.outcome(), "201");
        // More than fit into one page of the export.
        let mut games = Vec::new();
        for _ in 0..101 {
            let body = json!({"opponent": "self", "options": {"clock": "5+3"}});
            games.push(ann.post("/v1/games", body).await.text("id"));
        }
        let body = json!({"color": "white", "options": {"rated": true, "clock": "5+3"}});
        let game = ann.post("/v1/games", body).await.text("id");
        let joined = bob.post(&format!("/v1/games/{game}/join"), json!({})).await;
        assert_eq!(joined.outcome(), "200");
        for (person, text) in [(&ann, "hello \"Bob\""), (&bob, "a secret of Bob")] {
            let path = format!("/v1/games/{game}/chat");
            let said = person.post(&path, json!({"text": text})).await;
            assert_eq!(said.outcome(), "200");
        }
        for (person, id, action) in [
            (&ann, "1", json!({"play": {"move": "e4"}})),
            (&bob, "1", json!({"play": {"move": "e5"}})),
            (&ann, "2", json!("resign")),
        ] {
            let path = format!("/v1/games/{game}/actions");
            let done = person.post(&path, json!({"id": id, "do": action})).await;
            assert_eq!(done.outcome(), "200");
        }
        games.push(game.clone());

        let answer = ann.get("/v1/account/export").await;
        assert_eq!(answer.outcome(), "200");
        assert!(
            answer
                .header("content-disposition")
                .contains("arbiter.json")
        );
        for secret in ["arb_", "argon2", "a secret of Bob"] {
            assert!(!answer.body.contains(secret), "{secret}");
        }
        let export: AccountExport = serde_json::from_value(answer.json()).unwrap();
        assert_eq!(export.player.name, "Ann");
        assert_eq!(export.sessions.len(), 1);
        assert_eq!(export.tokens[0].label, "my bot");
        assert_eq!(export.ratings.len(), 1);
        assert_eq!(export.chat.len(), 1);
        assert_eq!(export.chat[0].text, "hello \"Bob\"");
        let mut exported: Vec<_> = export.games.iter().map(|it| it.game.id.clone()).collect();
        exported.sort();
        games.sort();
        assert_eq!(exported, games);
        let last = export.games.iter().find(|it| it.game.id == game).unwrap();
        let pgn = ann.get(&last.pgn).await;
        assert!(pgn.body.contains("1. e4"), "{pgn:?}");
    });
}

#[test]
fn an_export_needs_a_session_and_is_made_ten_times_an_hour_at_most() {
    test_server(async |server| {
        let anonymous = server.anonymous().get("/v1/account/export").await;
        assert_eq!(anonymous.outcome(), "401 signed_out");
        let ann = server.account("Ann").await;
        let token = json!({"label": "bot", "scopes": ["read"]});
        let token = ann.post("/v1/account/tokens", token).await.text("token");
        let bot = ann.with_token(Some(token)).get("/v1/account/export").await;
        assert_eq!(bot.outcome(), "403 needs_session");
        for _ in 0..10 {
            assert_eq!(ann.get("/v1/account/export").await.outcome(), "200");
        }
        let refused = ann.get("/v1/account/export").await;
        assert_eq!(refused.outcome(), "429 too_many_requests");
        // A guest has data, too.
        let guest = server.guest().await.get("/v1/account/export").await;
        assert_eq!(guest.outcome(), "200");
    });
}
