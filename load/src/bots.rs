//! Bots that play with each other through the lichess API, as many as a club may have, and
//! beside them clients that open streams and never read.

use std::{
    path::PathBuf,
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use arbiter_rules::SplitMix64;
use futures_util::{StreamExt, TryStreamExt, stream};
use hdrhistogram::Histogram;
use parking_lot::Mutex;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::{
    api::Api,
    measure::{histogram, micros},
    process::{NO_LIMITS, ServerProcess},
    progress::{PRINT_INTERVAL, Progress},
    script,
};

mod line_stream;

use line_stream::LineStream;

/// The length of a game; then the pair plays another. An address may make 300 challenges in
/// an hour.
const PLIES: usize = 400;
/// How many different games are played.
const SCRIPTS: usize = 16;
/// How many accounts are created at once: each password takes a while.
const SIGN_UPS_AT_ONCE: usize = 4;
/// The most of a processor core that the server may use.
const MAX_CORE_PERCENT: f64 = 50.0;
/// How soon a bot must see a move.
const MAX_LATENCY_MILLIS: f64 = 50.0;
/// How much memory the server may gain between the middle and the end, in MiB.
const MAX_GROWTH_MIB: f64 = 64.0;

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
    /// The number of bots; two play with each other.
    #[arg(long, default_value_t = 200)]
    bots: usize,
    /// The number of clients that open a stream and never read it.
    #[arg(long, default_value_t = 20)]
    silent: usize,
    /// How long they play.
    #[arg(long, default_value_t = 600)]
    seconds: u64,
    /// How long a bot thinks about a move, in milliseconds.
    #[arg(long, default_value_t = 1_000)]
    think: u64,
    /// Do not check how fast the server is, on a machine that does other things, too.
    #[arg(long)]
    any_speed: bool,
    /// The seed of the moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What the bots have seen.
struct Seen {
    /// The times from sending a move until the opponent's stream tells it.
    latency: Mutex<Histogram<u64>>,
    moves: AtomicU64,
    games: AtomicU64,
    is_over: AtomicBool,
}

/// A bot.
#[derive(Clone)]
struct Bot {
    api: Api,
    name: String,
    token: String,
}

/// Runs the measurement. Returns whether the server did what is required.
pub async fn run(arguments: &Arguments) -> Result<bool> {
    let pairs = (arguments.bots / 2).max(1);
    let (seconds, think) = (arguments.seconds, Duration::from_millis(arguments.think));
    println!(
        "{} bots, {} silent clients, {seconds} s, a move in {} ms",
        2 * pairs,
        arguments.silent,
        arguments.think
    );
    let mut server = start(arguments).await?;
    let api = Api::new(server.address)?;
    let progress = Progress::new("accounts created", 2 * pairs);
    let bots: Vec<Bot> = stream::iter(0..2 * pairs)
        .map(|number| Bot::create(api.clone(), number))
        .buffered(SIGN_UPS_AT_ONCE)
        .inspect(|_| progress.add_one())
        .try_collect()
        .await?;
    println!("{} accounts are bots", bots.len());
    let mut random = SplitMix64::new(arguments.seed);
    let scripts: Vec<Arc<Vec<String>>> = (0..SCRIPTS)
        .map(|_| Arc::new(script::random_game(&mut random, PLIES)))
        .collect();
    let seen = Arc::new(Seen {
        latency: Mutex::new(histogram()?),
        moves: AtomicU64::new(0),
        games: AtomicU64::new(0),
        is_over: AtomicBool::new(false),
    });
    let mut tasks = JoinSet::new();
    for (number, pair) in bots.chunks_exact(2).enumerate() {
        let players = [pair[0].clone(), pair[1].clone()];
        let script = Arc::clone(&scripts[number % SCRIPTS]);
        tasks.spawn(play(players, script, think, Arc::clone(&seen)));
    }
    let mut silent = Vec::new();
    for bot in bots.iter().cycle().take(arguments.silent) {
        silent.push(bot.open_silent_stream().await?);
    }
    println!("  time  games   moves  99 % seen after  memory");
    let (began, cpu) = (Instant::now(), server.cpu()?);
    let half = Duration::from_secs(seconds) / 2;
    watch(&mut tasks, &seen, &server, (began, began + half)).await?;
    let middle = server.memory()?;
    watch(&mut tasks, &seen, &server, (began, began + 2 * half)).await?;
    let used = (server.cpu()? - cpu).as_secs_f64() / began.elapsed().as_secs_f64();
    let growth = mebibytes(server.memory()?) - mebibytes(middle);
    server.check_running()?;
    seen.is_over.store(true, Relaxed);
    drop(silent);
    let figures = Figures {
        took: began.elapsed(),
        core_percent: used * 100.0,
        growth_mib: growth,
        memory_mib: mebibytes(server.memory()?),
        latency: [0.5, 0.99].map(|it| seen.latency.lock().value_at_quantile(it) as f64 / 1e3),
    };
    report(&seen, &figures, arguments.any_speed);
    tasks.shutdown().await;
    server.stop().await?;
    let has_played = seen.moves.load(Relaxed) > 0;
    Ok(has_played && figures.are_within_limits(arguments.any_speed))
}

async fn start(arguments: &Arguments) -> Result<ServerProcess> {
    let folder = arguments.data.to_str().context("the path is not UTF-8")?;
    let mut options = vec!["serve", "--data", folder, "--listen", "127.0.0.1:0"];
    options.extend(NO_LIMITS);
    if let Some(database) = &arguments.database {
        options.extend(["--database", database]);
    }
    let log = std::fs::File::create(arguments.data.join("server.log"))?;
    ServerProcess::start(&arguments.binary, &options, Stdio::from(log)).await
}

/// Waits until the end of this period, unless a bot fails, and prints now and then how the
/// bots do.
async fn watch(
    tasks: &mut JoinSet<Result<()>>,
    seen: &Seen,
    server: &ServerProcess,
    (began, end): (Instant, Instant),
) -> Result<()> {
    while Instant::now() < end {
        let next = end.min(Instant::now() + PRINT_INTERVAL);
        let failed = async {
            match tasks.join_next().await {
                Some(Ok(Err(error))) => error,
                Some(Err(error)) => error.into(),
                Some(Ok(Ok(()))) | None => anyhow::anyhow!("a pair has stopped"),
            }
        };
        tokio::select! {
            error = failed => bail!("a bot failed: {error:#}"),
            () = tokio::time::sleep_until(next.into()) => {}
        }
        let latency = seen.latency.lock().value_at_quantile(0.99) as f64 / 1e3;
        println!(
            "{:>4} s  {:>5}  {:>6}  {latency:>12.1} ms  {:>3.0} MiB",
            began.elapsed().as_secs(),
            seen.games.load(Relaxed),
            seen.moves.load(Relaxed),
            mebibytes(server.memory()?)
        );
    }
    Ok(())
}

/// How the server did.
struct Figures {
    took: Duration,
    core_percent: f64,
    /// How much memory it gained in the second half.
    growth_mib: f64,
    memory_mib: f64,
    /// Half of the moves and 99 % of them were seen after these times, in milliseconds.
    latency: [f64; 2],
}

impl Figures {
    /// Reports whether the figures that are checked are within their limits.
    fn are_within_limits(&self, any_speed: bool) -> bool {
        let is_fast =
            self.core_percent <= MAX_CORE_PERCENT && self.latency[1] <= MAX_LATENCY_MILLIS;
        self.growth_mib <= MAX_GROWTH_MIB && (is_fast || any_speed)
    }
}

/// Prints the figures, and what is required of them.
fn report(seen: &Seen, figures: &Figures, any_speed: bool) {
    let (moves, games) = (seen.moves.load(Relaxed), seen.games.load(Relaxed));
    let rate = moves as f64 / figures.took.as_secs_f64();
    println!("games started             {games:>9}");
    println!("moves                     {moves:>9}  ({rate:.0} per second)");
    println!(
        "a bot sees a move after   {:>6.1} ms median, {:.1} ms 99 %  ({})",
        figures.latency[0],
        figures.latency[1],
        limit(&format!("{MAX_LATENCY_MILLIS} ms"), any_speed),
    );
    println!(
        "processor                 {:>7.1} % of a core  ({})",
        figures.core_percent,
        limit(&format!("{MAX_CORE_PERCENT} %"), any_speed),
    );
    println!(
        "memory                    {:>6.0} MiB, {:+.1} MiB in the second half  (growth {})",
        figures.memory_mib,
        figures.growth_mib,
        limit(&format!("{MAX_GROWTH_MIB} MiB"), false),
    );
}

/// Says beside a figure what is required, and whether it is checked.
fn limit(most: &str, is_ignored: bool) -> String {
    match is_ignored {
        true => format!("required in docs/performance.md: {most}; not checked here"),
        false => format!("at most {most}"),
    }
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / (1024.0 * 1024.0)
}

impl Bot {
    async fn create(api: Api, number: usize) -> Result<Bot> {
        let name = format!("bot{number:04}");
        let body = json!({"name": name, "password": format!("correct horse {number}")});
        let account = api.post("/v1/accounts", None, &body).await?;
        let session = text(&account["token"])?;
        let scopes = json!({"label": "load", "scopes": ["bot:play", "challenge:write"]});
        let made = api
            .post("/v1/account/tokens", Some(&session), &scopes)
            .await?;
        let bot = Bot {
            token: text(&made["token"])?,
            name,
            api,
        };
        bot.post("/api/bot/account/upgrade", &json!({})).await?;
        Ok(bot)
    }

    async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        self.api.post(path, Some(&self.token), body).await
    }

    async fn stream(&self, path: &str) -> Result<LineStream> {
        let request = self.api.request(Method::GET, path).bearer_auth(&self.token);
        let answer = request.send().await?;
        ensure!(answer.status().is_success(), "{path}: {}", answer.status());
        Ok(LineStream::new(answer))
    }

    /// Opens a stream that tells much, and does not read it. The answer is open as long as
    /// this is held.
    async fn open_silent_stream(&self) -> Result<reqwest::Response> {
        let request = self.api.request(Method::GET, "/api/tv/bot/feed");
        Ok(request.bearer_auth(&self.token).send().await?)
    }
}

