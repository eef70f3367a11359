use serde_json::{Value, json};

use super::client::{PASSWORD, test_server, test_server_with};

#[test]
fn a_guest_who_signs_up_keeps_their_games() {
    test_server(async |server| {
        let guest = server.guest().await;
        let game = guest.post("/v1/games", json!({"opponent": "self"})).await;
        assert_eq!(game.outcome(), "201");
        let credentials = json!({"name": "Ann", "password": PASSWORD});
        let welcome = guest.post("/v1/accounts", credentials).await;
        assert_eq!(welcome.outcome(), "201");
        assert_eq!(welcome.json()["player"]["name"], "Ann");
        let ann = guest.with_token(Some(welcome.text("token")));
        let games = ann.get("/v1/account/games").await.json();
        assert_eq!(games["games"][0]["id"], game.json()["id"]);
        // The game in memory shows the new name as well.
        let id = game.text("id");
        let view = ann.get(&format!("/v1/games/{id}")).await.json();
        assert_eq!(view["players"]["white"]["name"], "Ann");
        assert_eq!(view["players"]["white"]["kind"], "account");
        // The token of a guest does not open the account.
        assert_eq!(
            guest.get("/v1/account").await.outcome(),
            "401 unknown_token"
        );
        // A player with an account cannot sign up again.
        let credentials = json!({"name": "Bob", "password": PASSWORD});
        let again = ann.post("/v1/accounts", credentials).await;
        assert_eq!(again.outcome(), "409 has_account");
    });
}

#[test]
fn invalid_names_and_passwords_are_refused() {
    test_server(async |server| {
        server.account("Ann").await;
        let anonymous = server.anonymous();
        let cases = [
            ("ann", PASSWORD, "409 name_taken"),
            ("a", PASSWORD, "422 invalid_name"),
            ("Guest 7", PASSWORD, "422 invalid_name"),
            ("computer", PASSWORD, "422 invalid_name"),
            ("Bob", "short", "422 invalid_password"),
            ("Bob", "Password1", "422 common_password"),
            ("Bobby-Fischer", "bobby-fischer", "422 common_password"),
        ];
        for (name, password, outcome) in cases {
            let credentials = json!({"name": name, "password": password});
            let answer = anonymous.post("/v1/accounts", credentials).await;
            assert_eq!(answer.outcome(), outcome, "{name}");
        }
        let cases = [
            ("ANN", PASSWORD, "201"),
            ("Ann", "wrong password", "403 wrong_password"),
            ("Nobody", PASSWORD, "403 wrong_password"),
            ("\0", "\0", "403 wrong_password"),
        ];
        for (name, password, outcome) in cases {
            let credentials = json!({"name": name, "password": password});
            let answer = anonymous.post("/v1/session", credentials).await;
            assert_eq!(answer.outcome(), outcome, "{name}");
        }
    });
}

#[test]
fn sessions_are_listed_and_ended() {
    test_server(async |server| {
        let ann = server.account("Ann").await;
        let credentials = json!({"name": "Ann", "password": PASSWORD});
        let phone = [("user-agent", "Telephone")];
        let other = ann.with_token(None);
        let welcome = other
            .request("POST", "/v1/session", credentials, &phone)
            .await;
        let other = ann.with_token(Some(welcome.text("token")));
        let sessions = ann.get("/v1/account/sessions").await.json();
        assert_eq!(sessions.as_array().unwrap().len(), 2);
        assert_eq!(sessions[0]["label"], "Telephone");
        assert_eq!(sessions[0]["current"], false);
        assert_eq!(sessions[1]["current"], true);
        let path = format!("/v1/account/sessions/{}", sessions[0]["id"]);
        // Nobody ends the sessions of others.
        let bob = server.account("Bob").await;
        assert_eq!(bob.delete(&path).await.outcome(), "404 no_such_token");
        assert_eq!(other.get("/v1/account").await.outcome(), "200");
        assert_eq!(ann.delete(&path).await.outcome(), "204");
        assert_eq!(
            other.get("/v1/account").await.outcome(),
            "401 unknown_token"
        );
        assert_eq!(ann.delete(&path).await.outcome(), "404 no_such_token");
        assert_eq!(ann.delete("/v1/session").await.outcome(), "204");
        assert_eq!(ann.get("/v1/account").await.outcome(), "401 unknown_token");
    });
}

#[test]
fn changing_the_password_ends_the_other_sessions() {
    test_server(async |server| {
        let ann = server.account("Ann").await;
        let sign_in = |password: &'static str| {
            let anonymous = server.anonymous();
            let credentials = json!({"name": "Ann", "password": password});
            async move { anonymous.post("/v1/session", credentials).await }
        };
        let other = ann.with_token(Some(sign_in(PASSWORD).await.text("token")));
        let change = |old: &str, new: &str| {
            let body = json!({"old": old, "new": new});
            let ann = ann.clone();
            async move {
                ann.request("PATCH", "/v1/account", body, &[])
                    .await
                    .outcome()
            }
        };
        assert_eq!(
            change("wrong password", "battery staple").await,
            "403 wrong_password"
        );
        assert_eq!(change(PASSWORD, "short").await, "422 invalid_password");
        assert_eq!(other.get("/v1/account").await.outcome(), "200");
        assert_eq!(change(PASSWORD, "battery staple").await, "204");
        assert_eq!(
            other.get("/v1/account").await.outcome(),
            "401 unknown_token"
        );
        assert_eq!(ann.get("/v1/account").await.outcome(), "200");
        assert_eq!(sign_in(PASSWORD).await.outcome(), "403 wrong_password");
        assert_eq!(sign_in("battery staple").await.outcome(), "201");
    });
}

