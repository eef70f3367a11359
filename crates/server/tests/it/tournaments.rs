//! Tournaments: games start by themselves, results come back, nothing is lost.

mod arbiter;
mod arena;
mod clubs;
mod entry;
mod knockout;
mod over_the_board;
mod rounds;

use arbiter_wire::{ServerMessage, TournamentState, TournamentView};
use serde_json::{Value, json};

use crate::harness::{Answer, Person, Server};

/// A tournament in a test: its organizer, who follows it, and its players.
struct Event {
    id: String,
    organizer: Person,
    players: Vec<Person>,
}

/// Creates a tournament with players who have entered.
async fn event(server: &Server, players: usize, new: Value) -> Event {
    let mut organizer = server.account("organizer").await;
    let made = organizer.post("/v1/tournaments", &new).await.expect(201);
    let id = made.body["summary"]["id"].as_str().unwrap().to_owned();
    let mut entered = Vec::new();
    for number in 1..=players {
        let player = server.account(&format!("player{number}")).await;
        let path = format!("/v1/tournaments/{id}/entry");
        player.post(&path, &json!({})).await.expect(200);
        entered.push(player);
    }
    follow(&mut organizer, &id).await;
    Event {
        id,
        organizer,
        players: entered,
    }
}

/// Subscribes to a tournament.
async fn follow(person: &mut Person, id: &str) {
    let text = json!({"tournament": {"tournament": id}}).to_string();
    person.socket().await.say_text(&text).await;
}

impl Event {
    async fn view(&self) -> TournamentView {
        let path = format!("/v1/tournaments/{}", self.id);
        let answer = self.organizer.get(&path).await.expect(200);
        serde_json::from_value(answer.body).unwrap()
    }

    async fn arbitrate(&self, action: Value) -> Answer {
        let path = format!("/v1/tournaments/{}/arbiter", self.id);
        self.organizer.post(&path, &json!({"do": action})).await
    }

    /// Returns the reasons of a round in a tournament that is not Swiss.
    async fn reasons(&self, round: u32) -> Vec<Value> {
        let path = format!("/v1/tournaments/{}/rounds/{round}/reasons", self.id);
        let reasons = self.organizer.get(&path).await.expect(200).body;
        assert_eq!(reasons["is_outdated"], false, "{reasons}");
        reasons["others"].as_array().unwrap().clone()
    }

    /// Waits until the organizer is told of this.
    async fn until(&mut self, is: impl Fn(&TournamentView) -> bool) -> TournamentView {
        loop {
            if let ServerMessage::Tournament(view) = self.organizer.receive().await
                && is(&view)
            {
                return *view;
            }
        }
    }

    /// Waits until the round has boards, as an arena has not when it starts, and all
    /// of them have games.
    async fn until_round(&mut self, round: u32) -> TournamentView {
        self.until(|view| {
            let Some(current) = view.round.as_ref().filter(|it| it.round == round) else {
                return false;
            };
            let boards = &current.boards;
            !boards.is_empty() && boards.iter().all(|board| board.game.is_some())
        })
        .await
    }

    /// Waits until the tournament is over.
    async fn until_over(&mut self) -> TournamentView {
        self.until(|view| view.summary.state == TournamentState::Over)
            .await
    }

    /// Lets the player with this number resign the game.
    async fn resign(&mut self, number: u32, game: &str) {
        let player = &mut self.players[number as usize - 1];
        let resigned = player.act_by_http(game, "resign", &json!("resign")).await;
        resigned.expect(200);
    }

    /// Lets the player with the smaller number win each game of the round.
    async fn play_round(&mut self, view: &TournamentView) {
        for board in &view.round.as_ref().unwrap().boards {
            let loser = board.white.max(board.black);
            self.resign(loser, board.game.as_ref().unwrap()).await;
        }
    }

    /// Connects everybody to the new address of the server.
    async fn find(&mut self, server: &Server) {
        self.organizer.find(server);
        for player in &mut self.players {
            player.find(server);
        }
        let id = self.id.clone();
        follow(&mut self.organizer, &id).await;
    }
}

/// Returns who plays on each board of the last round.
fn boards(view: &TournamentView) -> Vec<(u32, u32, Option<String>)> {
    let round = view.round.as_ref().unwrap();
    let boards = round.boards.iter();
    boards
        .map(|it| (it.white, it.black, it.game.clone()))
        .collect()
}

/// Returns the options of a quick tournament.
fn quick(rounds: u32) -> Value {
    json!({
        "name": "Club open",
        "rounds": rounds,
        "break_seconds": 0,
        "options": {"clock": "5+3"},
    })
}
