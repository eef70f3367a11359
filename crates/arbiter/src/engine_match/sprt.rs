use core::fmt;
use std::str::FromStr;

use super::elo::{Pairs, SCORES, score_of};

/// A sequential test of whether the first engine is stronger by `elo0` or by `elo1`, which
/// stops as soon as the evidence is sufficient.
///
/// It is the generalized sequential probability ratio test (GSPRT) on pairs of games: it
/// compares the likeliest distributions with either mean score (Michel Van den Bergh, "The
/// generalized maximum likelihood ratio for the expectation value of a distribution").
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// The probability of wrongly accepting `elo1`.
    pub alpha: f64,
    /// The probability of wrongly accepting `elo0`.
    pub beta: f64,
}

/// The outcome of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// `elo0` is accepted.
    Rejected,
    /// `elo1` is accepted.
    Accepted,
}

impl Sprt {
    /// Returns the log-likelihood ratios at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// Returns the log-likelihood ratio after these pairs.
    pub fn ratio(&self, pairs: Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        // A result that has not occurred yet is not impossible.
        let counts = pairs.0.map(|count| (count as f64).max(UNSEEN_COUNT));
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let likely = |elo| likeliest(&shares, score_of(elo));
        let (under0, under1) = (likely(self.elo0), likely(self.elo1));
        (0..SCORES.len())
            .map(|index| counts[index] * (under1[index] / under0[index]).ln())
            .sum()
    }

    /// Returns the decision after these pairs, if there is one.
    pub fn decision(&self, pairs: Pairs) -> Option<SprtDecision> {
        let ratio = self.ratio(pairs);
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Some(SprtDecision::Accepted)
        } else if ratio <= lower {
            Some(SprtDecision::Rejected)
        } else {
            None
        }
    }
}

/// The count assumed for results that have not occurred.
const UNSEEN_COUNT: f64 = 1e-3;

/// Returns the maximum likelihood distribution among those with this mean score. By
/// Lagrange's method each share is divided by `1 + t (score - mean)`, with the `t` that
/// gives the mean; it is found by bisection.
fn likeliest(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let divided = |t: f64| {
        let mut index = 0;
        shares.map(|share| {
            index += 1;
            share / (1.0 + t * (SCORES[index - 1] - mean))
        })
    };
    let excess = |t: f64| -> f64 {
        let terms = SCORES.iter().zip(divided(t));
        terms.map(|(score, share)| (score - mean) * share).sum()
    };
    // Between these bounds no share is negative, and the excess decreases.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    loop {
        let middle = low.midpoint(high);
        // There is no number between them.
        if middle == low || middle == high {
            return divided(middle);
        }
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// The text is not a valid test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSprtError;

impl fmt::Display for ParseSprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected two or four numbers: 0,5 tests 0 Elo against 5 Elo with error rates of 5 %, \
             and 0,5,0.1,0.1 with error rates of 10 %",
        )
    }
}

impl std::error::Error for ParseSprtError {}

impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Sprt, ParseSprtError> {
        let numbers: Option<Vec<f64>> = text
            .split(',')
            .map(|number| number.trim().parse().ok())
            .collect();
        let (elo0, elo1, alpha, beta) = match numbers.as_deref() {
            Some(&[elo0, elo1]) => (elo0, elo1, 0.05, 0.05),
            Some(&[elo0, elo1, alpha, beta]) => (elo0, elo1, alpha, beta),
            _ => return Err(ParseSprtError),
        };
        let are_elos = (-1000.0..elo1).contains(&elo0) && elo1 <= 1000.0;
        let are_errors = [alpha, beta]
            .iter()
            .all(|error| (1e-6..0.5).contains(error));
        match are_elos && are_errors {
            true => Ok(Sprt {
                elo0,
                elo1,
                alpha,
                beta,
            }),
            false => Err(ParseSprtError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine_match::elo::TestRandom;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[track_caller]
    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found} is not {expected}"
        );
    }

    #[test]
    fn the_bounds_follow_wald() {
        let (lower, upper) = sprt("0,5").bounds();
        close(lower, -2.944_438_979_166_44, 1e-12);
        close(upper, 2.944_438_979_166_44, 1e-12);
        let (lower, upper) = sprt("0,5,0.1,0.2").bounds();
        close(lower, (0.2f64 / 0.9).ln(), 1e-12);
        close(upper, 8f64.ln(), 1e-12);
    }

    /// Maximizes the likelihood under a mean by hill climbing with ever smaller steps in
    /// directions that keep the sum and the mean.
    fn likelihood_by_climbing(counts: [u64; 5], mean: f64) -> f64 {
        // Starts from the binomial distribution with this mean.
        let mut shares = [1.0, 4.0, 6.0, 4.0, 1.0];
        for (wins, share) in shares.iter_mut().enumerate() {
            let wins = wins as i32;
            *share *= mean.powi(wins) * (1.0 - mean).powi(4 - wins);
        }
        let value = |shares: &[f64; 5]| -> f64 {
            let terms = counts.iter().zip(shares);
            terms.map(|(&count, share)| count as f64 * share.ln()).sum()
        };
        let directions = [
            [1.0, -2.0, 1.0, 0.0, 0.0],
            [0.0, 1.0, -2.0, 1.0, 0.0],
            [0.0, 0.0, 1.0, -2.0, 1.0],
        ];
        let mut step = 0.05;
        while step > 1e-10 {
            let mut is_better = false;
            for direction in directions {
                for sign in [step, -step] {
                    let mut moved = shares;
                    for index in 0..5 {
                        moved[index] += sign * direction[index];
                    }
                    let is_distribution = moved.iter().all(|&share| share > 0.0);
                    if is_distribution && value(&moved) > value(&shares) {
                        shares = moved;
                        is_better = true;
                    }
                }
            }
            if !is_better {
                step /= 2.0;
            }
        }
        value(&shares)
    }

    #[test]
    fn the_ratio_compares_maximum_likelihood_distributions() {
        for counts in [
            [10, 20, 40, 25, 5],
            [1, 1, 1, 1, 1],
            [3, 80, 200, 120, 9],
            [2, 9, 5, 30, 60],
        ] {
            for text in ["0,5", "-3,1", "0,50"] {
                let sprt = sprt(text);
                let likelihood = |elo| likelihood_by_climbing(counts, score_of(elo));
                let expected = likelihood(sprt.elo1) - likelihood(sprt.elo0);
                close(sprt.ratio(Pairs(counts)), expected, 1e-6);
            }
        }
    }

    #[test]
    fn a_test_can_be_decided_in_both_directions() {
        let sprt = sprt("0,10");
        assert_eq!(sprt.decision(Pairs::default()), None);
        assert_eq!(sprt.decision(Pairs([0, 0, 0, 0, 1])), None);
        assert_eq!(
            sprt.decision(Pairs([40, 180, 380, 240, 60])),
            Some(SprtDecision::Accepted)
        );
        assert_eq!(
            sprt.decision(Pairs([60, 240, 380, 180, 40])),
            Some(SprtDecision::Rejected)
        );
        assert_eq!(sprt.decision(Pairs([10, 40, 95, 43, 11])), None);
        // A better result always increases the ratio.
        assert!(sprt.ratio(Pairs([0, 0, 0, 0, 50])) > sprt.ratio(Pairs([0, 0, 0, 50, 0])));
    }

    /// Engines of exactly these strengths are misjudged no more often than specified.
    #[test]
    fn error_rates_are_as_specified() {
        let sprt = sprt("0,40,0.1,0.1");
        let mut random = TestRandom(7);
        let mut mistakes = |elo: f64, wrong: SprtDecision| {
            let probabilities = likeliest(&[0.05, 0.2, 0.5, 0.2, 0.05], score_of(elo));
            let mut count = 0.0;
            for _ in 0..1_000 {
                let mut pairs = Pairs::default();
                let decision = loop {
                    pairs.0[random.draw(&probabilities)] += 1;
                    if let Some(decision) = sprt.decision(pairs) {
                        break decision;
                    }
                };
                count += f64::from(decision == wrong);
            }
            count / 1_000.0
        };
        let found = [
            mistakes(0.0, SprtDecision::Accepted),
            mistakes(40.0, SprtDecision::Rejected),
        ];
        for share in found {
            assert!((0.04..0.125).contains(&share), "{found:?}");
        }
    }

    #[test]
    fn invalid_tests_are_rejected() {
        for text in [
            "",
            "5",
            "5,0",
            "0,0",
            "0,5,0.05",
            "0,5,0,0.05",
            "0,5,0.6,0.05",
            "a,b",
            "0,nan",
        ] {
            assert_eq!(text.parse::<Sprt>(), Err(ParseSprtError), "{text}");
        }
    }
}
