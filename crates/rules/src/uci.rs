//! Moves as chess programs write them to each other: `e2e4`, `e7e8q`.

use core::{
    fmt::{self, Write},
    str::FromStr,
};

use crate::{File, Move, MoveKind, Position, Role, Square, Variant};

/// Two squares and perhaps a promotion: a wish, not yet a legal move.
///
/// [`Position::find`] turns it into a [`Move`] or says why not.
///
/// ```
/// use arbiter_rules::{Role, Square, UciMove};
///
/// let wish: UciMove = "e7e8q".parse()?;
/// assert_eq!(wish, UciMove::between(Square::E7, Square::E8).promoting(Role::Queen));
/// assert_eq!(wish.to_string(), "e7e8q");
///
/// // Saktris: a piece that waited is placed.
/// let wish: UciMove = "N@g1".parse()?;
/// assert_eq!(wish, UciMove::Place { role: Role::Knight, to: Square::G1 });
///
/// let error = "e7e9q".parse::<UciMove>().unwrap_err();
/// assert_eq!(error.offset, 3);
/// # Ok::<(), arbiter_rules::ParseUciError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum UciMove {
    /// A piece moves on the board.
    Between {
        /// Where the piece stands.
        from: Square,
        /// Where it goes. Castling is the king's two steps or, in Chess960,
        /// the king onto his own rook.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
    /// A piece that waited is placed, as in Saktris: `N@g1`.
    Place {
        /// What is placed.
        role: Role,
        /// Where.
        to: Square,
    },
    /// Nothing can be done, as may happen in Saktris: `0000`.
    Pass,
}

impl UciMove {
    /// From one square to another.
    #[must_use]
    pub const fn between(from: Square, to: Square) -> UciMove {
        UciMove::Between {
            from,
            to,
            promotion: None,
        }
    }

    /// The same, with what the pawn becomes.
    #[must_use]
    pub const fn promoting(self, role: Role) -> UciMove {
        match self {
            UciMove::Between { from, to, .. } => UciMove::Between {
                from,
                to,
                promotion: Some(role),
            },
            other => other,
        }
    }

    /// Where the piece stands, if it stands on the board.
    #[must_use]
    pub const fn from(self) -> Option<Square> {
        match self {
            UciMove::Between { from, .. } => Some(from),
            UciMove::Place { .. } | UciMove::Pass => None,
        }
    }

    /// Where it goes; nowhere if it is a pass.
    #[must_use]
    pub const fn to(self) -> Option<Square> {
        match self {
            UciMove::Between { to, .. } | UciMove::Place { to, .. } => Some(to),
            UciMove::Pass => None,
        }
    }

    /// What a pawn becomes.
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        match self {
            UciMove::Between { promotion, .. } => promotion,
            UciMove::Place { .. } | UciMove::Pass => None,
        }
    }
}

impl Position {
    /// How programs write this move: castling is `e1g1` in standard chess and
    /// the king onto his rook, `e1h1`, in Chess960.
    ///
    /// ```
    /// use arbiter_rules::Position;
    ///
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let castling = position.legal_moves().find(|mv| mv.castling().is_some()).unwrap();
    /// assert_eq!(position.uci(castling).to_string(), "e1g1");
    /// # Ok::<(), arbiter_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn uci(&self, mv: Move) -> UciMove {
        match mv.kind() {
            MoveKind::Place => {
                return UciMove::Place {
                    role: mv.role(),
                    to: mv.to(),
                };
            }
            MoveKind::Pass => return UciMove::Pass,
            _ => {}
        }
        let castling = mv.castling();
        let rook = castling.and_then(|side| self.castling.rook(self.turn, side, mv.from()));
        let to = match rook {
            // From other squares than the usual the king's step alone could
            // also mean a plain move.
            Some(rook)
                if self.variant == Variant::Chess960
                    || mv.from().file() != File::E
                    || !matches!(rook.file(), File::A | File::H) =>
            {
                rook
            }
            _ => mv.to(),
        };
        UciMove::Between {
            from: mv.from(),
            to,
            promotion: mv.promotion(),
        }
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            UciMove::Between {
                from,
                to,
                promotion,
            } => {
                f.write_str(from.name())?;
                f.write_str(to.name())?;
                match promotion {
                    Some(role) => f.write_char(role.letter().to_ascii_lowercase()),
                    None => Ok(()),
                }
            }
            UciMove::Place { role, to } => write!(f, "{}@{to}", role.letter()),
            UciMove::Pass => f.write_str("0000"),
        }
    }
}

