//! Fuzz targets: properties that must hold for every input, as functions of
//! arbitrary bytes that panic if the property is violated.
//!
//! `cargo xtask fuzz` runs them with random and mutated inputs on a stable
//! compiler; `cargo fuzz run fen --features libfuzzer` runs them with coverage
//! guidance on a nightly compiler. The code under test is in `crates/`.

use arbiter_rules::Position;

mod epd;
mod fen;
mod game;
mod legality;
mod pgn;
pub mod random;
mod record;
mod replay;
mod saktris;
mod san;
mod tournament;
mod trf;
mod uci;
mod uci_line;
mod uci_session;
mod wire;

pub use epd::epd;
pub use fen::fen;
pub use game::game;
pub use legality::legality;
pub use pgn::pgn;
pub use record::record;
pub use replay::replay;
pub use saktris::saktris;
pub use san::san;
pub use tournament::tournament;
pub use trf::trf;
pub use uci::uci;
pub use uci_line::uci_line;
pub use uci_session::uci_session;
pub use wire::wire;

/// A property to check, with inputs to start from.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// The name for `cargo fuzz run`.
    pub name: &'static str,
    /// Panics if the property does not hold for the input.
    pub check: fn(&[u8]),
    /// Well-formed inputs; empty if all inputs are well-formed.
    pub seeds: &'static [&'static str],
}

/// All fuzz targets.
pub const TARGETS: [FuzzTarget; 15] = [
    FuzzTarget {
        name: "fen",
        check: fen,
        seeds: &fen::SEEDS,
    },
    FuzzTarget {
        name: "epd",
        check: epd,
        seeds: &epd::SEEDS,
    },
    FuzzTarget {
        name: "san",
        check: san,
        seeds: &san::SEEDS,
    },
    FuzzTarget {
        name: "uci",
        check: uci,
        seeds: &uci::SEEDS,
    },
    FuzzTarget {
        name: "pgn",
        check: pgn,
        seeds: &pgn::SEEDS,
    },
    FuzzTarget {
        name: "trf",
        check: trf,
        seeds: &trf::SEEDS,
    },
    FuzzTarget {
        name: "tournament",
        check: tournament,
        seeds: &tournament::SEEDS,
    },
    FuzzTarget {
        name: "legality",
        check: legality,
        seeds: &[],
    },
    FuzzTarget {
        name: "saktris",
        check: saktris,
        seeds: &[],
    },
    FuzzTarget {
        name: "replay",
        check: replay,
        seeds: &[],
    },
    FuzzTarget {
        name: "game",
        check: game,
        seeds: &[],
    },
    FuzzTarget {
        name: "record",
        check: record,
        seeds: &record::SEEDS,
    },
    FuzzTarget {
        name: "uci_line",
        check: uci_line,
        seeds: &uci_line::SEEDS,
    },
    FuzzTarget {
        name: "uci_session",
        check: uci_session,
        seeds: &uci_session::SEEDS,
    },
    FuzzTarget {
        name: "wire",
        check: wire,
        seeds: &wire::SEEDS,
    },
];

/// Uses the first byte to choose a position, and returns it with the rest.
fn position_and_rest(data: &[u8]) -> Option<(Position, &[u8])> {
    let (&first, rest) = data.split_first()?;
    let position = fen::SEEDS[usize::from(first) % fen::SEEDS.len()].parse();
    Some((position.ok()?, rest))
}
