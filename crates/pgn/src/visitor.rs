use arbiter_rules::{Move, Position};

use crate::{Nag, Problem, Termination, TextLocation};

/// Receives the content of games from a reader, in the order of the text.
///
/// By default every method does nothing: a visitor implements those it needs.
/// For each game the methods are called in this order:
///
/// ```text
/// begin_game  tag*  begin_moves  (played | null_move | nag | comment
///             | begin_variation … end_variation)*  end_game
/// ```
///
/// `problem` is called wherever the text is damaged, even between games.
/// Whatever the damage, every `begin_game` is followed by `begin_moves` and
/// `end_game`, and every `begin_variation` that returns [`Flow::Read`] by
/// `end_variation`.
///
/// A problem that makes the reader skip text is reported once it is known how
/// much is skipped: when the variation or the game that contains it has been
/// read, just before its end is reported.
pub trait Visitor {
    /// Called when a game begins at this location.
    fn begin_game(&mut self, location: TextLocation) {
        let _ = location;
    }

    /// Decides whether tags are reported. Reading is faster without them.
    #[inline]
    fn tags(&self) -> Flow {
        Flow::Read
    }

    /// Called for each tag pair: `[White "Steinitz"]`.
    fn tag(&mut self, name: &str, value: &str) {
        let _ = (name, value);
    }

    /// Called after the tags, when the moves begin at this position. If the position
    /// is unknown because the `FEN` is damaged, it is the standard one, and no
    /// moves are reported.
    ///
    /// Decides whether the moves are read.
    fn begin_moves(&mut self, start: &Position) -> Flow {
        let _ = start;
        Flow::Read
    }

    /// Called for each legal move, with the position before it.
    fn played(&mut self, before: &Position, mv: Move) {
        let _ = (before, mv);
    }

    /// Called for each null move, `--`: the side to move passes. It is not a legal
    /// move, but annotators use it to show a threat.
    fn null_move(&mut self, before: &Position) {
        let _ = before;
    }

    /// Called for each annotation glyph, `$1` or `!`, about the last move.
    fn nag(&mut self, nag: Nag) {
        let _ = nag;
    }

    /// Decides whether comments are reported. Reading is faster without them.
    #[inline]
    fn comments(&self) -> Flow {
        Flow::Read
    }

    /// Called for each comment, without its braces but with its line ends and blanks.
    fn comment(&mut self, text: &str) {
        let _ = text;
    }

    /// Called when a variation of the last move begins: `(`. Decides whether it is
    /// read.
    fn begin_variation(&mut self) -> Flow {
        Flow::Read
    }

    /// Called when a variation ends: `)`. Not called for a variation that was skipped.
    fn end_variation(&mut self) {}

    /// Called when something is wrong with the text.
    fn problem(&mut self, problem: &Problem) {
        let _ = problem;
    }

    /// Called when the game ends with this result.
    fn end_game(&mut self, termination: Termination) {
        let _ = termination;
    }
}

/// Whether a visitor wants the reader to read what follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flow {
    /// Read and report it.
    Read,
    /// Skip it without checking it.
    Skip,
}
