use serde_json::{Value, json};

use super::client::{PASSWORD, ask, ask_with};

#[test]
fn a_guest_who_signs_up_keeps_their_games() {
    ask(async |server| {
        let guest = server.guest().await;
        let game = guest.post("/v1/games", json!({"opponent": "self"})).await;
        assert_eq!(game.verdict(), "201");
        let credentials = json!({"name": "Ann", "password": PASSWORD});
        let welcome = guest.post("/v1/accounts", credentials).await;
        assert_eq!(welcome.verdict(), "201");
        assert_eq!(welcome.json()["player"]["name"], "Ann");
        let ann = guest.with_token(Some(welcome.text("token")));
        let games = ann.get("/v1/account/games").await.json();
        assert_eq!(games["games"][0]["id"], game.json()["id"]);
        // The token of a guest does not open the account.
        assert_eq!(
            guest.get("/v1/account").await.verdict(),
            "401 unknown_token"
        );
        // A player with an account cannot sign up again.
        let credentials = json!({"name": "Bob", "password": PASSWORD});
        let again = ann.post("/v1/accounts", credentials).await;
        assert_eq!(again.verdict(), "409 has_account");
    });
}

#[test]
fn invalid_names_and_passwords_are_refused() {
    ask(async |server| {
        server.account("Ann").await;
        let nobody = server.nobody();
        let cases = [
            ("ann", PASSWORD, "409 name_taken"),
            ("a", PASSWORD, "422 invalid_name"),
            ("Guest 7", PASSWORD, "422 invalid_name"),
            ("computer", PASSWORD, "422 invalid_name"),
            ("Bob", "short", "422 invalid_password"),
        ];
        for (name, password, verdict) in cases {
            let credentials = json!({"name": name, "password": password});
            let answer = nobody.post("/v1/accounts", credentials).await;
            assert_eq!(answer.verdict(), verdict, "{name}");
        }
        let cases = [
            ("ANN", PASSWORD, "201"),
            ("Ann", "wrong password", "403 wrong_password"),
            ("Nobody", PASSWORD, "403 wrong_password"),
            ("\0", "\0", "403 wrong_password"),
        ];
        for (name, password, verdict) in cases {
            let credentials = json!({"name": name, "password": password});
            let answer = nobody.post("/v1/session", credentials).await;
            assert_eq!(answer.verdict(), verdict, "{name}");
        }
    });
}

#[test]
fn sessions_are_listed_and_ended() {
    ask(async |server| {
        let ann = server.account("Ann").await;
        let credentials = json!({"name": "Ann", "password": PASSWORD});
        let phone = [("user-agent", "Telephone")];
        let other = ann.with_token(None);
        let welcome = other.ask("POST", "/v1/session", credentials, &phone).await;
        let other = ann.with_token(Some(welcome.text("token")));
        let sessions = ann.get("/v1/account/sessions").await.json();
        assert_eq!(sessions.as_array().unwrap().len(), 2);
        assert_eq!(sessions[0]["label"], "Telephone");
        assert_eq!(sessions[0]["current"], false);
        assert_eq!(sessions[1]["current"], true);
        let path = format!("/v1/account/sessions/{}", sessions[0]["id"]);
        // Nobody ends the sessions of others.
        let bob = server.account("Bob").await;
        assert_eq!(bob.delete(&path).await.verdict(), "404 no_such_token");
        assert_eq!(other.get("/v1/account").await.verdict(), "200");
        assert_eq!(ann.delete(&path).await.verdict(), "204");
        assert_eq!(
            other.get("/v1/account").await.verdict(),
            "401 unknown_token"
        );
        assert_eq!(ann.delete(&path).await.verdict(), "404 no_such_token");
        assert_eq!(ann.delete("/v1/session").await.verdict(), "204");
        assert_eq!(ann.get("/v1/account").await.verdict(), "401 unknown_token");
    });
}

#[test]
fn changing_the_password_ends_the_other_sessions() {
    ask(async |server| {
        let ann = server.account("Ann").await;
        let sign_in = |password: &'static str| {
            let nobody = server.nobody();
            let credentials = json!({"name": "Ann", "password": password});
            async move { nobody.post("/v1/session", credentials).await }
        };
        let other = ann.with_token(Some(sign_in(PASSWORD).await.text("token")));
        let change = |old: &str, new: &str| {
            let body = json!({"old": old, "new": new});
            let ann = ann.clone();
            async move { ann.ask("PATCH", "/v1/account", body, &[]).await.verdict() }
        };
        assert_eq!(
            change("wrong password", "battery staple").await,
            "403 wrong_password"
        );
        assert_eq!(change(PASSWORD, "short").await, "422 invalid_password");
        assert_eq!(other.get("/v1/account").await.verdict(), "200");
        assert_eq!(change(PASSWORD, "battery staple").await, "204");
        assert_eq!(
            other.get("/v1/account").await.verdict(),
            "401 unknown_token"
        );
        assert_eq!(ann.get("/v1/account").await.verdict(), "200");
        assert_eq!(sign_in(PASSWORD).await.verdict(), "403 wrong_password");
        assert_eq!(sign_in("battery staple").await.verdict(), "201");
    });
}

