//! One game, tested as a user of the crate sees it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod clock;
mod clock_laws;
mod clock_slowly;
mod control;
mod lag;
