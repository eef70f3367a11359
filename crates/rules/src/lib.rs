//! The laws of the board, and the text of one position or one move.
//!
//! Pure: no player, no clock, no chance, no file, no socket, and no other
//! crate. What goes in is a position and a wish; what comes out is the move,
//! or a [`Refusal`] that says which law stands against it.

#![no_std]
#![warn(missing_docs)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod chess960;
mod children;
mod color;
mod diagram;
mod epd;
pub mod fen;
mod find;
mod impossibility;
mod legal;
mod mv;
mod outcome;
mod perft;
mod piece;
mod played_line;
mod position;
mod read;
mod refusal;
mod role;
mod safety;
mod saktris;
pub mod san;
mod setup;
mod splitmix;
mod square;
mod targets;
pub mod uci;
mod variant;
mod winnable;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{Castling, CastlingSide};
pub use color::{ByColor, Color};
pub use diagram::{Ascii, Diagram, MarkColor, Svg, Unicode};
pub use epd::{Epd, EpdMoveError, EpdProblem, Operand, Operation, ParseEpdError};
pub use fen::{FenError, FenPart, FenProblem, ParseFenError};
pub use impossibility::{Impossibility, ImpossibilityKind};
pub use legal::LegalMoves;
pub use mv::{Move, MoveKind};
pub use outcome::{BoardReason, Claim, Outcome, Status};
pub use perft::perft;
pub use piece::Piece;
pub use played_line::PlayedLine;
pub use position::Position;
pub(crate) use refusal::Stage;
pub use refusal::{
    Attempt, Cause, GameOverReason, Obstruction, Occupant, Refusal, RefusalKind, RookLocation,
};
pub use role::Role;
pub use saktris::{Arrival, Choice, Clear, Clearing, Order, ParseOrderError, Saktris};
pub use san::{
    CheckMark, Deviation, Deviations, MoveText, ParseSanError, San, SanAction, SanError, SanMove,
    SanPart, SanProblem,
};
pub use setup::{Setup, SetupError, SetupErrorKind, SetupErrors};
pub use splitmix::{SplitMix64, mix64};
pub use square::{File, ParseSquareError, Rank, Square};
pub use targets::{TargetMoves, Targets};
pub use uci::{ParseUciError, UciMove, UciPart, UciProblem};
pub use variant::Variant;
