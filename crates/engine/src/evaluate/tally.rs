use arbiter_rules::{ByColor, Color};

use super::{pair::Pair, trace::Trace, weights::WEIGHTS};

/// Adds up the weights of a position.
pub(super) struct Tally<'t, T: Trace> {
    /// White's less Black's.
    pub(super) value: Pair,
    /// How much each king is in danger, before that becomes a value.
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

    /// A weight counts once for a color.
    #[inline(always)]
    pub(super) fn add(&mut self, color: Color, weight: usize) {
        self.add_for(color, WEIGHTS[weight]);
        self.trace.count(color, weight, 1);
    }

    /// A weight counts so many times for a color.
    #[inline(always)]
    pub(super) fn add_times(&mut self, color: Color, weight: usize, times: u32) {
        self.add_for(color, WEIGHTS[weight] * times as i32);
        self.trace.count(color, weight, times as i32);
    }

    /// A weight counts so many times for the danger to this color's king.
    #[inline(always)]
    pub(super) fn endanger(&mut self, color: Color, weight: usize, times: u32) {
        self.danger[color] += WEIGHTS[weight] * times as i32;
        self.trace.count(color, weight, times as i32);
    }

    /// Something is worth so much to a color.
    #[inline(always)]
    pub(super) fn add_for(&mut self, color: Color, pair: Pair) {
        match color {
            Color::White => self.value += pair,
            Color::Black => self.value -= pair,
        }
    }
}
