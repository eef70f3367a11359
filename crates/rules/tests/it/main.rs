//! The laws of chess, tested as a user of the crate sees them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod board;
mod chess960;
mod diagrams;
mod epd;
mod fen;
mod find;
mod games;
mod laws;
mod perft;
mod premoves;
mod random;
mod random_games;
mod read;
mod refusals;
mod saktris;
mod san;
mod setups;
mod uci;
mod winnable;
