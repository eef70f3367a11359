use alloc::sync::Arc;
use core::{num::NonZeroU16, ops::Deref};

use super::Bonus;
use crate::Span;

/// The periods of a game in order: at least one, and all but the last have a
/// number of moves.
///
/// ```
/// use arbiter_game::{Span, TimeControl};
///
/// let TimeControl::Periods(periods) = "40/90:00+30, 30:00+30".parse()? else {
///     unreachable!("a control with moves has periods");
/// };
/// assert_eq!(periods.len(), 2);
/// assert_eq!(periods.after(0).time, Span::from_seconds(90 * 60));
/// assert_eq!(periods.after(1).time, Span::from_seconds(30 * 60));
/// # Ok::<(), arbiter_game::ParseTimeControlError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Periods(Arc<[Period]>);

/// A part of the game with its own time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Period {
    /// The moves to make in it. `None` if it lasts until the end of the game.
    pub moves: Option<NonZeroU16>,
    /// The time that is added when the period starts.
    pub time: Span,
    /// The increment or delay of each move.
    pub bonus: Bonus,
}

impl Periods {
    /// Wraps a list that must not be empty.
    pub(super) fn new(periods: &[Period]) -> Periods {
        debug_assert!(!periods.is_empty());
        Periods(periods.into())
    }

    /// Returns the period that runs after this many were completed. The last one
    /// repeats.
    #[must_use]
    pub fn after(&self, completed: u16) -> &Period {
        let last = self.0.len() - 1;
        &self.0[usize::from(completed).min(last)]
    }
}

impl Deref for Periods {
    type Target = [Period];

    fn deref(&self) -> &[Period] {
        &self.0
    }
}
