/// A seeded source of numbers: SplitMix64.
pub struct RandomSource(u64);

impl RandomSource {
    /// The same seed gives the same numbers.
    pub fn new(seed: u64) -> RandomSource {
        RandomSource(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ 0x7475_6e65)
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ (number >> 31)
    }

    /// A number below this one, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end
    }
}
