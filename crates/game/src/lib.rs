//! One game between two players, from the first move to the result.
//!
//! Pure: no clock is read here, nothing is drawn by chance, nothing is sent
//! and nothing is stored. Time comes in as a [`Time`], wishes come in as an
//! [`Action`], and everything that happened goes out as an [`Event`].

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod action;
mod clock;
mod control;
mod duty;
mod ending;
mod event;
mod game;
mod lag;
mod material;
mod options;
mod record;
mod refusal;
mod saktris;
mod time;

pub use action::{Action, Play};
pub use clock::{Clock, Reading, Snapshot};
pub use control::{Bonus, ControlProblem, ParseTimeControlError, Period, Periods, TimeControl};
pub use duty::Duty;
pub use ending::{Ending, Reason};
pub use event::{Event, EventError, Fact};
pub use game::{Corrupt, Game, PlayedMove};
pub use lag::Lag;
pub use material::Material;
pub use options::{Conduct, Draws, FirstMoves, Options, Rating, TakeBacks};
pub use record::Record;
pub use refusal::Refusal;
pub use saktris::{OrderMode, ParseSaktrisError, SaktrisOptions};
pub use time::{Span, Time};
