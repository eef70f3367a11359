use arbiter_rules::{ByColor, Color};

use super::{pair::Pair, trace::Trace, weights::WEIGHTS};

/// Adds up the weights of a position.
pub(super) struct Tally<'t, T: Trace> {
    /// The value, White's minus Black's.
    pub(super) value: Pair,
    /// The danger to each king, before it is converted to a penalty.
    pub(super) danger: ByColor<Pair>,
    pub(super) trace: &'t mut T,
}

impl<'t, T: Trace> Tally<'t, T> {
    #[inline(always)]
    pub(super) fn new(trace: &'t mut T) -> Tally<'t, T> {
        Tally {
            value: Pair::ZERO,
            danger: ByColor {
                white: Pair::ZERO,
                black: Pair::ZERO,
            },
            trace,
        }
    }

    /// Counts a weight once for a color.
    #[inline(always)]
    pub(super) fn add(&mut self, color: Color, weight: usize) {
        self.add_for(color, WEIGHTS[weight]);
        self.trace.count(color, weight, 1);
    }

    /// Counts a weight several times for a color.
    #[inline(always)]
    pub(super) fn add_times(&mut self, color: Color, weight: usize, times: u32) {
        self.add_for(color, WEIGHTS[weight] * times as i32);
        self.trace.count(color, weight, times as i32);
    }

    /// Counts a weight several times for the danger to a color's king.
    #[inline(always)]
    pub(super) fn add_danger(&mut self, color: Color, weight: usize, times: u32) {
        self.danger[color] += WEIGHTS[weight] * times as i32;
        self.trace.count(color, weight, times as i32);
    }

    /// Adds a value for a color.
    #[inline(always)]
    pub(super) fn add_for(&mut self, color: Color, pair: Pair) {
        match color {
            Color::White => self.value += pair,
            Color::Black => self.value -= pair,
        }
    }
}
