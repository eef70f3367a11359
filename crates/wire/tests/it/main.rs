//! The messages as JSON, as clients see them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod challenge;
mod declarations;
mod fixtures;
mod premoves;
mod protocol;
mod refusals;
mod round_trip;
mod update_frame;
mod webchess;
