use anyhow::Result;
use serde_json::json;

use super::attacker::{Attacker, guest};

/// Sends chat messages in a game until the server closes the connection.
pub async fn send(attacker: &Attacker) -> Result<()> {
    let token = guest(attacker).await?;
    let request = json!({"options": {"clock": "5+3"}, "opponent": "self"});
    let game = attacker.api.create_game(&token, &request).await?;
    let mut socket = attacker.open_socket(&token).await?;
    let watch = json!({"watch": {"game": game}}).to_string();
    socket.send(watch).await?;
    let frames: Vec<String> = (0..100)
        .map(|number| {
            let text = format!("{number} {}", "x".repeat(180));
            json!({"chat": {"game": game, "text": text}}).to_string()
        })
        .collect();
    attacker.storm(&mut socket, &frames).await
}
