/// The pseudorandom number generator SplitMix64.
///
/// The same seed gives the same numbers on every machine and in every
/// version. It makes the keys of hash tables, and everything random that has
/// to be repeatable: shuffled orders, tests, simulations. Its numbers are easy
/// to predict, so it is not for secrets.
///
/// The algorithm is by Steele, Lea and Flood
/// (<https://doi.org/10.1145/2714064.2660195>), written as in
/// <https://prng.di.unimi.it/splitmix64.c>.
///
/// ```
/// use arbiter_rules::SplitMix64;
///
/// let mut random = SplitMix64::new(1_234_567);
/// assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
/// assert!(random.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl SplitMix64 {
    /// Creates a generator that starts from this seed.
    #[must_use]
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// Returns the next number.
    pub const fn next_u64(&mut self) -> u64 {
        let number = mix64(self.state);
        self.state = self.state.wrapping_add(STEP);
        number
    }

    /// Returns a number below `bound`, or 0 if `bound` is 0. The bias is
    /// negligible for bounds far below 2⁶⁴.
    pub const fn below(&mut self, bound: usize) -> usize {
        let number = self.next_u64();
        if bound == 0 {
            return 0;
        }
        (number % bound as u64) as usize
    }
}

/// Scrambles a number: similar inputs give outputs that have nothing in
/// common. It is the first number of [`SplitMix64`] for this seed.
#[must_use]
pub const fn mix64(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(STEP);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_reference_implementation() {
        let mut random = SplitMix64::new(1_234_567);
        for expected in [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ] {
            assert_eq!(random.next_u64(), expected);
        }
    }

    #[test]
    fn numbers_below_a_bound_are_below_it() {
        let mut random = SplitMix64::new(1);
        for bound in 1..100 {
            assert!(random.below(bound) < bound);
        }
        assert_eq!(random.below(0), 0);
    }
}
