//! The messages as JSON, as clients see them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod declarations;
mod fixtures;
mod protocol;
mod refusals;
mod round_trip;
mod webchess;
