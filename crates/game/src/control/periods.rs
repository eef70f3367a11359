use alloc::sync::Arc;
use core::{num::NonZeroU16, ops::Deref};

use super::Bonus;
use crate::Span;

/// The periods of a game in their order, at least one. All but the last have a
/// number of moves.
///
/// ```
/// use arbiter_game::{Span, TimeControl};
///
/// let TimeControl::Periods(periods) = "40/90:00+30, 30:00+30".parse()? else {
///     unreachable!("moves in a time are periods");
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
    /// The moves to make in it; none if it lasts to the end of the game.
    pub moves: Option<NonZeroU16>,
    /// The time it brings.
    pub time: Span,
    /// What every move brings besides.
    pub bonus: Bonus,
}

impl Periods {
    /// The caller hands in at least one.
    pub(super) fn new(periods: &[Period]) -> Periods {
        debug_assert!(!periods.is_empty());
        Periods(periods.into())
    }

    /// The period that runs after so many were completed; the last one
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
