//! Repeatedly kills a server while games are played on it, and checks that it
//! still has everything that it had acknowledged.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use arbiter_rules::SplitMix64;
use arbiter_wire::{Event, GameView};
use futures_util::{StreamExt, stream};

use crate::{
    api::Api,
    process::{NO_LIMITS, ServerProcess},
    progress::Progress,
};

mod acknowledged;
mod client;
mod computer_game;
mod player_pair;

pub use acknowledged::{Acknowledged, AcknowledgedGame, GameSelection};
pub use computer_game::ComputerGame;
pub use player_pair::PlayerPair;

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
    /// How many times to kill the server.
    #[arg(long, default_value_t = 10)]
    times: u32,
    /// The number of simultaneous games.
    #[arg(long, default_value_t = 40)]
    games: u32,
    /// The seed of the random moves and of the times of the kills.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How long players may need until something is acknowledged.
const PLAY_TIMEOUT: Duration = Duration::from_secs(60);

/// Runs the test. Returns whether nothing was lost.
pub async fn run(arguments: &Arguments) -> Result<bool> {
    let Arguments {
        times, games, seed, ..
    } = arguments;
    println!("{times} kills, {games} simultaneous games, seed {seed}");
    let mut random = SplitMix64::new(*seed);
    let acknowledged = Acknowledged::default();
    let mut server = start(arguments, None).await?;
    let address = server.address;
    let api = Api::new(address)?;
    let pairs: Vec<_> = (0..*games)
        .map(|_| {
            let pair = PlayerPair {
                nodes: Arc::new([address]),
                api: api.clone(),
                acknowledged: acknowledged.clone(),
                random: SplitMix64::new(random.next_u64()),
            };
            tokio::spawn(pair.play())
        })
        .collect();
    println!("kill  up        down      restart   games  acknowledged  compared  wrong");
    let mut total = 0;
    let mut wrong = Vec::new();
    for round in 1..=*times {
        let started = Instant::now();
        let (_, before) = acknowledged.sizes();
        let up = Duration::from_millis(100 + random.next_u64() % 900);
        tokio::time::sleep(up).await;
        // On a busy machine the players may need longer to come back.
        while acknowledged.sizes().1 == before {
            ensure!(started.elapsed() < PLAY_TIMEOUT, "nobody plays");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let up = started.elapsed();
        server.kill().await?;
        let killed = Instant::now();
        // Sometimes so long that a clock which kept running would show it.
        let down = match random.below(4) {
            0 => Duration::from_millis(1_000 + random.next_u64() % 1_000),
            _ => Duration::from_millis(random.next_u64() % 200),
        };
        tokio::time::sleep(down).await;
        server = start(arguments, Some(address)).await?;
        acknowledged.add_outage(killed, server.started);
        let restart = server.started.elapsed();
        let (compared, found) = compare(
            &api,
            &acknowledged,
            &acknowledged.games(GameSelection::Changed),
        )
        .await?;
        let (games, events) = acknowledged.sizes();
        println!(
            "{round:>4}  {:>5} ms  {:>5} ms  {:>5} ms  {games:>5}  {events:>12}  {compared:>8}  {:>5}",
            up.as_millis(),
            down.as_millis(),
            restart.as_millis(),
            found.len()
        );
        total += compared;
        wrong.extend(found);
    }
    for pair in &pairs {
        pair.abort();
    }
    let (compared, found) =
        compare(&api, &acknowledged, &acknowledged.games(GameSelection::All)).await?;
    total += compared;
    wrong.extend(found);
    let (games, events) = acknowledged.sizes();
    let (counts, violations) = acknowledged.finish();
    wrong.extend(violations);
    println!(
        "\n{times} kills, {games} games, {events} acknowledged events of {} commands; \
         {total} comparisons, finally of all events.\n\
         Commands resent because the server was killed before it replied: {} had been done, \
         {} had not.\n\
         Clients that resumed: {}. Clocks compared before and after a kill: {}; the most that \
         one lost to downtime: {} ms.",
        counts.commands,
        counts.done_before,
        counts.done_now,
        counts.resumed,
        counts.clocks,
        counts.most_lost.as_millis(),
    );
    let stopped = server.stop().await?;
    println!(
        "The server shut down cleanly in {} ms.",
        stopped.as_millis()
    );
    for line in wrong.iter().take(20) {
        println!("WRONG: {line}");
    }
    println!("{} events lost or changed.", wrong.len());
    Ok(wrong.is_empty() && events > 0)
}

async fn start(arguments: &Arguments, address: Option<SocketAddr>) -> Result<ServerProcess> {
    let database = arguments.database.as_deref();
    start_server(&arguments.binary, &arguments.data, database, address).await
}

/// Starts a server without limits, at this address if it has been there before, and adds
/// what it says to the log in its data folder.
pub async fn start_server(
    binary: &Path,
    data: &Path,
    database: Option<&str>,
    address: Option<SocketAddr>,
) -> Result<ServerProcess> {
    let listen = match address {
        Some(address) => format!("--listen={address}"),
        None => "--listen=127.0.0.1:0".to_owned(),
    };
    let folder = data
        .to_str()
        .context("the path of the data folder is not UTF-8")?;
    std::fs::create_dir_all(data).with_context(|| format!("cannot create the folder {folder}"))?;
    let mut flags = vec!["serve", &listen, "--data", folder];
    flags.extend(NO_LIMITS);
    if let Some(database) = database {
        flags.extend(["--database", database]);
    }
    let log = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(data.join("server.log"))?;
    ServerProcess::start(binary, &flags, Stdio::from(log)).await
}

/// Compares what was acknowledged of these games with what the server has. Returns the
/// number of events compared, and what is wrong.
pub async fn compare(
    api: &Api,
    acknowledged: &Acknowledged,
    games: &[(String, AcknowledgedGame)],
) -> Result<(usize, Vec<String>)> {
    let comparisons = games.iter().map(|(id, known)| async move {
        let game = api.get(&format!("/v1/games/{id}")).await;
        let events = api.get(&format!("/v1/games/{id}/events")).await;
        match (game, events) {
            (Ok(game), Ok(events)) => {
                let game: GameView = serde_json::from_value(game)?;
                let events: Vec<Event> = serde_json::from_value(events)?;
                let (compared, mut wrong) = known.compare(id, &game, &events);
                wrong.extend(acknowledged.check_time_given(id, &events));
                Ok((compared, wrong))
            }
            (Err(error), _) | (_, Err(error)) => {
                anyhow::Ok((0, vec![format!("{id}: LOST: {error:#}")]))
            }
        }
    });
    let progress = Progress::new("games compared", games.len());
    let comparisons: Vec<_> = stream::iter(comparisons)
        .buffer_unordered(16)
        .inspect(|_| progress.add_one())
        .collect()
        .await;
    let (mut compared, mut wrong) = (0, Vec::new());
    for comparison in comparisons {
        let (count, found) = comparison?;
        compared += count;
        wrong.extend(found);
    }
    Ok((compared, wrong))
}
