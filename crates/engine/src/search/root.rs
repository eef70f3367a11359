use arbiter_rules::{Move, Position};

use crate::{TablebaseWdl, score::INFINITE};

/// The moves of the root position.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves {
    moves: Vec<RootMove>,
    /// The index of the first move to search; those before it already have a line.
    pub(crate) first: usize,
    /// Whether the position has only one legal move.
    pub(crate) is_forced: bool,
    /// The result of the position, if a tablebase knows it.
    pub(crate) wdl: Option<TablebaseWdl>,
}

/// A root move and what the search has found about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Its value at the current depth, or -infinity if not yet known…
    pub(crate) value: i32,
    /// …and at the previous depth.
    pub(crate) value_before: i32,
    pub(crate) nodes: u64,
    pub(crate) selective_depth: usize,
    pub(crate) line: Vec<Move>,
}

impl RootMoves {
    /// Collects the legal moves, restricted to the wanted ones if any of those is
    /// legal.
    pub(crate) fn new(position: &Position, wanted: &[Move]) -> RootMoves {
        let legal: Vec<Move> = position.legal_moves().collect();
        let has_wanted = legal.iter().any(|mv| wanted.contains(mv));
        let moves: Vec<RootMove> = legal
            .iter()
            .filter(|mv| !has_wanted || wanted.contains(mv))
            .map(|&mv| RootMove {
                mv,
                value: -INFINITE,
                value_before: -INFINITE,
                nodes: 0,
                selective_depth: 0,
                line: vec![mv],
            })
            .collect();
        RootMoves {
            moves,
            first: 0,
            is_forced: legal.len() == 1,
            wdl: None,
        }
    }

    /// Removes all other moves, if any of these is present.
    pub(crate) fn keep(&mut self, best: &[Move]) {
        if self.moves.iter().any(|root| best.contains(&root.mv)) {
            self.moves.retain(|root| best.contains(&root.mv));
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Reports whether the move is to be searched.
    pub(crate) fn contains(&self, mv: Move) -> bool {
        self.moves[self.first..].iter().any(|root| root.mv == mv)
    }

    pub(crate) fn find(&mut self, mv: Move) -> Option<&mut RootMove> {
        self.moves.iter_mut().find(|root| root.mv == mv)
    }

    /// Returns the best move among those to search.
    pub(crate) fn leader(&self) -> &RootMove {
        &self.moves[self.first]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &RootMove> {
        self.moves.iter()
    }

    /// Begins a depth: saves the values of the previous one.
    pub(crate) fn begin_depth(&mut self) {
        for root in &mut self.moves {
            root.value_before = root.value;
        }
    }

    /// Begins an aspiration search: resets the values of the moves to search.
    pub(crate) fn begin_aspiration(&mut self) {
        for root in &mut self.moves[self.first..] {
            root.value = -INFINITE;
        }
    }

    /// Sorts the moves to search, best first. The sort is stable.
    pub(crate) fn sort(&mut self) {
        self.moves[self.first..]
            .sort_by_key(|root| core::cmp::Reverse((root.value, root.value_before)));
    }

    /// Sorts the moves that have a line, best first.
    pub(crate) fn sort_lines(&mut self, count: usize) {
        let count = count.min(self.moves.len());
        self.moves[..count].sort_by_key(|root| core::cmp::Reverse((root.value, root.value_before)));
    }
}
