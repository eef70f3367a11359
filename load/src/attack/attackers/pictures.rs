use anyhow::Result;
use reqwest::Method;
use serde_json::json;

use super::attacker::Attacker;

/// More half-moves than an animation shows.
const LINE: &str = "Nf3 Nf6 Ng1 Ng8 ";
const REPETITIONS: usize = 100;

/// Asks for animations of long games, and for pictures.
pub async fn ask(attacker: &Attacker, number: usize) -> Result<()> {
    let moves = LINE.repeat(REPETITIONS);
    for number in number.. {
        let form = ["gif", "png"][number % 2];
        let request = attacker.api.request(Method::POST, "/v1/picture");
        let picture = json!({"moves": moves, "form": form});
        attacker.send(request.json(&picture)).await?;
    }
    Ok(())
}
