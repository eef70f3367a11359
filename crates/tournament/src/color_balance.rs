//! Colors by a simple rule, for the systems that have no rule of their own.

use arbiter_rules::Color;

/// The colors a player has had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ColorHistory {
    /// Games with White less those with Black.
    pub(crate) balance: i64,
    /// The color of the last game.
    pub(crate) last: Option<Color>,
}

/// Why a player gets a color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColorGround {
    /// The player with the lower balance gets White.
    Balance,
    /// The player who had Black in the last game gets White.
    LastGame,
}

impl ColorHistory {
    /// Adds a game.
    pub(crate) fn add(&mut self, color: Color) {
        self.balance += if color == Color::White { 1 } else { -1 };
        self.last = Some(color);
    }

    /// Returns the color of this player against another one, if the colors of their games
    /// decide it.
    pub(crate) fn against(self, other: ColorHistory) -> Option<(Color, ColorGround)> {
        use Color::{Black, White};
        match (self.last, other.last) {
            _ if self.balance < other.balance => Some((White, ColorGround::Balance)),
            _ if self.balance > other.balance => Some((Black, ColorGround::Balance)),
            (Some(Black), Some(White)) => Some((White, ColorGround::LastGame)),
            (Some(White), Some(Black)) => Some((Black, ColorGround::LastGame)),
            _ => None,
        }
    }
}
