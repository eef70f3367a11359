//! The Universal Chess Interface, both ways: as an engine that is spoken to,
//! and as the one who speaks to engines.

pub mod client;
