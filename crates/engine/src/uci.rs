//! The Universal Chess Interface, both ways: as an engine that is spoken to,
//! and as the one who speaks to engines.
//!
//! The language is plain values: a [`Command`] is what a program says to an
//! engine, a [`Message`] what the engine says to it. Both are read leniently,
//! as the protocol asks for, and written as it wants them. [`serve`] is the
//! engine's side of the talk, [`client`] the other one.

pub mod bench;
pub mod client;
mod command;
mod engine_option;
mod go;
mod leash;
mod listener;
mod message;
mod options;
mod searcher;
mod session;
mod thought;
mod voice;
mod words;

pub use command::{Command, CommandError, Placement};
pub use engine_option::{EngineOption, OptionKind};
pub use go::Go;
pub use message::{Message, UnknownMessage};
pub use session::{Clock, Machine, serve};
pub use thought::{Thought, Worth};
