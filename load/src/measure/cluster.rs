//! Measures several servers on one PostgreSQL database: how soon the opponent on another
//! server sees a move, and how many durable moves a second they reach together.

use std::{
    net::SocketAddr,
    path::PathBuf,
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use arbiter_rules::SplitMix64;
use futures_util::{StreamExt, TryStreamExt, stream};
use hdrhistogram::Histogram;

use super::{
    for_all,
    throughput::{Quantiles, histogram, micros},
};
use crate::{
    api::Api,
    cluster::Nats,
    pair::{Pair, Since},
    process::{NO_LIMITS, ServerProcess, cpu_of_program},
    progress::Progress,
    script,
};

#[derive(clap::Args)]
pub struct Arguments {
    /// The server program.
    #[arg(long)]
    binary: PathBuf,
    /// A folder for the logs.
    #[arg(long)]
    data: PathBuf,
    /// The address of the PostgreSQL database.
    #[arg(long)]
    database: String,
    /// The numbers of servers to measure, one after the other; 0 stands for one without a bus.
    #[arg(long, value_delimiter = ',', default_values_t = [0, 1, 2, 3])]
    nodes: Vec<usize>,
    /// The number of simultaneous games.
    #[arg(long, default_value_t = 500)]
    games: usize,
    /// Moves per second in the latency measurement.
    #[arg(long, default_value_t = 500)]
    rate: u32,
    /// The length of each measurement in seconds.
    #[arg(long, default_value_t = 8)]
    seconds: u64,
    /// Give each server this many cores of its own, beginning with the first of the machine; run
    /// this command and PostgreSQL on the others (`taskset`).
    #[arg(long)]
    server_cores: Option<usize>,
    /// Connect each player to any server at random, as a load balancer does, instead of to
    /// another one than the opponent.
    #[arg(long)]
    anywhere: bool,
    /// Connect both players of a game to the same server, as a load balancer does that chooses
    /// the server by the game.
    #[arg(long, conflicts_with = "anywhere")]
    together: bool,
    /// The seed of the random moves and of the random servers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub async fn run(arguments: &Arguments) -> Result<bool> {
    std::fs::create_dir_all(&arguments.data)?;
    let place = match (arguments.anywhere, arguments.together) {
        (true, _) => "any servers",
        (_, true) => "the same server",
        _ => "different servers, if there are several",
    };
    println!(
        "{} games, each between players on {place}.\n\
         servers  seen by the opponent at {} moves/s, and moves/s as fast as possible",
        arguments.games, arguments.rate
    );
    for &count in &arguments.nodes {
        let nats = Nats::start()?;
        let mut servers = Vec::new();
        for index in 0..count.max(1) {
            servers.push(arguments.start(index, (count > 0).then_some(&nats)).await?);
        }
        let addresses: Vec<SocketAddr> = servers.iter().map(|it| it.address).collect();
        let pairs = arguments.pairs(&addresses).await?;
        let before = Used::read(&servers)?;
        let (pairs, seen) = arguments.latency(pairs).await?;
        let used = Used::read(&servers)?.since(before);
        let name = match count {
            0 => "1, no bus".to_owned(),
            count => count.to_string(),
        };
        println!("{name:<9}  {}", Quantiles(&seen));
        println!("{:<9}  {}", "", used.per_move(seen.len()));
        let before = Used::read(&servers)?;
        let (rate, seen) = arguments.throughput(pairs).await?;
        let used = Used::read(&servers)?.since(before);
        println!("{name:<9}  {rate:.0} moves/s   {}", Quantiles(&seen));
        println!("{:<9}  {}", "", used.per_move(seen.len()));
        for server in servers {
            server.stop().await?;
        }
    }
    Ok(true)
}

/// The processor time that each part of the cluster has used.
#[derive(Clone, Copy)]
struct Used {
    servers: Duration,
    postgres: Duration,
    nats: Duration,
}

impl Used {
    /// Reads it now. Nothing else on the machine may use these programs.
    fn read(servers: &[ServerProcess]) -> Result<Used> {
        let servers: Result<Duration> = servers.iter().map(ServerProcess::cpu).sum();
        Ok(Used {
            servers: servers?,
            postgres: cpu_of_program("postgres")?,
            nats: cpu_of_program("nats-server")?,
        })
    }

    fn since(self, before: Used) -> Used {
        Used {
            servers: self.servers.saturating_sub(before.servers),
            postgres: self.postgres.saturating_sub(before.postgres),
            nats: self.nats.saturating_sub(before.nats),
        }
    }

    fn per_move(self, moves: u64) -> String {
        let micros = |used: Duration| used.as_secs_f64() * 1e6 / moves.max(1) as f64;
        format!(
            "processor time of a move: servers {:.1} µs, PostgreSQL {:.1} µs, NATS {:.1} µs",
            micros(self.servers),
            micros(self.postgres),
            micros(self.nats)
        )
    }
}

impl Arguments {
    /// Starts the server with this index, on the bus if there is one.
    async fn start(&self, index: usize, nats: Option<&Nats>) -> Result<ServerProcess> {
        let bus = nats.map(Nats::url);
        let mut flags = vec![
            "serve",
            "--listen=127.0.0.1:0",
            "--database",
            &self.database,
        ];
        if let Some(bus) = &bus {
            flags.extend(["--bus", bus]);
        }
        flags.extend(NO_LIMITS);
        let log = self.data.join("servers.log");
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(log)?;
        let Some(cores) = self.server_cores else {
            return ServerProcess::start(&self.binary, &flags, Stdio::from(log)).await;
        };
        let first = index * cores;
        let cores = format!("{first}-{}", first + cores.saturating_sub(1));
        let binary = self.binary.to_str().context("the path is not UTF-8")?;
        flags.splice(0..0, ["--cpu-list", &cores, binary]);
        ServerProcess::start("taskset".as_ref(), &flags, Stdio::from(log)).await
    }

    /// Creates the games and lets their players watch them.
    async fn pairs(&self, servers: &[SocketAddr]) -> Result<Vec<Pair>> {
        let api = Api::of_nodes(servers)?;
        let mut random = SplitMix64::new(self.seed);
        let scripts: Vec<_> = (0..64)
            .map(|_| Arc::new(script::random_game(&mut random, 400)))
            .collect();
        let progress = Progress::new("games created", self.games);
        let pairs: Vec<Pair> = stream::iter(0..self.games)
            .map(|index| Pair::create(&api, vec![Arc::clone(&scripts[index % scripts.len()])]))
            .buffer_unordered(32)
            .inspect(|_| progress.add_one())
            .try_collect()
            .await?;
        let connected = pairs.into_iter().enumerate().map(|(index, mut pair)| {
            let [white, black] = match (self.anywhere, self.together) {
                (true, _) => [(); 2].map(|()| random.below(servers.len())),
                (_, true) => [index % servers.len(); 2],
                _ => [index % servers.len(), (index + 1) % servers.len()],
            };
            let (white, black) = (servers[white], servers[black]);
            async move {
                pair.connect_to([white, black]).await?;
                pair.watch(Since::Start).await?;
                anyhow::Ok(pair)
            }
        });
        stream::iter(connected)
            .buffer_unordered(64)
            .try_collect()
            .await
    }

    /// Lets all pairs play at a steady rate, and returns how soon opponents saw the moves.
    async fn latency(&self, pairs: Vec<Pair>) -> Result<(Vec<Pair>, Histogram<u64>)> {
        let count = u32::try_from(pairs.len()).context("too many games")?;
        let interval = Duration::from_secs(1) * count / self.rate;
        let (started, length) = (Instant::now(), Duration::from_secs(self.seconds));
        let (pairs, seen) = for_all(pairs, move |index, mut pair| async move {
            let mut seen = histogram()?;
            let mut next = started + interval * u32::try_from(index)? / count;
            while next < started + length {
                pair.idle(next).await?;
                if let Some(latency) = pair.play().await? {
                    seen.saturating_record(micros(latency.opponent));
                }
                next += interval;
            }
            Ok((pair, seen))
        })
        .await?;
        Ok((pairs, sum(seen)?))
    }

    /// Lets all pairs play as fast as they can. Returns how many moves were finished per second,
    /// and how soon opponents saw the moves. The last move of each pair ends after the time is
    /// up and is not part of the rate: a slow one would count as time in which all waited.
    async fn throughput(&self, pairs: Vec<Pair>) -> Result<(f64, Histogram<u64>)> {
        let end = Instant::now() + Duration::from_secs(self.seconds);
        let late = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&late);
        let (_, seen) = for_all(pairs, move |_, mut pair| {
            let late = Arc::clone(&counted);
            async move {
                let mut seen = histogram()?;
                while Instant::now() < end
                    && let Some(latency) = pair.play().await?
                {
                    seen.saturating_record(micros(latency.opponent));
                    if Instant::now() > end {
                        late.fetch_add(1, Relaxed);
                    }
                }
                Ok((pair, seen))
            }
        })
        .await?;
        let seen = sum(seen)?;
        let in_time = seen.len() - late.load(Relaxed);
        Ok((in_time as f64 / self.seconds as f64, seen))
    }
}

fn sum(parts: Vec<Histogram<u64>>) -> Result<Histogram<u64>> {
    let mut all = histogram()?;
    for part in parts {
        all.add(part)?;
    }
    Ok(all)
}
