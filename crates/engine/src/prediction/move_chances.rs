use arbiter_rules::Move;

/// How likely each legal move is.
#[derive(Clone, Debug)]
pub struct MoveChances {
    /// The moves with their logits in 1024ths.
    logits: Vec<(Move, i32)>,
}

/// All chances together.
const ALL: u64 = 1_000_000;

impl MoveChances {
    pub(super) fn new(logits: Vec<(Move, i32)>) -> MoveChances {
        MoveChances { logits }
    }

    /// Returns the moves with the logarithms of their chances, in 1024ths, up to a
    /// common constant.
    #[must_use]
    pub fn logits(&self) -> &[(Move, i32)] {
        &self.logits
    }

    /// Returns the likeliest move, or none if there is no legal move. Of equal ones it is
    /// the first in the order of the legal moves.
    #[must_use]
    pub fn likeliest(&self) -> Option<Move> {
        let best = self.logits.iter().map(|&(_, logit)| logit).max()?;
        let is_best = |&&(_, logit): &&(Move, i32)| logit == best;
        self.logits.iter().find(is_best).map(|&(mv, _)| mv)
    }

    /// Returns the chance of each move in millionths, in the order of the legal moves.
    #[must_use]
    pub fn per_million(&self) -> Vec<(Move, u32)> {
        let Some(best) = self.logits.iter().map(|&(_, logit)| logit).max() else {
            return Vec::new();
        };
        let weigh = |logit: i32| u64::from(falling_power(i64::from(best) - i64::from(logit)));
        let total: u64 = self.logits.iter().map(|&(_, logit)| weigh(logit)).sum();
        self.logits
            .iter()
            .map(|&(mv, logit)| (mv, (weigh(logit) * ALL / total.max(1)) as u32))
            .collect()
    }
}

/// Returns e to the power of minus this number of 1024ths, times 2 to the power of 31.
fn falling_power(thousand_twenty_fourths: i64) -> u32 {
    // log2(e) = 94548.28 / 65536.
    let halvings = (thousand_twenty_fourths.clamp(0, 1 << 20) * 94_548) >> 16;
    let (whole, part) = (halvings >> 10, halvings & 1023);
    if whole > 31 {
        return 0;
    }
    ROOTS[part as usize] >> whole
}

/// 2 to the power of minus each number of 1024ths, times 2 to the power of 31.
const ROOTS: [u32; 1024] = {
    // 2 to the power of -1/1024, times 2 to the power of 62.
    let factor: u128 = 4_608_565_417_332_308_034;
    let mut roots = [0; 1024];
    let mut root: u128 = 1 << 62;
    let mut index = 0;
    while index < 1024 {
        roots[index] = (root >> 31) as u32;
        root = (root * factor) >> 62;
        index += 1;
    }
    roots
};

#[cfg(test)]
mod tests {
    use super::falling_power;

    #[test]
    fn the_power_is_that_of_e() {
        for number in 0..12_000_i32 {
            let exact = (-f64::from(number) / 1024.0).exp();
            let computed = f64::from(falling_power(number.into())) / f64::from(1_u32 << 31);
            assert!((exact - computed).abs() < 0.002 * exact, "{number}");
        }
        assert_eq!(falling_power(i64::from(u32::MAX)), 0);
    }
}
