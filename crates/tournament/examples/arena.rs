//! Measures how long it takes to pair the players of an arena who wait at the same time.
//!
//! ```text
//! cargo run --release -p arbiter-tournament --example arena -- 3000
//! ```

use std::time::{Duration, Instant};

use arbiter_rules::SplitMix64;
use arbiter_tournament::{
    Player,
    arena::{Arena, ArenaAction, ArenaSettings},
};

/// The number of times that everybody is paired.
const WAVES: usize = 10;

fn main() {
    let count = std::env::args().nth(1).and_then(|it| it.parse().ok());
    let count: usize = count.unwrap_or(300);
    let mut arena = Arena::start(ArenaSettings::new("Measured", 86_400_000));
    let mut random = SplitMix64::new(1);
    let mut now_ms = 0;
    for id in 1..=count {
        let player = Player {
            name: format!("Player {id}"),
            rating: 1200 + random.below(1200) as u32,
            ..Player::default()
        };
        act(&mut arena, &ArenaAction::Add(player), now_ms);
        act(&mut arena, &ArenaAction::Ready(id), now_ms);
    }
    act(&mut arena, &ArenaAction::Start, now_ms);
    let (mut slowest, mut sum) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..WAVES {
        now_ms += 5_000;
        let first = arena.games().len();
        let began = Instant::now();
        let wave = arena.wave(now_ms);
        let took = began.elapsed();
        slowest = slowest.max(took);
        sum += took;
        act(&mut arena, &ArenaAction::Pair, now_ms);
        assert_eq!(arena.games().len() - first, wave.pairs.len());
        let games = first + 1..=arena.games().len();
        now_ms += 60_000;
        for game in games {
            let text = ["1-0", "0-1", "1/2"][random.below(3)];
            let result = text.parse().expect("these are results");
            let moves = Some(40);
            let finish = ArenaAction::Finish {
                game,
                result,
                moves,
            };
            act(&mut arena, &finish, now_ms);
        }
    }
    let games = arena.games().len();
    println!(
        "{count} players waiting, {WAVES} waves, {games} games: {:.1} ms on average, {:.1} ms at most",
        sum.as_secs_f64() * 1000.0 / WAVES as f64,
        slowest.as_secs_f64() * 1000.0
    );
}

fn act(arena: &mut Arena, action: &ArenaAction, now_ms: u64) {
    let events = arena.decide(action, now_ms).expect("is allowed");
    for event in events {
        arena.apply(&event);
    }
}
