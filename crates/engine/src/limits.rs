use arbiter_rules::Move;

/// Limits of a search that do not depend on time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The depth in half-moves.
    pub depth: Option<u32>,
    /// The number of nodes. A search with one thread stops at exactly this
    /// number, so its result is the same on every machine.
    pub nodes: Option<u64>,
    /// Stops once a mate in at most this many moves is found.
    pub mate: Option<u32>,
    /// Restricts the search to these root moves. All moves are searched if
    /// none of these is legal.
    pub moves: Vec<Move>,
    /// The number of lines to find, one for each of the best root moves. Zero
    /// means one.
    pub lines: usize,
}

impl Limits {
    /// Sets no limit but what the [`SearchControl`](crate::SearchControl) sets.
    #[must_use]
    pub fn none() -> Limits {
        Limits::default()
    }

    /// Limits the depth, in half-moves.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// Limits the number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// Sets the number of lines to find.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Limits {
        Limits { lines, ..self }
    }
}
