//! Generates random Swiss tournaments, writes and reads their report files, and
//! pairs all rounds again.
//!
//! ```text
//! cargo run --release -p arbiter-tournament --example generate -- TOURNAMENTS [PLAYERS ROUNDS]
//! ```
//!
//! Without numbers of players and rounds, both vary from tournament to tournament.

use std::{env, process::ExitCode};

use arbiter_rules::SplitMix64;
use arbiter_tournament::{
    Settings, System,
    generate::{GenerateOptions, generate},
    swiss, trf,
};

fn main() -> ExitCode {
    let numbers: Vec<usize> = env::args()
        .skip(1)
        .filter_map(|it| it.parse().ok())
        .collect();
    let count = numbers.first().copied().unwrap_or(100);
    let (mut rounds, mut differences) = (0, 0);
    for seed in 0..count as u64 {
        let mut random = SplitMix64::new(seed);
        let (players, announced) = match numbers[..] {
            [_, players, rounds] => (players, rounds),
            _ => (6 + random.below(60), 4 + random.below(8)),
        };
        let system = match random.below(5) {
            0 => System::AcceleratedSwiss,
            _ => System::Swiss,
        };
        let settings = Settings::new("Random", system, announced);
        let options = GenerateOptions {
            draw_rate: random.below(80),
            forfeit_rate: random.below(15),
            bye_rate: random.below(15),
            ..GenerateOptions::new(settings, players)
        };
        let report = generate(&options, seed).report();
        let text = trf::write(&report, &[], trf::Version::Trf26);
        let Ok(again) = trf::read(text.as_bytes()) else {
            println!("seed {seed}: the file cannot be read");
            differences += 1;
            continue;
        };
        for round in 0..again.played_rounds() {
            let present = swiss::present_players(&again, round);
            let is_same = swiss::pair_round(&again, round, &present)
                .is_ok_and(|it| swiss::is_same(&again, round, &it));
            rounds += 1;
            if !is_same {
                println!("seed {seed}: round {} differs", round + 1);
                differences += 1;
            }
        }
    }
    println!("{count} tournaments, {rounds} rounds, {differences} differ");
    match differences {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
