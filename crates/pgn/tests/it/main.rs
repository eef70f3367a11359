//! Whole games as text, tested as a user of the crate sees them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod annotation;
mod reading;
mod tree;
mod tree_properties;
mod write;