#[test]
fn a_deleted_account_is_gone() {
    ask(async |server| {
        let ann = server.account("Ann").await;
        assert_eq!(ann.get("/v1/players/ann").await.verdict(), "200");
        let wrong = json!({"password": "wrong password"});
        let wrong = ann.ask("DELETE", "/v1/account", wrong, &[]).await;
        assert_eq!(wrong.verdict(), "403 wrong_password");
        let right = json!({ "password": PASSWORD });
        let right = ann.ask("DELETE", "/v1/account", right, &[]).await;
        assert_eq!(right.verdict(), "204");
        assert_eq!(ann.get("/v1/account").await.verdict(), "401 unknown_token");
        let nobody = server.nobody();
        assert_eq!(
            nobody.get("/v1/players/ann").await.verdict(),
            "404 unknown_player"
        );
        // The name is free again.
        server.account("Ann").await;
    });
}

#[test]
fn api_tokens_do_only_what_their_scopes_allow() {
    ask(async |server| {
        let ann = server.account("Ann").await;
        let make = async |scopes: Value| {
            let body = json!({"label": "bot\0", "scopes": scopes});
            ann.post("/v1/account/tokens", body).await
        };
        let made = make(json!(["play", "play", "read"])).await;
        assert_eq!(made.verdict(), "201");
        assert_eq!(made.json()["scopes"], json!(["read", "play"]));
        assert_eq!(
            make(json!(["everything"])).await.verdict(),
            "422 invalid_body"
        );
        let bot = ann.with_token(Some(made.text("token")));
        assert_eq!(
            bot.get("/v1/account").await.json()["scopes"],
            json!(["read", "play"])
        );
        assert_eq!(
            bot.post("/v1/games", json!({})).await.verdict(),
            "403 missing_scope"
        );
        assert_eq!(
            bot.get("/v1/account/tokens").await.verdict(),
            "403 needs_session"
        );
        let tokens = ann.get("/v1/account/tokens").await;
        // The secret is shown only once.
        assert!(!tokens.body.contains("arb_"), "{tokens:?}");
        let path = format!("/v1/account/tokens/{}", tokens.json()[0]["id"]);
        assert_eq!(ann.delete(&path).await.verdict(), "204");
        assert_eq!(bot.get("/v1/account").await.verdict(), "401 unknown_token");
        let guest = server.guest().await;
        let body = json!({"label": "bot", "scopes": ["play"]});
        let refused = guest.post("/v1/account/tokens", body).await;
        assert_eq!(refused.verdict(), "403 needs_account");
    });
}

#[test]
fn a_page_has_a_cookie_and_no_token() {
    ask(async |server| {
        let nobody = server.nobody();
        let page = [("sec-fetch-site", "same-origin")];
        let welcome = nobody.ask("POST", "/v1/guests", Value::Null, &page).await;
        assert_eq!(welcome.verdict(), "201");
        assert!(welcome.json().get("token").is_none(), "{welcome:?}");
        let cookie = welcome.header("set-cookie");
        let (value, rest) = cookie.split_once("; ").unwrap();
        assert!(value.starts_with("arbiter=arb_"), "{cookie}");
        for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
            assert!(rest.contains(part), "{cookie}");
        }
        let known = [("cookie", value)];
        let account = nobody.ask("GET", "/v1/account", Value::Null, &known).await;
        assert_eq!(account.json()["player"], welcome.json()["player"]);
        let game = nobody.ask("POST", "/v1/games", json!({}), &known).await;
        assert_eq!(game.verdict(), "201");
        assert!(!game.headers.contains_key("set-cookie"), "{game:?}");
        // An invalid cookie is no reason to refuse what needs no token.
        let unknown = [("cookie", "arbiter=arb_00")];
        let moves = nobody
            .ask("GET", "/v1/rules/moves", Value::Null, &unknown)
            .await;
        assert_eq!(moves.verdict(), "200");
        let account = nobody
            .ask("GET", "/v1/account", Value::Null, &unknown)
            .await;
        assert_eq!(account.verdict(), "401 signed_out");
        let out = nobody
            .ask("DELETE", "/v1/session", Value::Null, &known)
            .await;
        assert!(out.header("set-cookie").contains("Max-Age=0"), "{out:?}");
        let account = nobody.ask("GET", "/v1/account", Value::Null, &known).await;
        assert_eq!(account.verdict(), "401 signed_out");
    });
}

#[test]
fn with_encryption_the_cookie_is_restricted_to_this_host() {
    let change = |settings: &mut arbiter_server::Settings| {
        settings.public = Some("https://chess.example".to_owned());
    };
    ask_with(change, async |server| {
        let nobody = server.nobody();
        let welcome = nobody.post("/v1/guests", Value::Null).await;
        let cookie = welcome.header("set-cookie");
        assert!(cookie.starts_with("__Host-arbiter=arb_"), "{cookie}");
        assert!(cookie.contains("; Secure"), "{cookie}");
        assert!(
            welcome
                .header("strict-transport-security")
                .contains("max-age")
        );
        // A cookie that an unencrypted neighbor could have set is ignored.
        let plain = cookie.split(';').next().unwrap().replace("__Host-", "");
        let plain = [("cookie", plain.as_str())];
        let account = nobody.ask("GET", "/v1/account", Value::Null, &plain).await;
        assert_eq!(account.verdict(), "401 signed_out");
    });
}
