//! A refereed game of chess between two players, from the first move to the
//! result: clocks, draw offers, claims, touch-move, takebacks and the end.
//!
//! The crate is pure. It reads no clock, draws no random number, and neither
//! sends nor stores anything. The caller passes the time as a [`Time`] and what
//! a player wants to do as an [`Action`]. [`Game::decide`] answers with the
//! [`Event`]s that follow, or with a [`Refusal`] that says why not, and changes
//! nothing. [`Game::apply`] applies an event and cannot fail. Events are the
//! only way in which a game changes, so storing, resuming, broadcasting and
//! replaying a game all use the same list of events.
//!
//! ```
//! use arbiter_game::{Action, Event, Game, Options, Time};
//! use arbiter_rules::{Color, UciMove};
//!
//! let options = Options::default().with_clock("5+3".parse()?);
//! let mut game = Game::start(options, Time::from_millis(0)).expect("the start is playable");
//! let start = Event { at: game.last_event_at(), fact: game.start_fact() };
//! let mut record = vec![game.write_event(&start)];
//!
//! // White plays e4, and Black resigns.
//! let e4 = Action::from("e2e4".parse::<UciMove>()?);
//! let actions = [(900, Color::White, e4), (2_400, Color::Black, Action::Resign)];
//! for (millis, color, action) in actions {
//!     for event in game.decide(Time::from_millis(millis), color, action)? {
//!         record.push(game.write_event(&event));
//!         game.apply(&event);
//!     }
//! }
//! assert_eq!(game.ending().expect("a result").result(), "1-0");
//! assert_eq!(record[1..], ["900 played e2e4", "2400 ended 1-0 resignation"]);
//!
//! // A finished game refuses everything, with a sentence for the player.
//! let refusal = game.decide(Time::from_millis(3_000), Color::White, e4).unwrap_err();
//! assert_eq!(refusal.code(), "game_over");
//! assert_eq!(refusal.to_string(), "The game is over (White wins: resignation).");
//!
//! // The record is enough to restore the game.
//! assert_eq!(Game::from_record(record.iter().map(String::as_str))?, game);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | `action` | [`Action`]: what a player asks for |
//! | `event` | [`Event`]: what happened |
//! | `refusal` | [`Refusal`]: why an action is refused |
//! | `options` | [`Options`]: what the players agree on before the game |
//! | `ending` | [`Ending`]: the result and its [`Reason`] |
//! | `game` | [`Game`]: the state, `apply`, and the submodules `decide` (the rules of play), `record` (events as lines of text), `replay` (a game from its record), `hidden` (what is public in Saktris) and `views` (moves, history, claims) |
//! | `obligation` | [`Obligation`]: what touching pieces obliges a player to do |
//! | `move_record`, `material` | [`MoveRecord`] and [`Material`]: views of the moves |
//! | `saktris` | [`SaktrisOptions`]: where the order of arriving pieces comes from |
//! | `time` | [`Time`] and [`Span`] |
//! | `control` | [`TimeControl`]: the rule of a clock, and its notations |
//! | `clock` | [`Clock`]: the state of both clocks |
//! | `lag` | [`LagCompensation`]: how much network delay is not charged |
//!
//! Citations such as R44 and C6 refer to the numbered laws in `docs/laws.md`,
//! and FIDE 3.8.2 to an article of the FIDE Laws of Chess.

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
pub use clock::{Clock, ClockBudget, ClockReading, ClockSnapshot};
pub use control::{Bonus, ParseTimeControlError, Period, Periods, TimeControl, TimeControlProblem};
pub use ending::{Ending, Reason, Verdict};
pub use event::{Event, Fact};
pub use game::{CorruptRecord, EventError, Game, PlayedMove};
pub use lag::LagCompensation;
pub use material::Material;
pub use move_record::MoveRecord;
pub use obligation::Obligation;
pub use options::{Berserk, Conduct, Draws, FirstMoves, Options, Rating, Takebacks};
pub use refusal::Refusal;
pub use saktris::{OrderMode, ParseSaktrisError, SaktrisOptions};
pub use time::{Span, Time};
