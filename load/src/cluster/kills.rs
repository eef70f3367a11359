//! Repeatedly kills parts of a cluster while games are played on it: a node, a worker, NATS or
//! PostgreSQL. Sometimes a node is stopped in order instead, as in an upgrade.

use std::{
    fs::File,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use anyhow::{Context, Result};
use arbiter_rules::SplitMix64;
use tokio::process::{Child, Command};

use super::{FoundPostgres, Nats, NodeStart, PlayedCluster};
use crate::process::ServerProcess;

#[derive(clap::Args)]
pub struct Arguments {
    /// The server program.
    #[arg(long)]
    binary: PathBuf,
    /// A folder for the logs.
    #[arg(long)]
    data: PathBuf,
    /// The address of the PostgreSQL database, whose socket is in a folder with its data.
    #[arg(long)]
    database: String,
    /// How many times to kill something.
    #[arg(long, default_value_t = 30)]
    times: u32,
    /// The number of simultaneous games.
    #[arg(long, default_value_t = 40)]
    games: u32,
    /// How many games are played against the computer, beside the others.
    #[arg(long, default_value_t = 4)]
    computer_games: u32,
    /// The number of nodes.
    #[arg(long, default_value_t = 3)]
    nodes: usize,
    /// The number of workers.
    #[arg(long, default_value_t = 2)]
    workers: usize,
    /// The seed of the random moves and of the kills.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Shut nodes down gracefully, one after the other, as in an upgrade, instead of killing
    /// anything.
    #[arg(long)]
    upgrade: bool,
    /// The server program of the previous release: nodes are started with it, and with each
    /// stop they change to the other one.
    #[arg(long, requires = "upgrade")]
    previous: Option<PathBuf>,
}

/// What is killed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Victim {
    Node(usize),
    /// A node that is told to stop.
    Stopped(usize),
    Worker(usize),
    Nats,
    Postgres,
}

/// Runs the test. Returns whether nothing was lost.
pub async fn run(arguments: &Arguments) -> Result<bool> {
    let Arguments {
        times,
        games,
        computer_games,
        nodes: node_count,
        seed,
        ..
    } = arguments;
    println!(
        "{times} faults, {node_count} nodes, {} workers, {games} simultaneous games and \
         {computer_games} against the computer, seed {seed}",
        arguments.workers
    );
    std::fs::create_dir_all(&arguments.data)?;
    let mut random = SplitMix64::new(*seed);
    let mut nats = Nats::start()?;
    let postgres = FoundPostgres::find(&arguments.database)?;
    let mut nodes = Vec::new();
    for number in 0..*node_count {
        let previous = arguments.previous.as_ref();
        let binary = previous.unwrap_or(&arguments.binary);
        nodes.push(arguments.start(binary, &nats, number, None).await?);
    }
    let mut workers = Vec::new();
    for number in 0..arguments.workers {
        workers.push(arguments.start_worker(&nats, number)?);
    }
    let addresses = nodes.iter().map(|node| node.address).collect();
    let mut played = PlayedCluster::start(addresses, *games, *computer_games, &mut random)?;
    for round in 1..=*times {
        tokio::time::sleep(Duration::from_millis(300 + random.next_u64() % 1_000)).await;
        let victim = match random.below(10) {
            _ if arguments.upgrade => Victim::Stopped((round as usize - 1) % *node_count),
            0 | 1 => Victim::Nats,
            2 => Victim::Postgres,
            3 => Victim::Stopped(random.below(*node_count)),
            4 | 5 if !workers.is_empty() => Victim::Worker(random.below(workers.len())),
            _ => Victim::Node(random.below(*node_count)),
        };
        let down = match random.below(4) {
            0 => Duration::from_millis(1_000 + random.next_u64() % 3_000),
            _ => Duration::from_millis(random.next_u64() % 300),
        };
        match victim {
            Victim::Node(number) | Victim::Stopped(number) => {
                let node = nodes.remove(number);
                let address = node.address;
                match victim {
                    Victim::Stopped(_) => drop(node.stop().await?),
                    _ => node.kill().await?,
                }
                tokio::time::sleep(down).await;
                // All nodes are upgraded, then all are downgraded, and so on.
                let turn = (round as usize - 1) / *node_count;
                let is_upgrade = turn.is_multiple_of(2);
                let binary = match &arguments.previous {
                    Some(previous) if !is_upgrade => previous,
                    _ => &arguments.binary,
                };
                let again = arguments
                    .start(binary, &nats, number, Some(address))
                    .await?;
                nodes.insert(number, again);
            }
            Victim::Worker(number) => {
                let worker: &mut Child = &mut workers[number];
                worker.kill().await?;
                tokio::time::sleep(down).await;
                *worker = arguments.start_worker(&nats, number)?;
            }
            Victim::Nats => {
                nats.kill()?;
                tokio::time::sleep(down).await;
                nats.start_again()?;
            }
            Victim::Postgres => {
                let process = postgres.kill()?;
                tokio::time::sleep(down).await;
                postgres.start_again(&process).await?;
            }
        }
        played.compare(&format!("{victim:?}"), down).await?;
    }
    let is_right = played.finish().await?;
    for node in nodes {
        let stopped = node.stop().await?;
        println!("A node shut down cleanly in {} ms.", stopped.as_millis());
    }
    Ok(is_right)
}

impl Arguments {
    fn start_worker(&self, nats: &Nats, number: usize) -> Result<Child> {
        let log = self.data.join(format!("worker{number}.log"));
        let log = File::options().create(true).append(true).open(log)?;
        let mut command = Command::new(&self.binary);
        command.args(["worker", "--threads=1", "--database", &self.database]);
        command.args(["--bus", &nats.url()]);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let worker = command.stderr(log).kill_on_drop(true).spawn();
        worker.context("cannot start a worker")
    }

    async fn start(
        &self,
        binary: &Path,
        nats: &Nats,
        number: usize,
        address: Option<SocketAddr>,
    ) -> Result<ServerProcess> {
        let start = NodeStart {
            binary,
            wrapper: &[],
            log: self.data.join(format!("node{number}.log")),
            database: &self.database,
            bus: &nats.url(),
            address,
        };
        start.start().await
    }
}
