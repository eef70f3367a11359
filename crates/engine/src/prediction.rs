//! The network that predicts the moves of people: what would a player of a certain
//! rating play here?
//!
//! It sees the board as 18 planes from the point of view of the side to move. A
//! convolution and several residual blocks turn them into a vector for each square. The
//! logit of a move is the product of a vector of its origin and one of its target. The
//! rating of the player shifts every channel. `tune/policy.py` trains it and describes
//! its file. All numbers are integers, so that every machine computes the same.

mod convolution;
mod move_chances;
mod move_predictor;
mod planes;

pub use move_chances::MoveChances;
pub use move_predictor::MovePredictor;

#[cfg(test)]
mod tests;
