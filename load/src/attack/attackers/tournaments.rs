use anyhow::{Context, Result};
use reqwest::Method;
use serde_json::{Value, json};

use super::{attacker::Attacker, people};

/// How many names the organizer enters, in one tournament of each attacker.
const ENTRANTS: usize = 200;

/// Signs up, creates tournaments, fills one over the board and starts it, and then reads,
/// enters, leaves and asks for reasons again and again.
pub async fn send(attacker: &Attacker, number: usize) -> Result<()> {
    let address = attacker.from.to_string().replace('.', "x");
    let token = people::sign_up(attacker, &format!("t{number}x{address}")).await?;
    let path = create(attacker, &token).await?;
    let decide = async |action: Value| {
        let request = attacker
            .api
            .request(Method::POST, &format!("{path}/arbiter"));
        let request = request.json(&json!({"do": action})).bearer_auth(&token);
        attacker.send(request).await
    };
    for entrant in 0..ENTRANTS {
        let rating = 1_000 + entrant;
        decide(json!({"add": {"name": format!("Entrant {entrant}"), "rating": rating}})).await?;
    }
    decide(json!("start")).await?;
    for turn in 0_usize.. {
        let (method, path, body) = match turn % 8 {
            0 => (Method::POST, format!("{path}/entry"), Some(json!({}))),
            1 => (Method::DELETE, format!("{path}/entry"), None),
            2 => (Method::GET, format!("{path}/rounds/1/reasons"), None),
            3 => (Method::GET, format!("{path}/trf"), None),
            4 => (Method::GET, "/v1/tournaments".to_owned(), None),
            5 => (Method::POST, "/v1/tournaments".to_owned(), Some(new())),
            _ => (Method::GET, path.clone(), None),
        };
        let request = attacker.api.request(method, &path).bearer_auth(&token);
        let request = match body {
            Some(body) => request.json(&body),
            None => request,
        };
        attacker.send(request).await?;
    }
    Ok(())
}

/// Creates a tournament and returns its path.
async fn create(attacker: &Attacker, token: &str) -> Result<String> {
    attacker.note_sent(1);
    let request = attacker.api.request(Method::POST, "/v1/tournaments");
    let response = request.json(&new()).bearer_auth(token).send().await?;
    attacker.note_status(response.status());
    let answer: Value = serde_json::from_slice(&response.bytes().await?)?;
    let id = answer["summary"]["id"].as_str();
    Ok(format!("/v1/tournaments/{}", id.context("no tournament")?))
}

fn new() -> Value {
    json!({
        "name": "Very important tournament", "venue": "board", "rounds": 9, "break_seconds": null,
        "description": "x".repeat(1_000),
    })
}
