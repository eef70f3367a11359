//! `cargo xtask cluster`: runs several servers on one database, to try them.

use std::{path::PathBuf, process::Command};

use anyhow::{Context, Result};

use crate::{
    cargo,
    load::{self, Build},
    nats, postgres,
};

#[derive(clap::Args)]
pub struct Arguments {
    /// How many servers to start.
    #[arg(long, default_value_t = 3)]
    nodes: u16,
    /// How many workers to start.
    #[arg(long, default_value_t = 2)]
    workers: u16,
    /// The port of the first server; the others get the following ones.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The server program, instead of the development build.
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
}

/// Installs PostgreSQL and NATS if necessary, and becomes the program that runs the cluster.
pub fn run(arguments: &Arguments) -> Result<bool> {
    postgres::install_if_missing()?;
    nats::install()?;
    let load = load::build(Build::Dev, "load")?;
    let binary = match &arguments.binary {
        Some(binary) => binary.clone(),
        None => load.with_file_name(format!("arbiter{}", std::env::consts::EXE_SUFFIX)),
    };
    let mut command = Command::new(load);
    command.arg("cluster").arg("--binary").arg(binary);
    command.arg("--data").arg(cargo::target()?.join("cluster"));
    command.arg(format!("--nodes={}", arguments.nodes));
    command.arg(format!("--workers={}", arguments.workers));
    command.arg(format!("--port={}", arguments.port));
    run_to_the_end(&mut command).context("cannot run the cluster")
}

/// Becomes the command, so that Ctrl-C reaches it alone.
#[cfg(unix)]
fn run_to_the_end(command: &mut Command) -> std::io::Result<bool> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

#[cfg(not(unix))]
fn run_to_the_end(command: &mut Command) -> std::io::Result<bool> {
    Ok(command.status()?.success())
}
