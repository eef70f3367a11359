//! Games over real sockets, from the link to the result.

mod conduct;

use crate::harness::{Person, Server};

/// Two guests at a board with this clock, both watching.
async fn two_at(server: &Server, clock: &str) -> (Person, Person, String) {
    let mut white = server.guest().await;
    let mut black = server.guest().await;
    let game = white.make(clock).await;
    black.join(&game).await;
    white.watch(&game).await;
    black.watch(&game).await;
    (white, black, game)
}
