//! Tournaments from outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod arena;
mod berger;
mod explain;
mod keizer;
mod knockout;
mod team_match;
mod tiebreak;
mod tournament;
mod trf;
