use arbiter_rules::Color;

use super::Clock;
use crate::{Span, Time, TimeControl};

/// The time that a side has for its next moves, in the terms of engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockBudget {
    /// The time left.
    pub remaining: Span,
    /// The time that every move adds.
    pub increment: Span,
    /// After how many moves the side gets more time.
    pub moves_to_go: Option<u16>,
}

impl Clock {
    /// Returns the time that this side has for its next moves; `None` without a
    /// clock.
    #[must_use]
    pub fn budget(&self, color: Color, at: Time) -> Option<ClockBudget> {
        let reading = self.reading(color, at)?;
        let mut budget = ClockBudget {
            remaining: reading.time,
            increment: Span::ZERO,
            moves_to_go: reading.moves,
        };
        match self.control().of(color) {
            TimeControl::Periods(periods) => {
                budget.increment = periods.after(reading.stage).bonus.span();
                // The delay before the clock runs is available for every move.
                budget.remaining += reading.delay;
            }
            // A byo-yomi period that is not used up is renewed.
            TimeControl::ByoYomi { time, .. } if reading.stage > 0 => {
                budget.moves_to_go = Some(1);
                budget.remaining = budget.remaining.min(*time);
            }
            TimeControl::ByoYomi { time, .. } => budget.increment = *time,
            TimeControl::Correspondence { .. } => budget.moves_to_go = Some(1),
            _ => {}
        }
        Some(budget)
    }
}
