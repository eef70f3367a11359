//! Swiss pairings by the FIDE (Dutch) System, C.04.3 in force from 1 February
//! 2026.
//!
//! | article | module |
//! |---|---|
//! | 1.2–1.8: order, floats, color preferences, topscorers | `contender` |
//! | 2: criteria C1–C21 | `bracket` |
//! | 3, 4: brackets and the order of candidates | `round_graph`, `order` |
//! | 5: colors | `colors` |
//!
//! [`explain_round`] says why each pair is as it is.

mod bracket;
mod colors;
mod contender;
mod explain;
pub(crate) mod matching;
#[cfg(test)]
mod oracle;
mod order;
mod round;
mod round_graph;

pub use bracket::{Ago, Criterion};
pub use colors::ColorRule;
pub use contender::{Contender, Float, Preference, Strength};
pub use explain::{
    Alternative, FloatExplanation, Objection, PairExplanation, RoundExplanation, explain_round,
};
pub use round::{
    BracketRecord, NoPairing, Pair, RoundPairing, is_same, pair_round, present_players,
};
