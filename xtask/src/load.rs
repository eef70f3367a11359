//! `cargo xtask load`: what the server can do, measured.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use crate::{cargo, postgres::Postgres};

/// Which build of the programs to use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// That of the tests.
    Dev,
    /// That of the users.
    Release,
}

/// Where a server under test keeps its games.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Database<'u> {
    /// In a file of SQLite.
    Sqlite,
    /// In a PostgreSQL that is started for it.
    Postgres,
    /// In the PostgreSQL at this address.
    At(&'u str),
}

/// Measures the release build with these arguments of the generator.
pub fn run(database: Database, arguments: &[String]) -> Result<bool> {
    let binary = build(Build::Release, "arbiter")?;
    generate(Build::Release, "measure", &binary, database, arguments)
}

/// Runs the generator of load on a server, in a folder of its own.
pub fn generate(
    build: Build,
    task: &str,
    binary: &Path,
    database: Database,
    arguments: &[String],
) -> Result<bool> {
    let generator = self::build(build, "load")?;
    // Beside what is built, which is on a disk: a folder for temporary files
    // may be in memory, and nothing would have to be waited for.
    let folder = cargo::target()?.join(format!("{task}-{}", std::process::id()));
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
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
    let is_well = status
        .with_context(|| format!("cannot run {command:?}"))?
        .success();
    if is_well {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    } else {
        println!("What the server said is in {}", folder.display());
    }
    Ok(is_well)
}

/// Builds a program; where it is.
pub fn build(build: Build, package: &str) -> Result<PathBuf> {
    if build == Build::Dev {
        return cargo::program(package);
    }
    let status = cargo::command(&["build", "--release", "--package", package])
        .status()
        .context("cannot run cargo build")?;
    ensure!(status.success(), "{package} does not build");
    let name = format!("{package}{}", std::env::consts::EXE_SUFFIX);
    Ok(cargo::target()?.join("release").join(name))
}
