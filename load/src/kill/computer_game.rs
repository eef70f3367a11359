use anyhow::Result;
use arbiter_wire::{Action, Color};
use serde_json::json;

use super::{
    client::Client,
    player_pair::{PlayerPair, RETRY_PAUSE, allow_conflict},
};

/// A player who plays game after game against the computer. It has White.
pub struct ComputerGame(pub PlayerPair);

impl ComputerGame {
    /// Plays until the task is aborted.
    pub async fn play(mut self) {
        loop {
            // A failure means that the server is down.
            if self.play_game().await.is_err() {
                tokio::time::sleep(RETRY_PAUSE).await;
            }
        }
    }

    /// Plays one game from its creation to its end.
    async fn play_game(&mut self) -> Result<()> {
        let pair = &mut self.0;
        let token = pair.api.create_guest().await?;
        let request = json!({
            "options": {"clock": "15+10"},
            "color": "white",
            "opponent": {"computer": {"level": 1}},
        });
        let game = pair.api.create_game(&token, &request).await?;
        pair.acknowledged.add_game(&pair.view(&game).await?);
        let node = pair.random.below(pair.nodes.len());
        let nodes = std::sync::Arc::clone(&pair.nodes);
        let mut player = Client::new(nodes, node, token, game, pair.acknowledged.clone());
        player.catch_up().await;
        while let Some(state) = player.state.clone()
            && state.result.is_none()
        {
            if state.turn == Color::White {
                let action = Action::Play {
                    mv: pair.random_move(&state)?,
                    offer_draw: false,
                };
                allow_conflict(player.act(action).await)?;
            } else {
                player.wait_for(state.seq + 1).await;
                pair.acknowledged.count(|counts| counts.computer_moves += 1);
            }
        }
        Ok(())
    }
}
