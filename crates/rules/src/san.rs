//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q#` (R86).
//!
//! Moves are written in PGN's export format, in which each move has exactly one
//! form: the shortest unambiguous one. There are three ways to read them:
//!
//! - [`Position::find_san`] accepts only that form;
//! - [`Position::find_san_any_mark`] ignores `+` and `#`, as PGN readers should,
//!   and is the fastest;
//! - [`Position::find_san_lenient`] accepts what people and programs actually
//!   write, and reports how it deviates from the strict form.
//!
//! | lenient input | read as |
//! |---|---|
//! | `0-0`, `o-o`, `O–O`, `Ke1-g1`, `e1g1` | `O-O` |
//! | `a8Q`, `a8(Q)`, `a8/Q`, `a8=q`, `a8=♕`, `a8` | `a8=Q` |
//! | `Ng1-f3`, `Ng1f3`, `Ngf3`, `g1f3`, `♘f3`, `♞f3`, `nf3` | `Nf3` |
//! | `e2-e4`, `e2e4`, `Pe4` | `e4` |
//! | `ed5`, `e:d5`, `ed5:`, `e×d5`, `e4xd5`, `ed` | `exd5` |
//! | `exf6 e.p.`, `exf6ep` | `exf6` |
//! | `Qe8`, `Qe8++`, `Qe8#`, `Qe8!?`, ` Qe8 $14` | `Qe8+` |
//!
//! None of them ever guesses between two moves, and none accepts text that says
//! something false about the move, such as `Nxf3` where there is nothing to capture
//! or `d5` for `exd5`. Only a wrong `+` or `#` is tolerated by the lenient reader,
//! as a deviation. A lowercase `b` is the b-file, never a bishop.
//!
//! ```
//! use arbiter_rules::{Deviation, Position};
//!
//! let position: Position = "r3k2r/8/8/8/8/8/3N4/R3K1NR w KQkq - 0 1".parse()?;
//! let mv = position.find_san("Ngf3")?;
//! assert_eq!(position.san(mv).as_str(), "Ngf3");
//! assert_eq!(position.long_algebraic(mv).as_str(), "Ng1-f3");
//!
//! let (mv, deviations) = position.find_san_lenient("0-0-0 !?")?;
//! assert_eq!(position.san(mv).as_str(), "O-O-O");
//! assert!(deviations.contains(Deviation::CastlingWithZeros));
//! assert!(deviations.contains(Deviation::Annotation));
//!
//! let error = position.find_san("Nf3").unwrap_err();
//! assert_eq!(error.to_string(), "more than one knight can move to f3: those on d2 g1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod deviations;
mod find;
mod lenient;
mod parse;
mod quick;
mod text;
mod write;

use core::fmt;

#[cfg(doc)]
use crate::Position;
use crate::{Bitboard, CastlingSide, File, Move, Rank, Role, Square};

pub use deviations::{Deviation, Deviations};
pub use parse::{ParseSanError, SanPart, SanProblem};
pub use text::MoveText;

/// A parsed text in standard algebraic notation, which is not yet a move of any
/// position.
///
/// The parser accepts the grammar of PGN's export format.
///
/// ```
/// use arbiter_rules::{CheckMark, Role, San, SanAction, Square};
///
/// let san: San = "Nbxd2+".parse()?;
/// assert_eq!(san.mark, CheckMark::Check);
/// let SanAction::Move(mv) = san.action else { unreachable!() };
/// assert_eq!((mv.role, mv.to, mv.captures), (Role::Knight, Square::D2, true));
/// assert_eq!(san.to_string(), "Nbxd2+");
/// # Ok::<(), arbiter_rules::ParseSanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct San {
    /// The action it describes.
    pub action: SanAction,
    /// The check or mate mark.
    pub mark: CheckMark,
}

/// The action that a text in standard notation describes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanAction {
    /// `O-O` or `O-O-O`.
    Castle(CastlingSide),
    /// `N@g1`, in Saktris.
    Place {
        /// The role of the piece.
        role: Role,
        /// The square it is placed on.
        to: Square,
    },
    /// Any other move.
    Move(SanMove),
}

/// What a text in standard notation says about a move other than castling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SanMove {
    /// The role of the moving piece.
    pub role: Role,
    /// The file of departure, if given.
    pub file: Option<File>,
    /// The rank of departure, if given.
    pub rank: Option<Rank>,
    /// Whether the move is marked as a capture.
    pub captures: bool,
    /// The square of arrival.
    pub to: Square,
    /// The role a pawn promotes to, if given.
    pub promotion: Option<Role>,
}

