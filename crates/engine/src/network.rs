//! The network: a small neural network that evaluates positions.
//!
//! It has 768 inputs for each side's point of view: own and enemy pieces of six roles
//! on 64 squares, with the board mirrored so that the side's own king is on files a to d.
//! Each point of view feeds the same hidden layer, whose values are clipped and
//! squared. The output is a weighted sum, with weights that depend on the number of
//! pieces. `tune/train.py` trains it and describes its file.

mod hidden_layer;
mod kernel;
mod network_evaluator;
mod network_weights;

pub(crate) use network_evaluator::NetworkEvaluator;
pub use network_weights::{Network, NetworkError};

#[cfg(test)]
mod tests;
