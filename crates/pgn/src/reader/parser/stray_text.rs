use crate::{Problem, ProblemKind, TextLocation};

/// Text between games that belongs to no game.
#[derive(Debug, Default)]
pub struct StrayText {
    /// The text since the last game, as far as it has been read.
    problem: Option<Problem>,
    /// Whether the current line contains such text.
    is_in_line: bool,
    has_seen_game: bool,
}

impl StrayText {
    /// Reports whether the current line contains stray text.
    pub fn is_in_line(&self) -> bool {
        self.is_in_line
    }

    pub fn begin_line(&mut self) {
        self.is_in_line = true;
    }

    pub fn end_line(&mut self) {
        self.is_in_line = false;
    }

    /// Reports whether a game has begun anywhere in the text so far.
    pub fn has_seen_game(&self) -> bool {
        self.has_seen_game
    }

    pub fn begin_game(&mut self) {
        self.has_seen_game = true;
        self.is_in_line = false;
    }

    /// Adds text up to the offset `end`. `start` is called for the location at
    /// which it begins if no text came before it.
    pub fn extend(&mut self, end: u64, start: impl FnOnce() -> TextLocation) {
        if let Some(problem) = &mut self.problem {
            problem.span.end = end;
            problem.skipped.end = end;
            return;
        }
        let location = start();
        self.problem = Some(Problem {
            location,
            span: location.offset..end,
            kind: ProblemKind::StrayText,
            skipped: location.offset..end,
        });
    }

    /// Returns the problem to report, if there was any stray text.
    pub fn take(&mut self) -> Option<Problem> {
        self.problem.take()
    }
}
