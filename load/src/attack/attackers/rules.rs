use anyhow::Result;
use reqwest::Method;
use serde_json::json;

use super::{attacker::Attacker, hard_positions::hard_position};

/// The questions.
const QUESTIONS: [&str; 4] = ["status", "moves", "look", "setup"];

/// Asks about hard positions.
pub async fn ask(attacker: &Attacker, number: usize) -> Result<()> {
    for number in number.. {
        let path = format!("/v1/rules/{}", QUESTIONS[number % QUESTIONS.len()]);
        let request = attacker.api.request(Method::POST, &path);
        let question = json!({"fen": hard_position(number / QUESTIONS.len())});
        attacker.send(request.json(&question)).await?;
    }
    Ok(())
}
