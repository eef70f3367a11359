//! Pairs the rounds of test collections (files of JSON lines) again and counts
//! the differences.

#![allow(clippy::unwrap_used, reason = "a broken collection ends the check")]

use std::{env, fs, process::ExitCode};

use arbiter_tournament::{Report, swiss, trf};
use serde_json::Value;

fn main() -> ExitCode {
    let mut failures = 0;
    for path in env::args().skip(1) {
        let text = fs::read_to_string(&path).expect("file");
        let (mut count, mut rounds, mut bad) = (0, 0, 0);
        for line in text.lines() {
            let case: Value = serde_json::from_str(line).expect("json");
            let id = case["id"].as_str().unwrap_or("?").to_owned();
            let mut report = match trf::read(case["trf"].as_str().unwrap().as_bytes()) {
                Ok(report) => report,
                Err(error) => {
                    println!("{id}: {error}");
                    bad += 1;
                    continue;
                }
            };
            count += 1;
            if let Some(expected) = case.get("expected") {
                rounds += 1;
                if !check_next(&report, expected) {
                    println!("{id}: differs");
                    bad += 1;
                }
            } else {
                let played = report.played_rounds();
                report.rounds.get_or_insert(played);
                for round in 0..played {
                    rounds += 1;
                    let present = swiss::present_players(&report, round);
                    let ok = match swiss::pair_round(&report, round, &present) {
                        Ok(pairing) => swiss::is_same(&report, round, &pairing),
                        Err(_) => false,
                    };
                    if !ok {
                        println!("{id}: round {} differs", round + 1);
                        bad += 1;
                    }
                }
            }
        }
        println!("{path}: {count} tournaments, {rounds} rounds, {bad} differ");
        failures += bad;
    }
    if failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn check_next(report: &Report, expected: &Value) -> bool {
    let round = report.played_rounds();
    let present = swiss::present_players(report, round);
    let pairing = swiss::pair_round(report, round, &present);
    let Some(expected) = expected.as_array() else {
        return pairing.is_err();
    };
    let Ok(pairing) = pairing else { return false };
    let mut found: Vec<[u64; 2]> = pairing
        .pairs
        .iter()
        .map(|pair| [pair.players.white as u64 + 1, pair.players.black as u64 + 1])
        .collect();
    found.extend(pairing.bye.map(|it| [it as u64 + 1, 0]));
    found.sort_unstable();
    let mut wanted: Vec<[u64; 2]> = expected
        .iter()
        .map(|it| [it[0].as_u64().unwrap(), it[1].as_u64().unwrap()])
        .collect();
    wanted.sort_unstable();
    found == wanted
}
