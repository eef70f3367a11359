//! The rule of a clock.

mod error;
mod periods;
mod read;
mod write;

use core::num::NonZeroU16;

use crate::Span;

pub use error::{ParseTimeControlError, TimeControlProblem};
pub use periods::{Period, Periods};

/// How much time the players get, and when: the rule by which a
/// [`Clock`](crate::Clock) runs.
///
/// It is written and read in one short notation. A plain number is minutes
/// where it is the time of a game, and seconds where it is the time of a move.
///
/// | text | the clock |
/// |---|---|
/// | `-`, `none` or `inf` | no clock |
/// | `5+0` or `5` | sudden death: five minutes for the whole game |
/// | `5+3` | Fischer: three seconds more after every move |
/// | `3d2` | simple delay: each turn the clock waits two seconds before it runs |
/// | `3b2` | Bronstein: after a move, the time it took comes back, at most two seconds |
/// | `40/90:00+30, 30:00+30` | periods: 40 moves in 90 minutes, then 30 minutes; 30 seconds each |
/// | `40/120:00, 20/60:00` | the last period repeats if it has a number of moves |
/// | `10+5x30` | byo-yomi: ten minutes, then five periods of 30 seconds |
/// | `10+25/5:00` | Canadian: ten minutes, then 25 moves in every five minutes |
/// | `1 hourglass` | what one player uses the other gains; one minute each |
/// | `3 days` | correspondence: three days for each move |
/// | `12:00:00/move` | correspondence with less than days |
///
/// A time is a number of minutes, `m:ss` or `h:mm:ss`, and may have up to
/// three decimals: `0.5` and `0:30` are half a minute. The time of a move is a
/// number of seconds or `m:ss`. Blanks are free.
///
/// Who begins with no time and gets some with every move (`0+3`, `0b3`) has it
/// for the first move already, for else there would be no game.
///
/// What is read is written in one way only, and read again it is the same:
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
/// ] {
///     let control: TimeControl = text.parse()?;
///     assert_eq!(control.to_string(), written);
///     assert_eq!(written.parse(), Ok(control));
/// }
/// # Ok::<(), arbiter_game::ParseTimeControlError>(())
/// ```
///
/// No number of moves or periods is zero, no rule is without time, and no time
/// is longer than [`TimeControl::MAX_TIME`]: only reading makes a rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum TimeControl {
    /// No clock.
    #[default]
    None,
    /// One or several periods: sudden death, Fischer, delays, and so many
    /// moves in so much time. The last, if it has a number of moves, repeats.
    /// Time saved goes over into the next period (FIDE 6.3.2).
    Periods(Periods),
    /// Main time, then periods of byo-yomi: a move made within a period
    /// renews it, and a period used up is lost.
    #[non_exhaustive]
    ByoYomi {
        /// The time before byo-yomi begins.
        main: Span,
        /// How many periods there are.
        periods: NonZeroU16,
        /// The time of one.
        time: Span,
    },
    /// Main time, then so many moves in so much time, again and again; time
    /// saved is not carried over.
    #[non_exhaustive]
    Canadian {
        /// The time before overtime begins.
        main: Span,
        /// The moves to make in each overtime.
        moves: NonZeroU16,
        /// The time for them.
        time: Span,
    },
    /// What one player uses, the other gains.
    #[non_exhaustive]
    Hourglass {
        /// The time with which each begins.
        time: Span,
    },
    /// Each move has its own time.
    #[non_exhaustive]
    Correspondence {
        /// The time for one move.
        time: Span,
    },
}

/// What a move brings besides the time of its period. It is never a bonus of
/// no time: that is [`Bonus::None`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// Fischer: so much is added after the move.
    Increment(Span),
    /// Bronstein: after the move the time it took is given back, at most so
    /// much.
    Bronstein(Span),
    /// Simple or US delay: so much of each turn passes before the clock runs.
    Delay(Span),
}

impl TimeControl {
    /// No time in a rule is longer than this: a thousand days.
    pub const MAX_TIME: Span = Span::from_seconds(1_000 * 24 * 60 * 60);

    /// A rule has no more periods than this.
    pub const MAX_PERIODS: usize = 16;

    /// Whether there is no clock.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        matches!(self, TimeControl::None)
    }
}

impl Bonus {
    /// How much time it speaks of.
    #[must_use]
    pub const fn span(self) -> Span {
        match self {
            Bonus::None => Span::ZERO,
            Bonus::Increment(span) | Bonus::Bronstein(span) | Bonus::Delay(span) => span,
        }
    }

    /// A bonus of no time is none.
    const fn normal(self) -> Bonus {
        if self.span().is_zero() {
            Bonus::None
        } else {
            self
        }
    }
}
