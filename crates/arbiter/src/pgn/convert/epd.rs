use std::io::Write;

use arbiter_pgn::Flow;
use arbiter_rules::{Epd, Move, Position};

use super::Positions;
use crate::pgn::{record::Moves, tags::Tags};

/// Writes the positions of a game.
pub struct Writer {
    positions: Positions,
    /// The lines before the last.
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

    /// Writes what the game has led to.
    pub fn write(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(&self.lines);
        // Memory takes everything.
        let _ = writeln!(text, "{}", epd(&self.last));
    }
}

impl Moves for Writer {
    fn begin(&mut self, _: &Tags, start: &Position) -> Flow {
        self.lines.clear();
        self.last = start.clone();
        Flow::Read
    }

    fn played(&mut self, before: &Position, mv: Move) {
        if self.positions == Positions::Every {
            let _ = writeln!(self.lines, "{} sm {};", epd(before), before.san(mv));
        }
        self.last = before.after(mv);
    }

    /// A null move has no line, for no engine could answer with it.
    fn null_move(&mut self, before: &Position) {
        self.last = before.pass().unwrap_or_else(|| before.clone());
    }
}

fn epd(position: &Position) -> Epd {
    Epd::new(position.to_setup())
}
