use std::{
    collections::BTreeMap,
    path::PathBuf,
    str::FromStr,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use arbiter_engine::{ComputerPlayer, Engine, EngineSettings, Level, Limits, Strength};
use arbiter_rules::{Color, Move, PlayedLine, SplitMix64, mix64};

use crate::{maia::Maia, ratings};

/// The arguments of `rate`.
#[derive(clap::Args)]
pub struct Rate {
    /// The directory with the networks `maia-1100.pb`, `maia-1500.pb` and `maia-1900.pb`,
    /// unpacked
    #[arg(long)]
    weights: PathBuf,
    /// The number of games of each pair
    #[arg(long, default_value_t = 80)]
    games: usize,
    /// Number of threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Start no game after this many seconds
    #[arg(long, default_value_t = 86_400)]
    seconds: u64,
    /// Pairs of players: L1 to L10 for the levels, E1234 for a rating, m1100, m1500 and
    /// m1900 for the networks, R for random moves; such as L1-m1100
    #[arg(required = true)]
    pairs: Vec<String>,
}

/// The networks, with the ratings of the bots that play with them in rapid games on
/// lichess.
pub const ANCHORS: [(u32, f64); 3] = [(1100, 1500.0), (1500, 1655.0), (1900, 1714.0)];

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Player {
    Random,
    Elo(u32),
    /// The network with this number.
    Maia(usize),
}

impl FromStr for Player {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Player> {
        let (kind, number) = text.split_at_checked(1).context("an empty name")?;
        let number = || number.parse::<u32>();
        Ok(match kind {
            "R" => Player::Random,
            "L" => Player::Elo(Level::new(number()?).context("no such level")?.elo()),
            "E" => Player::Elo(number()?),
            "m" => {
                let rating = number()?;
                let index = ANCHORS.iter().position(|anchor| anchor.0 == rating);
                Player::Maia(index.context("no such network")?)
            }
            _ => anyhow::bail!("an unknown player: {text}"),
        })
    }
}

impl core::fmt::Display for Player {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let text = match self {
            Player::Random => "random".to_owned(),
            Player::Elo(elo) => match Strength::elo(*elo).as_level() {
                Some(level) => format!("level {} ({elo})", level.number()),
                None => format!("Elo {elo}"),
            },
            Player::Maia(index) => format!("maia-{}", ANCHORS[*index].0),
        };
        f.pad(&text)
    }
}

/// The games of a pair: points of the first player in half points, by game.
pub type Results = BTreeMap<[Player; 2], Vec<(usize, u32)>>;

/// A game longer than this is judged by the engine.
const MAX_PLIES: usize = 200;
/// The lead that wins then, in centipawns.
const WINNING_LEAD: i32 = 250;
const JUDGE_NODES: u64 = 100_000;

/// Plays games between levels and networks that play like people, and prints the ratings
/// that they show.
pub fn run(rate: &Rate) -> anyhow::Result<()> {
    let networks = ANCHORS
        .iter()
        .map(|(rating, _)| Maia::open(&rate.weights.join(format!("maia-{rating}.pb"))))
        .collect::<anyhow::Result<Vec<Maia>>>()?;
    let pairs = rate
        .pairs
        .iter()
        .map(|pair| {
            let (first, second) = pair.split_once('-').context("a pair has a hyphen")?;
            Ok([first.parse()?, second.parse()?])
        })
        .collect::<anyhow::Result<Vec<[Player; 2]>>>()?;
    let started = Instant::now();
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Results::new()));
    thread::scope(|scope| {
        for _ in 0..rate.threads.max(1) {
            scope.spawn(|| {
                loop {
                    // All pairs in turn, so that all have played when time is up.
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    let (number, pair) = (job / pairs.len(), pairs[job % pairs.len()]);
                    let is_late = started.elapsed() > Duration::from_secs(rate.seconds);
                    if number >= rate.games || is_late {
                        break;
                    }
                    let points = play(&networks, pair, number);
                    let mut results = results.lock().expect("no player panics");
                    results.entry(pair).or_default().push((number, points));
                }
            });
        }
    });
    let results = results.into_inner().expect("no player panics");
    for ([first, second], games) in &results {
        let count = |points: u32| games.iter().filter(|game| game.1 == points).count();
        let (won, drawn, lost) = (count(2), count(1), count(0));
        let score = (2 * won + drawn) as f64 / (2 * games.len()) as f64;
        let percent = 100.0 * score;
        println!("{first} - {second}: won {won}, drawn {drawn}, lost {lost}, {percent:.1} %");
    }
    println!();
    ratings::print(&results);
    println!("{} s", started.elapsed().as_secs());
    Ok(())
}

/// Plays a game. Every opening is played twice, with colors reversed. Returns the half
/// points of the first player.
fn play(networks: &[Maia], pair: [Player; 2], number: usize) -> u32 {
    let mut line = opening(networks, number / 2);
    let first = [Color::White, Color::Black][number % 2];
    let mut engine = Engine::new(EngineSettings {
        threads: 1,
        hash_mib: 4,
    });
    let seed = mix64(number as u64);
    let player = |player: Player, seed: u64| match player {
        Player::Elo(elo) => Some(ComputerPlayer::new(Strength::elo(elo), seed)),
        _ => None,
    };
    let mut seats = [player(pair[0], seed), player(pair[1], !seed)];
    let mut random = SplitMix64::new(seed);
    let points = |winner: Option<Color>| winner.map_or(1, |it| 2 * u32::from(it == first));
    while line.outcome().is_none() && line.claims().next().is_none() {
        if line.moves().len() >= MAX_PLIES {
            let judged = engine.search(&line, &Limits::nodes(JUDGE_NODES), &());
            let turn = line.position().turn();
            let lead = judged.score().in_centipawns();
            let leader = if lead > 0 { turn } else { !turn };
            return points((lead.abs() >= WINNING_LEAD).then_some(leader));
        }
        let turn = usize::from(line.position().turn() != first);
        let mv = match (pair[turn], &mut seats[turn]) {
            (_, Some(player)) => player.choose(&mut engine, &line, &()).map(|it| it.mv),
            (Player::Maia(index), _) => networks[index].likeliest(&line),
            _ => {
                let moves: Vec<Move> = line.position().legal_moves().collect();
                moves.get(random.below(moves.len())).copied()
            }
        };
        match mv {
            Some(mv) => line.play(mv),
            None => return 1,
        }
    }
    points(line.outcome().and_then(|outcome| outcome.winner))
}

/// Returns an opening of people: four to six half-moves that the second network finds
/// likely.
fn opening(networks: &[Maia], number: usize) -> PlayedLine {
    let mut random = SplitMix64::new(mix64(1000 + number as u64));
    let mut line = PlayedLine::default();
    for _ in 0..4 + number % 3 {
        let mut chances = networks[1].predict(&line);
        chances.retain(|&(_, chance)| chance >= 0.03);
        let total: f64 = chances.iter().map(|it| it.1).sum();
        let mut left = random.below(1 << 20) as f64 / f64::from(1 << 20) * total;
        let chosen = chances.iter().find(|&&(_, chance)| {
            left -= chance;
            left < 0.0
        });
        match chosen.or(chances.first()) {
            Some(&(mv, _)) => line.play(mv),
            None => break,
        }
    }
    line
}
