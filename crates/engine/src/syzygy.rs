//! Syzygy endgame tablebases: files with the result of every position with few
//! pieces.
//!
//! Files are opened when they are first needed. They are not trusted: a damaged
//! file gives no answers, and does no harm.

mod compression;
mod encoding;
mod file;
mod lookup;
mod material;
mod probe;
mod reader;
mod tablebases;

pub use probe::TablebaseWdl;
pub use tablebases::{OpenTablebasesError, Tablebases};
