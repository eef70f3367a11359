//! Kills the primary of a PostgreSQL pair again and again, promotes its standby, and checks
//! that nothing acknowledged is lost and that games continue by themselves.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::Result;
use arbiter_rules::SplitMix64;

use super::{Nats, NodeStart, PlayedCluster, postgres_pair::PostgresPair};

#[derive(clap::Args)]
pub struct Arguments {
    /// The server program.
    #[arg(long)]
    binary: PathBuf,
    /// A folder for the logs.
    #[arg(long)]
    data: PathBuf,
    /// How many times to kill the primary.
    #[arg(long, default_value_t = 20)]
    times: u32,
    /// The number of simultaneous games.
    #[arg(long, default_value_t = 40)]
    games: u32,
    /// The number of nodes.
    #[arg(long, default_value_t = 2)]
    nodes: usize,
    /// The seed of the random moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the test. Returns whether nothing was lost.
pub async fn run(arguments: &Arguments) -> Result<bool> {
    let Arguments {
        times,
        games,
        nodes: node_count,
        seed,
        ..
    } = arguments;
    println!("{times} primaries killed, {node_count} nodes, {games} simultaneous games");
    std::fs::create_dir_all(&arguments.data)?;
    let mut random = SplitMix64::new(*seed);
    let nats = Nats::start()?;
    let mut pair = PostgresPair::start()?;
    let (database, bus) = (pair.url(), nats.url());
    let mut nodes = Vec::new();
    for number in 0..*node_count {
        let start = NodeStart {
            binary: &arguments.binary,
            wrapper: &[],
            log: arguments.data.join(format!("node{number}.log")),
            database: &database,
            bus: &bus,
            address: None,
        };
        nodes.push(start.start().await?);
    }
    let addresses = nodes.iter().map(|node| node.address).collect();
    let mut played = PlayedCluster::start(addresses, *games, 0, &mut random)?;
    for _ in 0..*times {
        tokio::time::sleep(Duration::from_millis(1_000 + random.next_u64() % 1_000)).await;
        let killed = Instant::now();
        pair.fail_over()?;
        let down = killed.elapsed();
        played.compare("primary killed", down).await?;
        pair.start_standby()?;
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
