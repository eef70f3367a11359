//! Simulated players in a tournament on a real server: an arena in which everybody
//! must be paired soon, or rounds in a server that is killed again and again.

use std::{
    collections::{HashMap, VecDeque},
    net::SocketAddr,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use arbiter_rules::SplitMix64;
use arbiter_wire::{TournamentState, TournamentView};
use clap::ValueEnum;
use futures_util::{StreamExt, TryStreamExt, stream};
use parking_lot::Mutex;
use serde_json::{Value, json};

use crate::{
    api::Api,
    kill,
    process::ServerProcess,
    progress::{PRINT_INTERVAL, Progress},
};

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
    /// How the tournament is paired.
    #[arg(long, value_enum, default_value = "arena")]
    system: System,
    /// The number of players.
    #[arg(long, default_value_t = 300)]
    players: usize,
    /// How long the arena lasts, in minutes.
    #[arg(long, default_value_t = 10)]
    minutes: u32,
    /// The number of rounds of a Swiss tournament.
    #[arg(long, default_value_t = 9)]
    rounds: u32,
    /// The longest game, in milliseconds.
    #[arg(long, default_value_t = 30_000)]
    game_ms: u64,
    /// How many times to kill the server meanwhile.
    #[arg(long, default_value_t = 0)]
    kills: u32,
    /// The seed of the lengths and results of games, and of the times of the kills.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum System {
    Arena,
    Swiss,
}

/// How long a player who is free may wait in an arena.
const MAX_WAIT: Duration = Duration::from_secs(10);
/// The number of games in which nobody meets the same opponent twice, if that can be avoided.
const NO_REPEAT_GAMES: usize = 3;
/// How often the tournament is checked.
const CHECK_INTERVAL: Duration = Duration::from_millis(200);
/// A tournament that is over takes no longer than this to say so.
const STUCK_TIMEOUT: Duration = Duration::from_secs(120);

/// What was seen of the tournament.
#[derive(Default)]
struct Seen {
    /// The players of each board, by round and board; they never change.
    pairings: HashMap<(u32, u32), (u32, u32)>,
    /// The game of each board; it never changes.
    games: HashMap<(u32, u32), String>,
    /// Since when each player is free; none while they play.
    free_since: HashMap<u32, Option<Instant>>,
    /// The latest opponents of each player.
    opponents: HashMap<u32, VecDeque<u32>>,
    waits: Vec<Duration>,
    repeats: usize,
    wrong: Vec<String>,
}

/// Runs the tournament. Returns whether everything was right.
pub async fn run(arguments: &Arguments) -> Result<bool> {
    let mut random = SplitMix64::new(arguments.seed);
    let mut server = start(arguments, None).await?;
    let address = server.address;
    let api = Api::new(address)?;
    let progress = Progress::new("guests created", arguments.players);
    let tokens: Vec<String> = stream::iter(0..arguments.players)
        .map(|_| api.create_guest())
        .buffered(16)
        .inspect(|_| progress.add_one())
        .try_collect()
        .await?;
    let credentials = json!({"name": "organizer", "password": "correct horse"});
    let organizer = api.post("/v1/accounts", None, &credentials).await?;
    let organizer = organizer["token"].as_str().context("no token")?.to_owned();
    let new = json!({
        "name": "Load", "rounds": arguments.rounds, "minutes": arguments.minutes,
        "system": match arguments.system { System::Arena => "arena", System::Swiss => "swiss" },
        "break_seconds": 1, "options": {"clock": "60+0"},
        "entry": {"max_players": 1000},
    });
    let made = api.post("/v1/tournaments", Some(&organizer), &new).await?;
    let id = made["summary"]["id"].as_str().context("no id")?.to_owned();
    let path = format!("/v1/tournaments/{id}");
    // One after the other, so that the number of a player is known.
    let progress = Progress::new("players entered", tokens.len());
    for token in &tokens {
        api.post(&format!("{path}/entry"), Some(token), &json!({}))
            .await?;
        progress.add_one();
    }
    api.post(
        &format!("{path}/arbiter"),
        Some(&organizer),
        &json!({"do": "start"}),
    )
    .await?;
    println!(
        "{} players have entered; the tournament has started",
        tokens.len()
    );
    let seen = Arc::new(Mutex::new(Seen::default()));
    let tokens = Arc::new(tokens);
    let started = Instant::now();
    let mut kills = 0;
    let mut next_kill = started + kill_pause(&mut random);
    let mut last_change = Instant::now();
    let mut printed = started;
    let over = loop {
        tokio::time::sleep(CHECK_INTERVAL).await;
        if printed.elapsed() >= PRINT_INTERVAL {
            printed = Instant::now();
            let (time, games) = (started.elapsed().as_secs(), seen.lock().games.len());
            println!("{time:>5} s  {games:>6} games started  {kills:>4} kills");
        }
        if kills < arguments.kills && Instant::now() >= next_kill {
            server.kill().await?;
            tokio::time::sleep(Duration::from_millis(random.next_u64() % 300)).await;
            server = start(arguments, Some(address)).await?;
            kills += 1;
            next_kill = Instant::now() + kill_pause(&mut random);
        }
        server.check_running()?;
        let view = api.get(&path).await?;
        let view: TournamentView = serde_json::from_value(view)?;
        if look(&view, &seen, arguments, &mut random, &api, &tokens) {
            last_change = Instant::now();
        }
        if view.summary.state == TournamentState::Over {
            break view;
        }
        if last_change.elapsed() > STUCK_TIMEOUT {
            bail!("nothing has happened for {} s", STUCK_TIMEOUT.as_secs());
        }
    };
    let took = started.elapsed();
    let stopped = server.stop().await?;
    let mut seen = seen.lock();
    seen.waits.sort_unstable();
    let waits = &seen.waits;
    let at = |part: usize| {
        waits
            .get(waits.len().saturating_sub(1) * part / 100)
            .copied()
    };
    let seconds = |it: Option<Duration>| it.unwrap_or_default().as_secs_f64();
    println!(
        "{} games of {} players in {} s, {kills} kills; the winner has {} points.",
        seen.games.len(),
        tokens.len(),
        took.as_secs(),
        over.standings.first().map_or("no", |it| it.points.as_str()),
    );
    println!(
        "Wait for the next game: median {:.1} s, 99 % {:.1} s, longest {:.1} s. Opponents met again \
         within {NO_REPEAT_GAMES} games: {}.",
        seconds(at(50)),
        seconds(at(99)),
        seconds(at(100)),
        seen.repeats,
    );
    println!(
        "The server shut down cleanly in {} ms.",
        stopped.as_millis()
    );
    let is_late = arguments.system == System::Arena && kills == 0 && at(100) > Some(MAX_WAIT);
    if is_late {
        println!(
            "WRONG: somebody waited for longer than {} s",
            MAX_WAIT.as_secs()
        );
    }
    for line in seen.wrong.iter().take(20) {
        println!("WRONG: {line}");
    }
    println!(
        "{} pairings changed, were announced twice or overlapped.",
        seen.wrong.len()
    );
    Ok(seen.wrong.is_empty() && !is_late && kills == arguments.kills && !seen.games.is_empty())
}

