use arbiter_rules::{Move, MoveKind, mix64};

/// A reproducible source of randomness: the same seed and the same subjects
/// always give the same numbers. It uses integers only, because the last digit
/// of a logarithm differs between machines.
#[derive(Clone, Copy, Debug)]
pub(super) struct RandomSource(u64);

impl RandomSource {
    pub(super) fn new(seed: u64) -> RandomSource {
        RandomSource(mix64(seed ^ 0x6a09_e667_f3bc_c909))
    }

    /// Derives an independent source for a subject.
    pub(super) fn about(self, subject: u64) -> RandomSource {
        RandomSource(mix64(self.0 ^ mix64(subject)))
    }

    /// Derives an independent source for a move.
    pub(super) fn about_move(self, mv: Move) -> RandomSource {
        // Different pieces may be placed on a square (Saktris).
        let role = if mv.kind() == MoveKind::Place {
            mv.role() as u64
        } else {
            0
        };
        let squares = (mv.from() as u64) << 16 | (mv.to() as u64) << 8;
        self.about(role << 24 | squares | mv.kind() as u64)
    }

    /// Returns a number from 0 to `limit - 1`.
    pub(super) fn below(self, limit: u32) -> u32 {
        (((self.0 >> 32) * u64::from(limit)) >> 32) as u32
    }

    /// Decides an event that has this probability, in thousandths.
    pub(super) fn happens(self, per_mille: u32) -> bool {
        self.below(1000) < per_mille
    }

    /// Returns noise to add to the score of a move. The move with the best sum
    /// is then chosen with a probability proportional to
    /// exp(score / temperature), because the noise follows the Gumbel
    /// distribution, <https://en.wikipedia.org/wiki/Gumbel_distribution>.
    pub(super) fn gumbel_noise(self, temperature: i32) -> i32 {
        GUMBEL[self.below(64) as usize] * temperature / 100
    }
}

/// Quantiles of the Gumbel distribution in hundredths: -ln(-ln(u)) at the middle
/// of each 64th of the range from 0 to 1.
#[rustfmt::skip]
const GUMBEL: [i32; 64] = [
    -158, -132, -118, -107, -98, -90, -83, -76, -70, -65, -59, -54, -49, -44, -40, -35,
    -30, -26, -22, -17, -13, -9, -4, 0, 4, 8, 13, 17, 21, 26, 30, 34,
    39, 43, 48, 53, 58, 63, 68, 73, 78, 84, 89, 95, 101, 108, 114, 121,
    128, 136, 144, 153, 162, 172, 183, 195, 208, 223, 241, 262, 288, 322, 374, 485,
];
