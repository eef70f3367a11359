use core::{
    fmt,
    iter::Sum,
    ops::{Add, AddAssign, Sub},
};

/// A number of points, exact to a tenth.
///
/// ```
/// use arbiter_tournament::Points;
///
/// let sum = Points::ONE + Points::HALF;
/// assert_eq!(sum.to_string(), "1.5");
/// assert_eq!("1.5".parse(), Ok(sum));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Points(i32);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);
    /// Half a point.
    pub const HALF: Points = Points(5);
    /// One point.
    pub const ONE: Points = Points(10);

    /// Creates a number of points from tenths of a point.
    #[must_use]
    pub const fn from_tenths(tenths: i32) -> Points {
        Points(tenths)
    }

    /// Returns the number of tenths of a point.
    #[must_use]
    pub const fn tenths(self) -> i32 {
        self.0
    }

    /// Returns this number of points, `count` times.
    #[must_use]
    pub const fn times(self, count: usize) -> Points {
        // More than any tournament has.
        let count = if count > i32::MAX as usize {
            i32::MAX
        } else {
            count as i32
        };
        Points(self.0.saturating_mul(count))
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0.saturating_sub(other.0))
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(items: I) -> Points {
        items.fold(Points::ZERO, Add::add)
    }
}

/// Writes one decimal: `2.5`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let tenths = self.0.unsigned_abs();
        f.pad(&format!("{sign}{}.{}", tenths / 10, tenths % 10))
    }
}

/// The text is not a number of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePointsError;

impl fmt::Display for ParsePointsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a number of points such as 2.5")
    }
}

impl core::error::Error for ParsePointsError {}

impl core::str::FromStr for Points {
    type Err = ParsePointsError;

    fn from_str(text: &str) -> Result<Points, ParsePointsError> {
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
        if !is_number(whole) || !is_number(tenth) || tenth.len() != 1 || whole.len() > 5 {
            return Err(ParsePointsError);
        }
        let number = |part: &str| part.parse::<i32>().map_err(|_| ParsePointsError);
        Ok(Points(number(whole)? * 10 + number(tenth)?))
    }
}
