use std::{net::SocketAddr, time::Duration};

use anyhow::{Context, Result};
use arbiter_rules::{Setup, SplitMix64};
use arbiter_wire::{Action, Color, Event, GameState, GameView};
use serde_json::{Value, json};

use super::{
    client::{Client, Done},
    journal::Journal,
};
use crate::api::Api;

/// Two players who play game after game as fast as they can, and do
/// everything that players do.
pub struct Actor {
    pub address: SocketAddr,
    pub api: Api,
    pub journal: Journal,
    pub random: SplitMix64,
}

impl Actor {
    /// Plays until it is dropped.
    pub async fn play(mut self) {
        loop {
            // What fails here fails because the server is down.
            if self.game().await.is_err() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }

    /// One game, from making it to its end.
    async fn game(&mut self) -> Result<()> {
        let tokens = [self.api.guest().await?, self.api.guest().await?];
        let clock = ["3+2", "10+5", "90", "15+10"][self.random.below(4)];
        let wanted = json!({"options": {"clock": clock}, "color": "white"});
        let game = self.api.make(&tokens[0], &wanted).await?;
        self.journal.seen(&self.view(&game).await?);
        let joined = loop {
            match self.api.join(&tokens[1], &game).await {
                Ok(joined) => break joined,
                // Who tries again and has the seat already has joined.
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        };
        self.journal.seen(&serde_json::from_value(joined)?);
        let client = |token| Client::new(self.address, token, game.clone(), self.journal.clone());
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

    async fn view(&self, game: &str) -> Result<GameView> {
        Ok(serde_json::from_value(
            self.api.get(&format!("/v1/games/{game}")).await?,
        )?)
    }

    /// What a player could do here, mostly a move.
    async fn step(
        &mut self,
        game: &str,
        state: &GameState,
        players: &mut [Client; 2],
    ) -> Result<()> {
        let turn = index(state.turn);
        if let Some(offerer) = state.draw_offer {
            let answer = match self.random.below(8) {
                0 => Some(Action::AcceptDraw),
                1..4 => Some(Action::DeclineDraw),
                _ => None,
            };
            if let Some(answer) = answer {
                return done(players[1 - index(offerer)].act(answer).await);
            }
        }
        if let Some(asker) = state.take_back {
            let answer = match self.random.below(3) {
                0 => Action::DeclineTakeback,
                _ => Action::AcceptTakeback,
            };
            return done(players[1 - index(asker)].act(answer).await);
        }
        match self.random.below(100) {
            0 => done(players[self.random.below(2)].act(Action::Resign).await),
            1..4 if state.draw_offer.is_none() => {
                done(players[self.random.below(2)].act(Action::OfferDraw).await)
            }
            4..6 if state.ply > 2 => {
                // Whose move was the last.
                done(players[1 - turn].act(Action::RequestTakeback).await)
            }
            6..8 => {
                self.journal.gives(game);
                let given = players[1 - turn].act(Action::GiveTime(15)).await;
                if matches!(given, Done::Yes) {
                    self.journal.gave(game);
                }
                done(given)
            }
            8..12 => self.play_by_request(game, state, &mut players[turn]).await,
            number => {
                let action = Action::Play {
                    mv: self.a_move(state)?,
                    offer_draw: number == 12,
                };
                done(players[turn].act(action).await)
            }
        }
    }

    /// The same over HTTP, which is told of the events as well.
    async fn play_by_request(
        &mut self,
        game: &str,
        state: &GameState,
        player: &mut Client,
    ) -> Result<()> {
        let command = json!({
            "id": player.name(),
            "ply": state.ply,
            "do": {"play": {"move": self.a_move(state)?}},
        });
        let path = format!("/v1/games/{game}/actions");
        let answer = loop {
            match self.api.post(&path, Some(player.token()), &command).await {
                Ok(answer) => break answer,
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        };
        self.journal.count(|counts| counts.commands += 1);
        if let Some(events) = answer.get("events") {
            let events: Vec<Event> = serde_json::from_value(events.clone())?;
            self.journal.told(game, &events);
        }
        let last = answer.pointer("/state/seq").or_else(|| answer.get("seq"));
        let last = last.and_then(Value::as_u64).context("no number")?;
        player.wait_for(last).await;
        Ok(())
    }

    fn a_move(&mut self, state: &GameState) -> Result<String> {
        let setup: Setup = state.fen.parse()?;
        let position = setup.position()?;
        let moves: Vec<_> = position.legal_moves().collect();
        let mv = *moves
            .get(self.random.below(moves.len()))
            .context("a game without moves is not over")?;
        Ok(position.uci(mv).to_string())
    }
}

fn index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// A refusal is an answer: some things are not allowed in some positions.
fn done(done: Done) -> Result<()> {
    match done {
        Done::Yes => Ok(()),
        Done::Refused(problem) if problem.status == 409 => Ok(()),
        Done::Refused(problem) => anyhow::bail!("{}: {}", problem.code, problem.title),
    }
}
