use core::{
    fmt,
    ops::{Add, AddAssign, Mul, Sub, SubAssign},
};

/// A point in time, in milliseconds since an origin that the caller chooses and
/// keeps for the whole game.
///
/// This crate never reads a clock: the caller passes the time in.
///
/// ```
/// use arbiter_game::{Span, Time};
///
/// let start = Time::from_millis(1_000);
/// let later = start + Span::from_seconds(2);
/// assert_eq!(later - start, Span::from_millis(2_000));
/// // A difference is never negative.
/// assert_eq!(start - later, Span::ZERO);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Time(u64);

impl Time {
    /// Returns the point this many milliseconds after the origin.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Time {
        Time(millis)
    }

    /// Returns the milliseconds since the origin.
    #[must_use]
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// Returns the point this much later, or `None` if it overflows.
    #[must_use]
    pub const fn checked_add(self, span: Span) -> Option<Time> {
        match self.0.checked_add(span.0) {
            Some(millis) => Some(Time(millis)),
            None => None,
        }
    }
}

/// A length of time in milliseconds. It is never negative, and arithmetic
/// saturates at zero and at the largest number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Span(u64);

impl Span {
    /// No time at all.
    pub const ZERO: Span = Span(0);

    /// Returns a span of this many milliseconds.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Span {
        Span(millis)
    }

    /// Returns a span of this many seconds.
    #[must_use]
    pub const fn from_seconds(seconds: u64) -> Span {
        Span(seconds.saturating_mul(1_000))
    }

    /// Returns the number of milliseconds.
    #[must_use]
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// Returns the number of whole seconds.
    #[must_use]
    pub const fn as_seconds(self) -> u64 {
        self.0 / 1_000
    }

    /// Reports whether the span is zero.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl Sub for Time {
    type Output = Span;

    fn sub(self, earlier: Time) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Add<Span> for Time {
    type Output = Time;

    fn add(self, span: Span) -> Time {
        Time(self.0.saturating_add(span.0))
    }
}

impl Add for Span {
    type Output = Span;

    fn add(self, other: Span) -> Span {
        Span(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Span {
    fn add_assign(&mut self, other: Span) {
        *self = *self + other;
    }
}

impl Sub for Span {
    type Output = Span;

    fn sub(self, other: Span) -> Span {
        Span(self.0.saturating_sub(other.0))
    }
}

impl SubAssign for Span {
    fn sub_assign(&mut self, other: Span) {
        *self = *self - other;
    }
}

impl Mul<u16> for Span {
    type Output = Span;

    fn mul(self, times: u16) -> Span {
        Span(self.0.saturating_mul(u64::from(times)))
    }
}

/// Prints the span as a clock shows it: `1:05:09`, `5:00`, and with tenths below
/// ten seconds, `9.3`. It is cut off and never rounded up, so a clock that shows
/// one second has at least one second left.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.as_seconds();
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        if hours > 0 {
            write!(f, "{hours}:{minutes:02}:{rest:02}")
        } else if seconds >= 10 {
            write!(f, "{minutes}:{rest:02}")
        } else {
            write!(f, "{rest}.{}", self.0 / 100 % 10)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn a_span_prints_as_a_clock_shows_it() {
        for (millis, shown) in [
            (0, "0.0"),
            (99, "0.0"),
            (9_999, "9.9"),
            (10_000, "0:10"),
            (65_999, "1:05"),
            (3_909_000, "1:05:09"),
            (90_000_000, "25:00:00"),
        ] {
            assert_eq!(Span::from_millis(millis).to_string(), shown);
        }
    }

    #[test]
    fn time_is_never_negative_and_never_overflows() {
        assert_eq!(Span::ZERO - Span::from_seconds(1), Span::ZERO);
        let longest = Span::from_seconds(u64::MAX);
        assert_eq!(longest + longest, longest);
        assert_eq!(longest * 2, longest);
        assert_eq!(Time::from_millis(1).checked_add(longest), None);
        assert_eq!(Time::from_millis(1) - Time::from_millis(2), Span::ZERO);
    }
}
