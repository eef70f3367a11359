use core::ops::Range;

/// A place in the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// Bytes before it.
    pub offset: u64,
    /// Its line, counted from 1.
    pub line: u64,
    /// Its byte in the line, counted from 1.
    pub column: u64,
}

/// Something that is wrong with the text, and what was done about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where it begins.
    pub place: Place,
    /// The bytes it is about.
    pub span: Range<u64>,
    /// What is wrong.
    pub kind: ProblemKind,
    /// The bytes that were passed over because of it; empty if none.
    pub skipped: Range<u64>,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A move that the laws forbid, or that is none; with the reason.
    Move(Box<arbiter_rules::Refusal>),
}
