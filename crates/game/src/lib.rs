//! One game between two players, from the first move to the result.
//!
//! Pure: no clock is read here, nothing is drawn by chance, nothing is sent
//! and nothing is stored. Time comes in as a [`Time`], and what happened goes
//! out as events.

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod clock;
mod control;
mod lag;
mod time;

pub use clock::{Clock, Reading, Snapshot};
pub use control::{Bonus, ControlProblem, ParseTimeControlError, Period, TimeControl};
pub use lag::Lag;
pub use time::{Span, Time};
