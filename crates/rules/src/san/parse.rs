use core::{fmt, str::FromStr};

use super::{CheckMark, San, SanAction, SanMove};
use crate::{Bitboard, CastlingSide, File, Rank, Role, Square};

/// Why a text is not a move in algebraic notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSanError {
    /// The byte offset of the mistake.
    pub offset: usize,
    /// What is wrong there.
    pub problem: SanProblem,
}

/// What can be wrong with a text in algebraic notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SanProblem {
    /// `--`, `Z0` or `0000`: a null move, and passing is not allowed (R20).
    NullMove,
    /// The text ends before this part.
    Missing(SanPart),
    /// This character does not belong in this part.
    Unexpected(SanPart, char),
    /// A pawn cannot promote to this (R60).
    NoSuchPromotion(char),
    /// Only a pawn can promote, and only on the last rank (R56). This is the role
    /// it was to promote to.
    NoPromotionHere(Role),
}

/// A part of a move in algebraic notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SanPart {
    /// Castling: `O-O` or `O-O-O`.
    Castling,
    /// The file of a capturing pawn.
    PawnFile,
    /// The square of arrival.
    Target,
    /// The role a pawn promotes to.
    Promotion,
    /// The end of the text.
    End,
}

impl ParseSanError {
    /// Returns a stable name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self.problem {
            SanProblem::NullMove => "null_move",
            SanProblem::NoSuchPromotion(_) => "no_such_promotion",
            SanProblem::NoPromotionHere(_) => "no_promotion_here",
            SanProblem::Missing(_) | SanProblem::Unexpected(..) => "not_a_move",
        }
    }
}

impl fmt::Display for ParseSanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            SanProblem::NullMove => write!(f, "this is a null move, and passing is not allowed"),
            SanProblem::Missing(part) => write!(f, "the move ends before {part}"),
            SanProblem::Unexpected(part, found) => {
                write!(f, "{found:?} does not belong in {part}")
            }
            SanProblem::NoSuchPromotion(found) => write!(
                f,
                "a pawn cannot promote to {found:?}, only to Q, R, B or N (queen, rook, bishop, knight)"
            ),
            SanProblem::NoPromotionHere(_) => {
                write!(f, "only a pawn can promote, and only on the last rank")
            }
        }?;
        write!(f, " (byte {})", self.offset)
    }
}

impl core::error::Error for ParseSanError {}

impl fmt::Display for SanPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SanPart::Castling => "castling, O-O or O-O-O",
            SanPart::PawnFile => "the file of the capturing pawn",
            SanPart::Target => "the square of arrival",
            SanPart::Promotion => "the promotion",
            SanPart::End => "the text after the move",
        })
    }
}

impl FromStr for San {
    type Err = ParseSanError;

    fn from_str(text: &str) -> Result<San, ParseSanError> {
        let mut cursor = Cursor::new(text);
        cursor.refuse_null_move(text)?;
        let action = if cursor.peek() == Some('O') {
            SanAction::Castle(castling(&mut cursor)?)
        } else if let Some((role, to)) = placing(&mut cursor)? {
            SanAction::Place { role, to }
        } else {
            SanAction::Move(ordinary_move(&mut cursor)?)
        };
        let mark = if cursor.eat('+') {
            CheckMark::Check
        } else if cursor.eat('#') {
            CheckMark::Mate
        } else {
            CheckMark::None
        };
        cursor.end()?;
        Ok(San { action, mark })
    }
}

/// Parses the placing of a piece, `N@g1`, if there is one here.
pub(super) fn placing(cursor: &mut Cursor<'_>) -> Result<Option<(Role, Square)>, ParseSanError> {
    let start = cursor.at;
    let role = cursor.eat_map(|letter| Role::from_letter(letter).filter(|_| letter < 'a'));
    match role {
        Some(role) if cursor.eat('@') => Ok(Some((role, target(cursor)?))),
        _ => {
            cursor.at = start;
            Ok(None)
        }
    }
}

fn castling(cursor: &mut Cursor<'_>) -> Result<CastlingSide, ParseSanError> {
    for expected in ['O', '-', 'O'] {
        if !cursor.eat(expected) {
            return Err(cursor.unexpected(SanPart::Castling));
        }
    }
    if !cursor.eat('-') {
        return Ok(CastlingSide::Short);
    }
    if !cursor.eat('O') {
        return Err(cursor.unexpected(SanPart::Castling));
    }
    Ok(CastlingSide::Long)
}

