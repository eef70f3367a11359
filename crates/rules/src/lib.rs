//! The laws of chess: positions, legal moves, refusals that explain the law, the
//! end of the game, and the text formats FEN, EPD, SAN and UCI.
//!
//! The crate covers standard chess, Chess960 and Saktris (a variant in which the
//! pieces arrive one by one). It is pure: no players, clocks, randomness, files or
//! sockets, no dependencies, and `no_std` without the feature `std`. A game between
//! two players is the subject of `arbiter-game`.
//!
//! ```
//! use arbiter_rules::{PlayedLine, Status};
//!
//! // A played line is a position with the moves that led to it.
//! let mut line = PlayedLine::default();
//! for text in ["f3", "e5", "g4"] {
//!     let mv = line.read(text)?;
//!     line.play(mv);
//! }
//!
//! // A refusal says which law a move breaks, and where.
//! let refusal = line.read("Qd8-d5").unwrap_err();
//! assert_eq!(refusal.code(), "blocked");
//! assert_eq!(refusal.squares().to_string(), "d7");
//! assert_eq!(
//!     refusal.to_string(),
//!     "Qd8-d5 is not allowed: the pawn on d7 is in the way, \
//!      and only a knight can jump over pieces."
//! );
//!
//! let mate = line.read("Qh4")?;
//! assert_eq!(line.position().san(mate), "Qh4#");
//! line.play(mate);
//! assert_eq!(line.status(), Status::Checkmate);
//! assert_eq!(
//!     line.position().to_string(),
//!     "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
//! );
//! # Ok::<(), arbiter_rules::Refusal>(())
//! ```
//!
//! # From text to a legal move
//!
//! Values that may be nonsense and values that are proven have different types. A FEN
//! is parsed to a [`Setup`], which may be anything; [`Setup::position`] turns it into a
//! playable [`Position`]. Likewise a [`UciMove`] or [`San`] is only a request;
//! [`Position::find`] and [`Position::read`] turn it into a legal [`Move`] or a
//! [`Refusal`]. Playing a [`Move`] cannot fail.
//!
//! # Map
//!
//! | module | contents |
//! |---|---|
//! | `square`, `color`, `role`, `piece`, `bitboard`, `board` | the vocabulary: [`Square`], [`Color`], [`Role`], [`Piece`], [`Bitboard`], [`Board`] |
//! | `setup`, `impossibility` | [`Setup`] and its errors; what no game can lead to |
//! | `position`, `castling`, `chess960`, `variant`, `zobrist` | [`Position`], castling rights, the 960 starting positions, [`Variant`], hash keys |
//! | `mv`, `legal`, `children`, `targets`, `safety`, [`attacks`], `perft` | [`Move`] and move generation |
//! | `saktris`, `premoves` | the variant Saktris; the moves a player can premove |
//! | `find`, `read`, `refusal` | a requested move becomes a [`Move`] or a [`Refusal`] |
//! | `played_line`, `outcome` | [`PlayedLine`], repetitions, claims, [`Status`] and [`Outcome`] |
//! | `winnable` | whether a side can still win, and dead positions |
//! | [`fen`], `epd`, [`san`], [`uci`] | the text formats |
//! | `diagram` | boards as text and SVG |
//! | `splitmix` | the seeded random numbers of the workspace |
//!
//! Citations such as R82 and C6 refer to `docs/laws.md`; articles are those of the
//! [FIDE Laws of Chess](https://handbook.fide.com/chapter/E012023) in force from
//! January 1, 2023.

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
mod premoves;
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
pub use diagram::{Ascii, Diagram, DiagramPart, MarkColor, PieceColors, PieceShape, Svg, Unicode};
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
pub use premoves::{NextArrival, Premoves};
pub(crate) use refusal::Stage;
pub use refusal::{
    Attempt, Cause, CheckAnswers, GameOverReason, Obstruction, Occupant, Refusal, RefusalKind,
    RookLocation,
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
