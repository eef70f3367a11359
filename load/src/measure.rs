//! The figures, each printed as soon as it is known.

use std::{path::PathBuf, process::Stdio, sync::Arc, time::Duration};

use anyhow::{Context, Result};
use arbiter_rules::SplitMix64;
use clap::ValueEnum;
use futures_util::{StreamExt, TryStreamExt, stream};

use crate::{api::Api, pair::Pair, process::Process, script};

mod crowd;
mod figures;
mod throughput;

use figures::Figures;

#[derive(clap::Args)]
pub struct Arguments {
    /// The server.
    #[arg(long)]
    binary: PathBuf,
    /// The folder for its games; it should be on a real disk.
    #[arg(long)]
    data: PathBuf,
    /// PostgreSQL instead of SQLite.
    #[arg(long)]
    database: Option<String>,
    /// Only these figures; without any, all.
    #[arg(value_enum)]
    only: Vec<Figure>,
    /// Games at once, in the figures about a crowd.
    #[arg(long, default_value_t = 5_000)]
    games: usize,
    /// How many games each pair of players plays at once, over the same two sockets.
    #[arg(long, default_value_t = 1)]
    games_per_pair: usize,
    /// Moves a second, where it is about how long they take.
    #[arg(long, default_value_t = 1_000)]
    rate: u32,
    /// Games at once, in the comparison with a server that only echoes: half a crowd, since
    /// each of three servers has two sockets for each.
    #[arg(long, default_value_t = 2_500)]
    pairs: usize,
    /// How many rounds of the comparison there are for each server.
    #[arg(long, default_value_t = 4)]
    rounds: usize,
    /// How long a round of the comparison takes, and four times as long the crowd plays.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// From what the moves are drawn.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What can be measured.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Figure {
    /// Durable moves a second, beside a server that only echoes.
    Throughput,
    /// Live games at once, and how long a move takes among them.
    Latency,
    /// Memory for each idle socket.
    Memory,
    /// From starting again to everybody back in his game.
    Restart,
}

pub async fn run(arguments: &Arguments) -> Result<bool> {
    let is_wanted = |figure| arguments.only.is_empty() || arguments.only.contains(&figure);
    let mut figures = Figures::default();
    if is_wanted(Figure::Throughput) {
        throughput::measure(arguments, &mut figures).await?;
    }
    let crowd = [Figure::Latency, Figure::Memory, Figure::Restart];
    if crowd.into_iter().any(is_wanted) {
        crowd::measure(arguments, &mut figures).await?;
    }
    println!("\n{figures}");
    Ok(figures.are_reached())
}

impl Arguments {
    /// Starts the server, with limits that are not in the way.
    async fn server(&self) -> Result<Process> {
        let data = self.data.to_str().context("the folder has an odd name")?;
        std::fs::create_dir_all(&self.data)
            .with_context(|| format!("the folder {data} cannot be made"))?;
        let log = std::fs::File::create(self.data.join("server.log"))?;
        let mut flags = vec!["serve", "--listen=127.0.0.1:0", "--data", data];
        flags.extend(crate::process::WITHOUT_LIMITS);
        if let Some(database) = &self.database {
            flags.extend(["--database", database]);
        }
        Process::start(&self.binary, &flags, Stdio::from(log)).await
    }

    /// Makes games, many at a time.
    async fn pairs(&self, api: &Api, count: usize, plies: usize) -> Result<Vec<Pair>> {
        let scripts = self.scripts(plies);
        let games = self.games_per_pair;
        stream::iter(0..count)
            .map(|index| {
                let first = index * games;
                let scripts = (first..first + games)
                    .map(|index| Arc::clone(&scripts[index % scripts.len()]))
                    .collect();
                Pair::make(api, scripts)
            })
            .buffer_unordered(32)
            .try_collect()
            .await
    }

    /// Some games; which pair plays which does not matter.
    fn scripts(&self, plies: usize) -> Vec<Arc<Vec<String>>> {
        let mut random = SplitMix64::new(self.seed);
        (0..64)
            .map(|_| Arc::new(script::moves(&mut random, plies)))
            .collect()
    }
}

/// Lets all pairs do something at once, and gives them back.
async fn all<F, T>(pairs: Vec<Pair>, work: impl Fn(usize, Pair) -> F) -> Result<(Vec<Pair>, Vec<T>)>
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

/// Opens all sockets, some at a time as people would come.
async fn connect(pairs: Vec<Pair>, address: std::net::SocketAddr) -> Result<Vec<Pair>> {
    stream::iter(pairs)
        .map(|mut pair| async move { pair.connect(address).await.map(|()| pair) })
        .buffer_unordered(256)
        .try_collect()
        .await
}

fn seconds(duration: Duration) -> f64 {
    duration.as_secs_f64()
}
