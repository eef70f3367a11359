//! `cargo xtask attack`: attacks the server while people play on it.

use std::path::PathBuf;

use anyhow::Result;

use crate::load::{self, Build, Database};

#[derive(clap::Args)]
pub struct Arguments {
    /// The attacks, such as `pings`; all of them if not given.
    attacks: Vec<String>,
    /// Use a PostgreSQL server that is started for the test, instead of SQLite.
    #[arg(long)]
    postgres: bool,
    /// The server program to test, instead of the release build.
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    /// The number of honest games.
    #[arg(long, default_value_t = 200)]
    games: u32,
    /// How long each attack lasts, in seconds.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// The largest 99th percentile of the time until an honest move is acknowledged, in
    /// milliseconds.
    #[arg(long, default_value_t = 20.0)]
    max_p99_ms: f64,
}

/// Runs the attacks and returns whether the honest players did not suffer.
pub fn run(arguments: &Arguments) -> Result<bool> {
    let binary = match &arguments.binary {
        Some(binary) => binary.clone(),
        None => load::build(Build::Dist, "arbiter")?,
    };
    let database = match arguments.postgres {
        true => Database::Postgres,
        false => Database::Sqlite,
    };
    let mut options = vec![
        format!("--games={}", arguments.games),
        format!("--seconds={}", arguments.seconds),
        format!("--max-p99-ms={}", arguments.max_p99_ms),
    ];
    options.extend_from_slice(&arguments.attacks);
    load::generate(Build::Dist, "attack", &binary, database, &options)
}

/// Attacks in every way for a moment, as a step of the test suite: no honest move
/// may be lost, and memory is bounded. How long a move takes depends on what else
/// the machine does, so it is not checked. Uses the build of the tests, because
/// another would take minutes.
pub fn smoke() -> Result<bool> {
    let binary = load::build(Build::Dev, "arbiter")?;
    let options = ["--games=10", "--pace-ms=200", "--seconds=2"].map(str::to_owned);
    load::generate(Build::Dev, "attack", &binary, Database::Sqlite, &options)
}
