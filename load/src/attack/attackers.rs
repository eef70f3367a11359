//! The attackers: one kind of attack, from a few addresses, for some seconds.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use clap::ValueEnum;
use tokio::task::JoinSet;

mod analysis;
mod attacker;
mod chat;
mod games;
mod giant_frames;
mod hard_positions;
mod idle_connections;
mod people;
mod pgn;
mod pictures;
mod pings;
mod programs;
mod rules;
mod seeks;
mod sign_ins;
mod slow_bodies;
mod slow_headers;
mod slow_readers;
mod tournaments;

use attacker::Attacker;

#[derive(clap::Args)]
pub struct Arguments {
    /// The attack.
    #[arg(value_enum)]
    attack: Attack,
    /// The address of the server.
    #[arg(long)]
    server: SocketAddr,
    /// How long the attack lasts, in seconds.
    #[arg(long)]
    seconds: u64,
    /// From how many addresses the attackers come.
    #[arg(long)]
    addresses: u8,
}

/// A way to attack a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Attack {
    /// No attack, to compare the others with.
    None,
    /// WebSockets that send pings and never read.
    Pings,
    /// Seeks for games from positions that are hard to judge.
    Seeks,
    /// Games from positions that are hard to judge.
    Games,
    /// Questions about positions that are hard to judge.
    Rules,
    /// PGN files full of positions that are hard to judge.
    Pgn,
    /// Animations of long games, and pictures.
    Pictures,
    /// Analysis of positions that are hard to judge.
    Analysis,
    /// Heads of requests that arrive byte by byte.
    SlowHeaders,
    /// Connections on which nothing is sent.
    Idle,
    /// Bodies of requests whose last byte does not arrive.
    SlowBodies,
    /// Sign-ins with wrong passwords, and new accounts.
    SignIns,
    /// Searches for players, and challenges.
    People,
    /// Tournaments that are created, entered, left and read.
    Tournaments,
    /// Streams of the lichess API that nobody reads, and its most expensive questions.
    Programs,
    /// Chat messages.
    Chat,
    /// WebSocket frames that are too long, or never end.
    GiantFrames,
    /// Clients that ask for much and read almost nothing of the answers.
    SlowReaders,
}

/// What the attackers sent, and how the server reacted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Requests, frames or connections.
    pub sent: u64,
    /// What the server refused: a request, a message, a connection.
    pub refused: u64,
    /// Connections that the server closed.
    pub cut: u64,
}

/// How long an attacker waits before it tries again.
const RETRY_PAUSE: Duration = Duration::from_millis(100);

/// How much longer attackers continue if they have sent nothing yet, because the machine is busy.
const LATE_START: Duration = Duration::from_secs(20);

/// Attacks, and prints the counts.
pub async fn run(arguments: &Arguments) -> Result<()> {
    let addresses = (1..=arguments.addresses).map(|it| Ipv4Addr::new(127, 66, 0, it));
    let crowd: Vec<Attacker> = addresses
        .map(|address| Attacker::new(arguments.server, IpAddr::V4(address)))
        .collect::<Result<_>>()?;
    let mut tasks = JoinSet::new();
    for number in 0..arguments.attack.workers() {
        let attacker = crowd[number % crowd.len()].clone();
        tasks.spawn(repeat(arguments.attack, attacker, number));
    }
    tokio::time::sleep(Duration::from_secs(arguments.seconds)).await;
    let counts = || {
        let counts = crowd.iter().map(Attacker::counts);
        counts.fold(Counts::default(), Counts::plus)
    };
    let until = Instant::now() + LATE_START;
    while arguments.attack != Attack::None && counts().sent == 0 && Instant::now() < until {
        tokio::time::sleep(RETRY_PAUSE).await;
    }
    tasks.shutdown().await;
    println!("{}", counts());
    Ok(())
}

