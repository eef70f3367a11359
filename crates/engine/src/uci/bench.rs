//! The fingerprint of the search: the number of nodes it visits for fixed
//! positions at a fixed depth with one thread. A change that affects the search
//! changes the number; a refactoring does not.

use core::fmt;
use std::sync::Arc;

use arbiter_rules::{PlayedLine, Position};

use crate::{Engine, EngineSettings, Limits, Network, SearchControl};

/// The default depth in half-moves.
pub const DEFAULT_DEPTH: u32 = 12;

/// The result of searching one position.
#[derive(Clone, Debug)]
pub struct BenchResult {
    /// The number of the position, from 1.
    pub number: usize,
    /// The position searched.
    pub position: Position,
    /// The number of nodes visited.
    pub nodes: u64,
}

impl fmt::Display for BenchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BenchResult {
            number,
            position,
            nodes,
        } = self;
        let count = FENS.len();
        write!(f, "{number:>2}/{count} {nodes:>9}  {position}")
    }
}

/// Searches all positions with the embedded network, each with cleared memory, and
/// returns the total number of nodes. If the control stops the run, the total is
/// meaningless.
pub fn run(depth: u32, control: &dyn SearchControl, on_result: impl FnMut(&BenchResult)) -> u64 {
    run_with(Network::embedded(), depth, control, on_result)
}

/// Does the same with this network.
pub fn run_with(
    network: Arc<Network>,
    depth: u32,
    control: &dyn SearchControl,
    mut on_result: impl FnMut(&BenchResult),
) -> u64 {
    let mut engine = Engine::with_network(EngineSettings::default(), network);
    let mut total = 0;
    for (index, position) in positions().enumerate() {
        if control.should_stop() {
            break;
        }
        engine.clear();
        let result = engine.search(
            &PlayedLine::from(position.clone()),
            &Limits::depth(depth),
            control,
        );
        total += result.nodes;
        on_result(&BenchResult {
            number: index + 1,
            position,
            nodes: result.nodes,
        });
    }
    total
}

/// Returns the positions of the benchmark.
pub fn positions() -> impl Iterator<Item = Position> {
    let parse = |fen: &&str| fen.parse().expect("every FEN of the list is tested");
    FENS.iter().map(parse)
}

