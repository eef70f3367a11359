//! Time controls and their notations.

mod error;
mod periods;
mod read;
mod write;

use alloc::boxed::Box;
use core::num::NonZeroU16;

use arbiter_rules::{ByColor, Color};

use crate::Span;

pub use error::{ParseTimeControlError, TimeControlProblem};
pub use periods::{Period, Periods};

/// A time control: how much time the players get, and when. It is the rule by
/// which a [`Clock`](crate::Clock) runs.
///
/// It has a short notation. A plain number means minutes where it is the time for
/// a game, and seconds where it is the time for a move.
///
/// | notation | time control |
/// |---|---|
/// | `-`, `none` or `inf` | no clock |
/// | `5+0` or `5` | sudden death: five minutes for the whole game |
/// | `5+3` | Fischer: three seconds are added after every move |
/// | `3d2` | simple delay: each turn the clock waits two seconds before it runs |
/// | `3b2` | Bronstein: after a move the time used is given back, up to two seconds |
/// | `40/90:00+30, 30:00+30` | periods: 40 moves in 90 minutes, then 30 minutes, with 30 seconds added after every move |
/// | `40/120:00, 20/60:00` | the last period repeats if it has a number of moves |
/// | `10+5x30` | byo-yomi: ten minutes, then five periods of 30 seconds |
/// | `10+25/5:00` | Canadian overtime: ten minutes, then five minutes for every 25 moves |
/// | `1 hourglass` | hourglass: one minute each, and the time one player uses is added to the other's clock |
/// | `3 days` | correspondence: three days for each move |
/// | `12:00:00/move` | correspondence with another time for each move |
/// | `5+3 / 1+0` | time odds: White has the first time control, Black the second |
///
/// A time is a number of minutes, `m:ss` or `h:mm:ss`, and may have up to
/// three decimals: `0.5` and `0:30` are half a minute. The time for a move is a
/// number of seconds or `m:ss`. Spaces are ignored, except that a slash between
/// spaces separates the sides.
///
/// A control without initial time (`0+3`, `0b3`) grants its increment before the
/// first move, too.
///
/// Each time control prints in one canonical way:
///
/// ```
/// use arbiter_game::TimeControl;
///
/// for (text, written) in [
///     ("none", "-"),
///     ("5", "5+0"),
///     ("0.5+0", "0:30+0"),
///     ("5+3", "5+3"),
///     ("1:30:00 + 30", "90+30"),
///     ("3d2", "3d2"),
///     ("3b2", "3b2"),
///     ("40/90+30, 30+30", "40/90:00+30, 30:00+30"),
///     ("40/2:00:00, 20/1:00:00", "40/120:00, 20/60:00"),
///     ("10+5x30", "10+5x30"),
///     ("10+25/5", "10+25/5:00"),
///     ("1 hourglass", "1 hourglass"),
///     ("1day", "1 day"),
///     ("12:00:00/move", "12:00:00/move"),
///     ("5+3 / 1", "5+3 / 1+0"),
///     ("5+3 / 5+3", "5+3"),
/// ] {
///     let control: TimeControl = text.parse()?;
///     assert_eq!(control.to_string(), written);
///     assert_eq!(written.parse(), Ok(control));
/// }
/// # Ok::<(), arbiter_game::ParseTimeControlError>(())
/// ```
///
/// A time control is made only by parsing, which guarantees that no number of
/// moves or periods is zero, that there is some time, and that no time is longer
/// than [`TimeControl::MAX_TIME`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum TimeControl {
    /// No clock.
    #[default]
    None,
    /// One or more periods, each with a time, an optional number of moves and an
    /// optional increment or delay. The last period repeats if it has a number
    /// of moves. Unused time is carried over into the next period (FIDE 6.3.2).
    Periods(Periods),
    /// Main time, then byo-yomi periods: a move made within a period renews it,
    /// and a period that is used up is lost.
    #[non_exhaustive]
    ByoYomi {
        /// The time before byo-yomi begins.
        main: Span,
        /// The number of byo-yomi periods.
        periods: NonZeroU16,
        /// The time of each period.
        time: Span,
    },
    /// Main time, then overtime periods with a fixed number of moves each. Unused
    /// time is not carried over.
    #[non_exhaustive]
    Canadian {
        /// The time before overtime begins.
        main: Span,
        /// The moves to make in each overtime period.
        moves: NonZeroU16,
        /// The time of each overtime period.
        time: Span,
    },
    /// The time that one player uses is added to the other's clock.
    #[non_exhaustive]
    Hourglass {
        /// The initial time of each player.
        time: Span,
    },
    /// Each move has the same time.
    #[non_exhaustive]
    Correspondence {
        /// The time for each move.
        time: Span,
    },
    /// Time odds: each side has its own time control. The two differ, and both are
    /// [`Periods`](TimeControl::Periods), byo-yomi or Canadian overtime.
    #[non_exhaustive]
    Odds {
        /// The time control of each side.
        sides: Box<ByColor<TimeControl>>,
    },
}

/// The increment or delay of each move. A bonus of zero time is always
/// [`Bonus::None`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bonus {
    /// No increment and no delay.
    #[default]
    None,
    /// Fischer increment: this much is added after each move.
    Increment(Span),
    /// Bronstein delay: after each move the time it used is given back, up to
    /// this much.
    Bronstein(Span),
    /// Simple (US) delay: the clock waits this long in each turn before it runs.
    Delay(Span),
}

impl TimeControl {
    /// The longest time in a time control: a thousand days.
    pub const MAX_TIME: Span = Span::from_seconds(1_000 * 24 * 60 * 60);

    /// The largest number of periods.
    pub const MAX_PERIODS: usize = 16;

    /// Returns the time control of this side.
    #[must_use]
    pub fn of(&self, color: Color) -> &TimeControl {
        match self {
            TimeControl::Odds { sides } => &sides[color],
            both => both,
        }
    }

    /// Returns this time control of one side with half of its time and without increment.
    /// `None` if it is not one time for the whole game.
    #[must_use]
    pub fn halved(&self) -> Option<TimeControl> {
        let TimeControl::Periods(periods) = self else {
            return None;
        };
        let half = Span::from_millis(periods.after(0).time.as_millis() / 2);
        match periods[..] {
            [Period { moves: None, .. }] if !half.is_zero() => {
                let period = Period {
                    moves: None,
                    time: half,
                    bonus: Bonus::None,
                };
                Some(TimeControl::Periods(Periods::new(&[period])))
            }
            _ => None,
        }
    }

    /// Returns this time control with another one for one side.
    pub(crate) fn with_side(&self, color: Color, side: TimeControl) -> TimeControl {
        let mut sides = ByColor {
            white: self.of(Color::White).clone(),
            black: self.of(Color::Black).clone(),
        };
        sides[color] = side;
        match sides.white == sides.black {
            true => sides.white,
            false => TimeControl::Odds {
                sides: Box::new(sides),
            },
        }
    }

    /// Reports whether there is no clock.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        matches!(self, TimeControl::None)
    }
}

impl Bonus {
    /// Returns the time of the increment or delay.
    #[must_use]
    pub const fn span(self) -> Span {
        match self {
            Bonus::None => Span::ZERO,
            Bonus::Increment(span) | Bonus::Bronstein(span) | Bonus::Delay(span) => span,
        }
    }

    /// Returns `None` for a bonus of zero time.
    const fn normal(self) -> Bonus {
        if self.span().is_zero() {
            Bonus::None
        } else {
            self
        }
    }
}
