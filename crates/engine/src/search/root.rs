use arbiter_rules::{Move, Position};

use crate::{Fate, score::INFINITE};

/// The moves of the position that is searched.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves {
    moves: Vec<RootMove>,
    /// Those before this one have a line of their own already.
    pub(crate) first: usize,
    /// Whether the position has one legal move, whatever was asked for.
    pub(crate) is_forced: bool,
    /// How the game ends, if a table of endings knows it.
    pub(crate) fate: Option<Fate>,
}

/// One of them, and what was found about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// What it is worth, as far as it was looked at in this depth…
    pub(crate) value: i32,
    /// …and in the one before.
    pub(crate) value_before: i32,
    pub(crate) nodes: u64,
    pub(crate) selective_depth: usize,
    pub(crate) line: Vec<Move>,
}

impl RootMoves {
    /// The legal moves, or those among them that are wanted, if any is.
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
            fate: None,
        }
    }

    /// Forgets all moves but these, if any of these is there.
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

    /// Whether this move is to be looked at now.
    pub(crate) fn contains(&self, mv: Move) -> bool {
        self.moves[self.first..].iter().any(|root| root.mv == mv)
    }

    pub(crate) fn find(&mut self, mv: Move) -> Option<&mut RootMove> {
        self.moves.iter_mut().find(|root| root.mv == mv)
    }

    /// The move that is first among those looked at now.
    pub(crate) fn leader(&self) -> &RootMove {
        &self.moves[self.first]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &RootMove> {
        self.moves.iter()
    }

    /// A depth begins: what was found is what was found before.
    pub(crate) fn begin_depth(&mut self) {
        for root in &mut self.moves {
            root.value_before = root.value;
        }
    }

    /// A look at the moves begins: none of those from `first` on has a value.
    pub(crate) fn begin_look(&mut self) {
        for root in &mut self.moves[self.first..] {
            root.value = -INFINITE;
        }
    }

    /// Best moves first among those looked at now; equal ones stay in order.
    pub(crate) fn sort(&mut self) {
        self.moves[self.first..]
            .sort_by_key(|root| core::cmp::Reverse((root.value, root.value_before)));
    }

    /// Best moves first among those that have a line of their own.
    pub(crate) fn sort_lines(&mut self, count: usize) {
        let count = count.min(self.moves.len());
        self.moves[..count].sort_by_key(|root| core::cmp::Reverse((root.value, root.value_before)));
    }
}
