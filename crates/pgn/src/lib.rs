//! Whole games as text: PGN read as a stream, held as a tree, and written.
//!
//! No file is opened here: what goes in is bytes or a [`BufRead`](std::io::BufRead), what comes out
//! is calls of a visitor, a tree, or text. Damage in one game never costs its
//! neighbor, and every problem says where it is and what was skipped.

mod annotation;
mod batch;
mod game;
mod nag;
mod problem;
mod reader;
mod termination;
mod tree;
mod visitor;
mod write;

pub use annotation::{
    Annotation, AnnotationKind, Arrow, CommentPart, Eval, EvalScore, Mark, MarkColor, comment_parts,
};
pub use batch::{Batch, ParallelReader};
pub use nag::{Nag, NagMeaning};
pub use problem::{PgnElement, Problem, ProblemKind, Severity, TextLocation};
pub use reader::{Bytes, Reader, Stream, last_game_start, next_game_start};
pub use termination::Termination;
pub use tree::{GameTree, NodeId, TagError, Tags, TreeBuilder};
pub use visitor::{Flow, Visitor};
pub use write::Writer;

/// Compiles and runs the examples of the README and of `docs/library.md`.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/library.md")]
struct Documents;
