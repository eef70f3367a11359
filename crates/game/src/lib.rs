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
mod ending;
mod event;
mod game;
mod lag;
mod material;
mod move_record;
mod obligation;
mod options;
mod refusal;
mod saktris;
mod time;

pub use action::{Action, PlayRequest};
pub use clock::{Clock, ClockReading, ClockSnapshot};
pub use control::{Bonus, ParseTimeControlError, Period, Periods, TimeControl, TimeControlProblem};
pub use ending::{Ending, Reason};
pub use event::{Event, EventError, Fact};
pub use game::{CorruptRecord, Game, PlayedMove};
pub use lag::LagCompensation;
pub use material::Material;
pub use move_record::MoveRecord;
pub use obligation::Obligation;
pub use options::{Conduct, Draws, FirstMoves, Options, Rating, Takebacks};
pub use refusal::Refusal;
pub use saktris::{OrderMode, ParseSaktrisError, SaktrisOptions};
pub use time::{Span, Time};
