//! Repeatedly kills parts of a cluster while games are played on it: a node, a worker, NATS
//! or PostgreSQL. Everything that was acknowledged must stay, and no game may end because
//! of a fault.

use std::{
    net::{SocketAddr, TcpListener},
    os::unix::{fs::MetadataExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use arbiter_rules::SplitMix64;

use super::{
    acknowledged::{Acknowledged, GameSelection},
    compare,
    computer_game::ComputerGame,
    player_pair::PlayerPair,
};
use crate::{
    api::Api,
    process::{NO_LIMITS, ServerProcess},
};

#[derive(clap::Args)]
pub struct Arguments {
    /// The server program.
    #[arg(long)]
    binary: PathBuf,
    /// A folder for the logs.
    #[arg(long)]
    data: PathBuf,
    /// The address of the PostgreSQL database, whose socket is in a folder with its data.
    #[arg(long)]
    database: String,
    /// How many times to kill something.
    #[arg(long, default_value_t = 30)]
    times: u32,
    /// The number of simultaneous games.
    #[arg(long, default_value_t = 40)]
    games: u32,
    /// How many games are played against the computer, beside the others.
    #[arg(long, default_value_t = 4)]
    computer_games: u32,
    /// The number of nodes.
    #[arg(long, default_value_t = 3)]
    nodes: usize,
    /// The number of workers, which choose the moves of the computer.
    #[arg(long, default_value_t = 2)]
    workers: usize,
    /// The seed of the random moves and of the kills.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What is killed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Victim {
    Node(usize),
    Worker(usize),
    Nats,
    Postgres,
}

/// Runs the test. Returns whether nothing was lost.
pub async fn run(arguments: &Arguments) -> Result<bool> {
    let Arguments {
        times,
        games,
        computer_games,
        nodes: node_count,
        workers: worker_count,
        seed,
        ..
    } = arguments;
    println!(
        "{times} kills, {node_count} nodes, {worker_count} workers, {games} simultaneous games \
         and {computer_games} against the computer, seed {seed}"
    );
    std::fs::create_dir_all(&arguments.data)?;
    let mut random = SplitMix64::new(*seed);
    let mut nats = Nats::start()?;
    let postgres = Postgres::find(&arguments.database)?;
    let mut nodes = Vec::new();
    for number in 0..*node_count {
        nodes.push(start(arguments, &nats, number, None).await?);
    }
    let mut workers = Vec::new();
    for number in 0..*worker_count {
        workers.push(start_worker(arguments, &nats, number)?);
    }
    let addresses: Arc<[SocketAddr]> = nodes.iter().map(|node| node.address).collect();
    let api = Api::of_nodes(&addresses)?;
    let acknowledged = Acknowledged::default();
    let mut pair = || PlayerPair {
        nodes: Arc::clone(&addresses),
        api: api.clone(),
        acknowledged: acknowledged.clone(),
        random: SplitMix64::new(random.next_u64()),
    };
    let mut players: Vec<_> = (0..*games).map(|_| tokio::spawn(pair().play())).collect();
    players.extend((0..*computer_games).map(|_| tokio::spawn(ComputerGame(pair()).play())));
    println!("kill  what       down      games  acknowledged  compared  wrong");
    let mut total = 0;
    let mut wrong = Vec::new();
    for round in 1..=*times {
        tokio::time::sleep(Duration::from_millis(300 + random.next_u64() % 1_000)).await;
        let victim = match random.below(10) {
            0 | 1 => Victim::Nats,
            2 => Victim::Postgres,
            3 | 4 if *worker_count > 0 => Victim::Worker(random.below(*worker_count)),
            _ => Victim::Node(random.below(*node_count)),
        };
        let down = match random.below(4) {
            0 => Duration::from_millis(1_000 + random.next_u64() % 3_000),
            _ => Duration::from_millis(random.next_u64() % 300),
        };
        match victim {
            Victim::Node(number) => {
                let node = nodes.remove(number);
                let address = node.address;
                node.kill().await?;
                tokio::time::sleep(down).await;
                nodes.insert(
                    number,
                    start(arguments, &nats, number, Some(address)).await?,
                );
            }
            Victim::Worker(number) => {
                workers[number].kill()?;
                tokio::time::sleep(down).await;
                workers[number] = start_worker(arguments, &nats, number)?;
            }
            Victim::Nats => {
                nats.kill()?;
                tokio::time::sleep(down).await;
                nats.start_again()?;
            }
            Victim::Postgres => {
                let process = postgres.kill()?;
                tokio::time::sleep(down).await;
                postgres.start_again(&process).await?;
            }
        }
        let (compared, found) = compare_again(&api, &acknowledged, GameSelection::Changed).await?;
        let (games, events) = acknowledged.sizes();
        println!(
            "{round:>4}  {:<9}  {:>5} ms  {games:>5}  {events:>12}  {compared:>8}  {:>5}",
            format!("{victim:?}"),
            down.as_millis(),
            found.len()
        );
        total += compared;
        wrong.extend(found);
    }
    for player in &players {
        player.abort();
    }
    let (compared, found) = compare_again(&api, &acknowledged, GameSelection::All).await?;
    total += compared;
    wrong.extend(found);
    let (games, events) = acknowledged.sizes();
    wrong.extend(acknowledged.ended_by_fault());
    let (counts, violations) = acknowledged.finish();
    wrong.extend(violations);
    println!(
        "\n{times} kills, {games} games, {events} acknowledged events of {} commands; \
         {total} comparisons, finally of all events.\n\
         Commands resent because something was killed before the reply: {} had been done, \
         {} had not. Clients that resumed: {}. Moves of the computer: {}.",
        counts.commands, counts.done_before, counts.done_now, counts.resumed, counts.computer_moves,
    );
    for node in nodes {
        let stopped = node.stop().await?;
        println!("A node shut down cleanly in {} ms.", stopped.as_millis());
    }
    for line in wrong.iter().take(20) {
        println!("WRONG: {line}");
    }
    println!(
        "{} events lost or changed, or games ended by a fault.",
        wrong.len()
    );
    let is_played = *computer_games == 0 || counts.computer_moves > 0;
    Ok(wrong.is_empty() && events > 0 && is_played)
}

/// Compares, as often as it takes: a node or the database may not be back yet.
async fn compare_again(
    api: &Api,
    acknowledged: &Acknowledged,
    selection: GameSelection,
) -> Result<(usize, Vec<String>)> {
    let started = Instant::now();
    let mut selection = selection;
    loop {
        let (compared, wrong) = compare(api, acknowledged, selection).await?;
        let is_unavailable = |line: &String| line.contains("LOST: ");
        if !wrong.iter().any(is_unavailable) || started.elapsed() > PATIENCE {
            return Ok((compared, wrong));
        }
        selection = GameSelection::All;
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// How long the cluster may take to serve every game again.
const PATIENCE: Duration = Duration::from_secs(30);

async fn start(
    arguments: &Arguments,
    nats: &Nats,
    number: usize,
    address: Option<SocketAddr>,
) -> Result<ServerProcess> {
    let listen = match address {
        Some(address) => format!("--listen={address}"),
        None => "--listen=127.0.0.1:0".to_owned(),
    };
    let bus = nats.url();
    let mut flags = vec![
        "serve",
        &listen,
        "--database",
        &arguments.database,
        "--bus",
        &bus,
    ];
    flags.extend(NO_LIMITS);
    let log = arguments.data.join(format!("node{number}.log"));
    loop {
        let log = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&log)?;
        let started = ServerProcess::start(&arguments.binary, &flags, Stdio::from(log)).await;
        match started {
            Ok(server) => return Ok(server),
            // The port may still be in use for a moment.
            Err(error) if address.is_some() => {
                println!("a node does not start yet: {error:#}");
                tokio::time::sleep(Duration::from_millis(300)).await;
            }
            Err(error) => return Err(error),
        }
    }
}

/// A process that is killed when this value is dropped.
struct Worker(Child);

impl Worker {
    fn kill(&mut self) -> Result<()> {
        self.0.kill()?;
        self.0.wait()?;
        Ok(())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Err(error) = self.kill() {
            eprintln!("a worker cannot be stopped: {error}");
        }
    }
}

fn start_worker(arguments: &Arguments, nats: &Nats, number: usize) -> Result<Worker> {
    let log = arguments.data.join(format!("worker{number}.log"));
    let log = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(log)?;
    let child = Command::new(&arguments.binary)
        .args(["worker", "--database", &arguments.database])
        .args(["--bus", &nats.url(), "--threads=1"])
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .spawn()
        .with_context(|| format!("cannot start {}", arguments.binary.display()))?;
    Ok(Worker(child))
}

/// A NATS server.
pub struct Nats {
    child: Child,
    port: u16,
}

impl Nats {
    pub fn start() -> Result<Nats> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        Ok(Nats {
            child: start_nats(port)?,
            port,
        })
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    fn start_again(&mut self) -> Result<()> {
        self.child = start_nats(self.port)?;
        Ok(())
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        if let Err(error) = self.kill() {
            eprintln!("NATS cannot be stopped: {error}");
        }
    }
}

fn start_nats(port: u16) -> Result<Child> {
    let programs = ["nats-server", "/usr/sbin/nats-server"];
    let mut started = programs.iter().map(|program| {
        Command::new(program)
            .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
    });
    let started = started.find_map(Result::ok);
    started.context("nats-server is missing: install the package of that name")
}

/// A PostgreSQL server that another program has started.
struct Postgres {
    data: PathBuf,
}

/// How a process was started.
struct Started {
    program: PathBuf,
    arguments: Vec<String>,
    user: u32,
    group: u32,
}

impl Postgres {
    fn find(url: &str) -> Result<Postgres> {
        let (_, folder) = url
            .split_once("host=")
            .context("no folder in the address")?;
        let folder = folder.split('&').next().unwrap_or(folder);
        let data = Path::new(folder).join("data");
        ensure!(data.is_dir(), "{} is not a folder", data.display());
        Ok(Postgres { data })
    }

    fn pid(&self) -> Result<String> {
        let text = std::fs::read_to_string(self.data.join("postmaster.pid"))?;
        Ok(text.lines().next().context("no process")?.to_owned())
    }

    /// Kills the server with SIGKILL.
    fn kill(&self) -> Result<Started> {
        let pid = self.pid()?;
        let process = PathBuf::from(format!("/proc/{pid}"));
        let line = std::fs::read_to_string(process.join("cmdline"))?;
        let owner = std::fs::metadata(&self.data)?;
        let started = Started {
            program: std::fs::read_link(process.join("exe"))?,
            arguments: line.split('\0').skip(1).map(str::to_owned).collect(),
            user: owner.uid(),
            group: owner.gid(),
        };
        let status = Command::new("kill").args(["-9", &pid]).status()?;
        ensure!(status.success(), "cannot kill PostgreSQL");
        Ok(started)
    }

    /// Starts the server again, once all its old processes are gone.
    async fn start_again(&self, started: &Started) -> Result<()> {
        while self.has_processes()? {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // The process that was killed may still be known to its parent.
        std::fs::remove_file(self.data.join("postmaster.pid"))?;
        std::fs::remove_file(self.data.with_file_name(".s.PGSQL.5432.lock"))?;
        let arguments = started.arguments.iter().filter(|it| !it.is_empty());
        let mut child = Command::new(&started.program)
            .args(arguments)
            .uid(started.user)
            .gid(started.group)
            .current_dir(&self.data)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        loop {
            tokio::time::sleep(Duration::from_millis(20)).await;
            if let Some(status) = child.try_wait()? {
                anyhow::bail!("PostgreSQL ended with {status} instead of starting");
            }
            let state = std::fs::read_to_string(self.data.join("postmaster.pid"));
            if state.is_ok_and(|text| text.contains("ready")) {
                return Ok(());
            }
        }
    }

    /// Reports whether processes of the server run, which work in the folder of its data.
    fn has_processes(&self) -> Result<bool> {
        for process in std::fs::read_dir("/proc")? {
            let folder = std::fs::read_link(process?.path().join("cwd"));
            if folder.is_ok_and(|folder| folder == self.data) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