/// The text is not a move in the notation of chess programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseUciError {
    /// At which byte of the text.
    pub offset: usize,
    /// What is wrong there.
    pub problem: UciProblem,
}

/// What can be wrong with the text of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciProblem {
    /// The text ends before this part.
    Missing(UciPart),
    /// This does not belong in this part.
    Unexpected(UciPart, char),
    /// No pawn becomes that (R60).
    NoSuchPromotion(char),
}

/// A part of such a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciPart {
    /// The piece that is placed.
    Piece,
    /// The square the piece comes from.
    From,
    /// The square it goes to.
    To,
    /// What the pawn becomes.
    Promotion,
    /// After the move.
    End,
}

impl ParseUciError {
    /// A short name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self.problem {
            UciProblem::NoSuchPromotion(_) => "no_such_promotion",
            UciProblem::Missing(_) | UciProblem::Unexpected(..) => "not_a_move",
        }
    }
}

impl fmt::Display for ParseUciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            UciProblem::Missing(part) => write!(f, "the move ends before {part}"),
            UciProblem::Unexpected(part, found) => {
                write!(f, "{found:?} does not belong in {part}")
            }
            UciProblem::NoSuchPromotion(found) => write!(
                f,
                "{found:?} is no promotion: a pawn becomes q, r, b or n (queen, rook, bishop, knight)"
            ),
        }?;
        write!(f, " (byte {})", self.offset)
    }
}

impl core::error::Error for ParseUciError {}

impl fmt::Display for UciPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UciPart::Piece => "the piece that is placed",
            UciPart::From => "the square the piece comes from",
            UciPart::To => "the square the piece goes to",
            UciPart::Promotion => "the promotion",
            UciPart::End => "what follows the move",
        })
    }
}

impl FromStr for UciMove {
    type Err = ParseUciError;

    fn from_str(text: &str) -> Result<UciMove, ParseUciError> {
        if text == "0000" {
            return Ok(UciMove::Pass);
        }
        if let Some((letter, _)) = text.split_once('@') {
            return placement(text, letter);
        }
        let from = square(text, 0, UciPart::From)?;
        let to = square(text, 2, UciPart::To)?;
        let promotion = match text.as_bytes().get(4) {
            None => None,
            Some(b'q') => Some(Role::Queen),
            Some(b'r') => Some(Role::Rook),
            Some(b'b') => Some(Role::Bishop),
            Some(b'n') => Some(Role::Knight),
            Some(&found @ (b'k' | b'p')) => {
                let problem = UciProblem::NoSuchPromotion(char::from(found));
                return Err(ParseUciError { offset: 4, problem });
            }
            Some(_) => return Err(unexpected(text, 4, UciPart::Promotion)),
        };
        if text.len() > 5 {
            return Err(unexpected(text, 5, UciPart::End));
        }
        Ok(UciMove::Between {
            from,
            to,
            promotion,
        })
    }
}

/// A letter, `@` and a square. A piece has a capital letter, but `b@c1` can
/// mean nothing else.
fn placement(text: &str, letter: &str) -> Result<UciMove, ParseUciError> {
    let mut letters = letter.chars();
    let role = match (letters.next().and_then(Role::from_letter), letters.next()) {
        (Some(role), None) => role,
        (None, _) => return Err(unexpected(text, 0, UciPart::Piece)),
        _ => return Err(unexpected(text, 1, UciPart::Piece)),
    };
    let to = square(text, 2, UciPart::To)?;
    if text.len() > 4 {
        return Err(unexpected(text, 4, UciPart::End));
    }
    Ok(UciMove::Place { role, to })
}

fn square(text: &str, at: usize, part: UciPart) -> Result<Square, ParseUciError> {
    let bytes = text.as_bytes();
    match (bytes.get(at), bytes.get(at + 1)) {
        (Some(file @ b'a'..=b'h'), Some(rank @ b'1'..=b'8')) => Ok(Square::wrapping(
            u32::from(rank - b'1') * 8 + u32::from(file - b'a'),
        )),
        (Some(b'a'..=b'h'), _) => Err(unexpected(text, at + 1, part)),
        _ => Err(unexpected(text, at, part)),
    }
}

/// What stands at this byte, up to which the text is ASCII, has no place there.
fn unexpected(text: &str, offset: usize, part: UciPart) -> ParseUciError {
    let problem = match text.get(offset..).and_then(|rest| rest.chars().next()) {
        Some(found) => UciProblem::Unexpected(part, found),
        None => UciProblem::Missing(part),
    };
    ParseUciError { offset, problem }
}
