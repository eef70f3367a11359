//! `cargo xtask kill`: checks that the server loses nothing when it is killed.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::{
    load::{self, Build, Database},
    nats,
};

#[derive(clap::Args)]
pub struct Arguments {
    /// How many times to kill the server.
    #[arg(long, default_value_t = 10)]
    times: u32,
    /// Run three servers on PostgreSQL with NATS between them, and kill any of these.
    #[arg(long, conflicts_with = "database")]
    cluster: bool,
    /// Use a PostgreSQL server that is started for the test, instead of SQLite.
    #[arg(long, conflicts_with = "database")]
    postgres: bool,
    /// Use the PostgreSQL database at this address. The test leaves its games there.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// The server program to test, instead of the release build.
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    /// The number of simultaneous games.
    #[arg(long, default_value_t = 40)]
    games: u32,
    /// The seed of the random moves and of the times of the kills.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the test and returns whether nothing was lost.
pub fn run(arguments: &Arguments) -> Result<bool> {
    let binary = match &arguments.binary {
        Some(binary) => binary.clone(),
        None => load::build(Build::Dist, "arbiter")?,
    };
    let database = match (&arguments.database, arguments.postgres) {
        (Some(url), _) => Database::At(url),
        (None, true) => Database::Postgres,
        (None, false) => Database::Sqlite,
    };
    if arguments.cluster {
        nats::install()?;
    }
    let options = [
        format!("--times={}", arguments.times),
        format!("--games={}", arguments.games),
        format!("--seed={}", arguments.seed),
    ];
    if arguments.cluster {
        let database = Database::Postgres;
        return load::generate(Build::Dist, "kill-cluster", &binary, database, &options);
    }
    load::generate(Build::Dist, "kill", &binary, database, &options)
}

/// Kills a server a few times on each kind of database, as a step of the test
/// suite. It uses the build of the tests, because another would take minutes.
pub fn smoke() -> Result<bool> {
    let binary = load::build(Build::Dev, "arbiter")?;
    let kill = |database, times: u32| {
        let options = [format!("--times={times}")];
        load::generate(Build::Dev, "kill", &binary, database, &options)
    };
    nats::install()?;
    let kill_cluster = |times: u32| {
        let options = [format!("--times={times}")];
        load::generate(
            Build::Dev,
            "kill-cluster",
            &binary,
            Database::Postgres,
            &options,
        )
    };
    Ok(kill(Database::Sqlite, 10)?
        && kill(Database::Postgres, 3)?
        && kill_cluster(5)?
        && kill_tournament(&binary)?)
}

/// Kills a server a few times during a small tournament.
fn kill_tournament(binary: &Path) -> Result<bool> {
    let options = [
        "--system=swiss",
        "--players=12",
        "--rounds=3",
        "--game-ms=1000",
        "--kills=3",
    ];
    let options = options.map(str::to_owned);
    load::generate(Build::Dev, "tournament", binary, Database::Sqlite, &options)
}
