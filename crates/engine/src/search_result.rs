use arbiter_rules::Move;

use crate::{Score, Wdl};

/// A line found by a search, with its score.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchReport {
    /// The search depth in half-moves.
    pub depth: u32,
    /// The length in half-moves of the longest line searched.
    pub selective_depth: u32,
    /// The rank of the line: 1 is the best.
    pub number: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is exact or only a bound.
    pub bound: Bound,
    /// The expected results for the side to move.
    pub wdl: Wdl,
    /// The number of nodes searched by all threads.
    pub nodes: u64,
    /// How full the transposition table is, in thousandths.
    pub hash_full_permille: u32,
    /// The number of successful tablebase probes.
    pub tablebase_hits: u64,
    /// The moves of the line.
    pub moves: Vec<Move>,
}

/// What is known about the true value of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It equals the score.
    Exact,
    /// It is at least the score.
    Lower,
    /// It is at most the score.
    Upper,
}

/// The state of a search after a completed depth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchProgress {
    /// The depth just completed, in half-moves.
    pub depth: u32,
    /// The score of the best line.
    pub score: Score,
    /// The score of the best line at the previous depth.
    pub score_before: Score,
    /// The number of consecutive depths with the same best move.
    pub stable_depths: u32,
    /// The share of all nodes spent below the best move, from 0 to 1.
    pub share_of_best: f64,
    /// Whether there is only one legal move.
    pub is_forced: bool,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchResult {
    /// The lines found, best first. Empty if there is no legal move.
    pub lines: Vec<SearchReport>,
    /// The number of nodes searched.
    pub nodes: u64,
}

impl SearchResult {
    /// Returns the best move, if there is a legal move.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// Returns the expected reply to the best move: the move to ponder on.
    #[must_use]
    pub fn ponder(&self) -> Option<Move> {
        self.lines.first()?.moves.get(1).copied()
    }

    /// Returns the score for the side to move, or a draw score if no line was
    /// found.
    #[must_use]
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score::DRAW, |line| line.score)
    }
}
