//! Positions with things said about them: EPD.

use alloc::{borrow::ToOwned, string::String, vec::Vec};
use core::{fmt, str::FromStr};

use crate::{Move, ParseFenError, Position, SanError, Setup, SetupErrors, fen, saktris};

/// A set-up and operations on it: the best move, a name, how many positions
/// lie how deep, anything.
///
/// The opcodes `hmvc` and `fmvn` are the counters of the set-up itself and
/// not found among the operations, nor is `saktris`, what the seventh part of
/// a FEN says about a position of Saktris.
///
/// ```
/// use arbiter_rules::Epd;
///
/// let epd: Epd = "8/8/8/8/8/4k3/4p3/4K3 b - - bm Kf3 Kd3; id \"a draw; really\"; D1 5;".parse()?;
/// assert_eq!(epd.id(), Some("a draw; really"));
/// assert_eq!(epd.words("bm").collect::<Vec<_>>(), ["Kf3", "Kd3"]);
/// assert_eq!(epd.number("D1"), Some(5));
/// assert_eq!(epd.position().unwrap().legal_moves().count(), 5);
/// # Ok::<(), arbiter_rules::ParseEpdError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    setup: Setup,
    operations: Vec<Operation>,
}

/// One thing said about a position: an opcode and its operands.
///
/// It is made by reading it, and so can always be written again:
///
/// ```
/// use arbiter_rules::Operation;
///
/// let operation: Operation = "bm Nf3 e4".parse()?;
/// assert_eq!(operation.opcode(), "bm");
/// assert_eq!(operation.operands()[1].text(), "e4");
/// assert_eq!(operation.to_string(), "bm Nf3 e4;");
/// # Ok::<(), arbiter_rules::ParseEpdError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    opcode: String,
    operands: Vec<Operand>,
}

/// What an opcode is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    text: String,
    is_quoted: bool,
}

impl Epd {
    /// A set-up about which nothing is said yet.
    #[must_use]
    pub const fn new(setup: Setup) -> Epd {
        Epd {
            setup,
            operations: Vec::new(),
        }
    }

    /// The set-up, with the counters that `hmvc` and `fmvn` give.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position, if it can be played.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the set-up.
    pub fn position(&self) -> Result<Position, SetupErrors> {
        self.setup.position()
    }

    /// What is said about it, in the order it was said.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Says one thing more.
    pub fn push(&mut self, operation: Operation) {
        match operation.counter() {
            Some((Counter::Halfmoves, number)) => self.setup.halfmoves = number,
            Some((Counter::Fullmoves, number)) => self.setup.fullmoves = number.max(1),
            None if self.read_saktris(&operation) == Some(true) => {}
            None => self.operations.push(operation),
        }
    }

    /// Whether it could be read, if it is about Saktris.
    fn read_saktris(&mut self, operation: &Operation) -> Option<bool> {
        let mut read = self.setup.saktris.filter(|_| operation.opcode == SAKTRIS)?;
        let [operand] = operation.operands() else {
            return Some(false);
        };
        let is_read = saktris::read_counters(&operand.text, &mut read).is_ok();
        if is_read {
            self.setup.saktris = Some(read);
        }
        Some(is_read)
    }

    /// The operands of an opcode; of the first, if it stands more than once.
    #[must_use]
    pub fn operands(&self, opcode: &str) -> Option<&[Operand]> {
        let found = self.operations.iter().find(|found| found.opcode == opcode);
        found.map(Operation::operands)
    }

    /// The operands of an opcode as text: the moves of `bm`, `am` or `pv`.
    pub fn words(&self, opcode: &str) -> impl Iterator<Item = &str> {
        self.operands(opcode)
            .unwrap_or_default()
            .iter()
            .map(Operand::text)
    }

    /// The moves that `bm` or `am` names, which are moves of this position.
    /// (Those of a line like `pv` follow one another and are not.) Any form
    /// of algebraic notation is taken.
    ///
    /// # Errors
    ///
    /// The first word that is not a legal move.
    pub fn moves(&self, opcode: &str, position: &Position) -> Result<Vec<Move>, EpdMoveError> {
        self.words(opcode)
            .enumerate()
            .map(|(word, text)| match position.find_san_lenient(text) {
                Ok((mv, _)) => Ok(mv),
                Err(error) => Err(EpdMoveError { word, error }),
            })
            .collect()
    }

