use core::{fmt, ops::Range};

use arbiter_rules::{FenError, Refusal, RefusalKind};

use crate::Termination;

/// A place in the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TextLocation {
    /// Bytes before it.
    pub offset: u64,
    /// Its line, counted from 1. A line ends with LF, CR or both.
    pub line: u64,
    /// Its byte in the line, counted from 1.
    pub column: u64,
}

impl TextLocation {
    /// Where a text begins.
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

/// Something that is wrong with the text, and what was done about it.
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
    /// Where it begins.
    pub location: TextLocation,
    /// The bytes it is about.
    pub span: Range<u64>,
    /// What is wrong.
    pub kind: ProblemKind,
    /// The bytes that were passed over because of it; empty if none.
    pub skipped: Range<u64>,
}

impl Problem {
    /// Whether something is lost or in doubt, or only oddly written.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }

    /// A short name for programs, which stays the same when the sentence is
    /// improved.
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
    /// All was understood; somebody may want to know.
    Note,
    /// Something is lost or in doubt: the game is damaged.
    Damage,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A move that the laws forbid, or a word that is no move.
    Move {
        /// The word, shortened if it is very long.
        written: Box<str>,
        /// Why it cannot be played.
        refusal: Box<Refusal>,
    },
    /// A character that means nothing where it stands.
    Stray(char),
    /// Something was opened and never closed.
    Unclosed(PgnElement),
    /// A tag pair that cannot be read.
    BadTag,
    /// More tags than a game can have here.
    TooManyTags,
    /// The position of the `FEN` tag cannot be played from.
    BadFen(Box<FenError>),
    /// A variant whose laws are not known here.
    UnknownVariant(Box<str>),
    /// A game of Saktris without a `FEN` tag that says what arrives.
    MissingOrder,
    /// A variation where there is no move that it could replace.
    VariationWithoutMove,
    /// More variations inside one another than can be followed.
    TooDeep,
    /// Something that is longer than can be held.
    TooLong(PgnElement),
    /// An annotation glyph above `$255`.
    UnknownNag,
    /// The `Result` tag and the end of the moves contradict one another.
    ResultsDisagree {
        /// What the tag says.
        tag: Termination,
        /// What stands after the moves.
        moves: Termination,
    },
    /// No result stands after the moves.
    MissingResult,
    /// The text ends in the middle of a game.
    Truncated,
    /// Between two games stands what is no game.
    StrayText,
}

/// What has a beginning and an end in PGN.
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
    /// A word of the moves.
    Word,
}

impl ProblemKind {
    /// Whether something is lost or in doubt, or only oddly written.
    #[must_use]
    pub fn severity(&self) -> Severity {
        match self {
            ProblemKind::MissingResult | ProblemKind::UnknownNag => Severity::Note,
            // A tag that knows nothing contradicts nobody.
            ProblemKind::ResultsDisagree { tag, moves } => match (tag, moves) {
                (Termination::Unknown, _) | (_, Termination::Unknown) => Severity::Note,
                _ => Severity::Damage,
            },
            _ => Severity::Damage,
        }
    }

    /// A short name for programs, which stays the same when the sentence is
    /// improved.
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
                f.write_str("A zero byte stands here. This is often left by a crash.")
            }
            ProblemKind::Stray(found) => write!(f, "{found:?} means nothing here."),
            ProblemKind::Unclosed(what) => {
                let (name, close) = match what {
                    PgnElement::Comment => ("This comment", '}'),
                    PgnElement::Variation => ("This variation", ')'),
                    PgnElement::Tag => ("This tag", ']'),
                    PgnElement::Value | PgnElement::Word => ("The value of this tag", '"'),
                };
                write!(f, "{name} is never closed with {close}")?;
                f.write_str(".")
            }
            ProblemKind::BadTag => {
                f.write_str("This is not a tag. Tags are written [Name \"value\"].")
            }
            ProblemKind::TooManyTags => {
                f.write_str("This game has too many tags: from here on they are left out.")
            }
            ProblemKind::BadFen(error) => write!(f, "The game cannot begin here: {error}."),
            ProblemKind::UnknownVariant(name) => {
                write!(f, "The laws of the variant {name:?} are not known here.")
            }
            ProblemKind::MissingOrder => f.write_str(
                "A game of Saktris needs a FEN tag with the pieces to come: \
                 [FEN \"8/8/8/8/8/8/8/8[PNB/pnb] w - - 0 1\"].",
            ),
            ProblemKind::VariationWithoutMove => {
                f.write_str("There is no move here that this variation could replace.")
            }
            ProblemKind::TooDeep => f.write_str("Too many variations stand inside one another."),
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
                "The Result tag says {tag}, but {moves} stands after the moves."
            ),
            ProblemKind::MissingResult => f.write_str("No result stands after the moves."),
            ProblemKind::Truncated => f.write_str("The text ends in the middle of the game."),
            ProblemKind::StrayText => f.write_str("This is not part of any game."),
        }
    }
}
