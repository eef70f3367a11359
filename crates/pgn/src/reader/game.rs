use core::ops::Range;

use arbiter_rules::{Move, Position};

use super::{heading::is_line_end, lines::Lines, tags::Tags};
use crate::{PgnElement, Problem, ProblemKind, Termination, TextLocation, Visitor};

/// What is known between two windows on the text.
#[derive(Debug)]
pub struct Parser {
    pub phase: Phase,
    /// Where the window begins in the whole text.
    base: u64,
    lines: Lines,
    /// The last byte before the window.
    before: u8,
    /// Text between games that is no game, as far as it was seen.
    pub junk: Option<Problem>,
    /// Whether a line of such text goes on.
    pub is_in_junk: bool,
    pub has_seen_game: bool,
    pub tags: Tags,
    pub line: PlayedLine,
    /// The lines that wait for a variation to end.
    pub frames: Vec<Frame>,
    pub skip: Option<Skip>,
    /// The result that stands at the end of a variation.
    pub inner_result: Option<Termination>,
    /// The result, while what may follow it on its line is read.
    pub result: Option<Termination>,
    /// A comment that is too long, as far as it was seen.
    pub lost: Option<Problem>,
    pub scratch: String,
}

/// The text in sight.
#[derive(Clone, Copy, Debug)]
pub struct Text<'t> {
    pub bytes: &'t [u8],
    pub is_last: bool,
}

/// Where in the text the parser is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Between,
    Tags,
    Moves,
    /// In a comment that is too long, up to its brace.
    LostComment,
    /// In a line that is too long, up to its end; then this goes on.
    LostLine(Resume),
}

/// What goes on after a line that is too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resume {
    Between,
    Tags,
    Moves,
}

/// What to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// More text must be seen.
    More,
    /// A game has ended.
    GameOver,
    /// The text has ended.
    End,
}

/// How far a phase came, and what then: nothing if another phase goes on.
pub type Progress = (usize, Option<Step>);

/// A line of play: the position before its last move, so that a variation can
/// replace that.
#[derive(Clone, Debug)]
pub struct PlayedLine {
    pub position: Position,
    pub last: Last,
}

/// The last move of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Last {
    None,
    Played(Move),
    Passed,
}

/// A line that waits for a variation to end.
#[derive(Clone, Debug)]
pub struct Frame {
    pub line: PlayedLine,
    /// Where the variation begins.
    pub location: TextLocation,
}

/// Text that is passed over.
#[derive(Debug)]
pub struct Skip {
    pub to: SkipTo,
    /// How many parentheses were opened meanwhile.
    pub parentheses: u64,
    /// Why, to be told when the end is known.
    pub problem: Option<Problem>,
}

/// How far text is passed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SkipTo {
    GameEnd,
    /// The end of the variation that is being read.
    VariationEnd,
    /// The end of a variation that was never begun; it opened here.
    Parenthesis(TextLocation),
}

/// Nothing that is looked at as a whole is longer, but for tags and comments.
pub const MARGIN: usize = 512;

/// A comment that is longer is passed over.
pub const LONGEST_COMMENT: usize = 1 << 20;

impl Parser {
    pub fn new(location: TextLocation) -> Parser {
        Parser {
            phase: Phase::Between,
            base: location.offset,
            lines: Lines::new(location),
            before: b'\n',
            junk: None,
            is_in_junk: false,
            has_seen_game: false,
            tags: Tags::default(),
            line: PlayedLine::START,
            frames: Vec::new(),
            skip: None,
            inner_result: None,
            result: None,
            lost: None,
            scratch: String::new(),
        }
    }

