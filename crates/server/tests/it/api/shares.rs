//! What the visitors at one address share.

use std::sync::mpsc;

use arbiter_server::base::Address;
use serde_json::json;
use tokio::task::JoinSet;

use super::client::test_server;

/// The address of every client in a test.
fn here() -> Address {
    Address::of("127.0.0.1".parse().unwrap())
}

/// One proof of the address runs and eight wait, whoever asks for them: of nine
/// more, one is refused.
#[test]
fn the_guests_of_an_address_share_its_proofs() {
    test_server(async |server| {
        let (open, gate) = mpsc::channel::<()>();
        let (start, started) = tokio::sync::oneshot::channel();
        let proofs = server.app.games.proofs.clone();
        let running = tokio::spawn(async move {
            let work = move || {
                start.send(()).unwrap();
                gate.recv().is_err()
            };
            proofs.run(here(), work).await
        });
        started.await.unwrap();
        let mut games = JoinSet::new();
        for _ in 0..9 {
            let guest = server.guest().await;
            let game = json!({"options": {"start": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}});
            games.spawn(async move { guest.post("/v1/games", game).await.outcome() });
        }
        assert_eq!(games.join_next().await.unwrap().unwrap(), "503 busy");
        drop(open);
        for outcome in games.join_all().await {
            assert_eq!(outcome, "201");
        }
        assert_eq!(running.await.unwrap(), Ok(true));
    });
}

#[test]
fn the_bodies_that_arrive_from_an_address_are_limited() {
    test_server(async |server| {
        let guest = server.guest().await;
        let mut arriving = server.app.limits.bodies.share(here());
        assert!(arriving.add(4 * 1024 * 1024));
        let refused = guest.post("/v1/games", json!({})).await;
        assert_eq!(refused.outcome(), "503 busy");
        drop(arriving);
        let accepted = guest.post("/v1/games", json!({})).await;
        assert_eq!(accepted.outcome(), "201");
    });
}

#[test]
fn the_long_answers_that_wait_for_an_address_are_limited() {
    test_server(async |server| {
        let client = server.anonymous();
        let mut waiting = server.app.limits.answers.share(here());
        assert!(waiting.add(4 * 1024 * 1024));
        let refused = client.get("/v1/openapi.json").await;
        assert_eq!(refused.outcome(), "503 busy");
        assert_eq!(client.get("/healthz").await.outcome(), "200");
        drop(waiting);
        let answer = client.get("/v1/openapi.json").await;
        assert_eq!(answer.outcome(), "200");
        assert_eq!(
            answer.header("content-length"),
            answer.body.len().to_string()
        );
        assert_eq!(answer.json()["openapi"], "3.1.0");
    });
}
