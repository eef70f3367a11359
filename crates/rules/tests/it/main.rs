//! The laws of chess, tested as a user of the crate sees them.

mod find;
mod pictures;
mod san;
mod uci;
