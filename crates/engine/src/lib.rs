//! A chess engine: search, evaluation, opponents of human strength, and UCI
//! in both directions.
//!
//! ```
//! use arbiter_engine::{Engine, EngineSettings, Limits};
//! use arbiter_rules::{PlayedLine, Position};
//!
//! let position: Position = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
//! let line = PlayedLine::from(position);
//! let mut engine = Engine::new(EngineSettings::default());
//! let result = engine.search(&line, &Limits::depth(4), &());
//! let best = result.best().unwrap();
//! assert_eq!(line.position().san(best).to_string(), "Ra8#");
//! assert_eq!(result.score().mate(), Some(1));
//! # Ok::<(), arbiter_rules::FenError>(())
//! ```
//!
//! # Map
//!
//! - [`Engine`] searches at full strength. [`Limits`] and a [`SearchControl`]
//!   say when to stop; [`SearchReport`] and [`SearchResult`] are what it finds;
//!   [`TimePlan`] turns a clock into a thinking time. For threads that search there
//!   is [`SEARCH_STACK_BYTES`].
//! - [`Evaluator`] evaluates a position without searching, with a [`Network`];
//!   [`EvaluationReport`] explains the result.
//! - [`ComputerPlayer`] plays at one of ten [`Level`]s, at an Elo rating, or at
//!   full [`Strength`]; [`opening_book`] holds its openings, and [`policy`]
//!   decides about draws and resignation.
//! - [`MovePredictor`] predicts the moves of people by their rating.
//! - [`Tablebases`] reads Syzygy endgame tablebases.
//! - [`uci`] implements the Universal Chess Interface, as an engine
//!   ([`uci::serve`]) and as a client of other engines ([`uci::client`]).
//!
//! Nothing here prints, and only [`uci`] reads a clock: a search asks its
//! [`SearchControl`] whether to stop and reports to it what it finds.

mod engine;
mod evaluate;
mod history;
mod levels;
mod limits;
mod network;
pub mod opening_book;
mod packed_move;
mod picker;
mod piece_keys;
mod piece_value;
pub mod policy;
mod prediction;
mod saktris;
mod score;
mod search;
mod search_control;
mod search_result;
mod see;
mod syzygy;
mod time_plan;
mod transposition_table;
pub mod uci;
mod wdl;

pub use engine::{Engine, EngineSettings};
pub use evaluate::{EvaluationReport, Evaluator};
pub use levels::{ChosenMove, ComputerPlayer, Level, Strength};
pub use limits::Limits;
pub use network::{Network, NetworkError};
pub use prediction::{MoveChances, MovePredictor};
pub use score::Score;
pub use search::SEARCH_STACK_BYTES;
pub use search_control::SearchControl;
pub use search_result::{Bound, SearchProgress, SearchReport, SearchResult};
pub use see::wins_at_least;
pub use syzygy::{OpenTablebasesError, TablebaseWdl, Tablebases};
pub use time_plan::{TimeBudget, TimePlan};
pub use wdl::Wdl;
