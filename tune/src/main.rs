//! Makes the networks of the engine, and measures its levels.
//!
//! - `cargo run -p tune --release -- games` plays games and prints their quiet
//!   positions with scores and results.
//! - `cargo run -p tune --release -- chances FILE` prints how often each score wins,
//!   draws and loses.
//! - `cargo run -p tune --release -- positions` plays many short-sighted games and
//!   writes their quiet positions, packed, with the scores of a large network.
//! - `cargo run -p tune --release -- label` scores packed positions again.
//! - `cargo run -p tune --release -- human OUTPUT FILES` packs rated games of people.
//! - `cargo run -p tune --release -- choices` replays them and writes their positions,
//!   packed, with the moves that were played.
//! - `cargo run -p tune --release -- agreement FILES` prints how often each level chooses
//!   the move that a person chose.
//! - `cargo run -p tune --release -- rate` rates the levels by games against networks that
//!   play like people.
//!
//! `train.py` trains the network of the engine with packed positions, and `policy.py` the
//! network that predicts the moves of people.

mod agreement;
mod chances;
mod choices;
mod games;
mod human;
mod human_game;
mod label;
mod maia;
mod packed;
mod positions;
mod random;
mod rate;
mod ratings;
mod sample;
mod teacher;

use clap::Parser;

#[derive(Parser)]
#[command(about = "Makes the networks of the engine, and measures its levels")]
enum Command {
    /// Play games and print their quiet positions, one per line with score and result
    Games(games::Games),
    /// Print how often each score wins, draws and loses in such positions
    Chances(chances::Chances),
    /// Write packed quiet positions of short-sighted games, with scores and results
    Positions(positions::Positions),
    /// Score packed positions with a large network
    Label(label::Label),
    /// Pack rated games of people
    Human(human::Human),
    /// Write packed positions of these games, with the moves played
    Choices(choices::Choices),
    /// Print how often each level chooses the move that a person chose
    Agreement(agreement::Agreement),
    /// Rate the levels by games against networks that play like people
    Rate(rate::Rate),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Games(games) => games::run(&games),
        Command::Chances(chances) => chances::run(&chances),
        Command::Positions(positions) => positions::run(&positions),
        Command::Label(label) => label::run(&label),
        Command::Human(human) => human::run(&human),
        Command::Choices(choices) => choices::run(&choices),
        Command::Agreement(agreement) => agreement::run(&agreement),
        Command::Rate(rate) => rate::run(&rate),
    }
}
