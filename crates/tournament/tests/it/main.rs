//! Tournaments from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod arena;
mod berger;
mod explain;
mod knockout;
mod tiebreak;
mod tournament;
mod trf;
