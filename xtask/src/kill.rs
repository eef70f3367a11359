//! `cargo xtask kill`: checks that the server loses nothing when it is killed.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Result, ensure};

use crate::{
    cargo,
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
    /// With --cluster: shut servers down gracefully, one after the other, as in an upgrade.
    #[arg(long, requires = "cluster")]
    upgrade: bool,
    /// With --upgrade: the server program of the previous release, which runs beside this one.
    #[arg(long, value_name = "PATH", requires = "upgrade")]
    previous: Option<PathBuf>,
    /// The same, built from this commit or tag.
    #[arg(
        long,
        value_name = "COMMIT",
        requires = "upgrade",
        conflicts_with = "previous"
    )]
    previous_commit: Option<String>,
    /// Kill the primary of two PostgreSQL servers below two servers with NATS between them, and
    /// promote its standby.
    #[arg(long, conflicts_with_all = ["database", "postgres", "cluster"])]
    failover: bool,
    /// Cut the network between three servers and NATS, PostgreSQL and their players. This needs
    /// Linux and root.
    #[arg(long, conflicts_with_all = ["database", "postgres", "cluster", "failover"])]
    cut: bool,
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
    if arguments.cluster || arguments.failover || arguments.cut {
        nats::install()?;
    }
    let mut options = vec![
        format!("--times={}", arguments.times),
        format!("--games={}", arguments.games),
        format!("--seed={}", arguments.seed),
    ];
    let task = match arguments {
        Arguments { failover: true, .. } => Some("failover"),
        Arguments { cut: true, .. } => Some("cut"),
        _ => None,
    };
    if let Some(task) = task {
        return load::generate(Build::Dist, task, &binary, Database::Sqlite, &options);
    }
    if arguments.upgrade {
        options.push("--upgrade".to_owned());
    }
    let previous = match (&arguments.previous, &arguments.previous_commit) {
        (Some(path), _) => Some(path.clone()),
        (None, Some(commit)) => Some(build_commit(commit)?),
        (None, None) => None,
    };
    if let Some(previous) = previous {
        options.push(format!("--previous={}", previous.display()));
    }
    if arguments.cluster {
        let database = Database::Postgres;
        return load::generate(Build::Dist, "kill-cluster", &binary, database, &options);
    }
    load::generate(Build::Dist, "kill", &binary, database, &options)
}

/// Builds the server of another commit in a folder of its own, and returns the program.
fn build_commit(commit: &str) -> Result<PathBuf> {
    let folder = cargo::target()?.join("previous");
    if !folder.exists() {
        let mut git = Command::new("git");
        git.args(["worktree", "add", "--detach"]).arg(&folder);
        let status = git.arg(commit).current_dir(cargo::root()).status()?;
        ensure!(status.success(), "there is no commit {commit}");
    } else {
        let mut git = Command::new("git");
        let checkout = ["checkout", "--quiet", "--detach", commit];
        let status = git.args(checkout).current_dir(&folder).status()?;
        ensure!(status.success(), "there is no commit {commit}");
    }
    let mut build = cargo::command(&["build", "--release", "--package", "arbiter"]);
    let target = folder.join("target");
    let build = build.current_dir(&folder).env("CARGO_TARGET_DIR", &target);
    ensure!(build.status()?.success(), "{commit} does not build");
    Ok(target.join("release/arbiter"))
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
