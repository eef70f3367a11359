//! Opponents of human strength: ten levels, and any Elo rating between them.
//!
//! A level is defined by how many positions it searches and by what it
//! overlooks, never by time, so it plays the same on every machine. Random
//! decisions derive from a seed and the position: the same seed, strength and
//! game always lead to the same move.

mod attention;
mod computer_player;
mod habits;
mod human_search;
mod level;
mod random;
mod strength;
mod style;
mod thinking_time;

pub use computer_player::{ChosenMove, ComputerPlayer};
pub use level::Level;
pub use strength::Strength;
