//! Tournaments: players, rounds and results, Swiss pairings by the FIDE (Dutch)
//! System of 2026, and the report files of FIDE.
//!
//! The crate is pure. It reads no clock and no file, draws no random number and
//! stores nothing. A [`Report`] is what a tournament looks like after some
//! rounds; the pairing of the next round follows from it alone.
//!
//! ```
//! use arbiter_tournament::{Player, Report, swiss};
//!
//! let names = ["Ada", "Ben", "Cleo", "Dana", "Emil"];
//! let report = Report {
//!     players: names.map(|it| Player { name: it.into(), ..Player::default() }).into(),
//!     rounds: Some(3),
//!     ..Report::default()
//! };
//! let everybody = swiss::present_players(&report, 0);
//! let pairing = swiss::pair_round(&report, 0, &everybody)?;
//!
//! // In the first round the upper half meets the lower half.
//! let first = pairing.pairs[0].players;
//! assert_eq!([first.white, first.black].map(|it| names[it]), ["Ada", "Cleo"]);
//! assert_eq!(pairing.bye.map(|it| names[it]), Some("Emil"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

pub mod berger;
mod entry;
mod points;
mod report;
pub mod swiss;
pub mod tiebreak;
pub mod trf;

pub use entry::{Bye, Entry, GameEntry, Mode, Outcome};
pub use points::{ParsePointsError, Points};
pub use report::{Acceleration, Player, ProhibitedPairs, Report, Scoring};
