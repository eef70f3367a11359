use arbiter_rules::SplitMix64;

/// A seeded source of numbers.
pub struct RandomSource(SplitMix64);

impl RandomSource {
    /// The same seed gives the same numbers.
    pub fn new(seed: u64) -> RandomSource {
        RandomSource(SplitMix64::new(
            seed.wrapping_mul(0xd134_2543_de82_ef95) ^ 0x7475_6e65,
        ))
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below this one, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end
    }
}