#[test]
fn a_deleted_account_is_gone() {
    test_server(async |server| {
        let ann = server.account("Ann").await;
        assert_eq!(ann.get("/v1/players/ann").await.outcome(), "200");
        let wrong = json!({"password": "wrong password"});
        let wrong = ann.request("DELETE", "/v1/account", wrong, &[]).await;
        assert_eq!(wrong.outcome(), "403 wrong_password");
        let right = json!({ "password": PASSWORD });
        let right = ann.request("DELETE", "/v1/account", right, &[]).await;
        assert_eq!(right.outcome(), "204");
        assert_eq!(ann.get("/v1/account").await.outcome(), "401 unknown_token");
        let anonymous = server.anonymous();
        assert_eq!(
            anonymous.get("/v1/players/ann").await.outcome(),
            "404 unknown_player"
        );
        // Nobody else can take the name.
        let credentials = json!({"name": "ann", "password": PASSWORD});
        let taken = anonymous.post("/v1/accounts", credentials).await;
        assert_eq!(taken.outcome(), "409 name_taken");
    });
}

#[test]
fn api_tokens_do_only_what_their_scopes_allow() {
    test_server(async |server| {
        let ann = server.account("Ann").await;
        let make = async |scopes: Value| {
            let body = json!({"label": "bot\0", "scopes": scopes});
            ann.post("/v1/account/tokens", body).await
        };
        let made = make(json!(["play", "play", "read"])).await;
        assert_eq!(made.outcome(), "201");
        assert_eq!(made.json()["scopes"], json!(["read", "play"]));
        assert_eq!(
            make(json!(["everything"])).await.outcome(),
            "422 invalid_body"
        );
        let bot = ann.with_token(Some(made.text("token")));
        assert_eq!(
            bot.get("/v1/account").await.json()["scopes"],
            json!(["read", "play"])
        );
        assert_eq!(
            bot.post("/v1/games", json!({})).await.outcome(),
            "403 missing_scope"
        );
        assert_eq!(
            bot.get("/v1/account/tokens").await.outcome(),
            "403 needs_session"
        );
        let tokens = ann.get("/v1/account/tokens").await;
        // The secret is shown only once.
        assert!(!tokens.body.contains("arb_"), "{tokens:?}");
        let path = format!("/v1/account/tokens/{}", tokens.json()[0]["id"]);
        assert_eq!(ann.delete(&path).await.outcome(), "204");
        assert_eq!(bot.get("/v1/account").await.outcome(), "401 unknown_token");
        let guest = server.guest().await;
        let body = json!({"label": "bot", "scopes": ["play"]});
        let refused = guest.post("/v1/account/tokens", body).await;
        assert_eq!(refused.outcome(), "403 needs_account");
    });
}

#[test]
fn a_page_has_a_cookie_and_no_token() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        let page = [("sec-fetch-site", "same-origin")];
        let welcome = anonymous
            .request("POST", "/v1/guests", Value::Null, &page)
            .await;
        assert_eq!(welcome.outcome(), "201");
        assert!(welcome.json().get("token").is_none(), "{welcome:?}");
        let cookie = welcome.header("set-cookie");
        let (value, rest) = cookie.split_once("; ").unwrap();
        assert!(value.starts_with("arbiter=arb_"), "{cookie}");
        for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
            assert!(rest.contains(part), "{cookie}");
        }
        let known = [("cookie", value)];
        let account = anonymous
            .request("GET", "/v1/account", Value::Null, &known)
            .await;
        assert_eq!(account.json()["player"], welcome.json()["player"]);
        let game = anonymous
            .request("POST", "/v1/games", json!({}), &known)
            .await;
        assert_eq!(game.outcome(), "201");
        assert!(!game.headers.contains_key("set-cookie"), "{game:?}");
        // An invalid cookie is no reason to refuse what needs no token.
        let unknown = [("cookie", "arbiter=arb_00")];
        let moves = anonymous
            .request("GET", "/v1/rules/moves", Value::Null, &unknown)
            .await;
        assert_eq!(moves.outcome(), "200");
        let account = anonymous
            .request("GET", "/v1/account", Value::Null, &unknown)
            .await;
        assert_eq!(account.outcome(), "401 signed_out");
        let out = anonymous
            .request("DELETE", "/v1/session", Value::Null, &known)
            .await;
        assert!(out.header("set-cookie").contains("Max-Age=0"), "{out:?}");
        let account = anonymous
            .request("GET", "/v1/account", Value::Null, &known)
            .await;
        assert_eq!(account.outcome(), "401 signed_out");
    });
}

#[test]
fn with_encryption_the_cookie_is_restricted_to_this_host() {
    let change = |settings: &mut arbiter_server::Settings| {
        settings.public = Some("https://chess.example".to_owned());
    };
    test_server_with(change, async |server| {
        let anonymous = server.anonymous();
        let welcome = anonymous.post("/v1/guests", Value::Null).await;
        let cookie = welcome.header("set-cookie");
        assert!(cookie.starts_with("__Host-arbiter=arb_"), "{cookie}");
        assert!(cookie.contains("; Secure"), "{cookie}");
        assert_eq!(
            welcome.header("strict-transport-security"),
            "max-age=31536000"
        );
        // A cookie that an unencrypted neighbor could have set is ignored.
        let plain = cookie.split(';').next().unwrap().replace("__Host-", "");
        let plain = [("cookie", plain.as_str())];
        let account = anonymous
            .request("GET", "/v1/account", Value::Null, &plain)
            .await;
        assert_eq!(account.outcome(), "401 signed_out");
    });
}
