//! The computer: how it looks for a move, how it judges a position, how it
//! plays like a person, and the language in which engines are spoken to.
//!
//! What never enters: printing, and a clock. [`Engine::search`] is told when
//! to stop by a [`Control`], and tells it what it finds. Only [`uci`], which
//! talks to the outside, knows what time it is.
//!
//! ```
//! use arbiter_engine::{Engine, Limits, Settings};
//! use arbiter_rules::{PlayedLine, Position};
//!
//! let position: Position = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
//! let mut engine = Engine::new(Settings::default());
//! let answer = engine.search(&PlayedLine::from(position), &Limits::depth(4), &());
//! let best = answer.best().unwrap();
//! assert_eq!(position.san(best).to_string(), "Ra8#");
//! assert_eq!(answer.score().mate(), Some(1));
//! # Ok::<(), arbiter_rules::FenError>(())
//! ```

mod control;
mod engine;
mod evaluate;
mod history;
mod levels;
mod limits;
mod packed;
mod picker;
pub mod policy;
pub mod repertoire;
mod report;
mod saktris;
mod score;
mod search;
mod see;
mod syzygy;
mod table;
mod time;
pub mod uci;
mod wdl;

pub use control::Control;
pub use engine::{Engine, Settings};
pub use evaluate::{Breakdown, Evaluator, Sums, Term, evaluate, tuning};
pub use levels::{Choice, Level, Player, Strength};
pub use limits::Limits;
pub use report::{Answer, Bound, Effort, Report};
pub use score::Score;
pub use syzygy::{Fate, OpenTablesError, Tables};
pub use time::{Allowance, TimePlan};
pub use wdl::Wdl;
