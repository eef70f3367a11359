//! Web Push: who is told what, encrypted for their browser and signed by the server.

use std::{
    net,
    sync::{
        Arc,
        atomic::{AtomicU16, Ordering::Relaxed},
    },
};

use arbiter_server::Settings;
use arbiter_wire::PushView;
use axum::{
    Router,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    routing::post,
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use reqwest::Method;
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{self, ECDH_P256, EphemeralPrivateKey},
    hkdf::{HKDF_SHA256, KeyType, Prk, Salt},
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey},
};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::harness::{Answer, Person, Server, story, story_with};

/// A push service on this machine, which the server trusts.
struct PushService {
    origin: String,
    listener: net::TcpListener,
}

/// A push service that runs.
struct RunningService {
    origin: String,
    received: mpsc::UnboundedReceiver<Received>,
    /// The status with which it answers.
    status: Arc<AtomicU16>,
}

/// A message that the service has received.
struct Received {
    browser: String,
    headers: HeaderMap,
    body: Vec<u8>,
}

type ServiceState = (mpsc::UnboundedSender<Received>, Arc<AtomicU16>);

impl PushService {
    fn new() -> PushService {
        let listener = net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        PushService { origin, listener }
    }

    /// Runs a story on a server that trusts this service.
    fn story(self, test: impl AsyncFn(Server, RunningService)) {
        let trust = |settings: &mut Settings| {
            settings.trusted_push_origins = vec![self.origin.clone()];
        };
        story_with(trust, async |server| test(server, self.run()).await);
    }

    fn run(&self) -> RunningService {
        let (sender, received) = mpsc::unbounded_channel();
        let status = Arc::new(AtomicU16::new(201));
        let listener = tokio::net::TcpListener::from_std(self.listener.try_clone().unwrap());
        let service = Router::new()
            .route("/to/{browser}", post(receive))
            .with_state((sender, Arc::clone(&status)));
        tokio::spawn(async move { axum::serve(listener.unwrap(), service).await.unwrap() });
        RunningService {
            origin: self.origin.clone(),
            received,
            status,
        }
    }
}

async fn receive(
    State((sender, status)): State<ServiceState>,
    Path(browser): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    // Before the message is handed to the test, which may then set the status of the next one.
    let status = StatusCode::from_u16(status.load(Relaxed)).unwrap();
    let received = Received {
        browser,
        headers,
        body: body.to_vec(),
    };
    sender.send(received).unwrap();
    status
}

/// A browser with its keys. It can read one message: its private key can be used once.
struct Browser {
    private: EphemeralPrivateKey,
    public: Vec<u8>,
    secret: [u8; 16],
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

impl Browser {
    fn new() -> Browser {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = private.compute_public_key().unwrap();
        Browser {
            private,
            public: public.as_ref().to_vec(),
            secret: *b"a shared secret!",
        }
    }

    /// Returns the subscription as browsers write it.
    fn subscription(&self, origin: &str, name: &str) -> Value {
        json!({
            "endpoint": format!("{origin}/to/{name}"),
            "expirationTime": null,
            "keys": {
                "p256dh": BASE64_URL_SAFE_NO_PAD.encode(&self.public),
                "auth": BASE64_URL_SAFE_NO_PAD.encode(self.secret),
            },
        })
    }

