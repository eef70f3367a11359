//! The Universal Chess Interface, both ways: as an engine that is spoken to,
//! and as the one who speaks to engines.
//!
//! The language is plain values: a [`Command`] is what a program says to an
//! engine, a [`Message`] what the engine says to it. Both are read leniently,
//! as the protocol asks for, and written as it wants them.

pub mod client;
mod command;
mod engine_option;
mod go;
mod message;
mod thought;
mod words;

pub use command::{Command, CommandError, Placement};
pub use engine_option::{EngineOption, OptionKind};
pub use go::Go;
pub use message::{Message, UnknownMessage};
pub use thought::{Thought, Worth};
