//! Compares the speed of the library with other chess libraries ("peers"): the
//! same work, in one process, measured by the same clock, built with the same
//! flags.
//!
//! `cargo run -p bench --release -- [perft|full|san|fen|pgn|game]… [--json]`
//! compares with the peers; `… --features winnable -- winnable` does so for proofs
//! of who can still win; `… -- builds` compares a generic build with one
//! compiled for this processor; `… -- pgn-cores` compares two threads with one;
//! `… -- engine "arbiter uci" ethereal-chess` compares the speed of engines.

mod builds;
#[cfg(test)]
mod differential;
mod engine;
mod fen;
mod full;
mod game;
mod games;
mod perft;
mod pgn;
mod pgn_cores;
mod positions;
mod race;
mod san;
#[cfg(feature = "winnable")]
mod winnable;

use std::process::ExitCode;

use race::{Race, Row};

type Bench = (&'static str, fn() -> Vec<Race>);

const BENCHES: &[Bench] = &[
    ("perft", perft::races),
    ("full", full::races),
    ("san", san::races),
    ("fen", fen::races),
    #[cfg(feature = "winnable")]
    ("winnable", winnable::races),
    ("pgn", pgn::races),
    ("game", game::races),
];

fn main() -> ExitCode {
    let mut json = false;
    let mut alone = false;
    let mut builds = false;
    let mut cores = false;
    let mut rounds = 9;
    let mut wanted = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--json" => json = true,
            "--alone" => alone = true,
            "builds" => builds = true,
            "pgn-cores" => cores = true,
            "engine" => return engine::compare(&arguments.collect::<Vec<_>>()),
            "--rounds" => match arguments.next().and_then(|count| count.parse().ok()) {
                Some(count) if count > 0 => rounds = count,
                _ => return usage("--rounds needs a positive number"),
            },
            name => match BENCHES.iter().find(|(known, _)| *known == name) {
                Some(bench) => wanted.push(*bench),
                None => return usage(&format!("there is no benchmark {name:?}")),
            },
        }
    }
    if cores {
        return pgn_cores::run(rounds, json);
    }
    if wanted.is_empty() {
        wanted.extend(BENCHES);
    }
    if builds {
        let names: Vec<_> = wanted.iter().map(|(name, _)| *name).collect();
        return builds::compare(&names, rounds);
    }
    if !json && !alone {
        println!(
            "built for {}, {rounds} rounds, thread CPU time, medians",
            build()
        );
    }
    for race in wanted.into_iter().flat_map(|(_, races)| races()) {
        if alone {
            println!("{}", race.run_alone());
        } else {
            print(&race.run(rounds), json);
        }
    }
    ExitCode::SUCCESS
}

fn usage(problem: &str) -> ExitCode {
    let names: Vec<_> = BENCHES.iter().map(|(name, _)| *name).collect();
    eprintln!(
        "{problem}\nusage: bench engine PROGRAM…\n       bench [builds | pgn-cores] [{}]… [--rounds N] [--json | --alone]",
        names.join("|")
    );
    ExitCode::from(2)
}

/// Returns the processor that the program was compiled for. The ratios of a
/// generic build favor Arbiter, which detects processor features at run time;
/// for a fair comparison build with `RUSTFLAGS="-C target-cpu=native"`.
fn build() -> &'static str {
    if cfg!(target_feature = "bmi2") {
        "this CPU or a similar one"
    } else {
        "any CPU"
    }
}

fn print(rows: &[Row], json: bool) {
    for row in rows {
        let Row {
            bench,
            peer,
            ratio,
            ours,
            theirs,
            rounds,
            unit,
        } = row;
        if json {
            println!(
                "{{\"bench\":\"{bench}\",\"peer\":\"{peer}\",\"ratio\":{ratio:.3},\
                 \"ours\":{ours:.0},\"theirs\":{theirs:.0},\"rounds\":{rounds}}}"
            );
        } else {
            println!(
                "{bench:<12} {ratio:>6.2} x {peer:<12} {:>9.2} against {:>9.2} M {unit}/s",
                ours / 1e6,
                theirs / 1e6
            );
        }
    }
}
