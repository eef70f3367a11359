//! Several nodes that share a PostgreSQL database and tell each other through NATS.

mod cut_off;
mod games;
mod login;
mod lost_messages;
mod membership;
mod people;
mod upgrade;
mod workers;

use crate::harness::{Person, Server};

/// Lets two people, each on a node of their own, watch a game that they play.
async fn two_on_two_nodes(server: &Server, clock: &str) -> (Person, Person, String) {
    let mut white = server.guest().await;
    let mut black = server.guest().await;
    white.find(server.node(0));
    black.find(server.node(1));
    let game = white.make(clock).await;
    black.join(&game).await;
    white.watch(&game).await;
    black.watch(&game).await;
    (white, black, game)
}
