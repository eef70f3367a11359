//! A primary that dies, and its standby, which takes over.

use arbiter_server::Settings;
use serde_json::json;

use super::{postgres_process::PostgresProcess, test_database::run};
use crate::harness::{Server, play};

#[test]
fn nothing_acknowledged_is_lost_when_the_primary_is() {
    let primary = PostgresProcess::start();
    let standby = PostgresProcess::standby_of(&primary);
    run(async {
        let server = Server::start(Settings::new(primary.database_or(&standby))).await;
        let (mut white, black) = (server.guest().await, server.guest().await);
        let game = white.make("5+3").await;
        black.join(&game).await;
        white.watch(&game).await;
        white.play("e2e4").await;
        primary.pg_ctl(&["stop", "--silent", "--mode=immediate"]);
        standby.pg_ctl(&["promote", "--silent", "--wait"]);
        // The game continues by itself.
        let command = json!({"id": "again", "do": play("e7e5")});
        let path = format!("/v1/games/{game}/actions");
        while !black.post(&path, &command).await.status.is_success() {}
        let events = black.get(&format!("/v1/games/{game}/events")).await;
        let events = events.expect(200).body;
        let moves: Vec<_> = events.as_array().unwrap()[1..]
            .iter()
            .map(|event| event["uci"].as_str().unwrap_or_default())
            .collect();
        assert_eq!(moves, ["e2e4", "e7e5"], "{events}");
    });
}
