//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q#` (R86).
//!
//! Writing gives PGN's export form: one way to write each move, the shortest
//! that leaves no doubt. Reading comes in three tempers:
//!
//! - [`Position::find_san`] takes that form and nothing else;
//! - [`Position::find_san_any_mark`] does not look at `+` and `#`, as PGN
//!   readers don't, and is the fastest;
//! - [`Position::find_san_lenient`] takes what people and programs really
//!   write, and says what was off about it.
//!
//! | leniently read | as |
//! |---|---|
//! | `0-0`, `o-o`, `O–O`, `Ke1-g1`, `e1g1` | `O-O` |
//! | `a8Q`, `a8(Q)`, `a8/Q`, `a8=q`, `a8=♕`, `a8` | `a8=Q` |
//! | `Ng1-f3`, `Ng1f3`, `Ngf3`, `g1f3`, `♘f3`, `♞f3`, `nf3` | `Nf3` |
//! | `e2-e4`, `e2e4`, `Pe4` | `e4` |
//! | `ed5`, `e:d5`, `ed5:`, `e×d5`, `e4xd5`, `ed` | `exd5` |
//! | `exf6 e.p.`, `exf6ep` | `exf6` |
//! | `Qe8`, `Qe8++`, `Qe8#`, `Qe8!?`, ` Qe8 $14` | `Qe8+` |
//!
//! None of them ever chooses between two moves, and none takes a move of which
//! the text says something false: not `Nxf3` where there is nothing to take,
//! not `d5` for `exd5`. A false `+` or `#` is a deviation, for it changes
//! nothing about the move. A small `b` is the b-file and never a bishop.
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
//! assert_eq!(error.to_string(), "more than one knight can go to f3: from d2 g1");
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

/// A text in standard algebraic notation, read but not yet looked up in a
/// position: not yet a move.
///
/// Reading takes the grammar of PGN's export form.
///
/// ```
/// use arbiter_rules::{CheckMark, Role, San, SanAction, Square};
///
/// let san: San = "Nbxd2+".parse()?;
/// assert_eq!(san.mark, CheckMark::Check);
/// let SanAction::Move(wish) = san.action else { unreachable!() };
/// assert_eq!((wish.role, wish.to, wish.captures), (Role::Knight, Square::D2, true));
/// assert_eq!(san.to_string(), "Nbxd2+");
/// # Ok::<(), arbiter_rules::ParseSanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct San {
    /// What is to be played.
    pub action: SanAction,
    /// Whether check or mate is announced.
    pub mark: CheckMark,
}

/// What a text asks to be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanAction {
    /// `O-O` or `O-O-O`.
    Castle(CastlingSide),
    /// `N@g1`, in Saktris.
    Place {
        /// What is placed.
        role: Role,
        /// Where.
        to: Square,
    },
    /// Everything else.
    Move(SanMove),
}

/// What a text says about a move that is no castling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SanMove {
    /// What moves.
    pub role: Role,
    /// The file it comes from, if that is said.
    pub file: Option<File>,
    /// The rank it comes from, if that is said.
    pub rank: Option<Rank>,
    /// Whether the text says that it takes something.
    pub captures: bool,
    /// Where it goes.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
}

impl SanMove {
    /// The squares from which the piece may come by what the text says.
    #[must_use]
    pub fn origin(&self) -> Bitboard {
        let file = self.file.map_or(Bitboard::FULL, Bitboard::file);
        let rank = self.rank.map_or(Bitboard::FULL, Bitboard::rank);
        file & rank
    }
}

/// What a move says about check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum CheckMark {
    /// Nothing.
    #[default]
    None,
    /// `+`
    Check,
    /// `#`
    Mate,
}

impl CheckMark {
    /// `""`, `"+"` or `"#"`.
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
            SanAction::Move(wish) => wish.fmt(f)?,
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

/// Why a text does not lead to a move of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SanError {
    /// It is not algebraic notation.
    Parse(ParseSanError),
    /// No legal move fits what it says.
    NoMove(SanMove),
    /// It says that something is taken where there is nothing to take.
    NothingToTake(SanMove),
    /// It is marked as a capture in passing, and this move is none.
    NotInPassing(Move),
    /// Castling to this side is not legal now.
    NoCastling(CastlingSide),
    /// This piece cannot be placed on this square now (Saktris).
    NoPlacing(Role, Square),
    /// Several pieces can make such a move.
    Ambiguous {
        /// What moves.
        role: Role,
        /// Where it goes.
        to: Square,
        /// Where the pieces stand that could go there.
        from: Bitboard,
    },
    /// A pawn capture in short, like `ed`, fits no move or several.
    NotOneCapture {
        /// The pawn's file.
        from: File,
        /// The file on which it takes.
        to: File,
        /// What the pawn becomes, if that is said.
        promotion: Option<Role>,
        /// Where such a pawn could take.
        targets: Bitboard,
    },
    /// It names a legal move, but not in its one strict spelling.
    Miswritten {
        /// The move it names.
        mv: Move,
        /// How that is written.
        san: MoveText,
    },
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::Parse(error) => error.fmt(f),
            SanError::NoMove(wish) => {
                write!(f, "no {}", wish.role)?;
                match (wish.file, wish.rank) {
                    (Some(file), Some(rank)) => write!(f, " on {}", Square::new(file, rank))?,
                    (Some(file), None) => write!(f, " on the {file}-file")?,
                    (None, Some(rank)) => write!(f, " on rank {rank}")?,
                    (None, None) => {}
                }
                let verb = if wish.captures { "take on" } else { "go to" };
                write!(f, " can legally {verb} {}", wish.to)
            }
            SanError::NothingToTake(wish) => write!(f, "there is nothing to take on {}", wish.to),
            SanError::NotInPassing(mv) => {
                write!(f, "the move to {} takes nothing in passing", mv.to())
            }
            SanError::NoPlacing(role, to) => {
                write!(f, "no {role} can be placed on {to} now")
            }
            SanError::NoCastling(side) => write!(f, "{} is not legal now", side.san()),
            SanError::Ambiguous { role, to, from } => {
                write!(f, "more than one {role} can go to {to}: from {from}")
            }
            SanError::NotOneCapture {
                from,
                to,
                promotion,
                targets,
            } => {
                if targets.is_empty() {
                    let promoted = if promotion.is_some() {
                        " and be promoted"
                    } else {
                        ""
                    };
                    write!(
                        f,
                        "no pawn on the {from}-file can legally take on the {to}-file{promoted}"
                    )
                } else {
                    write!(
                        f,
                        "a pawn on the {from}-file can take in more than one place: {targets}"
                    )
                }
            }
            SanError::Miswritten { san, .. } => write!(f, "this move is written {san}"),
        }
    }
}

impl core::error::Error for SanError {}

impl From<ParseSanError> for SanError {
    fn from(error: ParseSanError) -> SanError {
        SanError::Parse(error)
    }
}
