//! Tests of the server through its public interface.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod api;
mod game;
mod harness;
mod laws;
mod nodes;
mod people;
mod rating;
mod simulation;
mod store;
mod tournaments;
