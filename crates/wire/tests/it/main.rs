//! The words of the server, as they look from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod declarations;
mod fixtures;
mod protocol;
mod round_trip;
mod webchess;