    /// Decrypts a message (RFC 8291).
    fn read(self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        let (record_bytes, rest) = rest.split_at(4);
        assert_eq!(record_bytes, 4_096_u32.to_be_bytes());
        let (server_key, sealed) = rest[1..].split_at(usize::from(rest[0]));
        let theirs = agreement::UnparsedPublicKey::new(&ECDH_P256, server_key);
        let shared = agreement::agree_ephemeral(self.private, &theirs, <[u8]>::to_vec).unwrap();
        let shared = Salt::new(HKDF_SHA256, &self.secret).extract(&shared);
        let info = [b"WebPush: info\0", self.public.as_slice(), server_key];
        let input = expand::<32>(&shared, &info);
        let content = Salt::new(HKDF_SHA256, salt).extract(&input);
        let key = expand::<16>(&content, &[b"Content-Encoding: aes128gcm\0"]);
        let nonce = expand::<12>(&content, &[b"Content-Encoding: nonce\0"]);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let mut sealed = sealed.to_vec();
        let nonce = Nonce::assume_unique_for_key(nonce);
        let opened = key.open_in_place(nonce, Aad::empty(), &mut sealed).unwrap();
        let (end, text) = opened.split_last().unwrap();
        assert_eq!(*end, 2);
        serde_json::from_slice(text).unwrap()
    }
}

fn expand<const N: usize>(key: &Prk, info: &[&[u8]]) -> [u8; N] {
    let mut bytes = [0; N];
    let expanded = key.expand(info, Length(N)).unwrap();
    expanded.fill(&mut bytes).unwrap();
    bytes
}

async fn push_of(person: &Person) -> PushView {
    let answer = person.get("/v1/account/push").await.expect(200);
    serde_json::from_value(answer.body).unwrap()
}

async fn put(person: &Person, body: &Value) -> Answer {
    let path = "/v1/account/push";
    person.request(Method::PUT, path, Some(body)).await
}

/// Subscribes a new browser of a person.
async fn subscribe(person: &Person, service: &RunningService, name: &str) -> Browser {
    let browser = Browser::new();
    let subscription = browser.subscription(&service.origin, name);
    put(person, &subscription).await.expect(204);
    browser
}

/// Checks who signed a message, and for whom.
fn check_signature(headers: &HeaderMap, key: &str, origin: &str) {
    let header = headers["authorization"].to_str().unwrap();
    let (token, signer) = header
        .strip_prefix("vapid t=")
        .and_then(|rest| rest.split_once(", k="))
        .unwrap();
    assert_eq!(signer, key);
    let (message, signature) = token.rsplit_once('.').unwrap();
    let [point, signature] = [key, signature].map(|it| BASE64_URL_SAFE_NO_PAD.decode(it).unwrap());
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point)
        .verify(message.as_bytes(), &signature)
        .unwrap();
    let (_, claims) = message.split_once('.').unwrap();
    let claims = BASE64_URL_SAFE_NO_PAD.decode(claims).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims["aud"], origin);
    assert!(claims["exp"].as_u64().unwrap() > 0);
}

#[test]
fn players_are_told_that_it_is_their_turn_in_correspondence_games() {
    PushService::new().story(async |server, mut service| {
        let (mut anna, mut bert) = (server.account("anna").await, server.account("bert").await);
        let browser = subscribe(&bert, &service, "bert").await;
        let subscribed = push_of(&bert).await;
        assert_eq!(
            subscribed.endpoint,
            Some(format!("{}/to/bert", service.origin))
        );
        // Nobody is told about a game in which both players are there anyway.
        for clock in ["5+3", "3 days"] {
            let game = anna.make(clock).await;
            bert.join(&game).await;
            let e4 = json!({"play": {"move": "e2e4"}});
            anna.act_by_http(&game, clock, &e4).await.expect(200);
            let e5 = json!({"play": {"move": "e7e5"}});
            bert.act_by_http(&game, clock, &e5).await.expect(200);
            if clock == "5+3" {
                continue;
            }
            let received = service.received.recv().await.unwrap();
            assert_eq!(received.browser, "bert");
            let headers = &received.headers;
            assert_eq!(headers["content-encoding"], "aes128gcm");
            assert_eq!(headers["topic"], format!("game-{game}"));
            assert!(headers.contains_key("ttl"));
            check_signature(headers, &subscribed.key, &service.origin);
            let expected = json!({
                "title": "Your turn against anna",
                "body": "Last move: e4",
                "path": format!("/game/{game}"),
                "tag": format!("game-{game}"),
            });
            assert_eq!(browser.read(&received.body), expected);
            break;
        }
    });
}

