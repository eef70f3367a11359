//! Durable moves per second, compared with a server that only echoes frames.

use std::{
    process::Stdio,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use hdrhistogram::Histogram;

use super::{Arguments, Results, connect, for_all, seconds};
use crate::{
    api::Api,
    pair::{Pair, Since},
    process::{self, ServerProcess},
};

/// The result of one round or of several.
struct RoundResult {
    count: u64,
    elapsed: Duration,
    /// The processor time of the server.
    server: Duration,
    /// The processor time of the load generator.
    generator: Duration,
    latency: Histogram<u64>,
}

pub async fn measure(arguments: &Arguments, results: &mut Results) -> Result<()> {
    println!(
        "Durable moves: {} games with two sockets each; every move is acknowledged before the \
         next. A move is one frame in\nand two frames out with the new state of the game, which \
         is on disk by then. The echo server gets the same\nframes from the same generator and \
         sends each back: one frame in, one out, no JSON, no rules, no disk.\nThe servers take \
         turns.",
        arguments.pairs
    );
    // Enough for all rounds; random games are rarely longer.
    let plies = 280;
    let server = arguments.start_server().await?;
    let program = std::env::current_exe().context("cannot find this program")?;
    let echo = ServerProcess::start(&program, &["echo"], Stdio::inherit()).await?;
    let relay = ServerProcess::start(&program, &["relay"], Stdio::inherit()).await?;
    let api = Api::new(server.address)?;
    let players = arguments.create_pairs(&api, arguments.pairs, plies).await?;
    let players = connect(players, server.address).await?;
    let (mut players, _) = for_all(players, |_, mut pair| async move {
        pair.watch(Since::Start).await.map(|()| (pair, ()))
    })
    .await?;
    let scripts = arguments.scripts(plies);
    let without_game = |number: usize| {
        Pair::without_server_game(number, Arc::clone(&scripts[number % scripts.len()]))
    };
    let pairs = || (0..arguments.pairs).map(without_game).collect();
    let mut echoing = connect(pairs(), echo.address).await?;
    let mut relaying = connect(pairs(), relay.address).await?;

    let (mut moves, mut echoes, mut relays) = (
        RoundResult::new()?,
        RoundResult::new()?,
        RoundResult::new()?,
    );
    let mut by_round = String::new();
    for round in 1..=arguments.rounds {
        let length = Duration::from_secs(arguments.seconds);
        let result;
        (echoing, result) = play(echoing, &echo, length, Exchange::Echoes).await?;
        println!("  {round}  echo    {result}");
        echoes.add(&result)?;
        let echo_rate = result.rate();
        let result;
        (relaying, result) = play(relaying, &relay, length, Exchange::Relays).await?;
        println!("  {round}  relay   {result}");
        relays.add(&result)?;
        let result;
        (players, result) = play(players, &server, length, Exchange::Moves).await?;
        println!("  {round}  moves   {result}");
        moves.add(&result)?;
        by_round += &format!(" {:.2}", result.rate() / echo_rate);
    }
    println!("  all echo   {echoes}\n  all relay  {relays}\n  all moves  {moves}");
    let share = relays.rate() / echoes.rate();
    println!("  a server that only relays each frame to both players reaches {share:.2}");
    let share = echoes.cost() / moves.cost();
    println!("  by processor time of server and generator, independent of other load: {share:.2}");
    println!("  by round, to show how steady the machine is:{by_round}");
    results.add(
        "durable moves per second, relative to an echo server".to_owned(),
        (moves.rate() / echoes.rate(), ""),
        0.4,
        0.7,
    );
    Ok(())
}

#[derive(Clone, Copy)]
enum Exchange {
    Moves,
    Relays,
    Echoes,
}

/// Lets all pairs exchange frames with a server as fast as they can.
async fn play(
    pairs: Vec<Pair>,
    server: &ServerProcess,
    length: Duration,
    exchange: Exchange,
) -> Result<(Vec<Pair>, RoundResult)> {
    let cpu = (server.cpu()?, process::own_cpu()?);
    let started = Instant::now();
    let end = started + length;
    let (pairs, latencies) = for_all(pairs, |_, mut pair| async move {
        let mut latencies = histogram()?;
        while Instant::now() < end {
            let latency = match exchange {
                Exchange::Moves => pair.play().await?.map(|latency| latency.mover),
                Exchange::Relays => pair.relay().await?,
                Exchange::Echoes => pair.echo().await?,
            };
            latencies.saturating_record(micros(latency.context("the script is too short")?));
        }
        Ok((pair, latencies))
    })
    .await?;
    let mut result = RoundResult::new()?;
    result.elapsed = started.elapsed();
    result.server = server.cpu()? - cpu.0;
    result.generator = process::own_cpu()? - cpu.1;
    for latency in latencies {
        result.count += latency.len();
        result.latency.add(latency)?;
    }
    Ok((pairs, result))
}

/// Creates a histogram of microseconds, up to a minute, with three digits.
pub fn histogram() -> Result<Histogram<u64>> {
    Ok(Histogram::new_with_bounds(1, 60_000_000, 3)?)
}

pub fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

impl RoundResult {
    fn new() -> Result<RoundResult> {
        Ok(RoundResult {
            count: 0,
            elapsed: Duration::ZERO,
            server: Duration::ZERO,
            generator: Duration::ZERO,
            latency: histogram()?,
        })
    }

    fn add(&mut self, other: &RoundResult) -> Result<()> {
        self.count += other.count;
        self.elapsed += other.elapsed;
        self.server += other.server;
        self.generator += other.generator;
        self.latency.add(&other.latency)?;
        Ok(())
    }

    /// Returns the processor seconds of server and generator per exchange.
    fn cost(&self) -> f64 {
        seconds(self.server + self.generator) / self.count.max(1) as f64
    }

    fn rate(&self) -> f64 {
        self.count as f64 / seconds(self.elapsed)
    }
}

impl std::fmt::Display for RoundResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let each = |cpu: Duration| seconds(cpu) * 1e6 / self.count.max(1) as f64;
        write!(
            f,
            "{:>7.0}/s   processor time each: server {:>5.1} µs, generator {:>5.1} µs   {}",
            self.rate(),
            each(self.server),
            each(self.generator),
            Quantiles(&self.latency)
        )
    }
}

/// Displays the quantiles of a histogram of microseconds.
pub struct Quantiles<'h>(pub &'h Histogram<u64>);

impl std::fmt::Display for Quantiles<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let millis = |quantile| self.0.value_at_quantile(quantile) as f64 / 1e3;
        write!(
            f,
            "p50 {:.2} ms  p90 {:.2}  p99 {:.2}  p99.9 {:.2}  max {:.2}",
            millis(0.5),
            millis(0.9),
            millis(0.99),
            millis(0.999),
            self.0.max() as f64 / 1e3
        )
    }
}
