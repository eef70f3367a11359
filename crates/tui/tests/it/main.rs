//! The terminal as its players see it: keys in, screen out.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod desk;
mod journal;
mod player;
mod saktris;
mod screens;
mod small;
mod solo;