fn kill_pause(random: &mut SplitMix64) -> Duration {
    Duration::from_millis(300 + random.next_u64() % 1_500)
}

/// Takes note of what the server tells, and lets new games end after a while. Reports
/// whether something has changed.
fn look(
    view: &TournamentView,
    seen: &Arc<Mutex<Seen>>,
    arguments: &Arguments,
    random: &mut SplitMix64,
    api: &Api,
    tokens: &Arc<Vec<String>>,
) -> bool {
    let Some(round) = &view.round else {
        return false;
    };
    let now = Instant::now();
    let mut has_changed = false;
    for board in &round.boards {
        let key = (round.round, board.board);
        let players = (board.white, board.black);
        let mut seen_now = seen.lock();
        match seen_now.pairings.insert(key, players) {
            Some(before) if before != players => {
                let line = format!("{key:?} was {before:?} and is {players:?}");
                seen_now.wrong.push(line);
            }
            Some(_) => {}
            None => has_changed = true,
        }
        let Some(game) = board.game.clone() else {
            continue;
        };
        match seen_now.games.insert(key, game.clone()) {
            Some(before) if before != game => {
                let line = format!("{key:?} was game {before} and is {game}");
                seen_now.wrong.push(line);
                continue;
            }
            Some(_) => continue,
            None => has_changed = true,
        }
        seen_now.note_game(board.white, board.black, now);
        drop(seen_now);
        let loser = if random.below(2) == 0 {
            board.white
        } else {
            board.black
        };
        let end = GameEnd {
            api: api.clone(),
            token: tokens[loser as usize - 1].clone(),
            game,
            players,
            after: Duration::from_millis(random.next_u64() % arguments.game_ms.max(1)),
            seen: Arc::clone(seen),
        };
        tokio::spawn(end.run());
    }
    has_changed
}

impl Seen {
    fn note_game(&mut self, white: u32, black: u32, now: Instant) {
        for (player, opponent) in [(white, black), (black, white)] {
            match self.free_since.insert(player, None) {
                Some(None) => self
                    .wrong
                    .push(format!("player {player} has two games at once")),
                Some(Some(since)) => self.waits.push(now - since),
                None => {}
            }
            let latest = self.opponents.entry(player).or_default();
            if latest.contains(&opponent) && player < opponent {
                self.repeats += 1;
            }
            latest.push_back(opponent);
            if latest.len() > NO_REPEAT_GAMES {
                latest.pop_front();
            }
        }
    }
}

/// A game that one player will resign.
struct GameEnd {
    api: Api,
    token: String,
    game: String,
    players: (u32, u32),
    after: Duration,
    seen: Arc<Mutex<Seen>>,
}

impl GameEnd {
    async fn run(self) {
        tokio::time::sleep(self.after).await;
        let path = format!("/v1/games/{}/actions", self.game);
        let resign = json!({"id": "resign", "do": "resign"});
        loop {
            let done: Result<Value> = self.api.post(&path, Some(&self.token), &resign).await;
            match done {
                Ok(_) => break,
                // The server is down, or the arena has ended the game.
                Err(error) if format!("{error:#}").contains("409") => break,
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
        let mut seen = self.seen.lock();
        for player in [self.players.0, self.players.1] {
            seen.free_since.insert(player, Some(Instant::now()));
        }
    }
}

async fn start(arguments: &Arguments, address: Option<SocketAddr>) -> Result<ServerProcess> {
    let database = arguments.database.as_deref();
    kill::start_server(&arguments.binary, &arguments.data, database, address).await
}
