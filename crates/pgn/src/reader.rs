mod byte_class;
mod byte_scan;
mod decode;
mod heading;
mod line_counter;
mod line_end;
mod parser;
mod source;
mod start_position;
mod tag;
mod text_cursor;

use std::io::{self, BufRead};

pub use heading::{last_game_start, next_game_start};
pub use source::{Bytes, Stream};

use crate::{TextLocation, Visitor};
use parser::{Parser, Step};
use source::Source;
use text_cursor::Window;

/// Reads games from PGN text and reports them to a [`Visitor`].
///
/// Every move is checked for legality before it is reported. Damage in one game
/// does not affect the next: after a move that cannot be played, the rest of its
/// line of play is skipped, and a line that begins with `[Event "` begins the
/// next game even if a comment or a variation is still open.
///
/// Only a small part of the text is in memory at any time, however long it is.
///
/// ```
/// use arbiter_pgn::{Reader, Visitor};
/// use arbiter_rules::{Move, Position};
///
/// #[derive(Default)]
/// struct Moves(Vec<String>);
///
/// impl Visitor for Moves {
///     fn played(&mut self, before: &Position, mv: Move) {
///         self.0.push(before.san(mv).to_string());
///     }
/// }
///
/// let text = b"[Event \"A\"]\n\n1. e2-e4 {best} e5 2.Nf3! (2. Bc4) Nc6 1-0\n";
/// let mut reader = Reader::from_bytes(text);
/// let mut moves = Moves::default();
/// assert!(reader.read_game(&mut moves)?);
/// assert_eq!(moves.0, ["e4", "e5", "Nf3", "Bc4", "Nc6"]);
/// assert!(!reader.read_game(&mut moves)?);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<S> {
    source: S,
    parser: Parser,
}

impl<R: BufRead> Reader<Stream<R>> {
    /// Creates a reader of a stream.
    #[must_use]
    pub fn new(input: R) -> Reader<Stream<R>> {
        Reader {
            source: Stream::new(input),
            parser: Parser::new(TextLocation::START),
        }
    }
}

impl<'t> Reader<Bytes<'t>> {
    /// Creates a reader of text in memory, which is not copied.
    #[must_use]
    pub fn from_bytes(text: &'t [u8]) -> Reader<Bytes<'t>> {
        Reader::from_bytes_at(text, TextLocation::START)
    }

    /// Creates a reader of a part of a longer text that begins at `location` of
    /// it. All locations it reports are relative to the longer text.
    #[must_use]
    pub fn from_bytes_at(part: &'t [u8], location: TextLocation) -> Reader<Bytes<'t>> {
        Reader {
            source: Bytes(part),
            parser: Parser::new(location),
        }
    }
}

impl<S: Source> Reader<S> {
    /// Reads one game. Returns false if the text has ended.
    ///
    /// # Errors
    ///
    /// Returns the error of the underlying stream. Problems in the text are not
    /// errors; they are reported to the visitor.
    pub fn read_game<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> io::Result<bool> {
        loop {
            let window = Window {
                bytes: self.source.window(),
                is_last: self.source.is_last(),
            };
            let (read, step) = self.parser.advance(window, visitor);
            self.source.advance(read);
            match step {
                Step::NeedsMore => self.source.extend()?,
                Step::GameEnd => return Ok(true),
                Step::TextEnd => return Ok(false),
            }
        }
    }

    /// Reads all remaining games.
    ///
    /// # Errors
    ///
    /// Returns the error of the underlying stream.
    pub fn read_all<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> io::Result<()> {
        while self.read_game(visitor)? {}
        Ok(())
    }

    /// Returns the location at which the next game is searched for.
    pub fn location(&self) -> TextLocation {
        self.parser.location()
    }
}
