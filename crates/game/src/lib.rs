//! One game between two players, from the first move to the result.
//!
//! Pure: no clock is read here, nothing is drawn by chance, nothing is sent
//! and nothing is stored. Time comes in as a [`Time`], and what happened goes
//! out as events.

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod time;

pub use time::{Span, Time};
