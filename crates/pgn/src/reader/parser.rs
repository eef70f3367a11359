//! Recognizes games in a window of text and reports them to a visitor.
//!
//! A [`Parser`] moves through the phases of [`Phase`]. Each phase is an `impl`
//! block in a child module, and each part of the state belongs to a type of its
//! own: where the window lies in the text, the text between games, the tags of
//! the game, and its moves.

mod between;
mod move_state;
mod moves;
mod stray_text;
mod tag_state;
mod tags;
mod words;

use core::ops::Range;

use super::text_cursor::{TextCursor, Window};
use crate::{PgnElement, Problem, ProblemKind, Termination, TextLocation, Visitor};
use move_state::{MoveState, SkipTo};
use stray_text::StrayText;
use tag_state::TagState;

/// The state of reading, kept from one window on the text to the next.
#[derive(Debug)]
pub struct Parser {
    phase: Phase,
    cursor: TextCursor,
    stray: StrayText,
    tags: TagState,
    moves: MoveState,
    /// The memory for text that has to be decoded.
    scratch: String,
}

/// The part of the text that the parser is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Between,
    Tags,
    Moves,
    /// Inside a comment that is too long, up to its closing brace.
    LongComment,
    /// Inside a line that is too long, up to its end. The section in which it
    /// began continues after it.
    LongLine(Section),
}

/// A section of the text that a line can interrupt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Section {
    Between,
    Tags,
    Moves,
}

/// What the parser needs or has reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// More text must be loaded.
    NeedsMore,
    /// A game has ended.
    GameEnd,
    /// The text has ended.
    TextEnd,
}

/// The index up to which a phase has read, and the step to take; without a step
/// the parser continues, possibly in another phase.
type Progress = (usize, Option<Step>);

impl Parser {
    /// Creates a parser for a text that begins at `location` of a longer one.
    pub fn new(location: TextLocation) -> Parser {
        Parser {
            phase: Phase::Between,
            cursor: TextCursor::new(location),
            stray: StrayText::default(),
            tags: TagState::default(),
            moves: MoveState::default(),
            scratch: String::new(),
        }
    }

    /// Reads as far as the window allows, but not past the end of a game.
    /// Returns the number of bytes that are no longer needed.
    pub fn advance<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        visitor: &mut V,
    ) -> (usize, Step) {
        let mut at = 0;
        loop {
            let (next, step) = match self.phase {
                Phase::Between => self.read_between(window, at, visitor),
                Phase::Tags => self.read_tags(window, at, visitor),
                Phase::Moves => self.read_moves(window, at, visitor),
                Phase::LongComment => self.skip_long_comment(window, at, visitor),
                Phase::LongLine(section) => self.skip_long_line(window, at, section),
            };
            at = next;
            if let Some(step) = step {
                self.cursor.advance(window, at);
                return (at, step);
            }
        }
    }

    /// Returns the location at which the next window begins.
    pub fn location(&self) -> TextLocation {
        self.cursor.location()
    }

    /// Reports a problem that makes the reader skip only `skipped`.
    #[cold]
    fn report<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        range: Range<usize>,
        skipped: Range<usize>,
        kind: ProblemKind,
        visitor: &mut V,
    ) {
        let problem = self.cursor.problem_at(window, range, kind);
        let skipped = self.cursor.span(skipped);
        visitor.problem(&Problem { skipped, ..problem });
    }

    /// Skips the rest of this line of play because of a problem: what follows
    /// would no longer be the game that was played.
    #[cold]
    fn abandon_line(&mut self, window: Window<'_>, range: Range<usize>, kind: ProblemKind) {
        if self.moves.is_skipping() {
            return;
        }
        let problem = self.cursor.problem_at(window, range, kind);
        self.moves.skip_line(Problem {
            skipped: problem.span.clone(),
            ..problem
        });
    }

    /// Ends the skipping of text at this index.
    #[cold]
    fn end_skip<V: Visitor + ?Sized>(&mut self, at: usize, visitor: &mut V) {
        if let Some(problem) = self.moves.end_skip(self.cursor.offset(at)) {
            visitor.problem(&problem);
        }
    }

    /// Ends the game at this index and closes everything that is open.
    fn end_game<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        at: usize,
        result: Option<Termination>,
        visitor: &mut V,
    ) {
        if self.moves.has_open_parts() {
            self.close_open_parts(at, visitor);
        }
        let result = result.or(self.moves.variation_result());
        if result.is_none() {
            let kind = self.missing_result(window, at);
            self.report(window, at..at, at..at, kind, visitor);
        }
        visitor.end_game(result.unwrap_or(Termination::Missing));
        self.phase = Phase::Between;
        self.moves.clear_results();
    }

    #[cold]
    fn close_open_parts<V: Visitor + ?Sized>(&mut self, at: usize, visitor: &mut V) {
        let skipped_to = self.moves.skipped_to();
        self.end_skip(at, visitor);
        if let Some(SkipTo::Parenthesis(location)) = skipped_to {
            visitor.problem(&unclosed_variation(location));
        }
        while let Some(location) = self.moves.leave_variation() {
            visitor.problem(&unclosed_variation(location));
            visitor.end_variation();
        }
    }

    /// Returns why the game has no result. A text that stops in mid-line
    /// although its tags promise a result was probably cut off.
    #[cold]
    fn missing_result(&self, window: Window<'_>, at: usize) -> ProblemKind {
        let is_promised = !matches!(self.tags.result(), None | Some(Termination::Unknown));
        let is_at_end = window.is_last && at == window.bytes.len();
        if is_promised && is_at_end && !self.cursor.is_line_start(window, at) {
            ProblemKind::Truncated
        } else {
            ProblemKind::MissingResult
        }
    }
}

fn unclosed_variation(location: TextLocation) -> Problem {
    Problem {
        location,
        span: location.offset..location.offset + 1,
        kind: ProblemKind::Unclosed(PgnElement::Variation),
        skipped: location.offset..location.offset,
    }
}
