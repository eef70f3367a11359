use std::{net::SocketAddr, sync::Arc, time::Duration};

use anyhow::{Context, Result};
use arbiter_rules::{Setup, SplitMix64};
use arbiter_wire::{Action, Color, Event, GameState, GameView};
use serde_json::{Value, json};

use super::{
    acknowledged::Acknowledged,
    client::{Client, CommandOutcome},
};
use crate::api::Api;

/// Two players who play game after game as fast as they can, with random moves
/// and everything else that players do.
pub struct PlayerPair {
    /// The nodes.
    pub nodes: Arc<[SocketAddr]>,
    pub api: Api,
    pub acknowledged: Acknowledged,
    pub random: SplitMix64,
}

/// How long to wait before trying again while the server is down.
pub const RETRY_PAUSE: Duration = Duration::from_millis(20);

impl PlayerPair {
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
        let tokens = [
            self.api.create_guest().await?,
            self.api.create_guest().await?,
        ];
        let clock = ["3+2", "10+5", "90", "15+10"][self.random.below(4)];
        let request = json!({"options": {"clock": clock}, "color": "white"});
        let game = self.api.create_game(&tokens[0], &request).await?;
        self.acknowledged.add_game(&self.view(&game).await?);
        let joined = loop {
            match self.api.join(&tokens[1], &game).await {
                Ok(joined) => break joined,
                // Joining again is fine.
                Err(_) => tokio::time::sleep(RETRY_PAUSE).await,
            }
        };
        self.acknowledged.add_game(&serde_json::from_value(joined)?);
        let mut node = self.random.below(self.nodes.len());
        let client = |token| {
            // The players are on different nodes.
            node += 1;
            let (nodes, acknowledged) = (Arc::clone(&self.nodes), self.acknowledged.clone());
            Client::new(nodes, node, token, game.clone(), acknowledged)
        };
        let mut players = tokens.map(client);
        for player in &mut players {
            player.catch_up().await;
        }
        while let Some(state) = players[0].state.clone()
            && state.result.is_none()
        {
            self.step(&game, &state, &mut players).await?;
            let seq = players.iter().filter_map(|player| player.state.as_ref());
            let seq = seq.map(|state| state.seq).max().unwrap_or(0);
            for player in &mut players {
                player.wait_for(seq).await;
            }
        }
        Ok(())
    }

    pub async fn view(&self, game: &str) -> Result<GameView> {
        Ok(serde_json::from_value(
            self.api.get(&format!("/v1/games/{game}")).await?,
        )?)
    }

    /// Does what a player could do in this state, mostly a move.
    async fn step(
        &mut self,
        game: &str,
        state: &GameState,
        players: &mut [Client; 2],
    ) -> Result<()> {
        let turn = index(state.turn);
        if let Some(offerer) = state.draw_offer {
            let response = match self.random.below(8) {
                0 => Some(Action::AcceptDraw),
                1..4 => Some(Action::DeclineDraw),
                _ => None,
            };
            if let Some(response) = response {
                return allow_conflict(players[1 - index(offerer)].act(response).await);
            }
        }
        if let Some(requester) = state.take_back {
            let response = match self.random.below(3) {
                0 => Action::DeclineTakeback,
                _ => Action::AcceptTakeback,
            };
            return allow_conflict(players[1 - index(requester)].act(response).await);
        }
        match self.random.below(100) {
            0 => allow_conflict(players[self.random.below(2)].act(Action::Resign).await),
            1..4 if state.draw_offer.is_none() => {
                allow_conflict(players[self.random.below(2)].act(Action::OfferDraw).await)
            }
            4..6 if state.ply > 2 => {
                // The player who moved last requests it.
                allow_conflict(players[1 - turn].act(Action::RequestTakeback).await)
            }
            6..8 => {
                self.acknowledged.time_gift_sent(game);
                let given = players[1 - turn].act(Action::GiveTime(15)).await;
                if matches!(given, CommandOutcome::Stored) {
                    self.acknowledged.time_gift_acknowledged(game);
                }
                allow_conflict(given)
            }
            8..12 => self.play_over_http(game, state, &mut players[turn]).await,
            number => {
                let action = Action::Play {
                    mv: self.random_move(state)?,
                    offer_draw: number == 12,
                };
                allow_conflict(players[turn].act(action).await)
            }
        }
    }

    /// Plays a move over HTTP, whose response contains the events.
    async fn play_over_http(
        &mut self,
        game: &str,
        state: &GameState,
        player: &mut Client,
    ) -> Result<()> {
        let command = json!({
            "id": player.next_command_id(),
            "ply": state.ply,
            "do": {"play": {"move": self.random_move(state)?}},
        });
        let path = format!("/v1/games/{game}/actions");
        let response = loop {
            match self.api.post(&path, Some(player.token()), &command).await {
                Ok(response) => break response,
                Err(_) => tokio::time::sleep(RETRY_PAUSE).await,
            }
        };
        self.acknowledged.count(|counts| counts.commands += 1);
        if let Some(events) = response.get("events") {
            let events: Vec<Event> = serde_json::from_value(events.clone())?;
            self.acknowledged.add_events(game, &events);
        }
        let last = response
            .pointer("/state/seq")
            .or_else(|| response.get("seq"));
        let last = last
            .and_then(Value::as_u64)
            .context("no sequence number in the response")?;
        player.wait_for(last).await;
        Ok(())
    }

    pub fn random_move(&mut self, state: &GameState) -> Result<String> {
        let setup: Setup = state.fen.parse()?;
        let position = setup.position()?;
        let moves: Vec<_> = position.legal_moves().collect();
        let mv = *moves
            .get(self.random.below(moves.len()))
            .context("the position has no legal moves, but the game is not over")?;
        Ok(position.uci(mv).to_string())
    }
}

fn index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// Accepts a conflict as an outcome: random actions are not always allowed.
pub fn allow_conflict(outcome: CommandOutcome) -> Result<()> {
    match outcome {
        CommandOutcome::Stored => Ok(()),
        CommandOutcome::Refused(problem) if problem.status == 409 => Ok(()),
        CommandOutcome::Refused(problem) => anyhow::bail!("{}: {}", problem.code, problem.title),
    }
}
