//! Attacks a server in every way that is known, one after the other, while
//! people play on it, and measures the delays that they notice.
//!
//! The attackers are a process of their own with a low priority: on the internet
//! they would have machines of their own. They come from a few addresses, and
//! every honest pair from another, so the limits of the server hold as they are.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use serde_json::json;
use tokio::process::{Child, Command};

use crate::{api::Api, process::ServerProcess};

pub mod attackers;
mod honest;
mod report;

use attackers::{Attack, Counts};
use honest::HonestPlayers;
use report::{Limits, Report, Row};

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
    /// The attacks; all of them if not given.
    #[arg(value_enum)]
    only: Vec<Attack>,
    /// The number of honest games.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// The mean time between two moves of a game in milliseconds.
    #[arg(long, default_value_t = 2_000)]
    pace_ms: u64,
    /// How long each attack lasts, in seconds.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// From how many addresses the attackers come.
    #[arg(long, default_value_t = 4)]
    addresses: u8,
    /// The largest 99th percentile of the time until an honest move is acknowledged, in
    /// milliseconds; not checked if not given.
    #[arg(long)]
    max_p99_ms: Option<f64>,
    /// The most that the memory of the server may grow during an attack, in MB.
    #[arg(long, default_value_t = 50.0)]
    max_growth_mb: f64,
    /// The seed of the honest moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How often the memory of the server is read.
const MEMORY_INTERVAL: Duration = Duration::from_millis(100);
/// How long the server has after an attack until the next one.
const PAUSE: Duration = Duration::from_secs(1);
/// How long attackers may take to stop when their time is up.
const STOP_TIMEOUT: Duration = Duration::from_secs(30);
/// How many games the computer starts before the first attack.
const WARM_UP_GAMES: usize = 8;
/// How long the computer may take for its first moves.
const WARM_UP_TIMEOUT: Duration = Duration::from_secs(30);
/// How long to wait before asking again whether the computer has moved.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Runs the attacks. Returns whether the server stayed within the limits during all of them.
pub async fn run(arguments: &Arguments) -> Result<bool> {
    let Arguments { games, seconds, .. } = arguments;
    println!(
        "{games} honest games with a move every {} ms; {seconds} s for each attack, from {} \
         addresses",
        arguments.pace_ms, arguments.addresses
    );
    let mut server = start(arguments).await?;
    warm_up(&server).await?;
    let pace = Duration::from_millis(arguments.pace_ms);
    let players = HonestPlayers::start(server.address, *games, pace, arguments.seed).await?;
    let limits = Limits {
        p99_ms: arguments.max_p99_ms,
        growth_mb: arguments.max_growth_mb,
    };
    let mut report = Report::new(limits);
    for attack in attacks(arguments) {
        players.take();
        let row = measure(arguments, &mut server, &players, attack).await?;
        report.add(&row);
        tokio::time::sleep(PAUSE).await;
    }
    players.stop();
    let stopped = server.stop().await?;
    println!(
        "The server shut down cleanly in {} ms.",
        stopped.as_millis()
    );
    Ok(report.finish())
}

/// Lets each of the computer's threads play once. It keeps the memory that it allocates then,
/// which must not count as growth under attack.
async fn warm_up(server: &ServerProcess) -> Result<()> {
    let api = Api::new(server.address)?;
    let token = api.create_guest().await?;
    let request = json!({"color": "black", "opponent": {"computer": {"level": 8}}});
    let mut games = Vec::new();
    for _ in 0..WARM_UP_GAMES {
        games.push(api.create_game(&token, &request).await?);
    }
    let started = Instant::now();
    for game in games {
        let path = format!("/v1/games/{game}");
        while api.get(&path).await?.pointer("/state/ply") == Some(&json!(0)) {
            ensure!(
                started.elapsed() < WARM_UP_TIMEOUT,
                "the computer does not move"
            );
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }
    Ok(())
}

/// Returns the attacks that were asked for; none comes first, as the baseline.
fn attacks(arguments: &Arguments) -> Vec<Attack> {
    let is_wanted = |attack: &Attack| {
        *attack == Attack::None || arguments.only.is_empty() || arguments.only.contains(attack)
    };
    let all = Attack::value_variants().iter();
    all.copied().filter(is_wanted).collect()
}

/// Runs one attack, and returns what was measured.
async fn measure(
    arguments: &Arguments,
    server: &mut ServerProcess,
    players: &HonestPlayers,
    attack: Attack,
) -> Result<Row> {
    let before = server.memory()?;
    let cpu = server.cpu()?;
    let started = Instant::now();
    let length = Duration::from_secs(arguments.seconds);
    let attackers = start_attackers(arguments, server.address, attack)?;
    let mut peak = before;
    while started.elapsed() < length {
        tokio::time::sleep(MEMORY_INTERVAL).await;
        server.check_running()?;
        peak = peak.max(server.memory()?);
    }
    let honest = players.take();
    let cpu = (server.cpu()? - cpu).div_f64(started.elapsed().as_secs_f64());
    let counts = finish_attackers(attackers).await?;
    Ok(Row {
        attack,
        counts,
        honest,
        cpu_share: cpu.as_secs_f64(),
        before,
        peak,
    })
}

async fn start(arguments: &Arguments) -> Result<ServerProcess> {
    let data = arguments.data.to_str();
    let data = data.context("the path of the data folder is not UTF-8")?;
    std::fs::create_dir_all(&arguments.data)
        .with_context(|| format!("cannot create the folder {data}"))?;
    let log = std::fs::File::create(arguments.data.join("server.log"))?;
    // With the limits that it has by default.
    let mut flags = vec!["serve", "--listen=127.0.0.1:0", "--data", data];
    if let Some(database) = &arguments.database {
        flags.extend(["--database", database]);
    }
    ServerProcess::start(&arguments.binary, &flags, Stdio::from(log)).await
}

fn start_attackers(arguments: &Arguments, server: SocketAddr, attack: Attack) -> Result<Child> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let mut command = low_priority(&program);
    command
        .args(["attackers", attack.name()])
        .arg(format!("--server={server}"))
        .arg(format!("--seconds={}", arguments.seconds))
        .arg(format!("--addresses={}", arguments.addresses))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true);
    command.spawn().context("cannot start the attackers")
}

/// Returns a command that runs this program with the lowest priority.
fn low_priority(program: &Path) -> Command {
    let mut command = Command::new("nice");
    command.args(["-n", "19"]).arg(program);
    command
}

async fn finish_attackers(attackers: Child) -> Result<Counts> {
    let output = tokio::time::timeout(STOP_TIMEOUT, attackers.wait_with_output());
    let output = output.await.context("the attackers do not stop")??;
    let text = String::from_utf8_lossy(&output.stdout);
    Counts::parse(text.trim()).with_context(|| format!("the attackers said: {text}"))
}
