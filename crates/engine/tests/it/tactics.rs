//! The engine finds the best move in tactical positions.

use arbiter_engine::{Engine, EngineSettings, Limits};
use arbiter_rules::{PlayedLine, Position};

/// Each line is a position with `bm`, the best move.
const TACTICS: &str = include_str!("../data/tactics.epd");

/// The node limit for each position.
const NODES: u64 = 200_000;

#[test]
fn every_tactic_is_found() {
    let mut engine = Engine::new(EngineSettings {
        threads: 1,
        hash_mib: 8,
    });
    let missed: Vec<_> = TACTICS
        .lines()
        .filter_map(|line| {
            let (fen, best) = line.split_once(" bm ").unwrap();
            let position: Position = format!("{fen} 0 1").parse().unwrap();
            let wanted = position.read(best.trim_end_matches(';')).unwrap();
            engine.clear();
            let result = engine.search(
                &PlayedLine::from(position.clone()),
                &Limits::nodes(NODES),
                &(),
            );
            let found = result.best().unwrap();
            (found != wanted).then(|| format!("{line} found {}", position.san(found)))
        })
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(TACTICS.lines().count() >= 10);
}
