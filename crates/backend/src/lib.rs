//! What the chess server does behind its endpoints: it keeps time, stores games, lets
//! the referee decide, and sends what was decided to everyone who watches. HTTP, the
//! page, accounts and tournaments are in `arbiter_server`; the rules of chess in
//! `arbiter_rules` and `arbiter_game`.
//!
//! The modules are layers, and each uses only those before it:
//!
//! 1. [`base`]: time, random numbers, identifiers, settings, limits.
//! 2. [`store`]: everything that is kept in a database.
//! 3. [`refusal`]: why the server refuses, with a code for each reason.
//! 4. [`play`]: games in memory, the computer, analysis.
//!
//! `cargo xtask tidy` checks this order (`xtask/src/tidy/layers.rs`). Every move passes through
//! this crate, so it is optimized more than `arbiter_server`, which takes longer to compile.

pub mod base;
pub mod play;
pub mod refusal;
pub mod store;
