//! What a crowd costs: thousands of games at once.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::{
    Arguments, Figures, all, connect, seconds,
    throughput::{Quantiles, histogram, micros},
};
use crate::{
    api::Api,
    pair::{Pair, Since},
    process::{self, Process},
};

pub async fn measure(arguments: &Arguments, figures: &mut Figures) -> Result<()> {
    let pairs = arguments.games / arguments.games_per_pair;
    let sockets = pairs * 2;
    println!("\nA crowd: {} games, {sockets} sockets.", arguments.games);
    let server = arguments.server().await?;
    let api = Api::new(server.address)?;
    let started = Instant::now();
    let crowd = arguments.pairs(&api, pairs, 200).await?;
    println!("  games made in {:.1} s", seconds(started.elapsed()));

    let before = server.memory()?;
    let started = Instant::now();
    let crowd = connect(crowd, server.address).await?;
    let open = server.memory()?;
    println!("  sockets opened in {:.1} s", seconds(started.elapsed()));
    let crowd = watch(crowd, Since::Start).await?;
    // Both first moves, so that no game is called off for want of them.
    let (crowd, _) = all(crowd, |_, mut pair| async move {
        for _ in 0..2 {
            pair.play().await?;
        }
        Ok((pair, ()))
    })
    .await?;
    let crowd = rest(crowd, Duration::from_secs(5)).await?;
    let watching = server.memory()?;
    let each = |memory: u64| memory.saturating_sub(before) as f64 / 1024.0 / sockets as f64;
    println!(
        "  memory: {} KB before the sockets, {} KB with them open, {} KB with everybody in his game",
        before / 1024,
        open / 1024,
        watching / 1024
    );
    println!(
        "  for each socket: {:.1} KB open, {:.1} KB with its half of a game that is played",
        each(open),
        each(watching)
    );
    figures.add(
        "memory for each idle socket".to_owned(),
        (each(watching), " KB"),
        24.0,
        12.0,
    );

    let crowd = stroll(arguments, crowd, &server, figures).await?;
    figures.add(
        "live games at once".to_owned(),
        (arguments.games as f64, ""),
        5_000.0,
        10_000.0,
    );
    restart(arguments, crowd, server, figures).await
}

/// Everybody plays at his pace, together so many moves a second.
async fn stroll(
    arguments: &Arguments,
    crowd: Vec<Pair>,
    server: &Process,
    figures: &mut Figures,
) -> Result<Vec<Pair>> {
    let length = Duration::from_secs(arguments.seconds * 4);
    let count = crowd.len();
    let rate = f64::from(arguments.rate);
    let cpu = (server.cpu()?, process::own_cpu()?);
    let started = Instant::now() + Duration::from_millis(200);
    let (crowd, times) = all(crowd, |index, mut pair| async move {
        let (mut movers, mut opponents) = (Vec::new(), Vec::new());
        for turn in 0.. {
            let due = Duration::from_secs_f64((index + turn * count) as f64 / rate);
            if due >= length {
                break;
            }
            pair.rest(started + due).await?;
            let took = pair.play().await?.context("the script is too short")?;
            movers.push(took.mover);
            opponents.push(took.opponent);
        }
        pair.rest(started + length).await?;
        Ok((pair, (movers, opponents)))
    })
    .await?;
    let (mut movers, mut opponents) = (histogram()?, histogram()?);
    for (mover, opponent) in times {
        for took in mover {
            movers.saturating_record(micros(took));
        }
        for took in opponent {
            opponents.saturating_record(micros(took));
        }
    }
    let moves = movers.len();
    println!(
        "  {moves} moves, {:.0} a second, spread over all games",
        moves as f64 / seconds(length)
    );
    println!(
        "  until the mover hears that it is stored  {}",
        Quantiles(&movers)
    );
    println!(
        "  until the opponent hears of it           {}",
        Quantiles(&opponents)
    );
    println!(
        "  processor: server {:.0} %, generator {:.0} % of one core",
        seconds(server.cpu()? - cpu.0) * 100.0 / seconds(length),
        seconds(process::own_cpu()? - cpu.1) * 100.0 / seconds(length)
    );
    figures.add(
        format!(
            "p99 at {} durable moves/s, at the player's socket: frame in → frame out, and the way",
            arguments.rate
        ),
        (movers.value_at_quantile(0.99) as f64 / 1e3, " ms"),
        10.0,
        5.0,
    );
    Ok(crowd)
}

/// The server is killed and started again, and everybody goes on where he was.
async fn restart(
    arguments: &Arguments,
    mut crowd: Vec<Pair>,
    server: Process,
    figures: &mut Figures,
) -> Result<()> {
    server.kill().await?;
    for pair in &mut crowd {
        pair.disconnect();
    }
    let server = arguments.server().await?;
    let listens = server.started.elapsed();
    let crowd = connect(crowd, server.address).await?;
    let opened = server.started.elapsed();
    let crowd = watch(crowd, Since::Last).await?;
    let resumed = server.started.elapsed();
    println!(
        "  killed and started again: it listens after {:.2} s, all sockets are open after {:.2} s, \
         everybody is in his game after {:.2} s",
        seconds(listens),
        seconds(opened),
        seconds(resumed)
    );
    // Who is back can play.
    let (_, _) = all(crowd, |_, mut pair| async move {
        pair.play().await?;
        Ok((pair, ()))
    })
    .await?;
    figures.add(
        format!("restart with {} live games to all resumed", arguments.games),
        (seconds(resumed), " s"),
        5.0,
        2.0,
    );
    Ok(())
}

async fn watch(crowd: Vec<Pair>, since: Since) -> Result<Vec<Pair>> {
    let (crowd, _) = all(crowd, |_, mut pair| async move {
        pair.watch(since).await.map(|()| (pair, ()))
    })
    .await?;
    Ok(crowd)
}

async fn rest(crowd: Vec<Pair>, length: Duration) -> Result<Vec<Pair>> {
    let until = Instant::now() + length;
    let (crowd, _) = all(crowd, |_, mut pair| async move {
        pair.rest(until).await.map(|()| (pair, ()))
    })
    .await?;
    Ok(crowd)
}
