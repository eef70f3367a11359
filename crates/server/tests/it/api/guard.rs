use arbiter_server::Limits;
use arbiter_wire::{ClientMessage, ServerMessage};
use serde_json::{Value, json};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{self, client::IntoClientRequest, http::HeaderValue},
};

use super::client::{NO_LIMITS, PASSWORD, Server, test_server, test_server_with};
use crate::harness::Socket;

#[test]
fn requests_of_a_foreign_page_are_refused() {
    test_server(async |server| {
        let guest = server.guest().await;
        let own = format!("http://{}", server.address);
        let cases = [
            (
                "POST",
                [("origin", "https://evil.example")],
                "403 cross_site",
            ),
            ("POST", [("origin", "null")], "403 cross_site"),
            ("POST", [("sec-fetch-site", "cross-site")], "403 cross_site"),
            (
                "DELETE",
                [("origin", "https://evil.example")],
                "403 cross_site",
            ),
            ("GET", [("origin", "https://evil.example")], "200"),
            ("POST", [("origin", own.as_str())], "201"),
        ];
        for (method, headers, outcome) in cases {
            let (path, body) = match method {
                "POST" => ("/v1/games", json!({})),
                "DELETE" => ("/v1/session", Value::Null),
                _ => ("/v1/account", Value::Null),
            };
            let answer = guest.request(method, path, body, &headers).await;
            assert_eq!(answer.outcome(), outcome, "{method} {headers:?}");
        }
    });
}

#[test]
fn every_response_has_security_headers() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        for path in [
            "/v1",
            "/v1/openapi.json",
            "/v1/rules/moves",
            "/v1/nothing",
            "/v1/account",
        ] {
            let answer = anonymous.get(path).await;
            let policy = answer.header("content-security-policy");
            assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
            assert!(
                policy.contains("frame-ancestors 'none'"),
                "{path}: {policy}"
            );
            assert!(!policy.contains("unsafe"), "{path}: {policy}");
            assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
            assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        }
    });
}

