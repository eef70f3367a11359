//! `cargo xtask load`: measures the server under load.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use crate::{cargo, postgres::Postgres};

/// The build profile of the programs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// The profile of the tests.
    Dev,
    /// The profile of what ships.
    Dist,
}

/// The database of a server under test.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Database<'u> {
    /// An SQLite file.
    Sqlite,
    /// A PostgreSQL server that is started for the test.
    Postgres,
    /// The PostgreSQL database at this address.
    At(&'u str),
}

/// Runs a task of the load generator with the build that ships. The arguments are
/// passed to the load generator.
pub fn run(database: Database, task: &str, arguments: &[String]) -> Result<bool> {
    let binary = build(Build::Dist, "arbiter")?;
    generate(Build::Dist, task, &binary, database, arguments)
}

/// Measures the build that ships with many bots. The arguments are passed to the load
/// generator.
pub fn bots(arguments: &[String]) -> Result<bool> {
    let binary = build(Build::Dist, "arbiter")?;
    generate(Build::Dist, "bots", &binary, Database::Sqlite, arguments)
}

/// Runs the load generator on a server with a new data folder. Returns whether
/// it succeeded.
pub fn generate(
    build: Build,
    task: &str,
    binary: &Path,
    database: Database,
    arguments: &[String],
) -> Result<bool> {
    let generator = self::build(build, "load")?;
    // In the target folder, which is on a disk: the folder for temporary files
    // may be in memory, where writes cost nothing.
    let folder = cargo::target()?.join(format!("{task}-{}", std::process::id()));
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let postgres = match database {
        Database::Postgres => Some(Postgres::start()?),
        Database::Sqlite | Database::At(_) => None,
    };
    let mut command = Command::new(generator);
    command.arg(task).arg("--binary").arg(binary);
    command.arg("--data").arg(&folder).args(arguments);
    match (&postgres, database) {
        (Some(postgres), _) => command.args(["--database", postgres.url()]),
        (None, Database::At(url)) => command.args(["--database", url]),
        (None, _) => &mut command,
    };
    let status = command.status();
    let has_succeeded = status
        .with_context(|| format!("cannot run {command:?}"))?
        .success();
    if has_succeeded {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    } else {
        println!(
            "The log and the data of the server are in {}",
            folder.display()
        );
    }
    Ok(has_succeeded)
}

/// Builds a program and returns its path.
pub fn build(build: Build, package: &str) -> Result<PathBuf> {
    if build == Build::Dev {
        return cargo::program(package);
    }
    let status = cargo::command(&["build", "--profile", "dist", "--package", package])
        .status()
        .context("cannot run cargo build")?;
    ensure!(status.success(), "cannot build {package}");
    let name = format!("{package}{}", std::env::consts::EXE_SUFFIX);
    Ok(cargo::target()?.join("dist").join(name))
}
