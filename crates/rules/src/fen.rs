//! Positions as text: FEN, X-FEN and Shredder-FEN (R87).

mod placement;
mod read;
mod write;

use core::{fmt, str::FromStr};

use crate::{Position, Rank, Setup, SetupErrors};

pub(crate) use read::read_before_operations;

/// The FEN of the position before the first move.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// One of the six parts of a FEN, or what follows them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum FenPart {
    Board,
    Orders,
    Turn,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
    Counters,
    End,
}

/// Why a text is not a FEN: which part, where, and what was expected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseFenError {
    /// The part that cannot be read.
    pub part: FenPart,
    /// The byte where reading stopped.
    pub offset: usize,
    /// What stands against it.
    pub problem: FenProblem,
}

/// What can be wrong with a part of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FenProblem {
    /// The text ends before this part.
    Missing,
    /// A character that does not belong here.
    Unexpected(char),
    /// A rank with more than eight squares.
    RankTooLong(Rank),
    /// A rank with fewer than eight squares.
    RankTooShort(Rank, u8),
    /// Fewer than eight ranks.
    TooFewRanks(u8),
    /// More than eight ranks.
    TooManyRanks,
    /// The same castling right twice.
    Twice(char),
    /// Not a square of the third or sixth rank.
    NotAnEnPassantSquare,
    /// A side has more than sixteen pieces to come.
    TooManyPieces,
    /// A number that is too large to count with.
    TooLarge,
    /// Something follows the last part.
    Trailing,
}

impl FenPart {
    const fn name(self) -> &'static str {
        match self {
            FenPart::Board => "board",
            FenPart::Orders => "order of arrival",
            FenPart::Turn => "side to move",
            FenPart::Castling => "castling rights",
            FenPart::EnPassant => "en-passant square",
            FenPart::Halfmoves => "half-move clock",
            FenPart::Fullmoves => "move number",
            FenPart::Counters => "state of Saktris",
            FenPart::End => "end",
        }
    }

    const fn hint(self) -> &'static str {
        match self {
            FenPart::Board => "pieces are KQRBNP or kqrbnp, digits count empty squares",
            FenPart::Orders => "the next piece first, * after one that waits: [N*PB/npb]",
            FenPart::Turn => "it is w or b",
            FenPart::Castling => "it is -, or some of KQkq, or the files of the rooks",
            FenPart::EnPassant => "it is - or a square like e3",
            FenPart::Halfmoves | FenPart::Fullmoves => "it is a number",
            FenPart::Counters => {
                "every=1 to 5, clear=triplets, rows or none, order=pick, placed=1/1, moves=0/0, \
                 moved=e4d5, passed"
            }
            FenPart::End => "a FEN has six parts",
        }
    }
}

impl ParseFenError {
    /// A short name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self.part {
            FenPart::Board => "fen_board",
            FenPart::Orders => "fen_orders",
            FenPart::Turn => "fen_turn",
            FenPart::Castling => "fen_castling",
            FenPart::EnPassant => "fen_en_passant",
            FenPart::Halfmoves => "fen_halfmoves",
            FenPart::Fullmoves => "fen_fullmoves",
            FenPart::Counters => "fen_counters",
            FenPart::End => "fen_end",
        }
    }
}

impl fmt::Display for ParseFenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = self.part.name();
        match self.problem {
            FenProblem::Missing => write!(f, "the {part} is missing from the FEN")?,
            FenProblem::Unexpected(found) => {
                write!(f, "{found:?} does not belong in the {part} of the FEN")?;
            }
            FenProblem::RankTooLong(rank) => write!(f, "rank {rank} has more than 8 squares")?,
            FenProblem::RankTooShort(rank, squares) => {
                write!(f, "rank {rank} has only {squares} of 8 squares")?;
            }
            FenProblem::TooFewRanks(ranks) => write!(f, "the board has only {ranks} of 8 ranks")?,
            FenProblem::TooManyRanks => write!(f, "the board has more than 8 ranks")?,
            FenProblem::Twice(found) => write!(f, "{found:?} stands twice in the {part}")?,
            FenProblem::NotAnEnPassantSquare => {
                write!(f, "the en-passant square must be on rank 3 or 6")?;
            }
            FenProblem::TooManyPieces => write!(f, "a side has more than 16 pieces to come")?,
            FenProblem::TooLarge => write!(f, "the {part} is larger than {}", u16::MAX)?,
            FenProblem::Trailing => write!(f, "something follows the last part of the FEN")?,
        }
        write!(f, " (byte {}; {})", self.offset, self.part.hint())
    }
}

impl core::error::Error for ParseFenError {}

impl FromStr for Setup {
    type Err = ParseFenError;

    /// Reads a FEN, X-FEN or Shredder-FEN. The half-move clock and the move
    /// number may be left out: they are then 0 and 1.
    fn from_str(text: &str) -> Result<Setup, ParseFenError> {
        read::read(text).map(|(setup, _)| setup)
    }
}

/// Writes the FEN of the position, with an en-passant square only where a pawn
/// can be taken; with `{:#}` Shredder-FEN. [`Position::to_setup`] keeps the
/// square in any case.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = Setup {
            en_passant: self.legal_en_passant(),
            ..self.to_setup()
        };
        fmt::Display::fmt(&setup, f)
    }
}

/// Why a text is not a playable position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// It is not a FEN.
    Parse(ParseFenError),
    /// It is one, but nobody can play from there.
    Setup(SetupErrors),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Parse(error) => error.fmt(f),
            FenError::Setup(errors) => errors.fmt(f),
        }
    }
}

impl core::error::Error for FenError {}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        let (setup, board_key) = read::read(text).map_err(FenError::Parse)?;
        setup.position_keyed(board_key).map_err(FenError::Setup)
    }
}
