//! Tournaments: players, rounds and results, Swiss pairings by the FIDE (Dutch)
//! System of 2026, round robins, tie-breaks, and the report files of FIDE.
//!
//! The crate is pure. It reads no clock and no file, draws no random number and
//! stores nothing. [`Tournament::decide`] answers what an arbiter asks for with the
//! [`Event`]s that follow, or with a [`Refusal`], and changes nothing;
//! [`Tournament::apply`] applies an event and cannot fail.
//!
//! ```
//! use arbiter_tournament::{Action, Player, Settings, System, Tournament};
//!
//! let mut tournament = Tournament::start(Settings::new("Club open", System::Swiss, 3));
//! let mut record = vec![tournament.write_settings()];
//! let mut act = |tournament: &mut Tournament, action: Action| {
//!     for event in tournament.decide(&action)? {
//!         record.push(event.to_string());
//!         tournament.apply(&event);
//!     }
//!     Ok::<(), arbiter_tournament::Refusal>(())
//! };
//! for (name, rating) in [("Ada", 2100), ("Ben", 2000), ("Cleo", 1900), ("Dana", 1800)] {
//!     let player = Player { name: name.into(), rating, ..Player::default() };
//!     act(&mut tournament, Action::Add(player))?;
//! }
//!
//! // In the first round the upper half meets the lower half.
//! act(&mut tournament, Action::Pair)?;
//! for (board, result) in [(1, "1-0"), (2, "1/2")] {
//!     let result = result.parse()?;
//!     act(&mut tournament, Action::Record { round: 1, board, result })?;
//! }
//! // In the second round Ada has Black, and meets the best of the players not met yet.
//! act(&mut tournament, Action::Pair)?;
//! let players = tournament.rounds()[1].games[0].players;
//! let name = |id| tournament.player(id).map_or("", |it| it.name.as_str());
//! assert_eq!([name(players.white), name(players.black)], ["Ben", "Ada"]);
//!
//! // The record is enough to restore the tournament.
//! let lines = record.iter().map(String::as_str);
//! assert_eq!(Tournament::from_record(lines)?, tournament);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | `tournament` | [`Tournament`]: the state, `decide`, `apply`, and the record |
//! | `report` | [`Report`]: a tournament as a table, which pairings and tie-breaks start from |
//! | `entry`, `game_result`, `points` | results, byes and points |
//! | [`swiss`] | pairings by the FIDE (Dutch) System, with Baku acceleration |
//! | [`berger`] | round robins |
//! | [`knockout`] | knockouts: brackets, matches, tie-breaks, Armageddon |
//! | [`keizer`] | the Keizer system of clubs |
//! | [`team_match`] | matches between two teams |
//! | [`arena`] | arenas: points for a fixed time, streaks, berserk |
//! | [`tiebreak`] | tie-breaks and standings |
//! | [`trf`] | report files |
//! | [`mod@generate`] | random tournaments |

#![warn(missing_docs)]

pub mod arena;
pub mod berger;
mod color_balance;
mod entry;
mod game_result;
pub mod generate;
pub mod keizer;
pub mod knockout;
mod points;
mod report;
pub mod swiss;
pub mod team_match;
pub mod tiebreak;
mod tournament;
pub mod trf;

pub use entry::{Bye, Entry, GameEntry, Mode, Outcome};
pub use game_result::{GameResult, ParseResultError};
pub use points::{ParsePointsError, Points};
pub use report::{Acceleration, Penalty, Player, ProhibitedPairs, Report, Scoring};
pub use tournament::{
    Action, Event, Game, Numbering, PlayerId, RecordError, RecordReason, Refusal, Round, Settings,
    System, Tournament,
};