/// Lets two bots play one game after the other.
async fn play(
    [one, two]: [Bot; 2],
    script: Arc<Vec<String>>,
    think: Duration,
    seen: Arc<Seen>,
) -> Result<()> {
    let mut events = [
        one.stream("/api/stream/event").await?,
        two.stream("/api/stream/event").await?,
    ];
    loop {
        let game = json!({"clock.limit": 3_600, "clock.increment": 10, "color": "white"});
        let path = format!("/api/challenge/{}", two.name);
        let made = one.post(&path, &game).await?;
        let id = text(&made["id"])?;
        // Both receive the challenge.
        for events in &mut events {
            events.until("challenge").await?;
        }
        two.post(&format!("/api/challenge/{id}/accept"), &json!({}))
            .await?;
        let mut games = Vec::new();
        for (bot, events) in [&one, &two].into_iter().zip(&mut events) {
            let started = events.until("gameStart").await?;
            ensure!(started["game"]["gameId"] == *id, "another game: {started}");
            let mut game = bot.stream(&format!("/api/bot/game/stream/{id}")).await?;
            game.until("gameFull").await?;
            games.push(game);
        }
        seen.games.fetch_add(1, Relaxed);
        for (ply, mv) in script.iter().enumerate() {
            tokio::time::sleep(think).await;
            if seen.is_over.load(Relaxed) {
                return Ok(());
            }
            let mover = [&one, &two][ply % 2];
            let sent = Instant::now();
            let path = format!("/api/bot/game/{id}/move/{mv}");
            let posted = mover.post(&path, &Value::Null);
            let told = games[(ply + 1) % 2].until("gameState");
            let (posted, told) = tokio::join!(posted, async { (told.await, sent.elapsed()) });
            posted?;
            let (state, took) = (told.0?, told.1);
            check_last(&state, mv, ply)?;
            check_last(&games[ply % 2].until("gameState").await?, mv, ply)?;
            seen.latency.lock().saturating_record(micros(took));
            seen.moves.fetch_add(1, Relaxed);
        }
        one.post(&format!("/api/bot/game/{id}/resign"), &Value::Null)
            .await?;
        for events in &mut events {
            events.until("gameFinish").await?;
        }
    }
}

