use anyhow::Result;
use reqwest::Method;
use serde_json::json;

use super::attacker::Attacker;

/// Signs in with wrong passwords; every fourth time, signs up instead.
pub async fn send(attacker: &Attacker, number: usize) -> Result<()> {
    for attempt in 0_u32.. {
        let path = match attempt % 4 {
            3 => "/v1/accounts",
            _ => "/v1/session",
        };
        let credentials = json!({
            "name": format!("a{number}x{attempt}"),
            "password": format!("wrong password {attempt}"),
        });
        let request = attacker.api.request(Method::POST, path);
        attacker.send(request.json(&credentials)).await?;
    }
    Ok(())
}