    /// The first operand of an opcode as text: what a comment `c0` says.
    #[must_use]
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode)?.first().map(Operand::text)
    }

    /// The first operand of an opcode as a number: the depth `acd`, the
    /// positions `D5` lie five moves deep, the evaluation `ce`.
    #[must_use]
    pub fn number(&self, opcode: &str) -> Option<i64> {
        self.operands(opcode)?.first()?.number()
    }

    /// The name of the position: `id`.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.text("id")
    }
}

impl Operation {
    /// What it says: `bm`, `id`, `D3` and so on.
    #[must_use]
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// What it says it about.
    #[must_use]
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// The counters of a set-up have opcodes of their own.
    fn counter(&self) -> Option<(Counter, u16)> {
        let counter = match &*self.opcode {
            "hmvc" => Counter::Halfmoves,
            "fmvn" => Counter::Fullmoves,
            _ => return None,
        };
        let [operand] = &*self.operands else {
            return None;
        };
        Some((counter, operand.text.parse().ok()?))
    }
}

/// What else is to be known about a position of Saktris.
const SAKTRIS: &str = "saktris";

enum Counter {
    Halfmoves,
    Fullmoves,
}

impl Operand {
    /// Its text, without the quotation marks.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it was written in quotation marks.
    #[must_use]
    pub const fn is_quoted(&self) -> bool {
        self.is_quoted
    }

    /// The number it is.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        self.text.parse().ok()
    }
}

/// Writes the four parts, the counters if they are not those of a first
/// move, and the operations, each with its semicolon.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup.write_epd_parts(f)?;
        if self.setup.halfmoves != 0 {
            write!(f, " hmvc {};", self.setup.halfmoves)?;
        }
        if self.setup.fullmoves != 1 {
            write!(f, " fmvn {};", self.setup.fullmoves)?;
        }
        let counters = self.setup.saktris.map(|saktris| saktris.counters());
        if let Some(counters) = counters.filter(|counters| !counters.is_empty()) {
            write!(f, " {SAKTRIS} \"{counters}\";")?;
        }
        for operation in &self.operations {
            write!(f, " {operation}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for operand in &self.operands {
            write!(f, " {operand}")?;
        }
        f.write_str(";")
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_quoted {
            write!(f, "\"{}\"", self.text)
        } else {
            f.write_str(&self.text)
        }
    }
}

/// Why an operation does not name moves of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EpdMoveError {
    /// Which of its operands is none, counted from 0.
    pub word: usize,
    /// Why it is none.
    pub error: SanError,
}

impl fmt::Display for EpdMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "operand {}: {}", self.word + 1, self.error)
    }
}

impl core::error::Error for EpdMoveError {}

/// Why a text is not an EPD.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseEpdError {
    /// The byte where reading stopped.
    pub offset: usize,
    /// What stands against it.
    pub problem: EpdProblem,
}

/// What can be wrong with an EPD.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdProblem {
    /// The position cannot be read.
    Fen(ParseFenError),
    /// An opcode begins with a letter, this is something else.
    Opcode(char),
    /// An operation is missing.
    Missing,
    /// Something follows an operation that should have ended.
    Trailing,
    /// Something clings to an opcode or an operand.
    Unexpected(char),
    /// A text in quotation marks does not end.
    OpenText,
    /// A counter that is not a number up to 65535.
    Counter,
    /// What is said about Saktris is not what its FEN has as a seventh part.
    Saktris,
}

