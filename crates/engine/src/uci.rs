//! The Universal Chess Interface (UCI), for both sides of the conversation.
//!
//! A [`Command`] is a line from a graphical interface to an engine; a
//! [`Message`] is a line from an engine. Both are parsed leniently and written
//! strictly, as the protocol demands. [`serve`] runs the engine's side of a
//! session, [`client`] talks to other engines.

pub mod bench;
pub mod client;
mod command;
mod engine_option;
mod go;
mod info_line;
mod machine;
mod message;
mod options;
mod output_writer;
mod search_handle;
mod search_observer;
mod search_request;
mod searcher;
mod session;
mod words;

pub use command::{Command, CommandError, StartPosition};
pub use engine_option::{EngineOption, OptionKind};
pub use go::Go;
pub use info_line::{InfoLine, UciScore};
pub use machine::{MachineLimits, TimeSource};
pub use message::{Message, UnknownMessage};
pub use session::serve;
