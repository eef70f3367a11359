//! Whole games as text, tested as a user of the crate sees them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod annotation;
mod batch;
mod damage;
mod game;
mod reading;
mod reading_pieces;
mod round_trip;
mod tree;
mod tree_properties;
mod write;