#[test]
fn players_are_told_of_challenges_and_of_games_that_start() {
    PushService::new().story(async |server, mut service| {
        let (anna, bert) = (server.account("anna").await, server.account("bert").await);
        let challenged = subscribe(&bert, &service, "bert").await;
        let accepted = subscribe(&anna, &service, "anna").await;
        let body = json!({"options": {"clock": "5+3"}});
        let path = "/v1/players/bert/challenge";
        let made = anna.post(path, &body).await.expect(201);
        let received = service.received.recv().await.unwrap();
        assert_eq!(received.browser, "bert");
        let read = challenged.read(&received.body);
        assert_eq!(read["title"], "anna challenges you");
        assert_eq!(read["body"], "Time control: 5+3");
        assert_eq!(read["path"], "/players#challenges");
        let id = made.body["id"].as_str().unwrap();
        let path = format!("/v1/challenges/{id}/accept");
        let game = bert.post(&path, &json!({})).await.expect(200).body;
        let received = service.received.recv().await.unwrap();
        assert_eq!(received.browser, "anna");
        let read = accepted.read(&received.body);
        assert_eq!(read["title"], "Your game against bert has started");
        let game = game["game"].as_str().unwrap();
        assert_eq!(read["path"], format!("/game/{game}"));
        // Somebody joins a game for which a player has waited.
        let waiting = subscribe(&anna, &service, "anna").await;
        let game = anna.make("3 days").await;
        bert.join(&game).await;
        let received = service.received.recv().await.unwrap();
        let read = waiting.read(&received.body);
        assert_eq!(read["title"], "Your game against bert has started");
    });
}

#[test]
fn a_browser_that_is_gone_is_forgotten() {
    PushService::new().story(async |server, mut service| {
        let (anna, bert) = (server.account("anna").await, server.account("bert").await);
        let _browser = subscribe(&bert, &service, "bert").await;
        let challenge = async || {
            let path = "/v1/players/bert/challenge";
            anna.post(path, &json!({})).await.expect(201);
        };
        // A service that fails may work again.
        service.status.store(500, Relaxed);
        challenge().await;
        service.received.recv().await.unwrap();
        assert!(push_of(&bert).await.endpoint.is_some());
        service.status.store(410, Relaxed);
        challenge().await;
        service.received.recv().await.unwrap();
        while push_of(&bert).await.endpoint.is_some() {
            tokio::task::yield_now().await;
        }
    });
}

#[test]
fn a_subscription_belongs_to_one_session_and_ends_with_it() {
    PushService::new().story(async |server, service| {
        let (anna, bert) = (server.account("anna").await, server.account("bert").await);
        let browser = subscribe(&anna, &service, "shared").await;
        assert!(push_of(&anna).await.endpoint.is_some());
        // The same browser, in which another player has signed in.
        let subscription = browser.subscription(&service.origin, "shared");
        put(&bert, &subscription).await.expect(204);
        assert!(push_of(&anna).await.endpoint.is_none());
        assert!(push_of(&bert).await.endpoint.is_some());
        bert.delete("/v1/account/push").await.expect(204);
        assert!(push_of(&bert).await.endpoint.is_none());
        put(&bert, &subscription).await.expect(204);
        let credentials = json!({"name": "bert", "password": "correct horse"});
        let again = server.stranger().post("/v1/session", &credentials).await;
        let token = again.expect(201).body["token"].as_str().unwrap().to_owned();
        bert.delete("/v1/session").await.expect(204);
        let again = Person::new(server.address(), Some(token));
        assert!(push_of(&again).await.endpoint.is_none());
        // The browser of a session that has ended can subscribe again.
        put(&again, &subscription).await.expect(204);
    });
}

#[test]
fn only_subscriptions_at_push_services_are_accepted() {
    story(async |server| {
        let anna = server.account("anna").await;
        let browser = Browser::new();
        for origin in [
            "http://127.0.0.1:80",
            "https://127.0.0.1",
            "https://localhost",
            "http://push.example",
            "https://push.example:8443",
            "",
        ] {
            let refused = put(&anna, &browser.subscription(origin, "anna")).await;
            assert_eq!(refused.expect(422).code(), "invalid_field", "{origin}");
        }
        let good = browser.subscription("https://push.example", "anna");
        for (key, value) in [("p256dh", "AAAA"), ("auth", "!"), ("auth", "AAAA")] {
            let mut bad = good.clone();
            bad["keys"][key] = json!(value);
            let refused = put(&anna, &bad).await;
            assert_eq!(refused.expect(422).code(), "invalid_field", "{key} {value}");
        }
        put(&anna, &good).await.expect(204);
        let guest = server.guest().await;
        assert_eq!(put(&guest, &good).await.code(), "needs_account");
        assert_eq!(put(&server.stranger(), &good).await.code(), "signed_out");
    });
}

#[test]
fn the_key_of_the_server_survives_a_restart() {
    story(async |server| {
        let mut anna = server.account("anna").await;
        let before = push_of(&anna).await;
        let server = server.crash().await;
        anna.find(&server);
        assert_eq!(push_of(&anna).await, before);
    });
}
