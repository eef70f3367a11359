/// How many pairs of games gave the first engine 0, ½, 1, 1½ and 2 points. The games of a
/// pair have the same opening with colors reversed.
///
/// The two games of a pair are not independent: an opening that favors White gives each
/// engine a point. Pairs are independent, so errors are computed from pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u64; 5]);

/// An estimate of the strength of an engine, with 95 % confidence intervals.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The score, from 0 to 1.
    pub score: f64,
    /// Half the width of its confidence interval.
    pub score_error: f64,
    /// The Elo difference; infinite if all points were won or lost.
    pub elo: f64,
    pub elo_low: f64,
    pub elo_high: f64,
    /// The likelihood that the first engine is stronger (LOS).
    pub superiority: f64,
}

/// The number of standard errors that contain 95 % of a normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;
/// How many pairs are added at each end of the scale: a quarter of the square of `Z_95`.
const ADDED_PAIRS: f64 = Z_95 * Z_95 / 4.0;

impl Pairs {
    /// Returns the number of pairs.
    pub fn count(self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the mean and the variance of the score of a pair.
    pub fn moments(self) -> (f64, f64) {
        let count = self.count() as f64;
        moments(self.0.map(|pairs| pairs as f64 / count))
    }

    /// Estimates the strength; none from fewer than two pairs, whose variance is unknown.
    pub fn estimate(self) -> Option<Estimate> {
        if self.count() < 2 {
            return None;
        }
        let (score, _) = self.moments();
        // As Agresti and Coull propose (1998), the interval is computed with about two pairs
        // added, one lost and one won. It then allows for results that have not occurred, and
        // does not shrink to a point when all pairs have the same result.
        let count = self.count() as f64 + 2.0 * ADDED_PAIRS;
        let shares = [ADDED_PAIRS, 0.0, 0.0, 0.0, ADDED_PAIRS];
        let shares = std::array::from_fn(|index| (self.0[index] as f64 + shares[index]) / count);
        let (center, variance) = moments(shares);
        let error = (variance / (count - 1.0)).sqrt();
        let (low, high) = (center - Z_95 * error, center + Z_95 * error);
        let (low, high) = (low.clamp(0.0, score), high.clamp(score, 1.0));
        Some(Estimate {
            score,
            score_error: (high - low) / 2.0,
            elo: elo_of(score),
            elo_low: elo_of(low),
            elo_high: elo_of(high),
            superiority: normal_cdf((center - 0.5) / error),
        })
    }
}

/// The scores of a pair, from the worst to the best.
pub const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Returns the mean and the variance of the score of a pair, given the share of each
/// result.
fn moments(shares: [f64; 5]) -> (f64, f64) {
    let scored = || SCORES.iter().zip(shares);
    let mean: f64 = scored().map(|(score, share)| score * share).sum();
    let squares = scored().map(|(score, share)| share * (score - mean).powi(2));
    (mean, squares.sum())
}

/// Returns the Elo difference for an expected score.
pub fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns the expected score for an Elo difference.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the cumulative distribution function of the standard normal distribution, by
/// the series of Marsaglia ("Evaluating the normal distribution", 2004).
pub fn normal_cdf(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut divisor) = (x, x, 1.0);
    while sum + term != sum {
        divisor += 2.0;
        term *= x * x / divisor;
        sum += term;
    }
    0.5 + sum * (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// A random number generator that is the same in every run.
#[cfg(test)]
pub struct TestRandom(pub u64);

#[cfg(test)]
impl TestRandom {
    /// Draws an index with these probabilities, whose sum is 1.
    pub fn draw(&mut self, probabilities: &[f64]) -> usize {
        // Xorshift (Marsaglia 2003).
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let mut remaining = (self.0 >> 11) as f64 / (1u64 << 53) as f64;
        for (index, probability) in probabilities.iter().enumerate() {
            remaining -= probability;
            if remaining < 0.0 {
                return index;
            }
        }
        probabilities.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found} is not {expected}"
        );
    }

