//! Laws that hold for every input, as plain functions of arbitrary bytes:
//! each panics if its law is broken and returns otherwise.
//!
//! `cargo xtask fuzz` feeds them random and mutated inputs on a stable
//! compiler; `cargo fuzz run fen --features libfuzzer` lets a nightly one look
//! for branches. Nothing else may live here: what the laws are about is in
//! `crates/`.

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
pub use uci::uci;
pub use uci_line::uci_line;
pub use uci_session::uci_session;
pub use wire::wire;

/// A law, with inputs from which others are made.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// What `cargo fuzz run` calls it.
    pub name: &'static str,
    /// The law.
    pub check: fn(&[u8]),
    /// Well-formed inputs; none if any bytes are well-formed.
    pub seeds: &'static [&'static str],
}

/// All of them.
pub const BODIES: [Body; 13] = [
    Body {
        name: "fen",
        check: fen,
        seeds: &fen::SEEDS,
    },
    Body {
        name: "epd",
        check: epd,
        seeds: &epd::SEEDS,
    },
    Body {
        name: "san",
        check: san,
        seeds: &san::SEEDS,
    },
    Body {
        name: "uci",
        check: uci,
        seeds: &uci::SEEDS,
    },
    Body {
        name: "pgn",
        check: pgn,
        seeds: &pgn::SEEDS,
    },
    Body {
        name: "legality",
        check: legality,
        seeds: &[],
    },
    Body {
        name: "saktris",
        check: saktris,
        seeds: &[],
    },
    Body {
        name: "replay",
        check: replay,
        seeds: &[],
    },
    Body {
        name: "game",
        check: game,
        seeds: &[],
    },
    Body {
        name: "record",
        check: record,
        seeds: &record::SEEDS,
    },
    Body {
        name: "uci_line",
        check: uci_line,
        seeds: &uci_line::SEEDS,
    },
    Body {
        name: "uci_session",
        check: uci_session,
        seeds: &uci_session::SEEDS,
    },
    Body {
        name: "wire",
        check: wire,
        seeds: &wire::SEEDS,
    },
];

/// The first byte chooses a position in which the rest is to make sense.
fn position_and_rest(data: &[u8]) -> Option<(Position, &[u8])> {
    let (&first, rest) = data.split_first()?;
    let position = fen::SEEDS[usize::from(first) % fen::SEEDS.len()].parse();
    Some((position.ok()?, rest))
}
