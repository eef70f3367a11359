use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame value in one number, so that both are added at
/// once. Halves of 32 bits cannot overflow, even with sixty queens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(transparent)]
pub struct Pair(i64);

impl Pair {
    /// Zero in both halves.
    pub const ZERO: Pair = Pair(0);

    /// Combines a middlegame and an endgame value.
    #[inline(always)]
    #[must_use]
    pub const fn new(middlegame: i32, endgame: i32) -> Pair {
        Pair(((endgame as i64) << 32) + middlegame as i64)
    }

    /// Returns the middlegame value.
    #[inline(always)]
    #[must_use]
    pub const fn middlegame(self) -> i32 {
        self.0 as i32
    }

    /// Returns the endgame value.
    #[inline(always)]
    #[must_use]
    pub const fn endgame(self) -> i32 {
        // A negative lower half borrows one from the upper half.
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// Returns the sum, in constant expressions.
    #[must_use]
    pub const fn plus(self, other: Pair) -> Pair {
        Pair(self.0 + other.0)
    }
}

impl Add for Pair {
    type Output = Pair;

    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0)
    }
}

impl Sub for Pair {
    type Output = Pair;

    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0 - other.0)
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Pair) {
        self.0 += other.0;
    }
}

impl SubAssign for Pair {
    #[inline(always)]
    fn sub_assign(&mut self, other: Pair) {
        self.0 -= other.0;
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;

    #[inline(always)]
    fn mul(self, times: i32) -> Pair {
        Pair(self.0 * i64::from(times))
    }
}

impl Neg for Pair {
    type Output = Pair;

    #[inline(always)]
    fn neg(self) -> Pair {
        Pair(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_keep_their_sign() {
        let values = [-70_000, -1, 0, 1, 70_000];
        for a in values {
            for b in values {
                let pair = Pair::new(a, b);
                assert_eq!((pair.middlegame(), pair.endgame()), (a, b));
                let tripled = pair * 3 - pair + -pair + pair;
                assert_eq!((tripled.middlegame(), tripled.endgame()), (2 * a, 2 * b));
            }
        }
    }
}
