use anyhow::Result;
use serde_json::json;

use super::{
    attacker::{Attacker, guest},
    hard_positions::hard_position,
};

/// Seeks games from hard positions until the server closes the connection.
pub async fn send(attacker: &Attacker) -> Result<()> {
    let token = guest(attacker).await?;
    let mut socket = attacker.open_socket(&token).await?;
    let frames: Vec<String> = (0..100)
        .map(|number| {
            let options = json!({"clock": "5+3", "start": hard_position(number)});
            json!({"seek": {"options": options}}).to_string()
        })
        .collect();
    attacker.storm(&mut socket, &frames).await
}