/// Checks that a state has this many moves, and this one is the last.
fn check_last(state: &Value, mv: &str, ply: usize) -> Result<()> {
    let moves = state["moves"].as_str().unwrap_or_default();
    let (count, last) = (moves.split(' ').count(), moves.rsplit(' ').next());
    ensure!(
        count == ply + 1 && last == Some(mv),
        "move {ply} is {mv}, but the stream tells {moves}"
    );
    Ok(())
}

fn text(value: &Value) -> Result<String> {
    Ok(value.as_str().context("no text in the answer")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_always_checked_and_speed_only_if_the_output_says_so() {
        let good = || Figures {
            took: Duration::from_secs(4),
            core_percent: 50.0,
            growth_mib: 64.0,
            memory_mib: 200.0,
            latency: [1.0, 50.0],
        };
        let slow = Figures {
            latency: [1.0, 50.1],
            ..good()
        };
        let busy = Figures {
            core_percent: 50.1,
            ..good()
        };
        let large = Figures {
            growth_mib: 64.1,
            ..good()
        };
        let checked = [good(), slow, busy, large]
            .map(|it| [false, true].map(|any| it.are_within_limits(any)));
        assert_eq!(
            checked,
            [[true, true], [false, true], [false, true], [false, false]]
        );
        assert_eq!(limit("50 ms", false), "at most 50 ms");
        assert_eq!(
            limit("50 ms", true),
            "required in docs/performance.md: 50 ms; not checked here"
        );
    }
}
