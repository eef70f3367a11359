use core::fmt;

/// The outline of an arrow, as the data of an SVG path.
///
/// It is computed in whole tenths of a unit, so that it is the same on every machine.
pub(super) struct Arrow {
    /// The center of the square it starts from, in units.
    pub(super) from: (i32, i32),
    /// The center of the square it points to, which is a different one.
    pub(super) to: (i32, i32),
}

/// The distance of the tail from the center of its square, in tenths of a unit.
const TAIL_OFFSET: i32 = 340;
/// The distance of the tip from the center of its square, in tenths of a unit.
const TIP_GAP: i32 = 60;
/// Half the width of the shaft, in tenths of a unit.
const SHAFT_HALF_WIDTH: i32 = 75;
/// The length of the head, in tenths of a unit.
const HEAD_LENGTH: i32 = 370;
/// Half the width of the head, in tenths of a unit.
const HEAD_HALF_WIDTH: i32 = 240;

impl Arrow {
    /// Returns the corners of the outline, in tenths of a unit.
    pub(super) fn corners(&self) -> [(i32, i32); 7] {
        let (x, y) = (self.from.0 * 10, self.from.1 * 10);
        let (right, down) = (self.to.0 * 10 - x, self.to.1 * 10 - y);
        let length = (right * right + down * down).isqrt().max(1);
        // Returns the point this far along the arrow and this far beside it.
        let point = |along: i32, beside: i32| {
            (
                x + rounded(right * along - down * beside, length),
                y + rounded(down * along + right * beside, length),
            )
        };
        let tip = length - TIP_GAP;
        [
            point(TAIL_OFFSET, SHAFT_HALF_WIDTH),
            point(tip - HEAD_LENGTH, SHAFT_HALF_WIDTH),
            point(tip - HEAD_LENGTH, HEAD_HALF_WIDTH),
            point(tip, 0),
            point(tip - HEAD_LENGTH, -HEAD_HALF_WIDTH),
            point(tip - HEAD_LENGTH, -SHAFT_HALF_WIDTH),
            point(TAIL_OFFSET, -SHAFT_HALF_WIDTH),
        ]
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (x, y)) in self.corners().into_iter().enumerate() {
            let step = if index == 0 { 'M' } else { 'L' };
            write!(f, "{step}{} {}", Tenths(x), Tenths(y))?;
        }
        f.write_str("z")
    }
}

/// Divides and rounds to the nearest whole number.
fn rounded(dividend: i32, divisor: i32) -> i32 {
    (dividend + divisor / 2).div_euclid(divisor)
}

/// A number of tenths, which is never negative. It prints as briefly as possible.
struct Tenths(i32);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 % 10 {
            0 => write!(f, "{}", self.0 / 10),
            tenth => write!(f, "{}.{tenth}", self.0 / 10),
        }
    }
}
