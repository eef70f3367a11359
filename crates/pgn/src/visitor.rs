use arbiter_rules::{Move, Position};

use crate::{Nag, Problem, Termination, TextLocation};

/// What a reader tells while it reads, in the order of the text.
///
/// Every method does nothing unless it is written: a visitor writes those it
/// needs. A game is told as
///
/// ```text
/// begin_game  tag*  begin_moves  (played | null_move | nag | comment
///             | begin_variation … end_variation)*  end_game
/// ```
///
/// with a `problem` wherever the text is damaged, also between two games if
/// something stands there. Whatever the damage, every `begin_game` has its
/// `begin_moves` and its `end_game`, and every `begin_variation` that was not
/// skipped its `end_variation`.
///
/// A problem that makes the reader pass over text is told when it is known how
/// much was passed over: after the variation or the game it is in has been
/// seen to its end, but before that end is told.
pub trait Visitor {
    /// A game begins here.
    fn begin_game(&mut self, location: TextLocation) {
        let _ = location;
    }

    /// Whether tags are to be told at all. Whoever does not need them reads
    /// faster without.
    #[inline]
    fn tags(&self) -> Flow {
        Flow::Read
    }

    /// A tag pair: `[White "Steinitz"]`.
    fn tag(&mut self, name: &str, value: &str) {
        let _ = (name, value);
    }

    /// All tags are read, and the moves are to come. This is the position
    /// from which they are played. If that cannot be known, since the `FEN`
    /// is damaged, it is the usual one, and no move follows.
    fn begin_moves(&mut self, start: &Position) -> Flow {
        let _ = start;
        Flow::Read
    }

    /// A legal move, and the position in which it is played.
    fn played(&mut self, before: &Position, mv: Move) {
        let _ = (before, mv);
    }

    /// A null move, `--`: the side to move passes. It is no chess, but
    /// annotators write it to show a threat.
    fn null_move(&mut self, before: &Position) {
        let _ = before;
    }

    /// An annotation glyph, `$1` or `!`, about the last move.
    fn nag(&mut self, nag: Nag) {
        let _ = nag;
    }

    /// Whether comments are to be told at all. Whoever does not need them
    /// reads faster without.
    #[inline]
    fn comments(&self) -> Flow {
        Flow::Read
    }

    /// A comment, without its braces and otherwise as it stands in the text:
    /// with its line ends and blanks.
    fn comment(&mut self, text: &str) {
        let _ = text;
    }

    /// Another way to play the last move: `(`.
    fn begin_variation(&mut self) -> Flow {
        Flow::Read
    }

    /// The variation is over: `)`. Not told for one that was skipped.
    fn end_variation(&mut self) {}

    /// Something is wrong with the text, and this is what was done about it.
    fn problem(&mut self, problem: &Problem) {
        let _ = problem;
    }

    /// The game is over, with the result that stands at the end of its moves.
    fn end_game(&mut self, termination: Termination) {
        let _ = termination;
    }
}

/// Whether a visitor wants to see what comes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flow {
    /// Read them.
    Read,
    /// Pass over them without looking whether they are legal.
    Skip,
}
