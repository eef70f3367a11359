//! Opponents of human strength: ten levels, and any Elo rating between them.
//!
//! A level plays the moves that people of a rating are likely to play, unless a search
//! shows that they are bad. Weak levels fall for tempting moves that lose something. The
//! search is limited by a number of positions, never by time, so a level plays the same
//! on every machine. Random decisions derive from a seed and the
//! position: the same seed, strength and game always lead to the same move.

mod computer_player;
mod human_search;
mod level;
mod likely_moves;
mod random;
mod strength;
mod style;
mod thinking_time;

pub use computer_player::{ChosenMove, ComputerPlayer};
pub use level::Level;
pub use strength::Strength;
