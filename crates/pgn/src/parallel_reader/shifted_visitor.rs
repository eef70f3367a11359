use arbiter_rules::{Move, Position};

use crate::{Flow, Nag, Problem, Termination, TextLocation, Visitor};

/// Passes the content of a part of a text on to another visitor, with locations
/// relative to the whole text.
pub struct ShiftedVisitor<'v> {
    pub visitor: &'v mut dyn Visitor,
    /// The location at which the part begins, at the start of a line.
    pub start: TextLocation,
}

impl ShiftedVisitor<'_> {
    fn shift(&self, location: TextLocation) -> TextLocation {
        TextLocation {
            offset: location.offset + self.start.offset,
            line: location.line + self.start.line - 1,
            column: location.column,
        }
    }
}

impl Visitor for ShiftedVisitor<'_> {
    fn begin_game(&mut self, location: TextLocation) {
        self.visitor.begin_game(self.shift(location));
    }

    fn tags(&self) -> Flow {
        self.visitor.tags()
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.visitor.tag(name, value);
    }

    fn begin_moves(&mut self, start: &Position) -> Flow {
        self.visitor.begin_moves(start)
    }

    fn played(&mut self, before: &Position, mv: Move) {
        self.visitor.played(before, mv);
    }

    fn null_move(&mut self, before: &Position) {
        self.visitor.null_move(before);
    }

    fn nag(&mut self, nag: Nag) {
        self.visitor.nag(nag);
    }

    fn comments(&self) -> Flow {
        self.visitor.comments()
    }

    fn comment(&mut self, text: &str) {
        self.visitor.comment(text);
    }

    fn begin_variation(&mut self) -> Flow {
        self.visitor.begin_variation()
    }

    fn end_variation(&mut self) {
        self.visitor.end_variation();
    }

    fn problem(&mut self, problem: &Problem) {
        let by = self.start.offset;
        self.visitor.problem(&Problem {
            location: self.shift(problem.location),
            span: problem.span.start + by..problem.span.end + by,
            skipped: problem.skipped.start + by..problem.skipped.end + by,
            kind: problem.kind.clone(),
        });
    }

    fn end_game(&mut self, termination: Termination) {
        self.visitor.end_game(termination);
    }
}