impl SanMove {
    /// Returns the squares of departure that fit the text.
    #[must_use]
    pub fn origin(&self) -> Bitboard {
        let file = self.file.map_or(Bitboard::FULL, Bitboard::file);
        let rank = self.rank.map_or(Bitboard::FULL, Bitboard::rank);
        file & rank
    }
}

/// The mark that announces check or mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum CheckMark {
    /// No mark.
    #[default]
    None,
    /// `+`
    Check,
    /// `#`
    Mate,
}

impl CheckMark {
    /// Returns `""`, `"+"` or `"#"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            CheckMark::None => "",
            CheckMark::Check => "+",
            CheckMark::Mate => "#",
        }
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action {
            SanAction::Castle(side) => f.write_str(side.san())?,
            SanAction::Place { role, to } => write!(f, "{}@{to}", role.letter())?,
            SanAction::Move(mv) => mv.fmt(f)?,
        }
        f.write_str(self.mark.as_str())
    }
}

impl fmt::Display for SanMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.role != Role::Pawn {
            write!(f, "{}", self.role.letter())?;
        }
        if let Some(file) = self.file {
            write!(f, "{file}")?;
        }
        if let Some(rank) = self.rank {
            write!(f, "{rank}")?;
        }
        let sign = if self.captures { "x" } else { "" };
        write!(f, "{sign}{}", self.to)?;
        match self.promotion {
            Some(role) => write!(f, "={}", role.letter()),
            None => Ok(()),
        }
    }
}

/// Why a text in standard notation is not a legal move of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SanError {
    /// The text is not algebraic notation.
    Parse(ParseSanError),
    /// No legal move fits the text.
    NoMove(SanMove),
    /// The move is marked as a capture, but there is nothing to capture.
    NothingToCapture(SanMove),
    /// The move is marked as an en-passant capture, but it is not one.
    NotEnPassant(Move),
    /// Castling to this side is not legal.
    CannotCastle(CastlingSide),
    /// This piece cannot be placed on this square (Saktris).
    CannotPlace(Role, Square),
    /// Several pieces can make the move.
    Ambiguous {
        /// The role of the pieces.
        role: Role,
        /// The square of arrival.
        to: Square,
        /// The squares of the pieces that can move there.
        from: Bitboard,
    },
    /// A pawn capture in short form, like `ed`, fits no legal move or several.
    NotOneCapture {
        /// The pawn's file.
        from: File,
        /// The file on which it captures.
        to: File,
        /// The role the pawn promotes to, if given.
        promotion: Option<Role>,
        /// The squares on which such a pawn can capture.
        targets: Bitboard,
    },
    /// The text names a legal move, but not in its strict notation.
    Miswritten {
        /// The move.
        mv: Move,
        /// Its strict notation.
        san: MoveText,
    },
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::Parse(error) => error.fmt(f),
            SanError::NoMove(mv) => {
                write!(f, "no {}", mv.role)?;
                match (mv.file, mv.rank) {
                    (Some(file), Some(rank)) => write!(f, " on {}", Square::new(file, rank))?,
                    (Some(file), None) => write!(f, " on the {file}-file")?,
                    (None, Some(rank)) => write!(f, " on rank {rank}")?,
                    (None, None) => {}
                }
                let verb = if mv.captures { "capture on" } else { "move to" };
                write!(f, " can legally {verb} {}", mv.to)
            }
            SanError::NothingToCapture(mv) => write!(f, "there is nothing to capture on {}", mv.to),
            SanError::NotEnPassant(mv) => {
                write!(f, "the move to {} is not an en-passant capture", mv.to())
            }
            SanError::CannotPlace(role, to) => {
                write!(f, "no {role} can be placed on {to}")
            }
            SanError::CannotCastle(side) => write!(f, "{} is not legal", side.san()),
            SanError::Ambiguous { role, to, from } => {
                write!(f, "more than one {role} can move to {to}: those on {from}")
            }
            SanError::NotOneCapture {
                from,
                to,
                promotion,
                targets,
            } => {
                if targets.is_empty() {
                    let promoted = if promotion.is_some() {
                        " and promote"
                    } else {
                        ""
                    };
                    write!(
                        f,
                        "no pawn on the {from}-file can legally capture on the {to}-file{promoted}"
                    )
                } else {
                    write!(
                        f,
                        "a pawn on the {from}-file can capture on more than one square: {targets}"
                    )
                }
            }
            SanError::Miswritten { san, .. } => {
                write!(f, "the correct notation for this move is {san}")
            }
        }
    }
}

impl core::error::Error for SanError {}

impl From<ParseSanError> for SanError {
    fn from(error: ParseSanError) -> SanError {
        SanError::Parse(error)
    }
}
