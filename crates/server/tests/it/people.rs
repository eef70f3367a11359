//! The computer, the lobby, challenges, finding people, rematches, chat and moderation.

mod challenges;
mod chat;
mod cleaning;
mod computer;
mod deletion;
mod directory;
mod lobby;
mod moderation;
mod push;
mod rematch;
mod server_settings;

use arbiter_wire::ServerMessage;
use serde_json::json;

use crate::harness::{Person, Server};

/// Returns the first value that this finds in a message.
pub async fn receive_about<T>(person: &mut Person, what: impl Fn(ServerMessage) -> Option<T>) -> T {
    loop {
        if let Some(found) = what(person.receive().await) {
            return found;
        }
    }
}

/// Returns the next game that this person is paired in.
pub async fn receive_paired(person: &mut Person) -> String {
    receive_about(person, |message| match message {
        ServerMessage::Paired(paired) => Some(paired.game),
        _ => None,
    })
    .await
}

/// Starts a game of two guests, both watching.
async fn two_at(server: &Server) -> (Person, Person, String) {
    let (mut white, mut black) = (server.guest().await, server.guest().await);
    let game = white.make("5+3").await;
    black.join(&game).await;
    white.watch(&game).await;
    black.watch(&game).await;
    (white, black, game)
}

/// Creates a game against the computer, with an hour for each side.
pub async fn play_computer(person: &Person, level: u8, color: &str) -> String {
    let wanted = json!({
        "options": {"clock": "60"},
        "color": color,
        "opponent": {"computer": {"level": level}},
    });
    person.make_with(wanted).await
}
