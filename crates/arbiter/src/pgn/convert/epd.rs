use std::io::Write;

use arbiter_pgn::Record;
use arbiter_rules::{Epd, Move, Position};

use super::{GameWriter, Positions};

/// Writes the positions of a game.
pub struct Writer {
    positions: Positions,
    /// The lines before the last position.
    lines: Vec<u8>,
    last: Position,
}

impl Writer {
    pub fn new(positions: Positions) -> Writer {
        Writer {
            positions,
            lines: Vec::new(),
            last: Position::start(),
        }
    }
}

impl GameWriter for Writer {
    fn begin(&mut self, start: &Position) {
        self.lines.clear();
        self.last = start.clone();
    }

    fn played(&mut self, before: &Position, mv: Move) {
        if self.positions == Positions::Every {
            let _ = writeln!(self.lines, "{} sm {};", epd(before), before.san(mv));
        }
        self.last = before.after(mv);
    }

    /// A null move gets no line, because no engine could choose it.
    fn null_move(&mut self, before: &Position) {
        self.last = before.after_null_move().unwrap_or_else(|| before.clone());
    }

    fn write(&self, _: &Record, text: &mut Vec<u8>) {
        text.extend_from_slice(&self.lines);
        // Writing to memory cannot fail.
        let _ = writeln!(text, "{}", epd(&self.last));
    }
}

fn epd(position: &Position) -> Epd {
    Epd::new(position.to_setup())
}
