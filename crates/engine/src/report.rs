use arbiter_rules::Move;

use crate::{Score, Wdl};

/// One line that a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// How many half-moves deep it was looked for.
    pub depth: u32,
    /// The longest line that was looked at on the way.
    pub selective_depth: u32,
    /// Which line it is: 1 for the best.
    pub number: usize,
    /// How good it is for the side to move.
    pub score: Score,
    /// Whether the score is known, or only a bound of it.
    pub bound: Bound,
    /// How often it wins, draws and loses.
    pub wdl: Wdl,
    /// How many positions were looked at, by all threads.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub table_full: u32,
    /// How many positions were found in a table of endings.
    pub ending_hits: u64,
    /// The moves, the best one first.
    pub moves: Vec<Move>,
}

/// What is known about a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is this.
    Exact,
    /// It is this or better.
    Lower,
    /// It is this or worse.
    Upper,
}

/// What a search has done so far, for those who decide whether it has done
/// enough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// The depth that was just finished.
    pub depth: u32,
    /// How good the best line is.
    pub score: Score,
    /// How good it was a depth before.
    pub score_before: Score,
    /// For how many depths in a row the best move has been the same.
    pub stable_depths: u32,
    /// Which part of all positions was looked at below the best move.
    pub share_of_best: f64,
    /// Whether there is only one legal move.
    pub is_forced: bool,
}

/// What a search has found in the end.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// The lines, the best one first; none if the game is over.
    pub lines: Vec<Report>,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl Answer {
    /// The move to play, if there is one.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// The reply that is expected: what to think about meanwhile.
    #[must_use]
    pub fn ponder(&self) -> Option<Move> {
        self.lines.first()?.moves.get(1).copied()
    }

    /// How good the position is for the side to move; a draw if nothing was
    /// found.
    #[must_use]
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score::DRAW, |line| line.score)
    }
}
