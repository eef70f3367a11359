//! Mates in one to five moves are found, and hold against every defense.

use std::sync::Mutex;

use arbiter_engine::{Bound, Engine, EngineSettings, Limits, Score, SearchControl, SearchReport};
use arbiter_rules::{Move, PlayedLine, Position};

/// Each line is a position with `dm`, the moves to mate.
const MATES: &str = include_str!("../data/mates.epd");

/// The node limit for finding a mate.
const NODES: u64 = 250_000;

#[test]
fn every_mate_is_found_and_holds_against_every_defense() {
    let mut engine = engine();
    let mut missed = Vec::new();
    for (position, moves) in mates() {
        engine.clear();
        let result = engine.search(&PlayedLine::from(position.clone()), &limits(moves), &());
        if result.score() == Score::mate_in(moves) {
            prove(&mut engine, &position, moves, result.best());
        } else {
            missed.push(format!("{position}: {:?}, not {moves}", result.score()));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Mates in two and three from games between levels, one from each game.
const SHORT_MATES: &str = include_str!("../data/short_mates.epd");

#[test]
fn half_of_the_short_mates_are_found_within_400_nodes() {
    let mut engine = engine();
    let nodes = read(SHORT_MATES).map(|(position, moves)| {
        engine.clear();
        let limits = Limits {
            mate: Some(moves),
            ..Limits::nodes(3_000)
        };
        let first_mate = FirstMate::default();
        engine.search(&PlayedLine::from(position), &limits, &first_mate);
        first_mate.0.into_inner().unwrap().unwrap_or(u64::MAX)
    });
    let mut nodes: Vec<u64> = nodes.collect();
    nodes.sort_unstable();
    assert_eq!(nodes.len(), 60);
    assert!(nodes[30] <= 400, "{nodes:?}");
}

/// Notes how many nodes had been searched when a mate was first reported.
#[derive(Default)]
struct FirstMate(Mutex<Option<u64>>);

impl SearchControl for FirstMate {
    fn on_report(&self, report: &SearchReport) {
        if report.bound == Bound::Exact && report.score.mate().is_some_and(|mate| mate > 0) {
            self.0.lock().unwrap().get_or_insert(report.nodes);
        }
    }
}

/// Proves by brute force that there is no shorter mate. Beyond three moves that would
/// take too long.
#[test]
fn no_mate_is_shorter_than_stated() {
    for (position, moves) in mates().filter(|(_, moves)| *moves <= 3) {
        assert!(!can_mate(&position, moves - 1), "{position}");
    }
}

#[test]
fn there_are_mates_of_every_length() {
    for moves in 1..=5 {
        let count = mates().filter(|(_, of)| *of == moves).count();
        assert!(count >= 4, "{count} mates in {moves}");
    }
}

fn mates() -> impl Iterator<Item = (Position, u32)> {
    read(MATES)
}

fn read(text: &str) -> impl Iterator<Item = (Position, u32)> {
    text.lines().map(|line| {
        let (fen, moves) = line.split_once(" dm ").unwrap();
        let position = format!("{fen} 0 1").parse().unwrap();
        (position, moves.trim_end_matches(';').parse().unwrap())
    })
}

fn engine() -> Engine {
    Engine::new(EngineSettings {
        threads: 1,
        hash_mib: 8,
    })
}

fn limits(moves: u32) -> Limits {
    Limits {
        mate: Some(moves),
        ..Limits::nodes(NODES)
    }
}

/// Plays the move and every defense, and lets the engine continue until mate.
fn prove(engine: &mut Engine, position: &Position, moves: u32, best: Option<Move>) {
    let after = position.after(best.unwrap());
    if is_mate(&after) {
        return;
    }
    assert!(moves > 1, "no mate: {position}");
    assert!(after.has_legal_move(), "stalemate: {after}");
    for defense in after.legal_moves() {
        let next = after.after(defense);
        let result = engine.search(&PlayedLine::from(next.clone()), &limits(moves - 1), &());
        let mate = result.score().mate();
        let still_mates = mate.is_some_and(|mate| mate > 0 && (mate as u32) < moves);
        assert!(still_mates, "{next}: {:?}", result.score());
        prove(engine, &next, moves - 1, result.best());
    }
}

fn is_mate(position: &Position) -> bool {
    position.is_check() && !position.has_legal_move()
}

/// Reports whether the side to move can force mate in this many moves.
fn can_mate(position: &Position, moves: u32) -> bool {
    moves > 0
        && position.legal_moves().any(|mv| {
            let after = position.after(mv);
            if moves == 1 || !after.has_legal_move() {
                return is_mate(&after);
            }
            after
                .legal_moves()
                .all(|defense| can_mate(&after.after(defense), moves - 1))
        })
}
