use arbiter_rules::Move;

/// How far a search goes, whatever the clock says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// How many half-moves deep.
    pub depth: Option<u32>,
    /// How many positions are looked at. With one thread the search stops at
    /// exactly this number, so that it finds the same everywhere.
    pub nodes: Option<u64>,
    /// Stops when a mate in so many moves, or fewer, is found.
    pub mate: Option<u32>,
    /// The only moves to look at. None, or a list without any legal move,
    /// means all.
    pub moves: Vec<Move>,
    /// How many lines are wanted, the best moves each with its own score: at
    /// least one.
    pub lines: usize,
}

impl Limits {
    /// No limit but what the [`Control`](crate::Control) says.
    #[must_use]
    pub fn none() -> Limits {
        Limits::default()
    }

    /// So many half-moves deep.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// So many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// The same, for this many lines.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Limits {
        Limits { lines, ..self }
    }
}