    /// Reads as far as the text in sight allows, at most to the end of a game.
    /// Answers how many bytes need not be seen again.
    pub fn advance<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        visitor: &mut V,
    ) -> (usize, Step) {
        let mut at = 0;
        loop {
            let (next, step) = match self.phase {
                Phase::Between => self.read_between(text, at, visitor),
                Phase::Tags => self.read_tags(text, at, visitor),
                Phase::Moves => self.read_moves(text, at, visitor),
                Phase::LostComment => self.pass_lost_comment(text, at, visitor),
                Phase::LostLine(resume) => self.pass_lost_line(text, at, resume),
            };
            at = next;
            if let Some(step) = step {
                // These bytes go out of sight.
                let offset = self.base + at as u64;
                self.lines.location(text.bytes, self.base, offset);
                if let Some(last) = at.checked_sub(1) {
                    self.before = text.bytes[last];
                }
                self.base = offset;
                return (at, step);
            }
        }
    }

    /// Where the window begins.
    pub fn location(&self) -> TextLocation {
        self.lines.here()
    }

    pub fn location_of(&mut self, text: Text<'_>, at: usize) -> TextLocation {
        self.lines.location(text.bytes, self.base, self.offset(at))
    }

    #[inline]
    pub fn offset(&self, at: usize) -> u64 {
        self.base + at as u64
    }

    pub fn span(&self, range: Range<usize>) -> Range<u64> {
        self.offset(range.start)..self.offset(range.end)
    }

    #[inline]
    pub fn byte_before(&self, text: Text<'_>, at: usize) -> u8 {
        match at.checked_sub(1) {
            Some(before) => text.bytes[before],
            None => self.before,
        }
    }

    /// Whether a line begins here.
    #[inline]
    pub fn is_line_start(&self, text: Text<'_>, at: usize) -> bool {
        is_line_end(self.byte_before(text, at))
    }

    /// A problem with what stands here.
    pub fn problem_at(
        &mut self,
        text: Text<'_>,
        range: Range<usize>,
        kind: ProblemKind,
    ) -> Problem {
        let location = self.location_of(text, range.start);
        let span = self.span(range);
        Problem {
            location,
            skipped: span.end..span.end,
            span,
            kind,
        }
    }

    /// Tells a problem that costs nothing but perhaps what it is about.
    #[cold]
    pub fn tell<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        range: Range<usize>,
        skipped: Range<usize>,
        kind: ProblemKind,
        visitor: &mut V,
    ) {
        let problem = self.problem_at(text, range, kind);
        let skipped = self.span(skipped);
        visitor.problem(&Problem { skipped, ..problem });
    }

    /// Passes over the rest of this line of play because of what stands here.
    /// The line after it would be another game than the one that was played.
    #[cold]
    pub fn give_up_line(&mut self, text: Text<'_>, range: Range<usize>, kind: ProblemKind) {
        if self.skip.is_some() {
            return;
        }
        let problem = self.problem_at(text, range, kind);
        self.skip = Some(Skip {
            to: if self.frames.is_empty() {
                SkipTo::GameEnd
            } else {
                SkipTo::VariationEnd
            },
            parentheses: 0,
            problem: Some(Problem {
                skipped: problem.span.clone(),
                ..problem
            }),
        });
    }

    /// What was passed over ends here.
    #[cold]
    pub fn end_skip<V: Visitor + ?Sized>(&mut self, at: usize, visitor: &mut V) {
        let end = self.offset(at);
        if let Some(skip) = self.skip.take()
            && let Some(mut problem) = skip.problem
        {
            problem.skipped.end = problem.skipped.end.max(end);
            visitor.problem(&problem);
        }
    }

    /// Ends the game here, whatever is open.
    pub fn finish<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        at: usize,
        result: Option<Termination>,
        visitor: &mut V,
    ) {
        if self.skip.is_some() || !self.frames.is_empty() {
            self.close_all(at, visitor);
        }
        let result = result.or(self.inner_result);
        if result.is_none() {
            let kind = self.why_no_result(text, at);
            self.tell(text, at..at, at..at, kind, visitor);
        }
        visitor.end_game(result.unwrap_or(Termination::Missing));
        self.phase = Phase::Between;
        self.inner_result = None;
        self.result = None;
    }

    #[cold]
    fn close_all<V: Visitor + ?Sized>(&mut self, at: usize, visitor: &mut V) {
        let skipped = self.skip.as_ref().map(|skip| skip.to);
        self.end_skip(at, visitor);
        if let Some(SkipTo::Parenthesis(location)) = skipped {
            visitor.problem(&unclosed_variation(location));
        }
        while let Some(frame) = self.frames.pop() {
            visitor.problem(&unclosed_variation(frame.location));
            visitor.end_variation();
        }
    }

    /// A text that breaks off in mid-line, and whose tags promise a result, was
    /// once longer.
    #[cold]
    fn why_no_result(&self, text: Text<'_>, at: usize) -> ProblemKind {
        let is_promised = !matches!(self.tags.result, None | Some(Termination::Unknown));
        let is_at_end = text.is_last && at == text.bytes.len();
        if is_promised && is_at_end && !self.is_line_start(text, at) {
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

impl PlayedLine {
    pub const START: PlayedLine = PlayedLine {
        position: Position::start(),
        last: Last::None,
    };

    pub fn new(position: Position) -> PlayedLine {
        PlayedLine {
            position,
            last: Last::None,
        }
    }

    /// Plays the last move, to look for the next.
    #[inline(always)]
    pub fn settle(&mut self) {
        match self.last {
            Last::Played(mv) => self.position.play(mv),
            Last::None => return,
            Last::Passed => self.pass(),
        }
        self.last = Last::None;
    }

    #[cold]
    fn pass(&mut self) {
        if let Some(position) = self.position.pass() {
            self.position = position;
        }
    }
}