/// Returns the answer to a WebSocket request with this origin and token.
pub async fn knock(server: &Server, origin: Option<&str>, token: Option<&str>) -> Result<(), u16> {
    let request = format!("ws://{}/v1/socket", server.address);
    let mut request = request.into_client_request().unwrap();
    if let Some(origin) = origin {
        let origin = HeaderValue::from_str(origin).unwrap();
        request.headers_mut().insert("origin", origin);
    }
    if let Some(token) = token {
        let token = HeaderValue::from_str(&format!("Bearer {token}")).unwrap();
        request.headers_mut().insert("authorization", token);
    }
    match connect_async(request).await {
        Ok(_) => Ok(()),
        Err(tungstenite::Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_websocket_opens_for_our_own_page_only() {
    test_server(async |server| {
        let own = format!("http://{}", server.address);
        assert_eq!(knock(&server, None, None).await, Ok(()));
        assert_eq!(knock(&server, Some(&own), None).await, Ok(()));
        assert_eq!(
            knock(&server, Some("https://evil.example"), None).await,
            Err(403)
        );
        let plain = server.anonymous().get("/v1/socket").await;
        assert_eq!(plain.outcome(), "426 upgrade_needed");
    });
}

#[test]
fn a_long_message_is_refused_and_the_connection_stays_open() {
    test_server(async |server| {
        let mut socket = Socket::open(server.address, None).await;
        let long = format!("\"{}\"", "x".repeat(50_000));
        socket.say_text(&long).await;
        let ServerMessage::Refused(refused) = socket.receive().await else {
            panic!("not refused");
        };
        assert_eq!(refused.problem.code, "too_long");
        socket.say(&ClientMessage::Ping(1)).await;
        assert_eq!(socket.receive().await, ServerMessage::Pong(1));
    });
}

#[test]
fn too_many_messages_are_refused_and_the_connection_stays_open() {
    let limits = Limits {
        frames: 4,
        ..NO_LIMITS
    };
    let change = |settings: &mut arbiter_server::Settings| settings.limits = limits;
    test_server_with(change, async |server| {
        let mut socket = Socket::open(server.address, None).await;
        socket.say(&ClientMessage::Ping(1)).await;
        assert_eq!(socket.receive().await, ServerMessage::Pong(1));
        socket.say(&ClientMessage::Ping(2)).await;
        let ServerMessage::Refused(refused) = socket.receive().await else {
            panic!("not refused");
        };
        assert_eq!(refused.problem.code, "too_many_frames");
    });
}

#[test]
fn ping_frames_count_as_messages_and_a_flood_ends_the_connection() {
    let limits = Limits {
        frames: 40,
        ..NO_LIMITS
    };
    let change = |settings: &mut arbiter_server::Settings| settings.limits = limits;
    test_server_with(change, async |server| {
        let mut socket = Socket::open(server.address, None).await;
        for _ in 0..100 {
            let ping = tungstenite::Message::Ping(vec![0; 125].into());
            socket.send(ping).await;
        }
        let ServerMessage::Refused(refused) = socket.receive().await else {
            panic!("not refused");
        };
        assert_eq!(refused.problem.code, "too_many_frames");
        let close = socket.expect_close().await.expect("a reason");
        assert_eq!(u16::from(close.code), 1013);
    });
}

/// The connection is closed although nothing limits how much is sent: otherwise
/// the answers would fill the memory of the server.
#[test]
fn nothing_is_read_from_someone_who_does_not_read() {
    test_server(async |server| {
        let mut socket = Socket::open(server.address, None).await;
        let ping = tungstenite::Message::Ping(vec![0; 125].into());
        // 64 MiB, much more than the buffers of both ends.
        let mut sent = 0;
        while sent < 500_000 && socket.try_send(ping.clone()).await {
            sent += 1;
        }
        assert!(sent < 500_000, "the server read everything");
    });
}

#[test]
fn the_connections_of_an_address_are_limited() {
    let limits = Limits {
        sockets: 1,
        ..NO_LIMITS
    };
    test_server_with(
        |settings| settings.limits = limits,
        async |server| {
            let url = format!("ws://{}/v1/socket", server.address);
            let (first, _) = connect_async(&url).await.unwrap();
            assert_eq!(knock(&server, None, None).await, Err(429));
            drop(first);
            while knock(&server, None, None).await == Err(429) {
                tokio::task::yield_now().await;
            }
        },
    );
}

#[test]
fn too_many_requests_are_refused_with_a_retry_time() {
    let limits = Limits {
        requests: 8,
        ..NO_LIMITS
    };
    test_server_with(
        |settings| settings.limits = limits,
        async |server| {
            let anonymous = server.anonymous();
            assert_eq!(anonymous.get("/v1/rules/moves").await.outcome(), "200");
            assert_eq!(anonymous.get("/v1/rules/moves").await.outcome(), "200");
            let answer = anonymous.get("/v1/rules/moves").await;
            assert_eq!(answer.outcome(), "429 too_many_requests");
            let after: u64 = answer.header("retry-after").parse().unwrap();
            assert!((1..=8).contains(&after), "{after}");
        },
    );
}

#[test]
fn wrong_passwords_are_limited() {
    let limits = Limits {
        passwords: 1,
        ..NO_LIMITS
    };
    let change = |settings: &mut arbiter_server::Settings| {
        settings.limits = limits;
        settings.is_behind_proxy = true;
    };
    test_server_with(change, async |server| {
        let anonymous = server.anonymous();
        server.account("Ann").await;
        let attempt = async |address: &str, password: &str| {
            let body = json!({"name": "Ann", "password": password});
            let from = [("x-forwarded-for", address)];
            anonymous.request("POST", "/v1/session", body, &from).await
        };
        let [wrong, right] = ["a guess", PASSWORD];
        for _ in 0..3 {
            assert_eq!(attempt("192.0.2.1", right).await.outcome(), "201");
        }
        for _ in 0..2 {
            let answer = attempt("192.0.2.1", wrong).await;
            assert_eq!(answer.outcome(), "403 wrong_password");
        }
        let answer = attempt("192.0.2.1", right).await;
        assert_eq!(answer.outcome(), "429 too_many_requests");
        let after: u64 = answer.header("retry-after").parse().unwrap();
        assert!((1..=3_601).contains(&after), "{after}");
        // The last address is the one that the proxy has seen itself.
        let answer = attempt("192.0.2.9, 192.0.2.1", right).await;
        assert_eq!(answer.outcome(), "429 too_many_requests");
        let answer = attempt("192.0.2.1, 192.0.2.2", right).await;
        assert_eq!(answer.outcome(), "201");
    });
}

/// A school class behind one address signs up, and everyone starts a game.
#[test]
fn thirty_people_behind_one_address_sign_up_and_play() {
    let change = |settings: &mut arbiter_server::Settings| settings.limits = Limits::default();
    test_server_with(change, async |server| {
        let people = (0..30).map(async |number: u32| {
            let anonymous = server.anonymous();
            assert_eq!(anonymous.get("/").await.outcome(), "200");
            let account = server.account(&format!("pupil{number}")).await;
            let game = json!({"opponent": "friend"});
            assert_eq!(account.post("/v1/games", game).await.outcome(), "201");
            let socket = Socket::open(server.address, account.token.as_deref());
            drop(socket.await);
        });
        futures_util::future::join_all(people).await;
    });
}

#[test]
fn the_creation_of_games_is_limited() {
    let limits = Limits {
        games: 2,
        ..NO_LIMITS
    };
    test_server_with(
        |settings| settings.limits = limits,
        async |server| {
            let guest = server.guest().await;
            let answer = guest.post("/v1/games", json!({"opponent": "self"})).await;
            assert_eq!(answer.outcome(), "201");
            let answer = guest.post("/v1/games", json!({"opponent": "self"})).await;
            assert_eq!(answer.outcome(), "429 too_many_requests");
        },
    );
}
