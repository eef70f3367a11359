use arbiter_rules::{ByColor, Color};

use super::layout::COUNT;

/// Receives the terms of an evaluation. `()` ignores them at no cost.
pub(super) trait Trace {
    /// Records that a weight counts this many times for a color.
    fn count(&mut self, color: Color, weight: usize, times: i32);
    /// Records the scale of the endgame value, in 128ths, and the game phase.
    fn finish(&mut self, scale: i32, phase: i32);
}

impl Trace for () {
    #[inline(always)]
    fn count(&mut self, _: Color, _: usize, _: i32) {}

    #[inline(always)]
    fn finish(&mut self, _: i32, _: i32) {}
}

/// How often each weight counts in a position, and how the sum is scaled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    /// How often each weight counts for each color.
    pub counts: ByColor<Box<[i16]>>,
    /// The scale of the endgame value, in 128ths.
    pub scale: i32,
    /// The game phase, from 0 in an ending to 24 at the start.
    pub phase: i32,
    /// The factor by which a lead of each side is scaled, in 64ths.
    pub limits: ByColor<i32>,
}

impl Default for Recording {
    fn default() -> Recording {
        Recording {
            counts: ByColor::new_with(|_| vec![0; COUNT].into()),
            scale: 128,
            phase: 0,
            limits: ByColor::new_with(|_| 64),
        }
    }
}

impl Trace for Recording {
    fn count(&mut self, color: Color, weight: usize, times: i32) {
        self.counts[color][weight] += times as i16;
    }

    fn finish(&mut self, scale: i32, phase: i32) {
        self.scale = scale;
        self.phase = phase;
    }
}
