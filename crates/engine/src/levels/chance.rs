use arbiter_rules::Move;

/// What looks like chance in one game: a number for each question, always the
/// same for the same question. Whole numbers only, because the last digit of
/// a logarithm differs from machine to machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Chance {
        Chance(mix(seed ^ 0x6a09_e667_f3bc_c909))
    }

    /// The chance of what is asked about this subject.
    pub(super) fn about(self, subject: u64) -> Chance {
        Chance(mix(self.0 ^ mix(subject)))
    }

    /// The chance of what is asked about this move.
    pub(super) fn about_move(self, mv: Move) -> Chance {
        self.about((mv.from() as u64) << 16 | (mv.to() as u64) << 8 | mv.kind() as u64)
    }

    /// A number from 0 up to this one, not included.
    pub(super) fn below(self, limit: u32) -> u32 {
        (((self.0 >> 32) * u64::from(limit)) >> 32) as u32
    }

    /// Whether what happens so often in a thousand times happens now.
    pub(super) fn happens(self, per_mille: u32) -> bool {
        self.below(1000) < per_mille
    }

    /// A number between minus this and this, mostly near to nothing.
    pub(super) fn error(self, most: i32) -> i32 {
        let most = most.unsigned_abs();
        let high = self.below(most + 1) as i32;
        high - self.about(1).below(most + 1) as i32
    }

    /// What to add to the score of each move so that the best sum is a choice
    /// among all in proportion to exp(score / temperature): Gumbel's
    /// distribution, <https://en.wikipedia.org/wiki/Gumbel_distribution>.
    pub(super) fn whim(self, temperature: i32) -> i32 {
        GUMBEL[self.below(64) as usize] * temperature / 100
    }
}

/// -ln(-ln(u)) in hundredths, in the middle of each 64th part of 0 to 1.
#[rustfmt::skip]
const GUMBEL: [i32; 64] = [
    -158, -132, -118, -107, -98, -90, -83, -76, -70, -65, -59, -54, -49, -44, -40, -35,
    -30, -26, -22, -17, -13, -9, -4, 0, 4, 8, 13, 17, 21, 26, 30, 34,
    39, 43, 48, 53, 58, 63, 68, 73, 78, 84, 89, 95, 101, 108, 114, 121,
    128, 136, 144, 153, 162, 172, 183, 195, 208, 223, 241, 262, 288, 322, 374, 485,
];

/// The mixing step of SplitMix64 (Steele, Lea, Flood 2014).
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
