//! A load generator that measures a server, a test that kills a server to see
//! whether it loses anything, a crowd of attackers beside honest players, and bots.
//! `cargo xtask load`, `kill`, `attack` and `bots` build and run it.
//!
//! It is not shipped, and it uses nothing of the server but its protocol: it
//! talks to a server process over real sockets, and reads from the operating
//! system how much memory and processor time that process uses.

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

mod api;
mod attack;
mod bots;
#[cfg(unix)]
mod cluster;
mod echo;
mod kill;
mod measure;
mod pair;
mod process;
mod progress;
mod script;
mod socket;
mod tournament;

/// Measures a server under load, kills it, or attacks it.
#[derive(Parser)]
enum Mode {
    /// Measure a server under load.
    Measure(measure::Arguments),
    /// Kill a server under load, again and again, and check that nothing is lost.
    Kill(kill::Arguments),
    /// Kill the parts of a cluster under load, again and again, and check that nothing is lost.
    #[cfg(unix)]
    KillCluster(cluster::kills::Arguments),
    /// Kill the primary of a PostgreSQL pair under a cluster, again and again, promote its standby,
    /// and check that nothing is lost.
    #[cfg(unix)]
    Failover(cluster::failover::Arguments),
    /// Cut the network between the parts of a cluster, again and again, and check that nothing is
    /// lost. This needs Linux and root.
    #[cfg(unix)]
    Cut(cluster::cuts::Arguments),
    /// Run a cluster until Ctrl-C, to try it.
    #[cfg(unix)]
    Cluster(cluster::trial::Arguments),
    /// Measure several servers on one database.
    #[cfg(unix)]
    MeasureCluster(measure::cluster::Arguments),
    /// Let simulated players play a tournament, and check its pairings.
    Tournament(tournament::Arguments),
    /// Attack a server in every way while people play on it, and measure the delays that they
    /// notice.
    Attack(attack::Arguments),
    /// Attack a server in one way for a while, and print the outcome.
    Attackers(attack::attackers::Arguments),
    /// Let many bots play through the lichess API, and measure the server.
    Bots(bots::Arguments),
    /// Run a server that only echoes frames, as the baseline of the measurements.
    Echo,
    /// Run a server that sends each frame back and to the opponent: a move without rules and disk.
    Relay,
}

fn main() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let ran = match runtime {
        Ok(runtime) => runtime.block_on(run(Mode::parse())),
        Err(error) => Err(error.into()),
    };
    match ran {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Returns whether all targets were met and nothing was lost.
async fn run(mode: Mode) -> Result<bool> {
    match mode {
        Mode::Measure(arguments) => measure::run(&arguments).await,
        Mode::Kill(arguments) => kill::run(&arguments).await,
        #[cfg(unix)]
        Mode::KillCluster(arguments) => cluster::kills::run(&arguments).await,
        #[cfg(unix)]
        Mode::Cluster(arguments) => cluster::trial::run(&arguments).await,
        #[cfg(unix)]
        Mode::Failover(arguments) => cluster::failover::run(&arguments).await,
        #[cfg(unix)]
        Mode::Cut(arguments) => cluster::cuts::run(&arguments).await,
        #[cfg(unix)]
        Mode::MeasureCluster(arguments) => measure::cluster::run(&arguments).await,
        Mode::Tournament(arguments) => tournament::run(&arguments).await,
        Mode::Attack(arguments) => attack::run(&arguments).await,
        Mode::Attackers(arguments) => attack::attackers::run(&arguments).await.map(|()| true),
        Mode::Bots(arguments) => bots::run(&arguments).await,
        Mode::Echo => echo::serve().await.map(|()| true),
        Mode::Relay => echo::relay().await.map(|()| true),
    }
}
