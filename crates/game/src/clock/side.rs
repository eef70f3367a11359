use core::num::NonZeroU16;

use super::ClockReading;
use crate::{Bonus, Period, Span, TimeControl};

/// The largest time on a clock, small enough that two can be added.
const MAX_CLOCK_TIME: Span = Span::from_millis(u64::MAX / 8);

/// One side's clock at the start of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Side {
    /// The time on the clock; the main time, if there is overtime.
    pub left: Span,
    /// The moves before more time is added, or the byo-yomi periods left. Zero if
    /// nothing is counted.
    count: u16,
    /// The number of completed periods; 1 in Canadian overtime.
    stage: u16,
}

/// The time control that is passed in is that of this side, so it is never
/// [`TimeControl::Odds`].
impl Side {
    pub fn new(control: &TimeControl) -> Side {
        let (left, count, stage) = match control {
            TimeControl::None | TimeControl::Odds { .. } => (Span::ZERO, 0, 0),
            TimeControl::Periods(periods) => {
                let first = periods.after(0);
                (first.opening(), first.count(), 0)
            }
            TimeControl::ByoYomi { main, periods, .. } => (*main, periods.get(), 0),
            TimeControl::Canadian { main, moves, time } if main.is_zero() => {
                (*time, moves.get(), 1)
            }
            TimeControl::Canadian { main, .. } => (*main, 0, 0),
            TimeControl::Hourglass { time } | TimeControl::Correspondence { time } => (*time, 0, 0),
        };
        Side { left, count, stage }
    }

    /// Returns how long a turn may take: the flag falls at exactly this
    /// millisecond.
    pub fn limit(&self, control: &TimeControl) -> Option<Span> {
        Some(match control {
            TimeControl::None | TimeControl::Odds { .. } => return None,
            TimeControl::Periods(periods) => self.left + periods.after(self.stage).bonus.delay(),
            TimeControl::ByoYomi { time, .. } => self.left + *time * self.count,
            TimeControl::Canadian { time, .. } if self.stage == 0 => self.left + *time,
            TimeControl::Canadian { .. }
            | TimeControl::Hourglass { .. }
            | TimeControl::Correspondence { .. } => self.left,
        })
    }

    /// Charges the time used in a turn.
    pub fn spend(&mut self, control: &TimeControl, used: Span) {
        match control {
            TimeControl::None | TimeControl::Odds { .. } => {}
            TimeControl::Periods(periods) => {
                self.left -= used - periods.after(self.stage).bonus.delay();
            }
            TimeControl::ByoYomi { time, .. } => {
                self.count -= self.periods_used(used, *time);
                self.left -= used;
            }
            TimeControl::Canadian { moves, time, .. } => {
                if self.stage == 0 && used >= self.left {
                    self.stage = 1;
                    self.count = moves.get();
                    self.left += *time;
                }
                self.left -= used;
            }
            TimeControl::Hourglass { .. } | TimeControl::Correspondence { .. } => {
                self.left -= used;
            }
        }
    }

    /// Credits what a move earns, given the time it used, and counts the move.
    pub fn complete(&mut self, control: &TimeControl, used: Span) {
        match control {
            TimeControl::Periods(periods) => {
                self.give(match periods.after(self.stage).bonus {
                    Bonus::Increment(increment) => increment,
                    Bonus::Bronstein(max) => used.min(max),
                    Bonus::None | Bonus::Delay(_) => Span::ZERO,
                });
            }
            TimeControl::Correspondence { time } => self.left = *time,
            _ => {}
        }
        self.count(control);
    }

    /// Counts a move toward the next time control.
    pub fn count(&mut self, control: &TimeControl) {
        if self.count == 0 {
            return;
        }
        match control {
            TimeControl::Periods(periods) => {
                self.count -= 1;
                if self.count == 0 {
                    self.stage = self.stage.saturating_add(1);
                    let next = periods.after(self.stage);
                    self.count = next.count();
                    self.give(next.time);
                }
            }
            TimeControl::Canadian { moves, time, .. } => {
                self.count -= 1;
                if self.count == 0 {
                    self.count = moves.get();
                    self.left = *time;
                }
            }
            _ => {}
        }
    }

    pub fn give(&mut self, span: Span) {
        self.left = (self.left + span).min(MAX_CLOCK_TIME.max(self.left));
    }

    pub fn reading(&self, control: &TimeControl, elapsed: Span) -> Option<ClockReading> {
        let mut reading = ClockReading {
            time: self.left - elapsed,
            delay: Span::ZERO,
            moves: None,
            periods: None,
            stage: self.stage,
        };
        let over = elapsed - self.left;
        match control {
            TimeControl::None | TimeControl::Odds { .. } => return None,
            TimeControl::Periods(periods) => {
                let delay = periods.after(self.stage).bonus.delay();
                reading.delay = delay - elapsed;
                reading.time = self.left - (elapsed - delay);
                reading.moves = (self.count > 0).then_some(self.count);
            }
            TimeControl::ByoYomi { time, .. } => {
                let used = self.periods_used(elapsed, *time);
                reading.periods = Some(self.count - used);
                if elapsed >= self.left {
                    reading.stage = 1;
                    reading.time = *time - (over - *time * used);
                }
            }
            TimeControl::Canadian { moves, time, .. } => {
                if self.stage > 0 {
                    reading.moves = Some(self.count);
                } else if elapsed >= self.left {
                    reading.stage = 1;
                    reading.time = *time - over;
                    reading.moves = Some(moves.get());
                }
            }
            TimeControl::Hourglass { .. } | TimeControl::Correspondence { .. } => {}
        }
        Some(reading)
    }

    /// Returns how many byo-yomi periods are used up. The last one never is,
    /// because the flag falls at its end.
    fn periods_used(&self, used: Span, time: Span) -> u16 {
        if used < self.left {
            return 0;
        }
        let whole = (used - self.left).as_millis() / time.as_millis().max(1);
        let last = self.count.saturating_sub(1);
        u16::try_from(whole).map_or(last, |whole| whole.min(last))
    }
}

impl Period {
    /// Returns the time on the clock when the game starts. A control that has
    /// only an increment grants it before the first move, too.
    fn opening(&self) -> Span {
        match self.bonus {
            Bonus::Increment(span) | Bonus::Bronstein(span) if self.time.is_zero() => span,
            _ => self.time,
        }
    }

    fn count(&self) -> u16 {
        self.moves.map_or(0, NonZeroU16::get)
    }
}

impl Bonus {
    const fn delay(self) -> Span {
        match self {
            Bonus::Delay(span) => span,
            _ => Span::ZERO,
        }
    }
}
