use anyhow::{Context, Result};
use reqwest::Method;
use serde_json::{Value, json};

use super::attacker::Attacker;

/// Signs up, and then searches for players and challenges one of them again and again.
pub async fn send(attacker: &Attacker, number: usize) -> Result<()> {
    let address = attacker.from.to_string().replace('.', "x");
    let name = |number: usize| format!("p{number}x{address}");
    let token = sign_up(attacker, &name(number)).await?;
    // The players of an address challenge each other.
    let challenge = format!("/v1/players/{}/challenge", name(number ^ 4));
    let paths = [
        challenge.as_str(),
        "/v1/players?name=p1",
        "/v1/leaderboard?speed=blitz",
        "/v1/players/online",
        "/v1/challenges",
    ];
    for path in paths.into_iter().cycle() {
        let request = if path == challenge {
            let options = json!({"options": {"clock": "5+3"}});
            let request = attacker.api.request(Method::POST, path);
            request.json(&options)
        } else {
            attacker.api.request(Method::GET, path)
        };
        attacker.send(request.bearer_auth(&token)).await?;
    }
    Ok(())
}

/// Creates an account, or signs in to it, and returns the token of its session.
pub async fn sign_up(attacker: &Attacker, name: &str) -> Result<String> {
    let credentials = json!({"name": name, "password": "a long enough password"});
    for path in ["/v1/accounts", "/v1/session"] {
        attacker.note_sent(1);
        let request = attacker.api.request(Method::POST, path);
        let response = request.json(&credentials).send().await?;
        attacker.note_status(response.status());
        if response.status().is_success() {
            let answer: Value = serde_json::from_slice(&response.bytes().await?)?;
            let token = answer["token"].as_str();
            return Ok(token.context("a session without a token")?.to_owned());
        }
    }
    anyhow::bail!("neither a new account nor a session")
}
