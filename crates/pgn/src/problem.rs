use core::{fmt, ops::Range};

use arbiter_rules::{FenError, Refusal, RefusalKind};

use crate::Termination;

/// A location in a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TextLocation {
    /// The number of bytes before it.
    pub offset: u64,
    /// The line, counted from 1. A line ends with LF, CR or CR LF.
    pub line: u64,
    /// The byte in the line, counted from 1.
    pub column: u64,
}

impl TextLocation {
    /// The start of a text.
    pub const START: TextLocation = TextLocation {
        offset: 0,
        line: 1,
        column: 1,
    };
}

impl Default for TextLocation {
    fn default() -> TextLocation {
        TextLocation::START
    }
}

/// Writes `line 3, column 14`.
impl fmt::Display for TextLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Something that is wrong with a text, and what was skipped because of it.
///
/// ```
/// use arbiter_pgn::{Problem, Reader, Visitor};
///
/// struct Problems(Vec<String>);
///
/// impl Visitor for Problems {
///     fn problem(&mut self, problem: &Problem) {
///         self.0.push(format!("{}: {problem}", problem.location));
///     }
/// }
///
/// let mut problems = Problems(Vec::new());
/// Reader::from_bytes(b"1. e4 e5 2. Ke3 Nc6 *").read_all(&mut problems)?;
/// assert_eq!(
///     problems.0,
///     ["line 1, column 13: Ke1-e3 is not allowed: \
///       a king moves one square in any direction, and two only when castling."]
/// );
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The location at which it begins.
    pub location: TextLocation,
    /// The offsets of the bytes it is about.
    pub span: Range<u64>,
    /// What is wrong.
    pub kind: ProblemKind,
    /// The offsets of the bytes skipped because of it; empty if none were.
    pub skipped: Range<u64>,
}

impl Problem {
    /// Returns whether something is lost or doubtful, or only unusual.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }

    /// Returns a stable identifier for programs. The sentence may change, the
    /// code does not.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }
}

/// Writes what is wrong, for people.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

/// How bad a problem is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Nothing is lost, but the text is unusual.
    Note,
    /// Something is lost or doubtful: the game is damaged.
    Damage,
}

/// The kind of a [`Problem`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProblemKind {
    /// An illegal move, or a word that is not a move.
    Move {
        /// The word, shortened if it is very long.
        written: Box<str>,
        /// Why it cannot be played.
        refusal: Box<Refusal>,
    },
    /// A character that has no meaning where it is.
    Stray(char),
    /// Something was opened and never closed.
    Unclosed(PgnElement),
    /// A tag pair that cannot be read.
    BadTag,
    /// More tags than are reported for a game.
    TooManyTags,
    /// The `FEN` tag does not describe a playable position.
    BadFen(Box<FenError>),
    /// A variant that is not supported.
    UnknownVariant(Box<str>),
    /// A game of Saktris without a `FEN` tag that lists the pieces to come.
    MissingOrder,
    /// A variation without a preceding move that it could replace.
    VariationWithoutMove,
    /// Variations nested too deeply.
    TooDeep,
    /// Something too long to be read.
    TooLong(PgnElement),
    /// An annotation glyph above `$255`.
    UnknownNag,
    /// The `Result` tag contradicts the result after the moves.
    ResultsDisagree {
        /// The result in the tag.
        tag: Termination,
        /// The result after the moves.
        moves: Termination,
    },
    /// There is no result after the moves.
    MissingResult,
    /// The text ends in the middle of a game.
    Truncated,
    /// There is text between games that belongs to no game.
    StrayText,
}

/// A syntactic element of PGN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum PgnElement {
    /// `{` … `}`
    Comment,
    /// `(` … `)`
    Variation,
    /// `[` … `]`
    Tag,
    /// `"` … `"`
    Value,
    /// A word among the moves.
    Word,
}

impl ProblemKind {
    /// Returns whether something is lost or doubtful, or only unusual.
    #[must_use]
    pub fn severity(&self) -> Severity {
        match self {
            ProblemKind::MissingResult | ProblemKind::UnknownNag => Severity::Note,
            // An unknown result contradicts nothing.
            ProblemKind::ResultsDisagree { tag, moves } => match (tag, moves) {
                (Termination::Unknown, _) | (_, Termination::Unknown) => Severity::Note,
                _ => Severity::Damage,
            },
            _ => Severity::Damage,
        }
    }

