//! Reads, edits and writes chess games in PGN.
//!
//! Every move is checked for legality. Damage in one game does not affect the
//! next, and each problem says where it is, what is wrong, and which part of the
//! text was skipped. The crate opens no files: its input is bytes or a
//! [`BufRead`](std::io::BufRead), its output is calls of a [`Visitor`], a
//! [`GameTree`], or text.
//!
//! # Reading games
//!
//! A [`TreeBuilder`] collects each game in a tree, with its variations, comments
//! and problems:
//!
//! ```
//! use arbiter_pgn::{Reader, TreeBuilder};
//!
//! let text = b"[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 d6 (2... Nc6 $1) 3. Kd4 1-0";
//! let mut reader = Reader::from_bytes(text);
//! let mut builder = TreeBuilder::new();
//! while reader.read_game(&mut builder)? {
//!     let game = builder.take();
//!     assert_eq!(game.tag("White"), Some("Morphy"));
//!     assert_eq!(game.movetext(), "1. e4 e5 2. Nf3 d6 (2... Nc6 $1) 1-0");
//!     assert_eq!(game.problems()[0].code(), "illegal_move");
//!     assert_eq!(game.problems()[0].location.column, 37);
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! A program that does not need trees implements [`Visitor`], which is faster and
//! needs no memory for the games. [`ParallelReader`] reads large files on several
//! threads.
//!
//! # Where to find what
//!
//! | to | use |
//! |---|---|
//! | read games one after the other | [`Reader`], [`Visitor`], [`Flow`] |
//! | read a large file on several threads | [`ParallelReader`], [`Batch`] |
//! | count, filter or list the games of a collection | [`Batch::read_records`], [`RecordVisitor`], [`Record`], [`TagList`], [`Date`], [`MoveTexts`] |
//! | split a text between games | [`next_game_start`], [`last_game_start`] |
//! | learn what is wrong with a text | [`Problem`], [`ProblemKind`], [`Severity`], [`TextLocation`] |
//! | hold and edit a game | [`GameTree`], [`NodeId`], [`Tags`], [`TreeBuilder`] |
//! | record a refereed game | `GameTree::from(&game)` |
//! | read and write clocks, evaluations and arrows in comments | [`Annotation`], [`comment_parts`] |
//! | work with annotation glyphs | [`Nag`], [`NagMeaning`] |
//! | write games | [`Writer`], [`GameTree::write`], [`GameTree::movetext`] |

mod annotation;
mod game;
mod nag;
mod parallel_reader;
mod problem;
mod reader;
mod record;
mod termination;
mod tree;
mod visitor;
mod write;

pub use annotation::{
    Annotation, AnnotationKind, Arrow, CommentPart, Eval, EvalScore, Mark, MarkColor, comment_parts,
};
pub use nag::{Nag, NagMeaning};
pub use parallel_reader::{Batch, ParallelReader};
pub use problem::{PgnElement, Problem, ProblemKind, Severity, TextLocation};
pub use reader::{Bytes, Reader, Stream, last_game_start, next_game_start};
pub use record::{Date, MoveTexts, ParseDateError, Record, RecordVisitor, TagList};
pub use termination::Termination;
pub use tree::{GameTree, NodeId, TagError, Tags, TreeBuilder};
pub use visitor::{Flow, Visitor};
pub use write::Writer;

/// Compiles and runs the examples of the README and of `docs/library.md`.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/library.md")]
struct Documents;
