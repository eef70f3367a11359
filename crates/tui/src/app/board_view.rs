use arbiter_rules::Color;

/// How the board is shown: which way it is turned, and which position.
#[derive(Debug)]
pub(super) struct BoardView {
    /// The side at the bottom of the board.
    below: Color,
    /// Whether the side to move is always at the bottom.
    auto_flip: bool,
    /// The number of moves before the position shown; `None` for the current
    /// position.
    past_ply: Option<usize>,
}

impl Default for BoardView {
    fn default() -> BoardView {
        BoardView {
            below: Color::White,
            auto_flip: false,
            past_ply: None,
        }
    }
}

impl BoardView {
    pub(super) fn below(&self) -> Color {
        self.below
    }

    pub(super) fn set_below(&mut self, color: Color) {
        self.below = color;
    }

    pub(super) fn flip(&mut self) {
        self.below = !self.below;
        self.auto_flip = false;
    }

    pub(super) fn auto_flip(&self) -> bool {
        self.auto_flip
    }

    pub(super) fn set_auto_flip(&mut self, auto_flip: bool) {
        self.auto_flip = auto_flip;
    }

    /// Turns the board to the side to move, if it does so automatically.
    pub(super) fn follow_turn(&mut self, turn: Color) {
        if self.auto_flip {
            self.below = turn;
        }
    }

    /// Returns the number of moves before an earlier position, if one is shown.
    pub(super) fn past_ply(&self) -> Option<usize> {
        self.past_ply
    }

    pub(super) fn is_past(&self) -> bool {
        self.past_ply.is_some()
    }

    /// Shows the position after this many of `last` moves.
    pub(super) fn show(&mut self, ply: usize, last: usize) {
        self.past_ply = (ply < last).then_some(ply);
    }

    pub(super) fn show_current(&mut self) {
        self.past_ply = None;
    }
}