    /// Returns a stable identifier for programs. The sentence may change, the
    /// code does not.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            ProblemKind::Move { refusal, .. } => match refusal.kind() {
                RefusalKind::InvalidInput => "unreadable_move",
                RefusalKind::IllegalMove => "illegal_move",
            },
            ProblemKind::Stray(_) => "stray_character",
            ProblemKind::Unclosed(PgnElement::Comment) => "unclosed_comment",
            ProblemKind::Unclosed(PgnElement::Variation) => "unclosed_variation",
            ProblemKind::Unclosed(PgnElement::Tag) => "unclosed_tag",
            ProblemKind::Unclosed(_) => "unclosed_value",
            ProblemKind::BadTag => "bad_tag",
            ProblemKind::TooManyTags => "too_many_tags",
            ProblemKind::BadFen(_) => "bad_fen",
            ProblemKind::UnknownVariant(_) => "unknown_variant",
            ProblemKind::MissingOrder => "missing_order",
            ProblemKind::VariationWithoutMove => "variation_without_move",
            ProblemKind::TooDeep => "too_deep",
            ProblemKind::TooLong(_) => "too_long",
            ProblemKind::UnknownNag => "unknown_nag",
            ProblemKind::ResultsDisagree { .. } => "results_disagree",
            ProblemKind::MissingResult => "missing_result",
            ProblemKind::Truncated => "truncated",
            ProblemKind::StrayText => "stray_text",
        }
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemKind::Move { written, refusal } => match refusal.kind() {
                RefusalKind::InvalidInput => write!(f, "{written:?} cannot be played: {refusal}"),
                RefusalKind::IllegalMove => refusal.fmt(f),
            },
            ProblemKind::Stray('\0') => {
                f.write_str("There is a zero byte here, often the result of a crash.")
            }
            ProblemKind::Stray(found) => write!(f, "{found:?} has no meaning here."),
            ProblemKind::Unclosed(what) => {
                let (name, close) = match what {
                    PgnElement::Comment => ("This comment", '}'),
                    PgnElement::Variation => ("This variation", ')'),
                    PgnElement::Tag => ("This tag", ']'),
                    PgnElement::Value | PgnElement::Word => ("The value of this tag", '"'),
                };
                write!(f, "{name} is never closed with {close}.")
            }
            ProblemKind::BadTag => {
                f.write_str("This is not a tag. Tags are written [Name \"value\"].")
            }
            ProblemKind::TooManyTags => {
                f.write_str("This game has too many tags. The rest are ignored.")
            }
            ProblemKind::BadFen(error) => write!(f, "The starting position is invalid: {error}."),
            ProblemKind::UnknownVariant(name) => {
                write!(f, "The variant {name:?} is not supported.")
            }
            ProblemKind::MissingOrder => f.write_str(
                "A game of Saktris needs a FEN tag that lists the pieces to come: \
                 [FEN \"8/8/8/8/8/8/8/8[PNB/pnb] w - - 0 1\"].",
            ),
            ProblemKind::VariationWithoutMove => {
                f.write_str("This variation does not follow a move that it could replace.")
            }
            ProblemKind::TooDeep => f.write_str("Variations are nested too deeply here."),
            ProblemKind::TooLong(what) => {
                let name = match what {
                    PgnElement::Comment => "comment",
                    PgnElement::Variation => "variation",
                    PgnElement::Tag | PgnElement::Value => "tag",
                    PgnElement::Word => "word",
                };
                write!(f, "This {name} is too long to be read.")
            }
            ProblemKind::UnknownNag => f.write_str("Annotation glyphs go from $0 to $255."),
            ProblemKind::ResultsDisagree { tag, moves } => write!(
                f,
                "The Result tag says {tag}, but the moves end with {moves}."
            ),
            ProblemKind::MissingResult => f.write_str("There is no result after the moves."),
            ProblemKind::Truncated => f.write_str("The text ends in the middle of the game."),
            ProblemKind::StrayText => f.write_str("This is not part of any game."),
        }
    }
}
