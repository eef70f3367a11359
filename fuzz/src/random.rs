//! Inputs by chance, but always the same ones for the same seed.

use arbiter_rules::SplitMix64;

/// A source of random inputs.
#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// The same seed gives the same numbers.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    /// Returns a number below the bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    fn byte(&mut self) -> u8 {
        self.0.next_u64() as u8
    }

    /// An input: noise, or something well-formed with a few accidents.
    pub fn input(&mut self, seeds: &[&str]) -> Vec<u8> {
        if seeds.is_empty() || self.below(4) == 0 {
            let length = self.below(80);
            return (0..length).map(|_| self.byte()).collect();
        }
        let mut input = self.pick(seeds).as_bytes().to_vec();
        for _ in 0..self.below(5) {
            self.mutate(&mut input, seeds);
        }
        input
    }

    fn pick<'s>(&mut self, seeds: &[&'s str]) -> &'s str {
        seeds[self.below(seeds.len())]
    }

    fn mutate(&mut self, input: &mut Vec<u8>, seeds: &[&str]) {
        let at = self.below(input.len() + 1);
        match self.below(7) {
            0 => input.insert(at, self.telling()),
            1 if at < input.len() => input[at] = self.telling(),
            2 if at < input.len() => input[at] = self.byte(),
            3 if at < input.len() => drop(input.remove(at)),
            4 if at < input.len() => {
                let other = self.below(input.len());
                input.swap(at, other);
            }
            5 => input.truncate(at),
            _ => {
                // The beginning of this, the end of another.
                let other = self.pick(seeds).as_bytes();
                input.truncate(at);
                input.extend_from_slice(&other[self.below(other.len() + 1)..]);
            }
        }
    }

    /// A byte that means something in some text form of chess.
    fn telling(&mut self) -> u8 {
        const TELLING: &[u8] =
            b"KQRBNPkqrbnpabcdefgh12345678 /-+#=x0Oo.!?()[]{}<>%$*&:,@wb9;\"\t\n\r\xc3";
        TELLING[self.below(TELLING.len())]
    }
}
