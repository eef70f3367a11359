//! Durable moves a second, beside a server that only sends frames back.

use std::{
    process::Stdio,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use hdrhistogram::Histogram;

use super::{Arguments, Figures, all, connect, seconds};
use crate::{
    api::Api,
    pair::{Pair, Since},
    process::{self, Process},
};

/// What came of a round, or of several.
struct Sum {
    count: u64,
    took: Duration,
    server: Duration,
    generator: Duration,
    latency: Histogram<u64>,
}

pub async fn measure(arguments: &Arguments, figures: &mut Figures) -> Result<()> {
    println!(
        "Durable moves: {} games, two sockets each, every move answered before the next. A move \
         is one frame in and two out,\nboth with how the game stands, on disk before. The bare \
         server gets the same frames from the same generator\nand sends each back to the same \
         socket: one frame in, one out, no JSON, no rules, no disk. They take turns.",
        arguments.pairs
    );
    // Enough for all rounds: games by lot go on for so long, hardly longer.
    let plies = 280;
    let server = arguments.server().await?;
    let program = std::env::current_exe().context("where is this program?")?;
    let echo = Process::start(&program, &["echo"], Stdio::inherit()).await?;
    let relay = Process::start(&program, &["relay"], Stdio::inherit()).await?;
    let api = Api::new(server.address)?;
    let players = arguments.pairs(&api, arguments.pairs, plies).await?;
    let players = connect(players, server.address).await?;
    let (mut players, _) = all(players, |_, mut pair| async move {
        pair.watch(Since::Start).await.map(|()| (pair, ()))
    })
    .await?;
    let scripts = arguments.scripts(plies);
    let without_game =
        |index: usize| Pair::without_game(index, Arc::clone(&scripts[index % scripts.len()]));
    let strangers = || (0..arguments.pairs).map(without_game).collect();
    let mut echoing = connect(strangers(), echo.address).await?;
    let mut relaying = connect(strangers(), relay.address).await?;

    let (mut moves, mut echoes, mut relays) = (Sum::new()?, Sum::new()?, Sum::new()?);
    let mut by_round = String::new();
    for round in 1..=arguments.rounds {
        let length = Duration::from_secs(arguments.seconds);
        let sum;
        (echoing, sum) = play(echoing, &echo, length, What::Echoes).await?;
        println!("  {round}  bare    {sum}");
        echoes.add(&sum)?;
        let bare = sum.rate();
        let sum;
        (relaying, sum) = play(relaying, &relay, length, What::Relays).await?;
        println!("  {round}  both    {sum}");
        relays.add(&sum)?;
        let sum;
        (players, sum) = play(players, &server, length, What::Moves).await?;
        println!("  {round}  moves   {sum}");
        moves.add(&sum)?;
        by_round += &format!(" {:.2}", sum.rate() / bare);
    }
    println!("  all bare   {echoes}\n  all both   {relays}\n  all moves  {moves}");
    let share = relays.rate() / echoes.rate();
    println!("  a server that sends each frame to both, and does nothing else, reaches {share:.2}");
    let share = echoes.cost() / moves.cost();
    println!("  by the processor time of server and generator, whatever else runs: {share:.2}");
    println!("  round by round, which tells how steady the machine is:{by_round}");
    figures.add(
        "durable moves a second, as a share of a bare echo server".to_owned(),
        (moves.rate() / echoes.rate(), ""),
        0.4,
        0.7,
    );
    Ok(())
}

#[derive(Clone, Copy)]
enum What {
    Moves,
    Relays,
    Echoes,
}

async fn play(
    pairs: Vec<Pair>,
    server: &Process,
    length: Duration,
    what: What,
) -> Result<(Vec<Pair>, Sum)> {
    let cpu = (server.cpu()?, process::own_cpu()?);
    let started = Instant::now();
    let end = started + length;
    let (pairs, counts) = all(pairs, |_, mut pair| async move {
        let mut latency = histogram()?;
        while Instant::now() < end {
            let took = match what {
                What::Moves => pair.play().await?.map(|took| took.mover),
                What::Relays => pair.relay().await?,
                What::Echoes => pair.echo().await?,
            };
            latency.saturating_record(micros(took.context("the script is too short")?));
        }
        Ok((pair, latency))
    })
    .await?;
    let mut sum = Sum::new()?;
    sum.took = started.elapsed();
    sum.server = server.cpu()? - cpu.0;
    sum.generator = process::own_cpu()? - cpu.1;
    for latency in counts {
        sum.count += latency.len();
        sum.latency.add(latency)?;
    }
    Ok((pairs, sum))
}

/// Microseconds, up to a minute, with three digits.
pub fn histogram() -> Result<Histogram<u64>> {
    Ok(Histogram::new_with_bounds(1, 60_000_000, 3)?)
}

pub fn micros(took: Duration) -> u64 {
    u64::try_from(took.as_micros()).unwrap_or(u64::MAX)
}

impl Sum {
    fn new() -> Result<Sum> {
        Ok(Sum {
            count: 0,
            took: Duration::ZERO,
            server: Duration::ZERO,
            generator: Duration::ZERO,
            latency: histogram()?,
        })
    }

    fn add(&mut self, other: &Sum) -> Result<()> {
        self.count += other.count;
        self.took += other.took;
        self.server += other.server;
        self.generator += other.generator;
        self.latency.add(&other.latency)?;
        Ok(())
    }

    /// Seconds of a processor for each, of the server and the generator.
    fn cost(&self) -> f64 {
        seconds(self.server + self.generator) / self.count.max(1) as f64
    }

    fn rate(&self) -> f64 {
        self.count as f64 / seconds(self.took)
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let each = |cpu: Duration| seconds(cpu) * 1e6 / self.count.max(1) as f64;
        write!(
            f,
            "{:>7.0}/s   processor for each: server {:>5.1} µs, generator {:>5.1} µs   {}",
            self.rate(),
            each(self.server),
            each(self.generator),
            Quantiles(&self.latency)
        )
    }
}

/// How long something took, for most and for nearly all.
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
