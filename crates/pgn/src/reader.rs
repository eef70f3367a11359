mod between;
mod chunks;
mod classes;
mod decode;
mod game;
mod heading;
mod lines;
mod moves;
mod source;
mod start;
mod tag;
mod tags;
mod word;

use std::io::{self, BufRead};

pub use heading::{last_game_start, next_game_start};
pub use source::{Bytes, Stream};

use crate::{TextLocation, Visitor};
use game::{Parser, Step, Text};
use source::Source;

/// Reads games from text and tells a [`Visitor`] what stands there.
///
/// Every move is proven legal before it is told. Damage never costs a
/// neighbor: after a move that cannot be played the rest of its line is passed
/// over, and whatever is left open, a line that begins with `[Event "` begins
/// the next game.
///
/// However long the text is, only a small part of it is held.
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
    /// A reader of text that comes piece by piece.
    #[must_use]
    pub fn new(input: R) -> Reader<Stream<R>> {
        Reader {
            source: Stream::new(input),
            parser: Parser::new(TextLocation::START),
        }
    }
}

impl<'t> Reader<Bytes<'t>> {
    /// A reader of text that is in memory: nothing of it is copied.
    #[must_use]
    pub fn from_bytes(text: &'t [u8]) -> Reader<Bytes<'t>> {
        Reader::from_bytes_at(text, TextLocation::START)
    }

    /// A reader of a part of a longer text, which begins at this place of
    /// that: all places that it tells are places there.
    #[must_use]
    pub fn from_bytes_at(part: &'t [u8], begins: TextLocation) -> Reader<Bytes<'t>> {
        Reader {
            source: Bytes(part),
            parser: Parser::new(begins),
        }
    }
}

impl<S: Source> Reader<S> {
    /// Reads one game. Answers whether there was one.
    ///
    /// # Errors
    ///
    /// If the text cannot be had. Whatever stands in it is no error.
    pub fn read_game<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> io::Result<bool> {
        loop {
            let text = Text {
                bytes: self.source.window(),
                is_last: self.source.is_last(),
            };
            let (passed, step) = self.parser.advance(text, visitor);
            self.source.pass(passed);
            match step {
                Step::More => self.source.extend()?,
                Step::GameOver => return Ok(true),
                Step::End => return Ok(false),
            }
        }
    }

    /// Reads all games there are.
    ///
    /// # Errors
    ///
    /// If the text cannot be had. Whatever stands in it is no error.
    pub fn read_all<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> io::Result<()> {
        while self.read_game(visitor)? {}
        Ok(())
    }

    /// Where the next game is looked for.
    pub fn location(&self) -> TextLocation {
        self.parser.location()
    }
}
