//! `cargo xtask kill`: what the server keeps when it is killed.

use std::path::PathBuf;

use anyhow::Result;

use crate::load::{self, Build, Database};

#[derive(clap::Args)]
pub struct Arguments {
    /// How often.
    #[arg(long, default_value_t = 10)]
    times: u32,
    /// On a PostgreSQL that is started for it, instead of SQLite.
    #[arg(long, conflicts_with = "database")]
    postgres: bool,
    /// On the PostgreSQL at this address, whose tables it fills.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// This server, instead of the release build.
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    /// Games at once.
    #[arg(long, default_value_t = 40)]
    games: u32,
    /// From what moves, and the moments of the kills, are drawn.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Whether nothing was lost.
pub fn run(arguments: &Arguments) -> Result<bool> {
    let binary = match &arguments.binary {
        Some(binary) => binary.clone(),
        None => load::build(Build::Release, "arbiter")?,
    };
    let database = match (&arguments.database, arguments.postgres) {
        (Some(url), _) => Database::At(url),
        (None, true) => Database::Postgres,
        (None, false) => Database::Sqlite,
    };
    let options = [
        format!("--times={}", arguments.times),
        format!("--games={}", arguments.games),
        format!("--seed={}", arguments.seed),
    ];
    load::generate(Build::Release, "kill", &binary, database, &options)
}

/// A few kills on each database, as a step of the tests: with the build of
/// the tests, since another would take minutes to make.
pub fn smoke() -> Result<bool> {
    let binary = load::build(Build::Dev, "arbiter")?;
    let kill = |database, times: u32| {
        let options = [format!("--times={times}")];
        load::generate(Build::Dev, "kill", &binary, database, &options)
    };
    Ok(kill(Database::Sqlite, 10)? && kill(Database::Postgres, 3)?)
}
