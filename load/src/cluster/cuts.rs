//! Cuts the network again and again: between a node and NATS, between a node and PostgreSQL,
//! and between a node and its players. Each node is in a network namespace of its own.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use anyhow::Result;
use arbiter_rules::SplitMix64;

use super::{Nats, NodeStart, PlayedCluster, network::Network, postgres_server::PostgresServer};

#[derive(clap::Args)]
pub struct Arguments {
    /// The server program.
    #[arg(long)]
    binary: PathBuf,
    /// A folder for the logs.
    #[arg(long)]
    data: PathBuf,
    /// How many times to cut something.
    #[arg(long, default_value_t = 100)]
    times: u32,
    /// The number of simultaneous games.
    #[arg(long, default_value_t = 40)]
    games: u32,
    /// The number of nodes, at least two.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(2..=20))]
    nodes: u16,
    /// The longest cut in milliseconds.
    #[arg(long, default_value_t = 8_000)]
    longest_ms: u64,
    /// The seed of the random moves and of the cuts.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What is at the other end of the links of a node.
const LINKS: [&str; 3] = ["players", "NATS", "PostgreSQL"];
const PLAYERS: usize = 0;
const NATS: usize = 1;
const POSTGRES: usize = 2;

/// The port on which each node listens, and that of PostgreSQL, each at addresses of its own.
const NODE_PORT: u16 = 8_080;
const POSTGRES_PORT: u16 = 25_432;

/// Runs the test. Returns whether nothing was lost.
pub async fn run(arguments: &Arguments) -> Result<bool> {
    let Arguments {
        times, games, seed, ..
    } = arguments;
    let node_count = usize::from(arguments.nodes);
    println!("{times} cuts, {node_count} nodes, {games} simultaneous games, seed {seed}");
    std::fs::create_dir_all(&arguments.data)?;
    let mut random = SplitMix64::new(*seed);
    let networks = (0..node_count).map(|number| Network::new(number, LINKS.len()));
    let networks: Vec<Network> = networks.collect::<Result<_>>()?;
    let nats = Nats::start_at("0.0.0.0")?;
    let settings = format!("listen_addresses = '*'\nport = {POSTGRES_PORT}");
    let postgres = PostgresServer::new("cuts", &settings)?;
    postgres.start()?;
    let mut nodes = Vec::new();
    for (number, network) in networks.iter().enumerate() {
        let host = network.outside_address(POSTGRES);
        let address: SocketAddr = format!("{}:{NODE_PORT}", network.address(PLAYERS)).parse()?;
        let start = NodeStart {
            binary: &arguments.binary,
            wrapper: &network.wrapper(),
            log: arguments.data.join(format!("node{number}.log")),
            database: &format!("postgres://arbiter@{host}:{POSTGRES_PORT}/postgres"),
            bus: &nats.url_at(&network.outside_address(NATS)),
            address: Some(address),
        };
        nodes.push(start.start().await?);
    }
    let addresses = nodes.iter().map(|node| node.address).collect();
    let mut played = PlayedCluster::start(addresses, *games, 0, &mut random)?;
    for round in 0..*times as usize {
        tokio::time::sleep(Duration::from_millis(500 + random.next_u64() % 1_000)).await;
        let (link, number) = (round % LINKS.len(), random.below(node_count));
        // Some are too short to be noticed, others long enough for every time limit.
        let lasts = match random.below(3) {
            0 => random.next_u64() % 1_000,
            _ => 1_000 + random.next_u64() % arguments.longest_ms,
        };
        let lasts = Duration::from_millis(lasts.min(arguments.longest_ms));
        networks[number].cut(link)?;
        tokio::time::sleep(lasts).await;
        networks[number].restore(link)?;
        let fault = format!("node {number}, {}", LINKS[link]);
        played.compare(&fault, lasts).await?;
        for node in &mut nodes {
            node.check_running()?;
        }
    }
    let is_right = played.finish().await?;
    for node in nodes {
        node.stop().await?;
    }
    Ok(is_right)
}
