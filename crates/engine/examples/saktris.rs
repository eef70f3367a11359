//! Plays Saktris games between two players and prints the results:
//!
//! ```text
//! cargo run --release -p arbiter-engine --example saktris -- engine=14000 greedy 200
//! ```
//!
//! A player is `random`, `greedy`, `engine=NODES` or `level=NUMBER`. The number of
//! games may be followed by the number of the first game.

#![expect(clippy::print_stdout, reason = "the results are printed for people")]

#[path = "../tests/it/saktris/contest.rs"]
mod contest;

use std::{
    collections::BTreeMap,
    env,
    process::ExitCode,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use contest::Contestant;
use parking_lot::Mutex;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let number = |index: usize| words.get(index).and_then(|word| word.parse().ok());
    let player = |index: usize| words.get(index).and_then(|word| parse_player(word));
    let (Some(first), Some(second)) = (player(0), player(1)) else {
        println!("expected two players: random, greedy, engine=NODES or level=NUMBER");
        return ExitCode::FAILURE;
    };
    let games = number(2).unwrap_or(20);
    let from: u64 = number(3).unwrap_or(0);
    let next = AtomicU64::new(from);
    let results = Mutex::new(BTreeMap::new());
    let work = || loop {
        let game = next.fetch_add(1, Ordering::Relaxed);
        if game >= from + games {
            break;
        }
        let result = contest::play([first, second], game);
        let mut results = results.lock();
        results.insert(game, result);
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let results = results.into_inner();
    let count = |won| results.values().filter(|result| result.won == won).count();
    let (wins, draws, losses) = (count(Some(true)), count(None), count(Some(false)));
    let points = wins as f64 + draws as f64 / 2.0;
    let plies: usize = results.values().map(|result| result.plies).sum();
    println!(
        "{} v {}: +{wins} ={draws} -{losses}, {:.1} % in {games} games, {} half-moves on average",
        words[0],
        words[1],
        100.0 * points / games as f64,
        plies as u64 / games.max(1)
    );
    let mut ends: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
    for (game, result) in &results {
        let reason = result.reason.map_or("too long", |reason| reason.code());
        let winner = match result.won {
            Some(true) => 0,
            Some(false) => 1,
            None => 2,
        };
        ends.entry(reason).or_insert([0; 3])[winner] += 1;
        if winner > 0 {
            println!("  game {game}, {reason}: {}", result.last);
        }
    }
    for (reason, [won, lost, drawn]) in ends {
        println!("  {reason}: won {won}, drawn {drawn}, lost {lost}");
    }
    ExitCode::SUCCESS
}

fn parse_player(word: &str) -> Option<Contestant> {
    let (name, number) = word.split_once('=').unwrap_or((word, ""));
    match name {
        "random" => Some(Contestant::Random),
        "greedy" => Some(Contestant::Greedy),
        "engine" => Some(Contestant::Engine(number.parse().ok()?)),
        "level" => Some(Contestant::Level(number.parse().ok()?)),
        _ => None,
    }
}
