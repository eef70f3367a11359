//! Tests of the crate through its public interface.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod annotation;
mod damage;
mod game;
mod parallel_reader;
mod reading;
mod round_trip;
mod split_reading;
mod tree;
mod tree_properties;
mod write;
