//! Random inputs, always the same for the same seed.

use arbiter_rules::SplitMix64;

/// A generator of random inputs.
#[derive(Clone, Debug)]
pub struct RandomInputs(SplitMix64);

impl RandomInputs {
    /// Creates a generator; the same seed gives the same inputs.
    #[must_use]
    pub const fn new(seed: u64) -> RandomInputs {
        RandomInputs(SplitMix64::new(seed))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    fn byte(&mut self) -> u8 {
        self.0.next_u64() as u8
    }

    /// Returns the next input: random bytes, or a seed with a few mutations.
    pub fn next_input(&mut self, seeds: &[&str]) -> Vec<u8> {
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
            0 => input.insert(at, self.notation_byte()),
            1 if at < input.len() => input[at] = self.notation_byte(),
            2 if at < input.len() => input[at] = self.byte(),
            3 if at < input.len() => drop(input.remove(at)),
            4 if at < input.len() => {
                let other = self.below(input.len());
                input.swap(at, other);
            }
            5 => input.truncate(at),
            _ => {
                // Join the start of this input with the end of a seed.
                let other = self.pick(seeds).as_bytes();
                input.truncate(at);
                input.extend_from_slice(&other[self.below(other.len() + 1)..]);
            }
        }
    }

    /// Returns a byte that has a meaning in some chess notation.
    fn notation_byte(&mut self) -> u8 {
        const BYTES: &[u8] =
            b"KQRBNPkqrbnpabcdefgh12345678 /-+#=x0Oo.!?()[]{}<>%$*&:,@wb9;\"\t\n\r\xc3";
        BYTES[self.below(BYTES.len())]
    }
}
