use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use arbiter_rules::SplitMix64;
use futures_util::{StreamExt, TryStreamExt, stream};
use hdrhistogram::Histogram;
use parking_lot::Mutex;
use tokio::task::JoinSet;

use crate::{
    api::Api,
    measure::{histogram, micros},
    pair::{Pair, Since},
    script,
};

/// The length of a game; then the pair plays another.
const PLIES: usize = 120;
/// A move that takes longer is lost.
const MOVE_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a pair waits before it plays on after a lost move.
const RETRY_PAUSE: Duration = Duration::from_millis(500);

/// Pairs of players who play at the pace of people, each pair from an address of
/// its own.
pub struct HonestPlayers {
    results: Arc<Mutex<HonestResults>>,
    tasks: JoinSet<()>,
}

/// How the honest players fared.
pub struct HonestResults {
    /// The times from sending a move until it is acknowledged, in microseconds.
    pub latency: Histogram<u64>,
    /// Why moves were lost, refused or too late.
    pub lost: Vec<String>,
}

/// What a pair needs to play.
struct Table {
    server: SocketAddr,
    address: IpAddr,
    api: Api,
    pace: Duration,
    random: SplitMix64,
    scripts: Arc<Vec<Arc<Vec<String>>>>,
    results: Arc<Mutex<HonestResults>>,
}

impl HonestPlayers {
    /// Lets this many pairs play, each with a move in this time on average.
    pub async fn start(
        server: SocketAddr,
        games: usize,
        pace: Duration,
        seed: u64,
    ) -> Result<HonestPlayers> {
        let mut random = SplitMix64::new(seed);
        let scripts = (0..64)
            .map(|_| Arc::new(script::random_game(&mut random, PLIES)))
            .collect();
        let scripts = Arc::new(scripts);
        let results = Arc::new(Mutex::new(HonestResults::new()?));
        let tables = (0..games).map(|index| {
            let address = address(index);
            Ok::<_, anyhow::Error>(Table {
                server,
                address,
                api: Api::from_address(server, Some(address))?,
                pace,
                random: SplitMix64::new(random.next_u64()),
                scripts: Arc::clone(&scripts),
                results: Arc::clone(&results),
            })
        });
        let tables = tables.collect::<Result<Vec<_>>>()?;
        let seated: Vec<_> = stream::iter(tables)
            .map(|mut table| async move {
                let pair = table.seat().await?;
                anyhow::Ok((table, pair))
            })
            .buffer_unordered(16)
            .try_collect()
            .await?;
        let mut tasks = JoinSet::new();
        for (table, pair) in seated {
            tasks.spawn(table.play(pair));
        }
        Ok(HonestPlayers { results, tasks })
    }

    /// Returns how the players have fared since the last call.
    pub fn take(&self) -> HonestResults {
        let mut results = self.results.lock();
        let lost = std::mem::take(&mut results.lost);
        let latency = results.latency.clone();
        results.latency.reset();
        HonestResults { latency, lost }
    }

    /// Ends the games.
    pub fn stop(mut self) {
        self.tasks.abort_all();
    }
}

impl HonestResults {
    fn new() -> Result<HonestResults> {
        Ok(HonestResults {
            latency: histogram()?,
            lost: Vec::new(),
        })
    }
}

impl Table {
    /// Creates two players with a new game, and connects them.
    async fn seat(&mut self) -> Result<Pair> {
        let script = &self.scripts[self.random.below(self.scripts.len())];
        let mut pair = Pair::create(&self.api, vec![Arc::clone(script)]).await?;
        let from = Some(self.address);
        pair.connect_from(from, self.server).await?;
        pair.watch(Since::Start).await?;
        Ok(pair)
    }

    /// Plays game after game until the task is aborted.
    async fn play(mut self, pair: Pair) {
        let mut pair = Some(pair);
        loop {
            let seated = match pair.take() {
                Some(pair) => Ok(pair),
                None => self.seat().await.context("no new game"),
            };
            let played = match seated {
                Ok(pair) => self.play_game(pair).await,
                Err(error) => Err(error),
            };
            if let Err(error) = played {
                self.results.lock().lost.push(format!("{error:#}"));
                tokio::time::sleep(RETRY_PAUSE).await;
            }
        }
    }

    /// Plays one game to the end of its script.
    async fn play_game(&mut self, mut pair: Pair) -> Result<()> {
        let pace = self.pace.as_secs_f64();
        // The first moves of the pairs are spread evenly.
        let mut share = self.random_share();
        loop {
            let due = Instant::now() + Duration::from_secs_f64(pace * share);
            pair.idle(due).await?;
            let played = tokio::time::timeout(MOVE_TIMEOUT, pair.play()).await;
            let Some(latency) = played.context("no answer in time")?? else {
                return Ok(());
            };
            let mut results = self.results.lock();
            results.latency.saturating_record(micros(latency.mover));
            drop(results);
            // Half to one and a half times the pace.
            share = 0.5 + self.random_share();
        }
    }

    /// Returns a random number from 0 to 1.
    fn random_share(&mut self) -> f64 {
        self.random.below(1_000) as f64 / 1e3
    }
}

/// Returns the address of a pair, which no attacker has.
fn address(index: usize) -> IpAddr {
    let byte = |number: usize| u8::try_from(number % 250).unwrap_or(0);
    Ipv4Addr::new(127, 1, byte(index / 250), byte(index) + 1).into()
}
