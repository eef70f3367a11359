use arbiter_rules::{Move, Position};

use crate::{Flow, Nag, Problem, Termination, TextLocation, Visitor};

/// Tells a visitor about a part of a text as if the whole had been read.
pub struct Shifted<'v, V> {
    pub visitor: &'v mut V,
    /// Where the part begins: where a line does.
    pub begins: TextLocation,
}

impl<V> Shifted<'_, V> {
    fn shift(&self, location: TextLocation) -> TextLocation {
        TextLocation {
            offset: location.offset + self.begins.offset,
            line: location.line + self.begins.line - 1,
            column: location.column,
        }
    }
}

impl<V: Visitor> Visitor for Shifted<'_, V> {
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
        let by = self.begins.offset;
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
