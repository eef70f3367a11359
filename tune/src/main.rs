//! Fits the weights of the evaluation to games of the engine against itself.
//!
//! `cargo run -p tune --release -- games` plays them and writes quiet positions
//! with their results; `… -- fit` finds the weights that foretell these results
//! best and writes them to where the engine is compiled from; `… -- chances`
//! says how often a score wins.

mod chance;
mod chances;
mod fit;
mod games;
mod model;
mod sample;
mod weights;

use clap::Parser;

#[derive(Parser)]
#[command(about = "Fits the weights of the evaluation to the engine's own games")]
enum Command {
    /// Plays games and prints one quiet position a line, with score and result.
    Games(games::Games),
    /// Fits the weights to such positions.
    Fit(fit::Fit),
    /// Says how often a score wins, draws and loses in such positions.
    Chances(chances::Chances),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Games(games) => games::run(&games),
        Command::Fit(fit) => fit::run(&fit),
        Command::Chances(chances) => chances::run(&chances),
    }
}
