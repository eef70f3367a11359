//! Computes again what test collections contain, and counts the differences:
//! rounds to pair, whole tournaments, tables of tie-breaks (files of JSON lines),
//! Berger tables (`.json`) and report files (`.trf`).
//!
//! ```text
//! cargo run --release -p arbiter-tournament --example check -- FILE…
//! ```

#![allow(
    clippy::unwrap_used,
    reason = "a collection of the wrong form ends the check"
)]

use std::{env, fs, process::ExitCode};

use arbiter_tournament::{
    Report, berger, swiss,
    tiebreak::{self, Format, TieBreak, TieBreakCode, TieBreaks},
    trf,
};
use serde_json::Value;

/// What was checked, and how often the result differs.
#[derive(Default)]
struct Tally {
    items: usize,
    checks: usize,
    differences: usize,
}

impl Tally {
    fn check(&mut self, is_same: bool, what: impl FnOnce() -> String) {
        self.checks += 1;
        if !is_same {
            self.differences += 1;
            println!("differs: {}", what());
        }
    }
}

fn main() -> ExitCode {
    let mut differences = 0;
    for path in env::args().skip(1) {
        let bytes = fs::read(&path).unwrap();
        let mut tally = Tally::default();
        if path.ends_with(".trf") {
            check_file(&path, &bytes, &mut tally);
        } else if path.ends_with(".json") {
            check_berger(&serde_json::from_slice(&bytes).unwrap(), &mut tally);
        } else {
            for line in String::from_utf8(bytes).unwrap().lines() {
                check_case(&serde_json::from_str(line).unwrap(), &mut tally);
            }
        }
        println!(
            "{path}: {} items, {} checks, {} differ",
            tally.items, tally.checks, tally.differences
        );
        differences += tally.differences;
    }
    match differences {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn check_file(path: &str, bytes: &[u8], tally: &mut Tally) {
    tally.items += 1;
    match trf::read(bytes) {
        Ok(report) => check_rounds(path, report, tally),
        Err(error) => tally.check(false, || format!("{path}: {error}")),
    }
}

fn check_case(case: &Value, tally: &mut Tally) {
    let id = case["id"].as_str().unwrap();
    tally.items += 1;
    let report = match trf::read(case["trf"].as_str().unwrap().as_bytes()) {
        Ok(report) => report,
        Err(error) => return tally.check(false, || format!("{id}: {error}")),
    };
    if case.get("rows").is_some() {
        check_tie_breaks(id, case, &report, tally);
    } else if let Some(expected) = case.get("expected") {
        tally.check(is_next_round(&report, expected), || id.to_owned());
    } else {
        check_rounds(id, report, tally);
    }
}

/// Pairs every round again from those before it.
fn check_rounds(id: &str, mut report: Report, tally: &mut Tally) {
    let played = report.played_rounds();
    report.rounds.get_or_insert(played);
    for round in 0..played {
        let present = swiss::present_players(&report, round);
        let is_same = swiss::pair_round(&report, round, &present)
            .is_ok_and(|pairing| swiss::is_same(&report, round, &pairing));
        tally.check(is_same, || format!("{id}, round {}", round + 1));
    }
}

fn is_next_round(report: &Report, expected: &Value) -> bool {
    let round = report.played_rounds();
    let present = swiss::present_players(report, round);
    let pairing = swiss::pair_round(report, round, &present);
    let (Some(expected), Ok(pairing)) = (expected.as_array(), &pairing) else {
        return expected.is_null() && pairing.is_err();
    };
    let pairs = pairing.pairs.iter();
    let mut found: Vec<[usize; 2]> = pairs
        .map(|it| [it.players.white + 1, it.players.black + 1])
        .collect();
    found.extend(pairing.bye.map(|it| [it + 1, 0]));
    let number = |it: &Value| it.as_u64().unwrap() as usize;
    let mut wanted: Vec<[usize; 2]> = expected
        .iter()
        .map(|it| [number(&it[0]), number(&it[1])])
        .collect();
    found.sort_unstable();
    wanted.sort_unstable();
    found == wanted
}

fn check_tie_breaks(id: &str, case: &Value, report: &Report, tally: &mut Tally) {
    let format = match case["kind"].as_str().unwrap() {
        "swiss" => Format::Swiss,
        _ => Format::RoundRobin,
    };
    let codes = |list: &Value, skipped: usize| -> Vec<TieBreak> {
        let texts = list.as_array().unwrap().iter().skip(skipped);
        texts
            .map(|it| it.as_str().unwrap().parse().unwrap())
            .collect()
    };
    let is_same = |expected: &Value, found: Option<tiebreak::Value>| {
        let hundredths = expected.as_f64().map(|it| (it * 100.0).round() as i64);
        hundredths == found.map(tiebreak::Value::hundredths)
    };
    let tie_breaks = TieBreaks::new(report, format);
    for row in case["rows"].as_array().unwrap() {
        let player = row[0].as_u64().unwrap() as usize - 1;
        for (index, &code) in codes(&case["codes"], 1).iter().enumerate() {
            let found = tie_breaks.compute(code, player);
            let expected = &row[index + 1];
            let what = || format!("{id}, {code} of {}: {found}, not {expected}", player + 1);
            tally.check(is_same(expected, found.value), what);
        }
    }
    let list = codes(&case["rank_list"], 0);
    let ranked = tiebreak::rank(report, format, &list);
    for row in case["ranking"].as_array().unwrap() {
        let player = row[0].as_u64().unwrap() as usize - 1;
        let found = ranked.iter().find(|it| it.player == player).unwrap();
        let what = || {
            format!(
                "{id}, rank of {}: {}, not {}",
                player + 1,
                found.rank,
                row[1]
            )
        };
        tally.check(row[1].as_u64() == Some(found.rank as u64), what);
        for (index, (code, value)) in list.iter().zip(&found.values).enumerate() {
            if code.code == TieBreakCode::DirectEncounter {
                let expected = &row[index + 2];
                let what = || format!("{id}, DE of {}: {value}, not {expected}", player + 1);
                tally.check(is_same(expected, value.value), what);
            }
        }
    }
}

fn check_berger(tables: &Value, tally: &mut Tally) {
    for (count, table) in tables["tables"].as_object().unwrap() {
        tally.items += 1;
        let found = berger::rounds(count.parse().unwrap());
        for (round, pairs) in found.iter().zip(table["rounds"].as_array().unwrap()) {
            let list: Vec<[usize; 2]> = (round.iter())
                .map(|it| [it.white + 1, it.black + 1])
                .collect();
            let is_same = serde_json::to_value(list).unwrap() == pairs["table"];
            tally.check(is_same, || format!("{count} players, {}", pairs["round"]));
        }
    }
}
