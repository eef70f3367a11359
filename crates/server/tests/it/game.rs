//! Games over real WebSockets, from the link to the result.

mod conduct;
mod frames;
mod mishaps;
#[cfg(unix)]
mod outages;
mod resuming;
mod saktris;
mod time;
mod watching;

use serde_json::{Value, json};

use crate::harness::{Person, Server};

/// Starts a game of two guests with this clock, both watching.
async fn two_at(server: &Server, clock: &str) -> (Person, Person, String) {
    two_with(server, json!({"clock": clock})).await
}

/// Starts a game of two guests with these options, both watching.
async fn two_with(server: &Server, options: Value) -> (Person, Person, String) {
    let mut white = server.guest().await;
    let mut black = server.guest().await;
    let game = white.make_with(json!({"options": options})).await;
    black.join(&game).await;
    white.watch(&game).await;
    black.watch(&game).await;
    (white, black, game)
}

/// Plays these moves in turn.
async fn play_all(white: &mut Person, black: &mut Person, moves: &str) {
    for (ply, mv) in moves.split_whitespace().enumerate() {
        let (mover, other) = match ply % 2 {
            0 => (&mut *white, &mut *black),
            _ => (&mut *black, &mut *white),
        };
        mover.play(mv).await;
        other.expect_played(mv).await;
    }
}
