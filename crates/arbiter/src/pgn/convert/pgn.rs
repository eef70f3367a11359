use arbiter_pgn::{
    Batch, Flow, Nag, Problem, Severity, Termination, TextLocation, Visitor, Writer,
};
use arbiter_rules::{Move, Position};

use super::Converted;
use crate::pgn::BatchResult;

/// Writes the games of a batch in export format.
pub fn write(batch: &mut Batch<'_>) -> BatchResult<Converted> {
    let mut copy = Copy {
        writer: Writer::new(Vec::new()),
        games: 0,
        damaged: 0,
        is_damaged: false,
    };
    while batch.read(&mut copy) {}
    copy.count();
    let text = copy.writer.finish().expect("writing to memory cannot fail");
    BatchResult {
        games: copy.games,
        result: Converted {
            text,
            damaged: copy.damaged,
        },
    }
}

/// Passes everything on to the writer, and counts games and damaged games.
struct Copy {
    writer: Writer<Vec<u8>>,
    games: u64,
    damaged: u64,
    is_damaged: bool,
}

impl Copy {
    /// Counts the game just read.
    fn count(&mut self) {
        self.damaged += u64::from(self.is_damaged);
        self.is_damaged = false;
    }
}

impl Visitor for Copy {
    fn begin_game(&mut self, location: TextLocation) {
        self.count();
        self.games += 1;
        self.writer.begin_game(location);
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.writer.tag(name, value);
    }

    fn begin_moves(&mut self, start: &Position) -> Flow {
        self.writer.begin_moves(start)
    }

    fn played(&mut self, before: &Position, mv: Move) {
        self.writer.played(before, mv);
    }

    fn null_move(&mut self, before: &Position) {
        self.writer.null_move(before);
    }

    fn nag(&mut self, nag: Nag) {
        self.writer.nag(nag);
    }

    fn comment(&mut self, text: &str) {
        self.writer.comment(text);
    }

    fn begin_variation(&mut self) -> Flow {
        self.writer.begin_variation()
    }

    fn end_variation(&mut self) {
        self.writer.end_variation();
    }

    fn problem(&mut self, problem: &Problem) {
        self.is_damaged |= problem.severity() == Severity::Damage;
        self.writer.problem(problem);
    }

    fn end_game(&mut self, termination: Termination) {
        self.writer.end_game(termination);
    }
}