fn ordinary_move(cursor: &mut Cursor<'_>) -> Result<SanMove, ParseSanError> {
    let role = cursor.eat_map(|letter| match letter {
        'N' | 'B' | 'R' | 'Q' | 'K' => Role::from_letter(letter),
        _ => None,
    });
    let mv = match role {
        Some(role) => piece_move(cursor, role)?,
        None => pawn_move(cursor)?,
    };
    let offset = cursor.at;
    if mv.promotion.is_none() && cursor.eat('=') {
        let problem = SanProblem::NoPromotionHere(promotion_role(cursor)?);
        return Err(ParseSanError { offset, problem });
    }
    Ok(mv)
}

fn piece_move(cursor: &mut Cursor<'_>, role: Role) -> Result<SanMove, ParseSanError> {
    let (mut file, mut rank) = (cursor.file(), cursor.rank());
    let captures = cursor.eat('x');
    let to = match (cursor.peek().and_then(File::from_letter), file, rank) {
        (None, Some(to_file), Some(to_rank)) if !captures => {
            (file, rank) = (None, None);
            Square::new(to_file, to_rank)
        }
        _ => target(cursor)?,
    };
    Ok(SanMove {
        role,
        file,
        rank,
        captures,
        to,
        promotion: None,
    })
}

fn pawn_move(cursor: &mut Cursor<'_>) -> Result<SanMove, ParseSanError> {
    if cursor.peek() == Some('x') {
        return Err(cursor.fail(SanProblem::Missing(SanPart::PawnFile)));
    }
    let start = cursor.at;
    let mut file = cursor.file();
    let captures = cursor.eat('x');
    if !captures {
        file = None;
        cursor.at = start;
    }
    let to = target(cursor)?;
    let mut promotion = None;
    if Bitboard::BACK_RANKS.contains(to) {
        if !cursor.eat('=') {
            return Err(cursor.unexpected(SanPart::Promotion));
        }
        promotion = Some(promotion_role(cursor)?);
    }
    Ok(SanMove {
        role: Role::Pawn,
        file,
        rank: None,
        captures,
        to,
        promotion,
    })
}

fn target(cursor: &mut Cursor<'_>) -> Result<Square, ParseSanError> {
    let square = cursor
        .file()
        .and_then(|file| Some(Square::new(file, cursor.rank()?)));
    square.ok_or_else(|| cursor.unexpected(SanPart::Target))
}

fn promotion_role(cursor: &mut Cursor<'_>) -> Result<Role, ParseSanError> {
    let role = cursor.eat_map(|letter| match letter {
        'Q' | 'R' | 'B' | 'N' => Role::from_letter(letter),
        _ => None,
    });
    match (role, cursor.peek()) {
        (Some(role), _) => Ok(role),
        (None, Some(found @ ('K' | 'P'))) => Err(cursor.fail(SanProblem::NoSuchPromotion(found))),
        (None, _) => Err(cursor.unexpected(SanPart::Promotion)),
    }
}

/// Reads a text character by character.
pub(super) struct Cursor<'t> {
    text: &'t str,
    pub(super) at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0 }
    }

    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn eat(&mut self, expected: char) -> bool {
        self.eat_map(|found| (found == expected).then_some(()))
            .is_some()
    }

    pub(super) fn eat_str(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    /// Consumes the next character if `meaning` returns something for it.
    pub(super) fn eat_map<T>(&mut self, meaning: impl FnOnce(char) -> Option<T>) -> Option<T> {
        let next = self.peek()?;
        let meaning = meaning(next)?;
        self.at += next.len_utf8();
        Some(meaning)
    }

    pub(super) fn file(&mut self) -> Option<File> {
        self.eat_map(File::from_letter)
    }

    pub(super) fn rank(&mut self) -> Option<Rank> {
        self.eat_map(Rank::from_digit)
    }

    pub(super) fn refuse_null_move(&self, text: &str) -> Result<(), ParseSanError> {
        match text {
            "--" | "Z0" | "0000" => Err(self.fail(SanProblem::NullMove)),
            _ => Ok(()),
        }
    }

    pub(super) fn fail(&self, problem: SanProblem) -> ParseSanError {
        ParseSanError {
            offset: self.at,
            problem,
        }
    }

    /// Fails because the next character does not belong in this part, or because
    /// there is none.
    pub(super) fn unexpected(&self, part: SanPart) -> ParseSanError {
        self.fail(match self.peek() {
            Some(found) => SanProblem::Unexpected(part, found),
            None => SanProblem::Missing(part),
        })
    }

    pub(super) fn end(&self) -> Result<(), ParseSanError> {
        match self.peek() {
            Some(_) => Err(self.unexpected(SanPart::End)),
            None => Ok(()),
        }
    }
}
