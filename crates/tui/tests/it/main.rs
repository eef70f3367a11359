//! Tests of the terminal as players see it: keys in, screen out.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod computer;
mod journal;
mod memory_storage;
mod player;
mod saktris;
mod screens;
mod small;
