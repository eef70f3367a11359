//! Kills a server again and again while people play on it, and looks whether
//! it still knows everything that it had acknowledged.

use std::{
    net::SocketAddr,
    path::PathBuf,
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use arbiter_rules::SplitMix64;
use arbiter_wire::{Event, GameView};
use futures_util::{StreamExt, stream};

use crate::{
    api::Api,
    process::{Process, WITHOUT_LIMITS},
};

mod actor;
mod client;
mod journal;

use actor::Actor;
use journal::{Journal, Which};

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
    /// How often to kill it.
    #[arg(long, default_value_t = 10)]
    times: u32,
    /// Games at once.
    #[arg(long, default_value_t = 40)]
    games: u32,
    /// From what moves, and the moments of the kills, are drawn.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Whether nothing was lost.
pub async fn run(arguments: &Arguments) -> Result<bool> {
    let Arguments {
        times, games, seed, ..
    } = arguments;
    println!("{times} kills, {games} games at once, seed {seed}");
    let mut random = SplitMix64::new(*seed);
    let journal = Journal::default();
    let mut server = start(arguments, None).await?;
    let address = server.address;
    let api = Api::new(address)?;
    let actors: Vec<_> = (0..*games)
        .map(|_| {
            let actor = Actor {
                address,
                api: api.clone(),
                journal: journal.clone(),
                random: SplitMix64::new(random.next_u64()),
            };
            tokio::spawn(actor.play())
        })
        .collect();
    println!("kill  after   down     back   games  acknowledged  compared  wrong");
    let mut total = 0;
    let mut wrong = Vec::new();
    for round in 1..=*times {
        let up = Duration::from_millis(100 + random.next_u64() % 900);
        tokio::time::sleep(up).await;
        server.kill().await?;
        let killed = Instant::now();
        // Sometimes long enough that a clock which ran meanwhile would show it.
        let down = match random.below(4) {
            0 => Duration::from_millis(1_000 + random.next_u64() % 1_000),
            _ => Duration::from_millis(random.next_u64() % 200),
        };
        tokio::time::sleep(down).await;
        server = start(arguments, Some(address)).await?;
        journal.outage(killed, server.started);
        let back = server.started.elapsed();
        let (compared, found) = compare(&api, &journal, Which::New).await?;
        let (_, games, events, _) = journal.sum();
        println!(
            "{round:>4}  {:>5} ms  {:>5} ms  {:>5} ms  {games:>5}  {events:>12}  {compared:>8}  {:>5}",
            up.as_millis(),
            down.as_millis(),
            back.as_millis(),
            found.len()
        );
        total += compared;
        wrong.extend(found);
    }
    for actor in &actors {
        actor.abort();
    }
    let (compared, found) = compare(&api, &journal, Which::All).await?;
    total += compared;
    wrong.extend(found);
    let (counts, games, events, violations) = journal.sum();
    wrong.extend(violations);
    println!(
        "\n{times} kills, {games} games, {events} acknowledged events of {} commands; \
         compared {total} times, at last all of them.\n\
         Commands that were on their way when it died and were sent again: {} had been done, \
         {} were done then; none was done twice.\n\
         Clients that came back and went on: {}. Clocks compared before and after: {}; the most \
         that one lost to the time when the server was down: {} ms.",
        counts.commands,
        counts.done_before,
        counts.done_now,
        counts.resumed,
        counts.clocks,
        counts.most_lost.as_millis(),
    );
    let stopped = server.stop().await?;
    println!("It stopped in order within {} ms.", stopped.as_millis());
    for line in wrong.iter().take(20) {
        println!("WRONG: {line}");
    }
    println!("{} lost or different.", wrong.len());
    Ok(wrong.is_empty() && events > 0)
}

async fn start(arguments: &Arguments, address: Option<SocketAddr>) -> Result<Process> {
    let listen = match address {
        Some(address) => format!("--listen={address}"),
        None => "--listen=127.0.0.1:0".to_owned(),
    };
    let data = arguments.data.to_str();
    let data = data.context("the folder has an odd name")?;
    std::fs::create_dir_all(&arguments.data)
        .with_context(|| format!("the folder {data} cannot be made"))?;
    let mut flags = vec!["serve", &listen, "--data", data];
    flags.extend(WITHOUT_LIMITS);
    if let Some(database) = &arguments.database {
        flags.extend(["--database", database]);
    }
    let log = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(arguments.data.join("server.log"))?;
    Process::start(&arguments.binary, &flags, Stdio::from(log)).await
}

/// Compares what was acknowledged with what the server says now: how many
/// events, and what is wrong.
async fn compare(api: &Api, journal: &Journal, which: Which) -> Result<(usize, Vec<String>)> {
    let looks = stream::iter(journal.games(which)).map(|(id, page)| async move {
        let game = api.get(&format!("/v1/games/{id}")).await;
        let events = api.get(&format!("/v1/games/{id}/events")).await;
        match (game, events) {
            (Ok(game), Ok(events)) => {
                let game: GameView = serde_json::from_value(game)?;
                let events: Vec<Event> = serde_json::from_value(events)?;
                let (compared, mut wrong) = page.compare(&id, &game, &events);
                wrong.extend(journal.count_gifts(&id, &events));
                Ok((compared, wrong))
            }
            (Err(error), _) | (_, Err(error)) => {
                anyhow::Ok((0, vec![format!("{id}: LOST, since {error:#}")]))
            }
        }
    });
    let looks: Vec<_> = looks.buffer_unordered(16).collect().await;
    let (mut compared, mut wrong) = (0, Vec::new());
    for look in looks {
        let (count, found) = look?;
        compared += count;
        wrong.extend(found);
    }
    Ok((compared, wrong))
}
