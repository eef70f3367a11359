use arbiter_pgn::{MoveTexts, Record};
use arbiter_rules::{Move, Position};

use super::GameWriter;

/// Writes each game as one line, from its record and the text of its moves.
pub struct LineWriter {
    moves: MoveTexts,
    write: fn(&Record, &MoveTexts, &mut Vec<u8>),
}

impl LineWriter {
    pub fn new(
        between_moves: &'static str,
        write: fn(&Record, &MoveTexts, &mut Vec<u8>),
    ) -> LineWriter {
        LineWriter {
            moves: MoveTexts::new(between_moves),
            write,
        }
    }
}

impl GameWriter for LineWriter {
    fn begin(&mut self, start: &Position) {
        self.moves.begin(start);
    }

    fn played(&mut self, before: &Position, mv: Move) {
        self.moves.played(before, mv);
    }

    fn null_move(&mut self, _: &Position) {
        self.moves.null_move();
    }

    fn write(&self, record: &Record, text: &mut Vec<u8>) {
        (self.write)(record, &self.moves, text);
    }
}
