//! The names of openings.
//!
//! An opening is found by position: a game has the name of the last named position
//! that it reached, whichever moves led there. Evaluations, statistics and moves to
//! play do not belong here.
//!
//! ```
//! use arbiter_openings::Opening;
//! use arbiter_rules::PlayedLine;
//!
//! let mut line = PlayedLine::default();
//! for text in ["Nf3", "c5", "e4", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6"] {
//!     line.play(line.read(text)?);
//! }
//! let opening = Opening::of(&line).expect("it is a well-known one");
//! assert_eq!(opening.to_string(), "B90 Sicilian Defense: Najdorf Variation");
//! # Ok::<(), arbiter_rules::Refusal>(())
//! ```

mod finder;
mod opening;
mod search;
mod table;

pub use finder::OpeningFinder;
pub use opening::Opening;
pub use search::OpeningSearch;

/// Plays the moves of all openings, which takes a few milliseconds. Otherwise the first
/// search does it.
pub fn load() {
    std::sync::LazyLock::force(&table::OPENINGS);
}
