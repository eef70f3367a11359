use anyhow::Result;
use reqwest::Method;
use serde_json::json;

use super::{attacker::Attacker, hard_positions::hard_position};

/// Creates games from hard positions, half of which begin at once.
pub async fn create(attacker: &Attacker, number: usize) -> Result<()> {
    for number in (number..).step_by(7) {
        let opponent = match number % 4 {
            0 | 1 => "self",
            _ => "friend",
        };
        let game = json!({
            "options": {"clock": "5+3", "start": hard_position(number)},
            "opponent": opponent,
        });
        let request = attacker.api.request(Method::POST, "/v1/games");
        attacker.send(request.json(&game)).await?;
    }
    Ok(())
}
