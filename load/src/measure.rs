//! Measures a server. Each result is printed as soon as it is known.

use std::{path::PathBuf, process::Stdio, sync::Arc, time::Duration};

use anyhow::{Context, Result};
use arbiter_rules::SplitMix64;
use clap::ValueEnum;
use futures_util::{StreamExt, TryStreamExt, stream};

use crate::{api::Api, pair::Pair, process::ServerProcess, progress::Progress, script};

#[cfg(unix)]
pub mod cluster;
mod many_games;
mod results;
mod throughput;

pub use throughput::{histogram, micros};

use results::Results;

#[derive(clap::Args)]
pub struct Arguments {
    /// The server program.
    #[arg(long)]
    binary: PathBuf,
    /// The data folder of the server; it should be on a real disk.
    #[arg(long)]
    data: PathBuf,
    /// The address of a PostgreSQL database to use instead of SQLite.
    #[arg(long)]
    database: Option<String>,
    /// What to measure; everything if not given.
    #[arg(value_enum)]
    only: Vec<Measurement>,
    /// The number of simultaneous games for latency, memory and restart.
    #[arg(long, default_value_t = 5_000)]
    games: usize,
    /// How many games each pair of players plays at once over their two sockets.
    #[arg(long, default_value_t = 1)]
    games_per_pair: usize,
    /// Moves per second in the latency measurement.
    #[arg(long, default_value_t = 1_000)]
    rate: u32,
    /// The number of simultaneous games in the throughput measurement, in which three servers
    /// have two sockets for each.
    #[arg(long, default_value_t = 2_500)]
    pairs: usize,
    /// The number of rounds of the throughput measurement.
    #[arg(long, default_value_t = 4)]
    rounds: usize,
    /// The length of a round in seconds; the latency measurement takes four times as long.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// The seed of the random moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A measurement.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Measurement {
    /// Durable moves per second, compared with a server that only echoes.
    Throughput,
    /// The latency of a move among many simultaneous games.
    Latency,
    /// The memory per idle socket.
    Memory,
    /// The time from a restart until all players are back in their games.
    Restart,
}

pub async fn run(arguments: &Arguments) -> Result<bool> {
    let is_wanted = |which| arguments.only.is_empty() || arguments.only.contains(&which);
    let mut results = Results::default();
    if is_wanted(Measurement::Throughput) {
        throughput::measure(arguments, &mut results).await?;
    }
    let many_games = [
        Measurement::Latency,
        Measurement::Memory,
        Measurement::Restart,
    ];
    if many_games.into_iter().any(is_wanted) {
        many_games::measure(arguments, &mut results).await?;
    }
    println!("\n{results}");
    Ok(results.meet_requirements())
}

impl Arguments {
    /// Starts the server without limits.
    async fn start_server(&self) -> Result<ServerProcess> {
        let data = self
            .data
            .to_str()
            .context("the path of the data folder is not UTF-8")?;
        std::fs::create_dir_all(&self.data)
            .with_context(|| format!("cannot create the folder {data}"))?;
        let log = std::fs::File::create(self.data.join("server.log"))?;
        let mut flags = vec!["serve", "--listen=127.0.0.1:0", "--data", data];
        flags.extend(crate::process::NO_LIMITS);
        if let Some(database) = &self.database {
            flags.extend(["--database", database]);
        }
        ServerProcess::start(&self.binary, &flags, Stdio::from(log)).await
    }

    /// Creates pairs of players with their games, many at a time.
    async fn create_pairs(&self, api: &Api, count: usize, plies: usize) -> Result<Vec<Pair>> {
        let scripts = self.scripts(plies);
        let games = self.games_per_pair;
        let progress = Progress::new("pairs of players created", count);
        stream::iter(0..count)
            .map(|index| {
                let first = index * games;
                let scripts = (first..first + games)
                    .map(|index| Arc::clone(&scripts[index % scripts.len()]))
                    .collect();
                Pair::create(api, scripts)
            })
            .buffer_unordered(32)
            .inspect(|_| progress.add_one())
            .try_collect()
            .await
    }

    /// Returns some random games, which the pairs share.
    fn scripts(&self, plies: usize) -> Vec<Arc<Vec<String>>> {
        let mut random = SplitMix64::new(self.seed);
        (0..64)
            .map(|_| Arc::new(script::random_game(&mut random, plies)))
            .collect()
    }
}

/// Does `work` with all pairs at once, and returns them with the results.
async fn for_all<F, T>(
    pairs: Vec<Pair>,
    work: impl Fn(usize, Pair) -> F,
) -> Result<(Vec<Pair>, Vec<T>)>
where
    F: Future<Output = Result<(Pair, T)>> + Send + 'static,
    T: Send + 'static,
{
    let tasks: Vec<_> = pairs
        .into_iter()
        .enumerate()
        .map(|(index, pair)| tokio::spawn(work(index, pair)))
        .collect();
    let mut pairs = Vec::with_capacity(tasks.len());
    let mut results = Vec::with_capacity(tasks.len());
    for task in tasks {
        let (pair, result) = task.await??;
        pairs.push(pair);
        results.push(result);
    }
    Ok((pairs, results))
}

/// Opens all sockets, many at a time.
async fn connect(pairs: Vec<Pair>, address: std::net::SocketAddr) -> Result<Vec<Pair>> {
    let progress = Progress::new("pairs of players connected", pairs.len());
    stream::iter(pairs)
        .map(|mut pair| async move { pair.connect(address).await.map(|()| pair) })
        .buffer_unordered(256)
        .inspect(|_| progress.add_one())
        .try_collect()
        .await
}

fn seconds(duration: Duration) -> f64 {
    duration.as_secs_f64()
}