/// Positions from games of this engine, and some basic endings.
const FENS: [&str; 43] = [
    // Openings.
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkb1r/pp2n1pp/3p4/2p2p2/2P5/N4Q1P/PP2PPP1/R1B1KB1R b KQkq - 1 9",
    "rnb1kbnr/pp2p2p/3p4/q1P1Pp2/5p2/2P2N2/PP4PP/RNBQKB1R b KQkq - 0 7",
    "rn1qkb1r/pp1b1pp1/4pn2/2pp3p/3P1P2/2P1PN2/PP1N2PP/R1BQKB1R w KQkq - 0 7",
    "r2qkb1r/pppnn1p1/4bp1p/3Pp3/8/P1PP1N1P/1P1N1PP1/R1BQKB1R b KQkq - 0 8",
    "r1bqkbnr/pp3ppp/n1p1p3/8/2BPp3/2N5/PPP2PPP/R1BQK1NR w KQkq - 0 6",
    "r1bqkb1r/pp1nn1pp/2p2p2/3pp3/4PP2/2NP2PP/PPPB3R/R2QKBN1 b Qkq - 1 8",
    "rnbqkbnr/ppp1pppp/3p4/8/P3P3/8/1PPP1PPP/RNBQKBNR b KQkq - 0 2",
    "r1bqkb1r/pp1n2p1/3ppn1p/5p2/2PN3P/1P2P1P1/PB3P2/RN1QKB1R b KQkq - 0 9",
    "r2qkb1r/pp1bnppp/n3p3/3p4/2PP4/NQ3N2/PP1B1PPP/R3KB1R b KQkq - 3 8",
    // Middlegames.
    "2b1kb1r/r1p3p1/pp3q2/7p/4Pp1P/2NP1B2/PPP5/R2QK2R b KQk - 1 16",
    "rn3knr/1p1b2pp/2pp4/p2Ppp2/PqB1P3/1P3PP1/3N3P/2R1QKNR w - - 0 17",
    "rnb2b1r/pp2k2p/4pn2/2q1Np2/Q1B2B2/2P5/PP4PP/RN2K2R w KQ - 2 12",
    "7k/1p6/5r1p/p1q2Np1/P3Qp1P/8/6P1/4R2K w - - 5 38",
    "r2q1b2/3n1k2/pp3pp1/2p1p2r/2P1Nn2/PP1P1NR1/1BQ2P2/1K4R1 w - - 0 22",
    "4rrk1/1bn1q1b1/3Qp3/1pP3pp/p4p2/P1PN2N1/BP4PP/4RRK1 w - - 0 25",
    "2k2b1r/p6p/5p2/2pb3N/Pp1q4/3nBP2/1P4PP/R2Q1RK1 b - - 2 22",
    "r3kb1r/pbpq2pp/1p1p1p2/6B1/4P3/2Q1N3/PPP3PP/R3K1NR w KQkq - 0 13",
    "2k2r1r/pbq3p1/1p2P1np/2np4/3N4/4QN1P/PPPB4/1K2RB2 b - - 1 23",
    "r4rk1/pQpq1p2/1p1n1b1p/6p1/1PPN4/8/P3P1PP/2KRBB1R w - - 1 24",
    "rn1q1rk1/1ppb2bp/3p1np1/1P2pp2/P3P3/3P1P2/1B1NN1PP/R2QKB1R b KQ - 0 11",
    "rn5r/ppk1p3/2pqBn1b/3p3p/3P1P2/2N1BQP1/PPP4P/R3K2R w KQ - 4 17",
    "2kr1b2/p4p2/1p3p2/2p1p2r/7P/1P2BN2/P1K2P2/3R3R b - - 1 20",
    "rnb1k2r/pp1n4/3bN1p1/5p1p/8/4B3/PPP2PPP/RN2KB1R w KQkq - 2 12",
    "1k1r4/p1p5/2pb1r2/P4ppp/1PPp1n1q/3P1P1P/4QN1P/1RB1R1K1 w - - 3 22",
    "2r2b1r/p1nqnk2/1p2pp2/1P1p2pp/3P4/1QBB3P/PP1N1PP1/1K1RR3 w - - 6 18",
    // Endings.
    "8/8/2p5/2PP1k2/2P5/3KR1pr/8/8 w - - 0 53",
    "8/5rk1/3RRnp1/p2p4/P6P/5PPK/r7/8 w - - 9 39",
    "8/1p2k2p/8/4Bp2/2b5/2Nr3P/P1pbK1P1/4R2R w - - 3 31",
    "8/8/1p6/p7/P6p/5K2/7k/8 b - - 3 56",
    "r7/3n1p2/3k1n2/3pp1p1/3P2P1/2NBKP2/P7/1R6 w - - 0 28",
    "8/8/pp6/2p2Pk1/1PPb4/P2P4/2K5/8 w - - 1 46",
    "2kr3r/p5pp/2b2p2/2p5/2N2B2/7P/PPP3P1/5RK1 b - - 1 25",
    "8/4bp2/4kp2/p6r/2N2p1P/BP6/4K3/7R b - - 0 33",
    "8/2p2k2/1r6/8/5K2/3p3R/8/8 b - - 0 55",
    "8/6p1/6k1/2R5/2Pp4/8/3KP3/r7 b - - 4 68",
    "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1",
    "8/8/8/4k3/8/8/8/3BKN2 w - - 0 1",
    "8/8/8/8/4k3/8/p7/K3Q3 b - - 0 1",
    // Chess960.
    "r1qkn1br/4b3/1pn1pp2/1N1p2pp/5P2/2P1P2P/PP2B1P1/R1QKN1BR w HAha - 0 11",
    "rk1nqrbb/1p5p/PQp5/3p4/5p2/1PNN4/2PP3P/RK3R1B b FA - 0 14",
    "nqrnkrbb/pp3ppp/2pp4/4p3/2P1B1P1/1N6/PP1PPP1P/1QRNKRB1 b FCfc - 1 4",
    "r2k3r/3q4/6b1/P1p4N/1p1n4/3P3P/PQ2PPP1/RB3RK1 b ha - 0 20",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_a_legal_move_and_no_two_are_the_same() {
        for (index, fen) in FENS.iter().enumerate() {
            let position: Position = fen.parse().unwrap();
            assert!(position.has_legal_move(), "{fen}");
            assert!(!FENS[..index].contains(fen), "{fen}");
        }
    }

    #[test]
    fn the_same_search_visits_the_same_number_of_nodes() {
        let mut sum = 0;
        let first = run(4, &(), |result| sum += result.nodes);
        assert_eq!(sum, first);
        assert_eq!(run(4, &(), |_| ()), first);
        assert_ne!(run(5, &(), |_| ()), first);
    }
}
