//! EPD: positions with operations, such as the best move or a name.

use alloc::{borrow::ToOwned, string::String, vec::Vec};
use core::{fmt, str::FromStr};

use crate::{Move, ParseFenError, Position, SanError, Setup, SetupErrors, fen, saktris};

/// A setup with operations, such as the best move, a name, or perft counts.
///
/// The opcodes `hmvc` and `fmvn` set the counters of the setup itself and are not among
/// the operations. Neither is `saktris`, which holds the seventh field of a Saktris FEN.
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

/// An operation: an opcode and its operands.
///
/// Operations are created only by parsing, so every one can be written and read again:
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

/// An operand of an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    text: String,
    is_quoted: bool,
}

impl Epd {
    /// Creates an EPD without operations.
    #[must_use]
    pub const fn new(setup: Setup) -> Epd {
        Epd {
            setup,
            operations: Vec::new(),
        }
    }

    /// Returns the setup, with the counters from `hmvc` and `fmvn`.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the position, if it is playable.
    ///
    /// # Errors
    ///
    /// Returns everything that is wrong with the setup.
    pub fn position(&self) -> Result<Position, SetupErrors> {
        self.setup.position()
    }

    /// Returns the operations in their order.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Adds an operation.
    pub fn push(&mut self, operation: Operation) {
        match operation.counter() {
            Some((Counter::Halfmoves, number)) => self.setup.halfmoves = number,
            Some((Counter::Fullmoves, number)) => self.setup.fullmoves = number.max(1),
            None if self.read_saktris(&operation) == Some(true) => {}
            None => self.operations.push(operation),
        }
    }

    /// Reads the Saktris operation, and reports whether it is valid. Returns `None` for
    /// any other operation.
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

    /// Returns the operands of the first operation with this opcode.
    #[must_use]
    pub fn operands(&self, opcode: &str) -> Option<&[Operand]> {
        let found = self.operations.iter().find(|found| found.opcode == opcode);
        found.map(Operation::operands)
    }

    /// Returns the operands of an opcode as text: the moves of `bm`, `am` or `pv`.
    pub fn words(&self, opcode: &str) -> impl Iterator<Item = &str> {
        self.operands(opcode)
            .unwrap_or_default()
            .iter()
            .map(Operand::text)
    }

    /// Returns the moves that `bm` or `am` names, in any form of algebraic notation. All
    /// of them are moves of this position, unlike those of a line such as `pv`.
    ///
    /// # Errors
    ///
    /// Returns the first operand that is not a legal move.
    pub fn moves(&self, opcode: &str, position: &Position) -> Result<Vec<Move>, EpdMoveError> {
        self.words(opcode)
            .enumerate()
            .map(|(word, text)| match position.find_san_lenient(text) {
                Ok((mv, _)) => Ok(mv),
                Err(error) => Err(EpdMoveError { word, error }),
            })
            .collect()
    }

    /// Returns the first operand of an opcode as text: the text of a comment `c0`.
    #[must_use]
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode)?.first().map(Operand::text)
    }

    /// Returns the first operand of an opcode as a number: the depth `acd`, the number of
    /// positions at depth five `D5`, the evaluation `ce`.
    #[must_use]
    pub fn number(&self, opcode: &str) -> Option<i64> {
        self.operands(opcode)?.first()?.number()
    }

    /// Returns the name of the position: `id`.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.text("id")
    }
}

impl Operation {
    /// Returns the opcode: `bm`, `id`, `D3` and so on.
    #[must_use]
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// Returns the operands.
    #[must_use]
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// Returns the counter that this operation sets, if it is `hmvc` or `fmvn`.
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

/// The opcode for the seventh field of a Saktris FEN.
const SAKTRIS: &str = "saktris";

enum Counter {
    Halfmoves,
    Fullmoves,
}

impl Operand {
    /// Returns the text without quotation marks.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Reports whether the operand was written in quotation marks.
    #[must_use]
    pub const fn is_quoted(&self) -> bool {
        self.is_quoted
    }

    /// Returns the operand as a number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        self.text.parse().ok()
    }
}

/// Writes the four fields, the counters unless they have their initial values, and the
/// operations, each with its semicolon.
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
    /// The index of the operand that is not a legal move.
    pub word: usize,
    /// Why it is not.
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
    /// The byte offset at which reading stopped.
    pub offset: usize,
    /// What is wrong there.
    pub problem: EpdProblem,
}

/// What can be wrong with an EPD.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdProblem {
    /// The position cannot be read.
    Fen(ParseFenError),
    /// An opcode must start with a letter, but this does not.
    Opcode(char),
    /// An operation is missing.
    Missing,
    /// There is text after a single operation.
    Trailing,
    /// There is no space between an opcode or operand and this character.
    Unexpected(char),
    /// The closing quotation mark is missing.
    OpenText,
    /// A counter is not a number up to 65535.
    Counter,
    /// The Saktris operation is not a valid seventh field of a FEN.
    Saktris,
}

impl fmt::Display for ParseEpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            EpdProblem::Fen(error) => return error.fmt(f),
            EpdProblem::Opcode(found) => {
                write!(f, "an operation starts with a letter, not with {found:?}")?;
            }
            EpdProblem::Missing => f.write_str("an operation is missing")?,
            EpdProblem::Trailing => f.write_str("only one operation is expected here")?,
            EpdProblem::Unexpected(found) => {
                write!(
                    f,
                    "{found:?} does not belong here; a space or a semicolon is missing"
                )?;
            }
            EpdProblem::OpenText => f.write_str("the closing quotation mark is missing")?,
            EpdProblem::Counter => write!(f, "the counter is not a number up to {}", u16::MAX)?,
            EpdProblem::Saktris => f.write_str(
                "this is not a Saktris state; the seventh field of a FEN is expected here, in \
                 quotation marks, such as \"moves=4/4\"",
            )?,
        }
        write!(f, " (byte {})", self.offset)
    }
}

impl core::error::Error for ParseEpdError {}

impl FromStr for Epd {
    type Err = ParseEpdError;

    /// Parses the four fields of an EPD, or the six of a FEN, and the operations.
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

    /// Consumes characters as long as `is_kind` accepts them.
    fn take_while(&mut self, is_kind: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|found| !is_kind(found)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Skips to the next operation, and reports whether there is one.
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

    /// Reads a text in quotation marks, which must end on the same line.
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
