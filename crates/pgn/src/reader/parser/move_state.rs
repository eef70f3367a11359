use arbiter_rules::{Move, Position};

use crate::{Problem, ProblemKind, Termination, TextLocation};

/// The state of reading the moves of a game.
#[derive(Debug, Default)]
pub struct MoveState {
    line: LineCursor,
    /// The variations being read, each with the line it interrupts.
    variations: Vec<OpenVariation>,
    skip: Option<Skip>,
    /// The result at the end of the last variation.
    variation_result: Option<Termination>,
    /// The result of the game, while the rest of its line is read.
    result: Option<Termination>,
    /// The comment that is too long, as far as it has been read.
    long_comment: Option<Problem>,
}

/// A point in a line of play. The last move is not played on the position yet,
/// so that a variation can replace it.
#[derive(Clone, Debug)]
struct LineCursor {
    position: Position,
    pending: PendingMove,
}

/// The last move of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PendingMove {
    None,
    Move(Move),
    NullMove,
}

#[derive(Clone, Debug)]
struct OpenVariation {
    /// The line that continues after the variation.
    outer: LineCursor,
    /// The location of its opening parenthesis.
    location: TextLocation,
}

/// The skipping of text.
#[derive(Debug)]
struct Skip {
    to: SkipTo,
    /// The number of parentheses opened in the skipped text.
    parentheses: u64,
    /// The reason, which is reported once the end is known.
    problem: Option<Problem>,
}

/// Where the skipping of text ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SkipTo {
    GameEnd,
    /// The end of the variation that is being read.
    VariationEnd,
    /// The closing parenthesis of a variation that is not read; it was opened at
    /// this location.
    Parenthesis(TextLocation),
}

/// The maximum depth of variations inside variations. Deeper ones are skipped.
const MAX_VARIATION_DEPTH: usize = 10_000;

impl MoveState {
    /// Begins the moves of a game at this position.
    pub fn begin(&mut self, start: Position) {
        self.line = LineCursor::new(start);
        self.variations.clear();
        self.skip = None;
    }

    /// Returns the position before the last move or, after [`MoveState::settle`],
    /// the position after it.
    #[inline(always)]
    pub fn position(&self) -> &Position {
        &self.line.position
    }

    /// Plays the last move on the position, so that the next can be found.
    #[inline(always)]
    pub fn settle(&mut self) {
        self.line.settle();
    }

    /// Makes this the last move.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        self.line.pending = PendingMove::Move(mv);
    }

    /// Makes a null move the last move.
    pub fn push_null_move(&mut self) {
        self.line.pending = PendingMove::NullMove;
    }

    /// Returns why a variation cannot begin here, if it cannot.
    pub fn variation_problem(&self) -> Option<ProblemKind> {
        if self.line.pending == PendingMove::None {
            Some(ProblemKind::VariationWithoutMove)
        } else if self.variations.len() >= MAX_VARIATION_DEPTH {
            Some(ProblemKind::TooDeep)
        } else {
            None
        }
    }

    /// Begins a variation of the last move.
    pub fn enter_variation(&mut self, location: TextLocation) {
        self.variations.push(OpenVariation {
            outer: self.line.clone(),
            location,
        });
        self.line.pending = PendingMove::None;
    }

    /// Ends the innermost variation and returns where it began; `None` if no
    /// variation is open.
    pub fn leave_variation(&mut self) -> Option<TextLocation> {
        let variation = self.variations.pop()?;
        self.line = variation.outer;
        Some(variation.location)
    }

    #[inline(always)]
    pub fn is_skipping(&self) -> bool {
        self.skip.is_some()
    }

    pub fn skipped_to(&self) -> Option<SkipTo> {
        self.skip.as_ref().map(|skip| skip.to)
    }

    /// Skips the rest of the line of play, with the variations in it.
    pub fn skip_line(&mut self, problem: Problem) {
        let to = if self.variations.is_empty() {
            SkipTo::GameEnd
        } else {
            SkipTo::VariationEnd
        };
        self.skip = Some(Skip::new(to, Some(problem)));
    }

    /// Skips all moves of the game.
    pub fn skip_game(&mut self, problem: Option<Problem>) {
        self.skip = Some(Skip::new(SkipTo::GameEnd, problem));
    }

    /// Skips the variation that opens at this location.
    pub fn skip_variation(&mut self, location: TextLocation, problem: Option<Problem>) {
        self.skip = Some(Skip::new(SkipTo::Parenthesis(location), problem));
    }

    /// Stops skipping at this offset. Returns the reason, which covers
    /// everything that was skipped.
    pub fn end_skip(&mut self, end: u64) -> Option<Problem> {
        let mut problem = self.skip.take()?.problem?;
        problem.skipped.end = problem.skipped.end.max(end);
        Some(problem)
    }

    /// Counts an opening parenthesis in skipped text. Returns false if no text
    /// is being skipped.
    pub fn open_skipped_parenthesis(&mut self) -> bool {
        if let Some(skip) = &mut self.skip {
            skip.parentheses += 1;
        }
        self.skip.is_some()
    }

    /// Closes a parenthesis that was opened in skipped text. Returns false if
    /// there is none.
    pub fn close_skipped_parenthesis(&mut self) -> bool {
        match &mut self.skip {
            Some(skip) if skip.parentheses > 0 => {
                skip.parentheses -= 1;
                true
            }
            _ => false,
        }
    }

    /// Reports whether the text is inside a variation, read or skipped.
    pub fn is_in_variation(&self) -> bool {
        match &self.skip {
            Some(skip) => skip.parentheses > 0 || skip.to != SkipTo::GameEnd,
            None => !self.variations.is_empty(),
        }
    }

    /// Reports whether text is being skipped or a variation is open.
    pub fn has_open_parts(&self) -> bool {
        self.skip.is_some() || !self.variations.is_empty()
    }

    #[inline(always)]
    pub fn result(&self) -> Option<Termination> {
        self.result
    }

    pub fn set_result(&mut self, result: Termination) {
        self.result = Some(result);
    }

    pub fn variation_result(&self) -> Option<Termination> {
        self.variation_result
    }

    pub fn set_variation_result(&mut self, result: Option<Termination>) {
        self.variation_result = result;
    }

    pub fn clear_results(&mut self) {
        self.result = None;
        self.variation_result = None;
    }

    pub fn begin_long_comment(&mut self, problem: Problem) {
        self.long_comment = Some(problem);
    }

    /// Ends a comment that is too long at this offset, and returns the problem
    /// to report.
    pub fn end_long_comment(&mut self, end: u64) -> Option<Problem> {
        let mut problem = self.long_comment.take()?;
        problem.span.end = end;
        problem.skipped = problem.span.clone();
        Some(problem)
    }
}

impl Default for LineCursor {
    fn default() -> LineCursor {
        LineCursor::new(Position::start())
    }
}

impl LineCursor {
    const fn new(position: Position) -> LineCursor {
        LineCursor {
            position,
            pending: PendingMove::None,
        }
    }

    #[inline(always)]
    fn settle(&mut self) {
        match self.pending {
            PendingMove::Move(mv) => self.position.play(mv),
            PendingMove::None => return,
            PendingMove::NullMove => self.pass(),
        }
        self.pending = PendingMove::None;
    }

    #[cold]
    fn pass(&mut self) {
        if let Some(position) = self.position.after_null_move() {
            self.position = position;
        }
    }
}

impl Skip {
    fn new(to: SkipTo, problem: Option<Problem>) -> Skip {
        Skip {
            to,
            parentheses: 0,
            problem,
        }
    }
}
