//! Static evaluation: the value of a position without searching.

mod accumulator;
mod breakdown;
mod chances;
mod endings;
mod eval_context;
mod evaluator;
mod keys;
mod king;
mod layout;
mod masks;
mod pair;
mod passed;
mod pawns;
mod pieces;
mod saktris;
mod tally;
mod threats;
mod trace;
pub mod tuning;
mod weights;

pub use accumulator::Accumulator;
pub use breakdown::{Breakdown, Term};
pub(crate) use evaluator::prepare;
pub use evaluator::{Evaluator, evaluate};
