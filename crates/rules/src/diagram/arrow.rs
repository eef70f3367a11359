use core::fmt;

/// The outline of an arrow, as the data of an SVG path.
///
/// It is reckoned in whole tenths of a unit: the same on every machine, and
/// with no trace of rounding in the text.
pub(super) struct Arrow {
    /// The middle of the square it comes from, in units.
    pub(super) from: (i32, i32),
    /// The middle of the square it points to; not the same.
    pub(super) to: (i32, i32),
}

/// How far from the middle of its square the arrow begins, in tenths.
const TAIL: i32 = 340;
/// How far before the middle of its square it ends.
const GAP: i32 = 60;
/// Half the width of the shaft.
const SHAFT: i32 = 75;
/// The length of the head.
const HEAD: i32 = 370;
/// Half the width of the head.
const WING: i32 = 240;

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = (self.from.0 * 10, self.from.1 * 10);
        let (right, down) = (self.to.0 * 10 - x, self.to.1 * 10 - y);
        let length = (right * right + down * down).isqrt().max(1);
        // A point so far along the arrow and so far beside it.
        let point = |along: i32, beside: i32| {
            (
                x + rounded(right * along - down * beside, length),
                y + rounded(down * along + right * beside, length),
            )
        };
        let tip = length - GAP;
        let outline = [
            point(TAIL, SHAFT),
            point(tip - HEAD, SHAFT),
            point(tip - HEAD, WING),
            point(tip, 0),
            point(tip - HEAD, -WING),
            point(tip - HEAD, -SHAFT),
            point(TAIL, -SHAFT),
        ];
        for (index, (x, y)) in outline.into_iter().enumerate() {
            let step = if index == 0 { 'M' } else { 'L' };
            write!(f, "{step}{} {}", Tenths(x), Tenths(y))?;
        }
        f.write_str("z")
    }
}

/// The quotient, to the nearest whole number.
fn rounded(dividend: i32, divisor: i32) -> i32 {
    (dividend + divisor / 2).div_euclid(divisor)
}

/// A number of tenths, written with as few characters as it needs. Everything
/// on the board is positive.
struct Tenths(i32);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 % 10 {
            0 => write!(f, "{}", self.0 / 10),
            tenth => write!(f, "{}.{tenth}", self.0 / 10),
        }
    }
}
