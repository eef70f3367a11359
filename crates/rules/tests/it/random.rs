//! Random numbers that are the same in every run.

/// A seeded random number generator (xorshift).
pub struct RandomSource(u64);

impl RandomSource {
    pub fn new(seed: u64) -> RandomSource {
        RandomSource(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Starts with this state, which is not zero.
    pub const fn from_state(state: u64) -> RandomSource {
        RandomSource(state)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end
    }
}