/// Attacks again and again.
async fn repeat(attack: Attack, attacker: Attacker, number: usize) {
    loop {
        let ended = match attack {
            Attack::None => std::future::pending().await,
            Attack::Pings => pings::send(&attacker).await,
            Attack::Seeks => seeks::send(&attacker).await,
            Attack::Games => games::create(&attacker, number).await,
            Attack::Rules => rules::ask(&attacker, number).await,
            Attack::Pgn => pgn::upload(&attacker, number).await,
            Attack::Pictures => pictures::ask(&attacker, number).await,
            Attack::Analysis => analysis::ask(&attacker, number).await,
            Attack::SlowHeaders => slow_headers::send(&attacker).await,
            Attack::Idle => idle_connections::open(&attacker).await,
            Attack::SlowBodies => slow_bodies::send(&attacker).await,
            Attack::SignIns => sign_ins::send(&attacker, number).await,
            Attack::People => people::send(&attacker, number).await,
            Attack::Tournaments => tournaments::send(&attacker, number).await,
            Attack::Programs => programs::ask(&attacker, number).await,
            Attack::Chat => chat::send(&attacker).await,
            Attack::GiantFrames => giant_frames::send(&attacker, number).await,
            Attack::SlowReaders => slow_readers::ask(&attacker, number).await,
        };
        if ended.is_err() {
            attacker.note_cut();
        }
        tokio::time::sleep(RETRY_PAUSE).await;
    }
}

impl Attack {
    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Attack::None => "none",
            Attack::Pings => "pings",
            Attack::Seeks => "seeks",
            Attack::Games => "games",
            Attack::Rules => "rules",
            Attack::Pgn => "pgn",
            Attack::Pictures => "pictures",
            Attack::Analysis => "analysis",
            Attack::SlowHeaders => "slow-headers",
            Attack::Idle => "idle",
            Attack::SlowBodies => "slow-bodies",
            Attack::SignIns => "sign-ins",
            Attack::People => "people",
            Attack::Tournaments => "tournaments",
            Attack::Programs => "programs",
            Attack::Chat => "chat",
            Attack::GiantFrames => "giant-frames",
            Attack::SlowReaders => "slow-readers",
        }
    }

    /// Returns how many attackers act at the same time.
    fn workers(self) -> usize {
        match self {
            Attack::None => 0,
            Attack::Pgn => 16,
            Attack::Seeks | Attack::Games | Attack::Analysis | Attack::People | Attack::Chat => 32,
            Attack::Tournaments => 16,
            Attack::Rules | Attack::Pictures | Attack::SignIns | Attack::Programs => 64,
            Attack::Pings | Attack::GiantFrames => 100,
            Attack::SlowBodies | Attack::SlowReaders => 400,
            Attack::SlowHeaders => 1_000,
            Attack::Idle => 5_000,
        }
    }
}

impl Counts {
    fn plus(self, other: Counts) -> Counts {
        Counts {
            sent: self.sent + other.sent,
            refused: self.refused + other.refused,
            cut: self.cut + other.cut,
        }
    }

    /// Parses what [`run`] prints.
    pub fn parse(text: &str) -> Result<Counts> {
        let mut numbers = text.split(' ').map(str::parse);
        let mut next = || numbers.next().context("too few counts");
        Ok(Counts {
            sent: next()??,
            refused: next()??,
            cut: next()??,
        })
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.sent, self.refused, self.cut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_they_are_written() {
        let counts = Counts {
            sent: 12,
            refused: 3,
            cut: 0,
        };
        assert_eq!(Counts::parse(&counts.to_string()).unwrap(), counts);
        assert!(Counts::parse("12 3").is_err());
        assert!(Counts::parse("error").is_err());
    }

    #[test]
    fn every_attack_has_its_name_on_the_command_line() {
        for attack in Attack::value_variants() {
            let value = attack.to_possible_value().unwrap();
            assert_eq!(value.get_name(), attack.name());
        }
    }
}
