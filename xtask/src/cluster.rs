//! `cargo xtask cluster`: runs several servers on one database, to try them.

use std::{
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, ChildStdout, Command, Stdio},
};

use anyhow::{Context, Result};

use crate::{cargo, nats::Nats, postgres::Postgres};

#[derive(clap::Args)]
pub struct Arguments {
    /// How many servers to start.
    #[arg(long, default_value_t = 3)]
    nodes: u16,
    /// The port of the first server; the others get the following ones.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The server program, instead of the development build.
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
}

/// Starts PostgreSQL, NATS and the servers, prints their addresses, and waits until one of
/// the servers ends, as all do after Ctrl-C.
pub fn run(arguments: &Arguments) -> Result<bool> {
    let binary = match &arguments.binary {
        Some(binary) => binary.clone(),
        None => cargo::program("arbiter")?,
    };
    let postgres = Postgres::start()?;
    let nats = Nats::start()?;
    println!("  database  {}", postgres.url());
    println!("  bus       {}", nats.url());
    let mut nodes = Vec::new();
    for number in 0..arguments.nodes {
        let listen = format!("127.0.0.1:{}", arguments.port + number);
        let mut child = Command::new(&binary)
            .args(["serve", "--listen", &listen, "--database", postgres.url()])
            .args(["--bus", &nats.url(), "--log-level", "warn"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run {}", binary.display()))?;
        let out = child.stdout.take().context("no standard output")?;
        print_address(out)?;
        nodes.push(Node(child));
    }
    println!("\nEvery game can be played on every server. Ctrl-C stops them.");
    match nodes.first_mut() {
        Some(node) => Ok(node.0.wait()?.success()),
        None => Ok(true),
    }
}

/// Waits until a server has printed its address, and prints it too.
fn print_address(out: ChildStdout) -> Result<()> {
    for line in BufReader::new(out).lines() {
        let line = line?;
        if let Some((_, address)) = line.split_once("http://") {
            println!("  server    http://{}", address.trim());
            return Ok(());
        }
    }
    anyhow::bail!("a server did not start")
}

/// A server, stopped when this value is dropped.
struct Node(Child);

impl Drop for Node {
    fn drop(&mut self) {
        if let Err(error) = self.0.kill().and_then(|()| self.0.wait()) {
            println!("a server could not be stopped: {error}");
        }
    }
}
