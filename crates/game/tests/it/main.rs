//! Tests of the public interface of the crate.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod berserk;
mod claims;
mod clock;
mod clock_laws;
mod clock_slowly;
mod control;
mod ends;
mod given_back;
mod lag;
mod laws;
mod laws_refusals;
mod offers;
mod referee;
mod replay;
mod saktris;
mod script;
mod takebacks;
mod touch;
mod views;
