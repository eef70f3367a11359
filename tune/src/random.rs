use arbiter_rules::SplitMix64;

/// A seeded random number generator.
pub struct Random(SplitMix64);

impl Random {
    /// Creates a generator; the same seed gives the same numbers.
    pub fn new(seed: u64) -> Random {
        Random(SplitMix64::new(
            seed.wrapping_mul(0xd134_2543_de82_ef95) ^ 0x7475_6e65,
        ))
    }

    /// Returns the next number.
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number less than `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end
    }
}