impl fmt::Display for ParseEpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            EpdProblem::Fen(error) => return error.fmt(f),
            EpdProblem::Opcode(found) => {
                write!(f, "an operation begins with a letter, not with {found:?}")?;
            }
            EpdProblem::Missing => f.write_str("an operation is missing")?,
            EpdProblem::Trailing => f.write_str("one operation only is expected here")?,
            EpdProblem::Unexpected(found) => {
                write!(
                    f,
                    "{found:?} does not belong here; a blank or a semicolon is missing"
                )?;
            }
            EpdProblem::OpenText => f.write_str("the closing quotation mark is missing")?,
            EpdProblem::Counter => write!(f, "the counter is not a number up to {}", u16::MAX)?,
            EpdProblem::Saktris => f.write_str(
                "this cannot be said about Saktris; the seventh part of a FEN, in quotation \
                 marks, is expected here, like \"moves=4/4\"",
            )?,
        }
        write!(f, " (byte {})", self.offset)
    }
}

impl core::error::Error for ParseEpdError {}

impl FromStr for Epd {
    type Err = ParseEpdError;

    /// Reads the four parts of an EPD, or the six of a FEN, and what follows.
    fn from_str(text: &str) -> Result<Epd, ParseEpdError> {
        let (setup, at) = fen::read_before_operations(text).map_err(|error| ParseEpdError {
            offset: error.offset,
            problem: EpdProblem::Fen(error),
        })?;
        let mut epd = Epd::new(setup);
        let mut reader = Reader { text, at };
        while reader.next_operation() {
            let offset = reader.at;
            let operation = reader.operation()?;
            if epd.read_saktris(&operation) == Some(false) {
                let problem = EpdProblem::Saktris;
                return Err(ParseEpdError { offset, problem });
            }
            epd.push(operation);
        }
        Ok(epd)
    }
}

impl FromStr for Operation {
    type Err = ParseEpdError;

    fn from_str(text: &str) -> Result<Operation, ParseEpdError> {
        let mut reader = Reader { text, at: 0 };
        if !reader.next_operation() {
            return reader.fail(EpdProblem::Missing);
        }
        let operation = reader.operation()?;
        if reader.next_operation() {
            return reader.fail(EpdProblem::Trailing);
        }
        Ok(operation)
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn fail<T>(&self, problem: EpdProblem) -> Result<T, ParseEpdError> {
        Err(ParseEpdError {
            offset: self.at,
            problem,
        })
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn next_char(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Everything up to the first character that is not of the kind.
    fn take_while(&mut self, is_kind: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|found| !is_kind(found)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Goes to where an operation begins, if there is another.
    fn next_operation(&mut self) -> bool {
        self.take_while(|found| found.is_whitespace() || found == ';');
        self.next_char().is_some()
    }

    fn operation(&mut self) -> Result<Operation, ParseEpdError> {
        let start = self.at;
        let opcode = self.take_while(|found| found.is_ascii_alphanumeric() || found == '_');
        if !opcode.starts_with(|first: char| first.is_ascii_alphabetic()) {
            self.at -= opcode.len();
            return self.fail(EpdProblem::Opcode(self.next_char().unwrap_or(';')));
        }
        let mut operation = Operation {
            opcode: opcode.to_owned(),
            operands: Vec::new(),
        };
        loop {
            let blanks = self.take_while(char::is_whitespace);
            match self.next_char() {
                None | Some(';') => break,
                Some(found) if blanks.is_empty() => {
                    return self.fail(EpdProblem::Unexpected(found));
                }
                Some('"') => operation.operands.push(self.quoted()?),
                Some(_) => operation.operands.push(self.word()),
            }
        }
        let is_counter = matches!(opcode, "hmvc" | "fmvn");
        if is_counter && operation.counter().is_none() {
            self.at = start;
            return self.fail(EpdProblem::Counter);
        }
        Ok(operation)
    }

    fn word(&mut self) -> Operand {
        let text = self.take_while(|found| !found.is_whitespace() && !matches!(found, ';' | '"'));
        Operand {
            text: text.to_owned(),
            is_quoted: false,
        }
    }

    /// A text in quotation marks. An EPD is one line, so it ends there.
    fn quoted(&mut self) -> Result<Operand, ParseEpdError> {
        let start = self.at;
        self.at += 1;
        let text = self.take_while(|found| !matches!(found, '"' | '\n' | '\r'));
        if self.next_char() != Some('"') {
            self.at = start;
            return self.fail(EpdProblem::OpenText);
        }
        self.at += 1;
        Ok(Operand {
            text: text.to_owned(),
            is_quoted: true,
        })
    }
}
