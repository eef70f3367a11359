//! Positions as text: FEN, X-FEN and Shredder-FEN (R87).

mod placement;
mod read;
mod write;

use core::{fmt, str::FromStr};

use crate::{Position, Rank, Setup, SetupErrors};

pub(crate) use read::read_before_operations;

/// The FEN of the starting position.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// One of the six fields of a FEN, one of the two that Saktris adds, or the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FenPart {
    /// The placement of the pieces.
    Board,
    /// The pieces to come, in brackets after the board (Saktris).
    Orders,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The en-passant square.
    EnPassant,
    /// The half-move clock.
    Halfmoves,
    /// The move number.
    Fullmoves,
    /// The rest of the state of a Saktris game: the seventh field.
    SaktrisState,
    /// The end of the text.
    End,
}

/// Why a text is not a FEN: which field is wrong, where, and what was expected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseFenError {
    /// The field that cannot be read.
    pub part: FenPart,
    /// The byte offset at which reading stopped.
    pub offset: usize,
    /// What is wrong there.
    pub problem: FenProblem,
}

/// What can be wrong with a field of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FenProblem {
    /// The text ends before this field.
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
    /// The square is not on the third or sixth rank.
    NotAnEnPassantSquare,
    /// A side has more than sixteen pieces to come (Saktris).
    TooManyPieces,
    /// The number is too large.
    TooLarge,
    /// There is text after the last field.
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
            FenPart::SaktrisState => "Saktris state",
            FenPart::End => "end",
        }
    }

    const fn hint(self) -> &'static str {
        match self {
            FenPart::Board => "pieces are KQRBNP or kqrbnp, and digits count empty squares",
            FenPart::Orders => {
                "the next piece comes first, and * marks one that is waiting: [N*PB/npb]"
            }
            FenPart::Turn => "it must be w or b",
            FenPart::Castling => "it must be -, some of KQkq, or the files of the rooks",
            FenPart::EnPassant => "it must be - or a square such as e3",
            FenPart::Halfmoves | FenPart::Fullmoves => "it must be a number",
            FenPart::SaktrisState => {
                "every=1 to 5, clear=triplets, rows or none, order=pick, placed=1/1, moves=0/0, \
                 moved=e4d5, passed"
            }
            FenPart::End => "a FEN has six fields",
        }
    }
}

impl ParseFenError {
    /// Returns a stable name for programs.
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
            FenPart::SaktrisState => "fen_counters",
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
            FenProblem::Twice(found) => write!(f, "{found:?} occurs twice in the {part}")?,
            FenProblem::NotAnEnPassantSquare => {
                write!(f, "the en-passant square must be on rank 3 or 6")?;
            }
            FenProblem::TooManyPieces => write!(f, "a side has more than 16 pieces to come")?,
            FenProblem::TooLarge => write!(f, "the {part} is larger than {}", u16::MAX)?,
            FenProblem::Trailing => write!(f, "there is text after the last field of the FEN")?,
        }
        write!(f, " (byte {}; {})", self.offset, self.part.hint())
    }
}

impl core::error::Error for ParseFenError {}

impl FromStr for Setup {
    type Err = ParseFenError;

    /// Parses a FEN, X-FEN or Shredder-FEN. The half-move clock and the move number
    /// may be omitted and are then 0 and 1.
    fn from_str(text: &str) -> Result<Setup, ParseFenError> {
        read::read(text).map(|(setup, _)| setup)
    }
}

/// Writes the FEN of the position, or Shredder-FEN with `{:#}`. The en-passant square
/// is written only if a pawn can be captured; [`Position::to_setup`] always has it.
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
    /// The text is not a FEN.
    Parse(ParseFenError),
    /// It is a FEN, but the position is not playable.
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
