//! Latency, memory and restart with thousands of simultaneous games.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::{
    Arguments, Results, connect, for_all, seconds,
    throughput::{Quantiles, histogram, micros},
};
use crate::{
    api::Api,
    pair::{Pair, Since},
    process::{self, ServerProcess},
};

pub async fn measure(arguments: &Arguments, results: &mut Results) -> Result<()> {
    let pair_count = arguments.games / arguments.games_per_pair;
    let sockets = pair_count * 2;
    println!(
        "\n{} simultaneous games, {sockets} sockets.",
        arguments.games
    );
    let server = arguments.start_server().await?;
    let api = Api::new(server.address)?;
    let started = Instant::now();
    let pairs = arguments.create_pairs(&api, pair_count, 200).await?;
    println!("  games created in {:.1} s", seconds(started.elapsed()));

    let before = server.memory()?;
    let started = Instant::now();
    let pairs = connect(pairs, server.address).await?;
    let open = server.memory()?;
    println!("  sockets opened in {:.1} s", seconds(started.elapsed()));
    let pairs = watch(pairs, Since::Start).await?;
    // Play the first move of each side, so that no game is aborted.
    let (pairs, _) = for_all(pairs, |_, mut pair| async move {
        for _ in 0..2 {
            pair.play().await?;
        }
        Ok((pair, ()))
    })
    .await?;
    let pairs = idle(pairs, Duration::from_secs(5)).await?;
    let watching = server.memory()?;
    let each = |memory: u64| memory.saturating_sub(before) as f64 / 1024.0 / sockets as f64;
    println!(
        "  memory: {} KB before the sockets, {} KB with them open, {} KB with all players in their games",
        before / 1024,
        open / 1024,
        watching / 1024
    );
    println!(
        "  per socket: {:.1} KB open, {:.1} KB with half a live game",
        each(open),
        each(watching)
    );
    results.add(
        "memory per idle socket".to_owned(),
        (each(watching), " KB"),
        24.0,
        12.0,
    );

    let pairs = play_at_rate(arguments, pairs, &server, results).await?;
    results.add(
        "simultaneous live games".to_owned(),
        (arguments.games as f64, ""),
        5_000.0,
        10_000.0,
    );
    restart(arguments, pairs, server, results).await
}

/// Measures latency while all pairs together play at a fixed rate of moves per
/// second.
async fn play_at_rate(
    arguments: &Arguments,
    pairs: Vec<Pair>,
    server: &ServerProcess,
    results: &mut Results,
) -> Result<Vec<Pair>> {
    let length = Duration::from_secs(arguments.seconds * 4);
    let count = pairs.len();
    let rate = f64::from(arguments.rate);
    let cpu = (server.cpu()?, process::own_cpu()?);
    let started = Instant::now() + Duration::from_millis(200);
    let (pairs, latencies) = for_all(pairs, |index, mut pair| async move {
        let (mut movers, mut opponents) = (Vec::new(), Vec::new());
        for turn in 0.. {
            let due = Duration::from_secs_f64((index + turn * count) as f64 / rate);
            if due >= length {
                break;
            }
            pair.idle(started + due).await?;
            let latency = pair.play().await?.context("the script is too short")?;
            movers.push(latency.mover);
            opponents.push(latency.opponent);
        }
        pair.idle(started + length).await?;
        Ok((pair, (movers, opponents)))
    })
    .await?;
    let (mut movers, mut opponents) = (histogram()?, histogram()?);
    for (mover, opponent) in latencies {
        for latency in mover {
            movers.saturating_record(micros(latency));
        }
        for latency in opponent {
            opponents.saturating_record(micros(latency));
        }
    }
    let moves = movers.len();
    println!(
        "  {moves} moves, {:.0} per second, spread over all games",
        moves as f64 / seconds(length)
    );
    println!(
        "  until the mover knows that it is stored  {}",
        Quantiles(&movers)
    );
    println!(
        "  until the opponent receives it          {}",
        Quantiles(&opponents)
    );
    println!(
        "  processor: server {:.0} %, generator {:.0} % of one core",
        seconds(server.cpu()? - cpu.0) * 100.0 / seconds(length),
        seconds(process::own_cpu()? - cpu.1) * 100.0 / seconds(length)
    );
    results.add(
        format!(
            "p99 latency at {} durable moves/s, measured at the mover's socket",
            arguments.rate
        ),
        (movers.value_at_quantile(0.99) as f64 / 1e3, " ms"),
        10.0,
        5.0,
    );
    Ok(pairs)
}

/// Measures how long it takes until all players are back in their games after
/// the server is killed and restarted.
async fn restart(
    arguments: &Arguments,
    mut pairs: Vec<Pair>,
    server: ServerProcess,
    results: &mut Results,
) -> Result<()> {
    server.kill().await?;
    for pair in &mut pairs {
        pair.disconnect();
    }
    let server = arguments.start_server().await?;
    let listens = server.started.elapsed();
    let pairs = connect(pairs, server.address).await?;
    let opened = server.started.elapsed();
    let pairs = watch(pairs, Since::LastEvent).await?;
    let resumed = server.started.elapsed();
    println!(
        "  killed and restarted: it listens after {:.2} s, all sockets are open after {:.2} s, \
         all players are in their games after {:.2} s",
        seconds(listens),
        seconds(opened),
        seconds(resumed)
    );
    // All players can continue their games.
    let (_, _) = for_all(pairs, |_, mut pair| async move {
        pair.play().await?;
        Ok((pair, ()))
    })
    .await?;
    results.add(
        format!(
            "restart with {} live games, until all are resumed",
            arguments.games
        ),
        (seconds(resumed), " s"),
        5.0,
        2.0,
    );
    Ok(())
}

async fn watch(pairs: Vec<Pair>, since: Since) -> Result<Vec<Pair>> {
    let (pairs, _) = for_all(pairs, |_, mut pair| async move {
        pair.watch(since).await.map(|()| (pair, ()))
    })
    .await?;
    Ok(pairs)
}

async fn idle(pairs: Vec<Pair>, length: Duration) -> Result<Vec<Pair>> {
    let until = Instant::now() + length;
    let (pairs, _) = for_all(pairs, |_, mut pair| async move {
        pair.idle(until).await.map(|()| (pair, ()))
    })
    .await?;
    Ok(pairs)
}
