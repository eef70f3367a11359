use core::fmt::{self, Write};

use arbiter_rules::{Move, Position};

/// The moves of a main line in UCI notation and SAN, as a [`RecordVisitor`] collects
/// them.
///
/// [`RecordVisitor`]: crate::RecordVisitor
#[derive(Clone, Debug)]
pub struct MoveTexts {
    /// The starting position, unless it is the standard one.
    pub fen: Option<String>,
    /// The moves in UCI notation.
    pub uci: String,
    /// The moves in SAN.
    pub san: String,
    separator: &'static str,
}

impl MoveTexts {
    /// Creates an empty text, whose moves are separated by `separator`.
    #[must_use]
    pub fn new(separator: &'static str) -> MoveTexts {
        MoveTexts {
            fen: None,
            uci: String::new(),
            san: String::new(),
            separator,
        }
    }

    /// Begins the next game, in this position.
    pub fn begin(&mut self, start: &Position) {
        self.uci.clear();
        self.san.clear();
        let has_moved = start.halfmoves() != 0 || start.fullmoves() != 1;
        let is_usual = !has_moved && *start == Position::start();
        self.fen = (!is_usual).then(|| start.to_string());
    }

    /// Adds a move, with the position before it.
    pub fn played(&mut self, before: &Position, mv: Move) {
        self.push(before.uci(mv), before.san(mv));
    }

    /// Adds a null move.
    pub fn null_move(&mut self) {
        self.push("0000", "--");
    }

    fn push(&mut self, uci: impl fmt::Display, san: impl fmt::Display) {
        if !self.uci.is_empty() {
            self.uci.push_str(self.separator);
            self.san.push_str(self.separator);
        }
        // Writing to memory cannot fail.
        let _ = write!(self.uci, "{uci}");
        let _ = write!(self.san, "{san}");
    }
}
