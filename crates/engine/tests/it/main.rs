//! Tests of the public interface of the engine.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod client;
mod endings;
mod evaluation;
mod levels;
mod mates;
mod saktris;
mod searching;
mod syzygy;
mod tactics;
mod uci_language;
mod uci_session;
