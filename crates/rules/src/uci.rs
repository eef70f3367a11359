//! Moves in the notation of the UCI protocol: `e2e4`, `e7e8q`.

use core::{
    fmt::{self, Write},
    str::FromStr,
};

use crate::{File, Move, MoveKind, Position, Role, Square, Variant};

/// A requested move in UCI notation: two squares and perhaps a promotion.
///
/// [`Position::find`] turns it into a legal [`Move`] or explains why it is illegal.
///
/// ```
/// use arbiter_rules::{Role, Square, UciMove};
///
/// let promotion: UciMove = "e7e8q".parse()?;
/// assert_eq!(promotion, UciMove::between(Square::E7, Square::E8).promoting(Role::Queen));
/// assert_eq!(promotion.to_string(), "e7e8q");
///
/// // A piece is placed, in Saktris.
/// let placing: UciMove = "N@g1".parse()?;
/// assert_eq!(placing, UciMove::Place { role: Role::Knight, to: Square::G1 });
///
/// let error = "e7e9q".parse::<UciMove>().unwrap_err();
/// assert_eq!(error.offset, 3);
/// # Ok::<(), arbiter_rules::ParseUciError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum UciMove {
    /// A piece moves on the board.
    Between {
        /// The square of departure.
        from: Square,
        /// The square of arrival. For castling it is two squares from the king or,
        /// in Chess960, the square of the rook.
        to: Square,
        /// The role a pawn promotes to.
        promotion: Option<Role>,
    },
    /// A waiting piece is placed, in Saktris: `N@g1`.
    Place {
        /// The role of the piece.
        role: Role,
        /// The square it is placed on.
        to: Square,
    },
    /// The player passes, which is legal in Saktris if nothing else is: `0000`.
    Pass,
}

impl UciMove {
    /// Returns a move from one square to another.
    #[must_use]
    pub const fn between(from: Square, to: Square) -> UciMove {
        UciMove::Between {
            from,
            to,
            promotion: None,
        }
    }

    /// Adds the role the pawn promotes to.
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

    /// Returns the square of departure, if the piece is on the board.
    #[must_use]
    pub const fn from(self) -> Option<Square> {
        match self {
            UciMove::Between { from, .. } => Some(from),
            UciMove::Place { .. } | UciMove::Pass => None,
        }
    }

    /// Returns the square of arrival, or `None` for a pass.
    #[must_use]
    pub const fn to(self) -> Option<Square> {
        match self {
            UciMove::Between { to, .. } | UciMove::Place { to, .. } => Some(to),
            UciMove::Pass => None,
        }
    }

    /// Returns the role a pawn promotes to.
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        match self {
            UciMove::Between { promotion, .. } => promotion,
            UciMove::Place { .. } | UciMove::Pass => None,
        }
    }
}

impl Position {
    /// Returns a move of this position in UCI notation. Castling is `e1g1` in standard
    /// chess; in Chess960 the king moves onto its rook, `e1h1`.
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
            // From any other square the king's target could also be that of an
            // ordinary move.
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

/// Why a text is not a move in UCI notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseUciError {
    /// The byte offset of the mistake.
    pub offset: usize,
    /// What is wrong there.
    pub problem: UciProblem,
}

/// What can be wrong with a move in UCI notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciProblem {
    /// The text ends before this part.
    Missing(UciPart),
    /// This character does not belong in this part.
    Unexpected(UciPart, char),
    /// A pawn cannot promote to this (R60).
    NoSuchPromotion(char),
}

/// A part of a move in UCI notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciPart {
    /// The letter of the piece to be placed.
    Piece,
    /// The square of departure.
    From,
    /// The square of arrival.
    To,
    /// The role a pawn promotes to.
    Promotion,
    /// The end of the text.
    End,
}

impl ParseUciError {
    /// Returns a stable name for programs.
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
                "a pawn cannot promote to {found:?}, only to q, r, b or n (queen, rook, bishop, knight)"
            ),
        }?;
        write!(f, " (byte {})", self.offset)
    }
}

impl core::error::Error for ParseUciError {}

impl fmt::Display for UciPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UciPart::Piece => "the piece to be placed",
            UciPart::From => "the square of departure",
            UciPart::To => "the square of arrival",
            UciPart::Promotion => "the promotion",
            UciPart::End => "the text after the move",
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

/// Parses a letter, `@` and a square. The letter should be a capital, but `b@c1` is
/// unambiguous as well.
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

/// Fails because the character at this byte does not belong there, or because the
/// text ends. Everything before it is ASCII.
fn unexpected(text: &str, offset: usize, part: UciPart) -> ParseUciError {
    let problem = match text.get(offset..).and_then(|rest| rest.chars().next()) {
        Some(found) => UciProblem::Unexpected(part, found),
        None => UciProblem::Missing(part),
    };
    ParseUciError { offset, problem }
}
