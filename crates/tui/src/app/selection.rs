use arbiter_rules::{Role, Square};

/// What the player points at and holds on the board.
#[derive(Debug)]
pub(super) struct Selection {
    focus: Focus,
    cursor: Square,
    /// The square of the piece that is picked up.
    square: Option<Square>,
    /// The piece chosen to be placed (Saktris with free choice).
    role: Option<Role>,
    /// The square under the mouse.
    hovered: Option<Square>,
    mouse_press: Option<MousePress>,
    /// Whether the player has announced an adjustment.
    is_adjusting: bool,
}

/// Where keys go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Focus {
    /// To the input line.
    Line,
    /// To the cursor on the board.
    Board,
}

/// Where the left mouse button was pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MousePress {
    Square {
        square: Square,
        /// Whether the piece there was already picked up.
        was_selected: bool,
    },
    /// On a piece that waits to be placed.
    Tray,
}

impl Default for Selection {
    fn default() -> Selection {
        Selection {
            focus: Focus::Line,
            cursor: Square::E2,
            square: None,
            role: None,
            hovered: None,
            mouse_press: None,
            is_adjusting: false,
        }
    }
}

impl Selection {
    pub(super) fn focus(&self) -> Focus {
        self.focus
    }

    pub(super) fn set_focus(&mut self, focus: Focus) {
        self.focus = focus;
    }

    pub(super) fn toggle_focus(&mut self) {
        self.focus = match self.focus {
            Focus::Line => Focus::Board,
            Focus::Board => Focus::Line,
        };
    }

    pub(super) fn cursor(&self) -> Square {
        self.cursor
    }

    pub(super) fn set_cursor(&mut self, square: Square) {
        self.cursor = square;
    }

    /// The square of the piece that is picked up.
    pub(super) fn square(&self) -> Option<Square> {
        self.square
    }

    pub(super) fn pick_up(&mut self, square: Square) {
        self.square = Some(square);
    }

    pub(super) fn put_down(&mut self) {
        self.square = None;
    }

    /// The piece chosen to be placed.
    pub(super) fn role(&self) -> Option<Role> {
        self.role
    }

    pub(super) fn choose(&mut self, role: Role) {
        self.role = Some(role);
    }

    pub(super) fn hovered(&self) -> Option<Square> {
        self.hovered
    }

    pub(super) fn hover(&mut self, square: Option<Square>) {
        self.hovered = square;
    }

    pub(super) fn press(&mut self, press: MousePress) {
        self.mouse_press = Some(press);
    }

    pub(super) fn take_press(&mut self) -> Option<MousePress> {
        self.mouse_press.take()
    }

    pub(super) fn is_adjusting(&self) -> bool {
        self.is_adjusting
    }

    /// Announces an adjustment: the next piece selected is only adjusted.
    pub(super) fn begin_adjusting(&mut self) {
        self.is_adjusting = true;
        self.square = None;
    }

    pub(super) fn end_adjusting(&mut self) {
        self.is_adjusting = false;
    }

    /// Reports whether [`Selection::cancel`] would change anything.
    pub(super) fn is_active(&self) -> bool {
        self.square.is_some() || self.role.is_some() || self.is_adjusting
    }

    /// Puts everything back.
    pub(super) fn cancel(&mut self) {
        self.square = None;
        self.role = None;
        self.is_adjusting = false;
    }

    /// Puts everything back and forgets a pressed mouse button.
    pub(super) fn clear(&mut self) {
        self.cancel();
        self.mouse_press = None;
    }
}