    /// Integrates the density in small steps.
    #[test]
    fn the_normal_cdf_is_the_area_below_the_density() {
        let density = |x: f64| (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let step = 1e-4;
        let mut area = 0.0;
        for index in -80_000..80_000 {
            let x = f64::from(index) * step;
            area += step * density(x + step / 2.0);
            if index % 5_000 == 0 {
                close(normal_cdf(x + step), area, 1e-8);
            }
        }
        close(normal_cdf(Z_95), 0.975, 1e-12);
        assert_eq!((normal_cdf(9.0), normal_cdf(-9.0)), (1.0, 0.0));
        assert_eq!(
            (normal_cdf(f64::INFINITY), normal_cdf(f64::NEG_INFINITY)),
            (1.0, 0.0)
        );
    }

    #[test]
    fn elo_and_score_are_inverse_functions() {
        close(elo_of(0.75), 190.848_501_887_864_97, 1e-9);
        close(score_of(400.0), 10.0 / 11.0, 1e-12);
        for elo in [-700.0, -5.0, 0.0, 3.5, 250.0] {
            close(elo_of(score_of(elo)), elo, 1e-9);
        }
        assert_eq!(elo_of(1.0), f64::INFINITY);
        assert_eq!(elo_of(-0.1), f64::NEG_INFINITY);
    }

    /// With many pairs the two that are added do not count: compares with mean and
    /// variance computed from all pairs by definition.
    #[test]
    fn the_error_is_that_of_the_mean_of_pairs() {
        let pairs = Pairs([300, 1_700, 4_000, 2_900, 1_100]);
        let mut scores = Vec::new();
        for (score, count) in SCORES.iter().zip(pairs.0) {
            scores.extend((0..count).map(|_| *score));
        }
        let count = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / count;
        let squares = scores.iter().map(|score| (score - mean).powi(2));
        let variance = squares.sum::<f64>() / (count - 1.0);
        let estimate = pairs.estimate().unwrap();
        close(estimate.score, mean, 1e-12);
        close(
            estimate.score_error,
            1.959_964 * (variance / count).sqrt(),
            1e-5,
        );
        assert!(estimate.elo_low < estimate.elo && estimate.elo < estimate.elo_high);
    }

    #[test]
    fn no_result_looks_worse_than_losing_every_game() {
        let ends = |pairs: Pairs| {
            let estimate = pairs.estimate().unwrap();
            (estimate.elo_low, estimate.elo_high)
        };
        for count in 2..10 {
            let worst = ends(Pairs([count, 0, 0, 0, 0]));
            let best = ends(Pairs([0, 0, 0, 0, count]));
            for pairs in all_results(count) {
                let (low, high) = ends(pairs);
                assert!(worst.0 <= low && worst.1 <= high, "{pairs:?} {low} {high}");
                assert!(low <= best.0 && high <= best.1, "{pairs:?} {low} {high}");
            }
            for won in 1..=count {
                let pairs = |won| Pairs([count - won, 0, 0, 0, won]);
                let (fewer, more) = (ends(pairs(won - 1)), ends(pairs(won)));
                assert!(fewer.0 <= more.0 && fewer.1 <= more.1, "{won} of {count}");
            }
        }
    }

    /// Returns all results of this many pairs.
    fn all_results(count: u64) -> Vec<Pairs> {
        let mut found = Vec::new();
        for number in 0..(count + 1).pow(4) {
            let class = |index: u32| number / (count + 1).pow(index) % (count + 1);
            let first = [class(0), class(1), class(2), class(3)];
            if let Some(last) = count.checked_sub(first.iter().sum()) {
                found.push(Pairs([first[0], first[1], first[2], first[3], last]));
            }
        }
        found
    }

    /// Simulates many matches between engines of known strength: the confidence interval
    /// contains the truth 95 % of the time, and the likelihood of superiority is
    /// calibrated.
    #[test]
    fn intervals_and_likelihoods_are_calibrated() {
        let probabilities = [0.05, 0.2, 0.4, 0.25, 0.1];
        let truth: f64 = SCORES
            .iter()
            .zip(probabilities)
            .map(|(score, probability)| score * probability)
            .sum();
        let mut random = TestRandom(1);
        let (mut within, mut matches) = (0.0, 0.0);
        let mut behind = 0.0;
        for _ in 0..4_000 {
            let mut pairs = Pairs::default();
            for _ in 0..200 {
                pairs.0[random.draw(&probabilities)] += 1;
            }
            let estimate = pairs.estimate().unwrap();
            matches += 1.0;
            within += f64::from((estimate.score - truth).abs() <= estimate.score_error);
            behind += 1.0 - normal_cdf((estimate.score - truth) / (estimate.score_error / Z_95));
        }
        close(within / matches, 0.95, 0.015);
        close(behind / matches, 0.5, 0.015);
    }

    #[test]
    fn fewer_than_two_pairs_give_no_estimate() {
        assert_eq!(Pairs::default().estimate(), None);
        assert_eq!(Pairs([0, 0, 0, 1, 0]).estimate(), None);
    }

    #[test]
    fn results_that_have_not_occurred_remain_possible() {
        let all_drawn = Pairs([0, 0, 9, 0, 0]).estimate().unwrap();
        assert_eq!((all_drawn.elo, all_drawn.superiority), (0.0, 0.5));
        assert!(all_drawn.elo_low < -50.0 && all_drawn.elo_high > 50.0);
        let all_won = Pairs([0, 0, 0, 0, 9]).estimate().unwrap();
        assert_eq!(
            (all_won.elo, all_won.elo_high),
            (f64::INFINITY, f64::INFINITY)
        );
        assert!(all_won.elo_low > 0.0 && all_won.elo_low < 300.0);
        assert!(all_won.superiority > 0.99);
        let more = Pairs([0, 0, 0, 0, 90]).estimate().unwrap();
        assert!(more.elo_low > all_won.elo_low);
    }
}
