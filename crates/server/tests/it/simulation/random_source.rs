use arbiter_rules::SplitMix64;

/// Random choices, the same for the same seed.
pub struct RandomSource(SplitMix64);

impl RandomSource {
    pub fn new(seed: u64) -> RandomSource {
        // Consecutive seeds should have little in common.
        let mut random = RandomSource(SplitMix64::new(seed.wrapping_mul(0xd134_2543_de82_ef95)));
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    pub fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap()
    }

    pub fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.index(from.len())]
    }
}
