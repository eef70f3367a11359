//! Laws that hold for every input, as plain functions of arbitrary bytes:
//! each panics if its law is broken and returns otherwise.
//!
//! `cargo xtask fuzz` feeds them random and mutated inputs on a stable
//! compiler; `cargo fuzz run fen --features libfuzzer` lets a nightly one look
//! for branches. Nothing else may live here: what the laws are about is in
//! `crates/`.

mod fen;
mod legality;
pub mod random;

pub use fen::fen;
pub use legality::legality;

/// A law, with inputs from which others are made.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// What `cargo fuzz run` calls it.
    pub name: &'static str,
    /// The law.
    pub check: fn(&[u8]),
    /// Well-formed inputs.
    pub seeds: &'static [&'static str],
}

/// All of them.
pub const BODIES: [Body; 2] = [
    Body {
        name: "fen",
        check: fen,
        seeds: &fen::SEEDS,
    },
    Body {
        name: "legality",
        check: legality,
        seeds: &[""],
    },
];
