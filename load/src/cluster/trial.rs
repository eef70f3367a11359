//! Runs a cluster until it is stopped, so that anybody can try one.

use std::{net::TcpListener, ops::Range, path::PathBuf, process::Stdio};

use anyhow::{Context, Result, bail};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    signal::unix::{SignalKind, signal},
};

use super::{Nats, postgres_server::PostgresServer};

#[derive(clap::Args)]
pub struct Arguments {
    /// The server program.
    #[arg(long)]
    binary: PathBuf,
    /// A folder for the logs.
    #[arg(long)]
    data: PathBuf,
    /// How many servers to start.
    #[arg(long, default_value_t = 3)]
    nodes: u16,
    /// How many workers to start.
    #[arg(long, default_value_t = 2)]
    workers: u16,
    /// The port of the first server; the others get the following ones.
    #[arg(long, default_value_t = 8080)]
    port: u16,
}

/// Starts PostgreSQL, NATS, the servers and the workers, prints their addresses, and waits for
/// Ctrl-C.
pub async fn run(arguments: &Arguments) -> Result<bool> {
    let (mut interrupt, mut terminate) = (
        signal(SignalKind::interrupt())?,
        signal(SignalKind::terminate())?,
    );
    std::fs::create_dir_all(&arguments.data)?;
    let ports = arguments.free_ports()?;
    println!(
        "Starting PostgreSQL, NATS, {} servers and {} workers …",
        arguments.nodes, arguments.workers
    );
    let postgres = PostgresServer::new("cluster", "listen_addresses = ''")?;
    postgres.start()?;
    let nats = Nats::start()?;
    let database = format!(
        "postgres://arbiter@/postgres?host={}",
        postgres.folder().display()
    );
    let bus = nats.url();
    println!("  database  {database}");
    println!("  bus       {bus}  (process {})", nats.process());
    let mut children = Vec::new();
    for (port, number) in ports.zip(1..) {
        let listen = format!("--listen=127.0.0.1:{port}");
        let name = format!("server{number}");
        let flags = ["serve", &listen];
        let (child, line) = arguments
            .start(&name, &flags, &database, &bus, "http://")
            .await?;
        let process = child.id().unwrap_or_default();
        println!("  server    {line}  (process {process})");
        children.push(child);
    }
    for number in 0..arguments.workers {
        let name = format!("worker{}", number + 1);
        let flags = ["worker", "--threads=1"];
        let (child, _) = arguments
            .start(&name, &flags, &database, &bus, "This worker")
            .await?;
        println!("  worker    process {}", child.id().unwrap_or_default());
        children.push(child);
    }
    println!(
        "\nEvery game can be played on every server: open two of the addresses, each in another\n\
         browser, and play. Kill the process of any server, worker or NATS: the games continue.\n\
         The logs are in {}. Ctrl-C stops everything and deletes the games.",
        arguments.data.display()
    );
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    println!("\nStopping …");
    for child in &mut children {
        if let Some(pid) = child.id() {
            let status = Command::new("kill").arg(pid.to_string()).status().await;
            status.context("cannot stop a process")?;
        }
    }
    for child in &mut children {
        child.wait().await?;
    }
    Ok(true)
}

impl Arguments {
    /// Returns the ports of the servers, if nothing uses them.
    fn free_ports(&self) -> Result<Range<u16>> {
        let end = self.port.checked_add(self.nodes);
        let ports = self.port..end.context("there is no port after 65535")?;
        for port in ports.clone() {
            if let Err(error) = TcpListener::bind(("127.0.0.1", port)) {
                bail!("port {port} cannot be used ({error}); choose the first with --port");
            }
        }
        Ok(ports)
    }

    /// Starts a process that Ctrl-C does not reach, and waits until it prints a line with
    /// this text. Returns the line from there on.
    async fn start(
        &self,
        name: &str,
        flags: &[&str],
        database: &str,
        bus: &str,
        awaited: &str,
    ) -> Result<(Child, String)> {
        let log = self.data.join(format!("{name}.log"));
        let errors = std::fs::File::create(&log)?;
        let mut child = Command::new(&self.binary)
            .args(flags)
            .args(["--database", database, "--bus", bus])
            .process_group(0)
            .kill_on_drop(true)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .with_context(|| format!("cannot run {}", self.binary.display()))?;
        let out = child.stdout.take().context("no standard output")?;
        let mut lines = BufReader::new(out).lines();
        while let Some(line) = lines.next_line().await? {
            if let Some(start) = line.find(awaited) {
                let line = line[start..].trim().to_owned();
                // Kept open, so that the process can continue to write.
                tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
                return Ok((child, line));
            }
        }
        let log = std::fs::read_to_string(&log).unwrap_or_default();
        bail!("{name} did not start: {}", log.trim())
    }
}
