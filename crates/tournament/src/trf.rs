//! Tournament report files: TRF16 and TRF26.
//!
//! A file is a list of records, one in a line. The first three characters say
//! what the record is; columns are characters, not bytes. Reading has two
//! steps: `lines` splits the file into records, and the records are proved to
//! describe one consistent tournament, a [`Report`](crate::Report).

mod error;
mod lines;
mod prove;
mod read;
mod write;

pub use error::{TrfError, TrfReason};
pub use read::read;
pub use write::{Version, result_code, write};
