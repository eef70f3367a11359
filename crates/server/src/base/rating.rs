//! Ratings: Glicko-2, by Mark Glickman's paper "Example of the Glicko-2
//! system" (<http://www.glicko.net/glicko/glicko2.pdf>), whose letters are
//! kept in the formulas.

use std::f64::consts::PI;

use arbiter_game::Span;
use arbiter_rules::{ByColor, Color};

/// How strong a player is, and how sure that is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// 1500 at first.
    pub value: f64,
    /// How sure it is: with 95 % it lies no further than twice this away.
    pub deviation: f64,
    /// How much it is expected to change.
    pub volatility: f64,
}

/// A game for a rating: against whom, and with what score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// The opponent as he came to the game.
    pub opponent: Rating,
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
}

/// Of the paper's scale.
const SCALE: f64 = 173.7178;
/// How much the volatility may change; the paper's choice.
const TAU: f64 = 0.5;
/// The paper's precision.
const EPSILON: f64 = 0.000_001;

/// So long a rating period lasts. A player who stays away for a year has a
/// deviation of about 110 after one of 60.
const PERIOD: Span = Span::from_seconds(5 * 24 * 60 * 60);

/// Nobody's rating is ever surer than this, so that it can still change.
const LEAST_DEVIATION: f64 = 45.0;
/// Nor is it less sure than that of somebody new.
const MOST_DEVIATION: f64 = 350.0;
/// Nor below this.
const LEAST_VALUE: f64 = 100.0;

impl Rating {
    /// A rating with so large a deviation says little.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > 110.0
    }

    /// As people are shown it.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a cast of a float keeps to the range"
    )]
    pub fn rounded(&self) -> i32 {
        self.value.round() as i32
    }

    /// The rating after these games, which were played within a time of so
    /// many rating periods (of the paper: one).
    #[must_use]
    pub fn after(self, games: &[Score], periods: f64) -> Rating {
        let mu = (self.value - 1500.0) / SCALE;
        let phi = self.deviation / SCALE;
        // Step 3 and 4: the variance and the improvement.
        let mut precision = 0.0;
        let mut surprise = 0.0;
        for game in games {
            let mu_j = (game.opponent.value - 1500.0) / SCALE;
            let phi_j = game.opponent.deviation / SCALE;
            let g = 1.0 / (1.0 + 3.0 * phi_j * phi_j / (PI * PI)).sqrt();
            let e = 1.0 / (1.0 + (-g * (mu - mu_j)).exp());
            precision += g * g * e * (1.0 - e);
            surprise += g * (game.score - e);
        }
        // Who has not played, or against nobody who could tell us anything,
        // becomes less sure, and nothing else.
        let sigma = if precision > f64::EPSILON {
            volatility(phi, self.volatility, 1.0 / precision, surprise / precision)
        } else {
            self.volatility
        };
        // Step 6 and 7.
        let phi_star_squared = phi * phi + periods * sigma * sigma;
        let phi = 1.0 / (1.0 / phi_star_squared + precision).sqrt();
        Rating {
            value: 1500.0 + SCALE * (mu + phi * phi * surprise),
            deviation: SCALE * phi,
            volatility: sigma,
        }
    }

    fn within_bounds(self) -> Rating {
        Rating {
            value: self.value.max(LEAST_VALUE),
            deviation: self.deviation.clamp(LEAST_DEVIATION, MOST_DEVIATION),
            volatility: self.volatility,
        }
    }
}

impl Default for Rating {
    fn default() -> Rating {
        Rating {
            value: 1500.0,
            deviation: 350.0,
            volatility: 0.06,
        }
    }
}

/// Both ratings after a game, each of which was last changed so long ago.
/// Nobody wins a draw.
#[must_use]
pub fn after_game(
    before: ByColor<Rating>,
    winner: Option<Color>,
    idle: ByColor<Span>,
) -> ByColor<Rating> {
    ByColor::new_with(|color| {
        let score = match winner {
            Some(winner) if winner == color => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        let opponent = before[!color];
        let periods = idle[color].as_millis() as f64 / PERIOD.as_millis() as f64;
        before[color]
            .after(&[Score { opponent, score }], periods)
            .within_bounds()
    })
}

/// Step 5: the new volatility, by the Illinois algorithm.
fn volatility(phi: f64, sigma: f64, v: f64, delta: f64) -> f64 {
    /// It takes a handful; whatever the numbers are, it ends.
    const STEPS: usize = 100;
    let alpha = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + v + e;
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - alpha) / (TAU * TAU)
    };
    let mut a = alpha;
    let mut b = if delta * delta > phi * phi + v {
        (delta * delta - phi * phi - v).ln()
    } else {
        let below = (1..STEPS).map(|k| alpha - k as f64 * TAU);
        below.into_iter().find(|&x| f(x) >= 0.0).unwrap_or(alpha)
    };
    let (mut f_a, mut f_b) = (f(a), f(b));
    for _ in 0..STEPS {
        if (b - a).abs() <= EPSILON {
            break;
        }
        let c = a + (a - b) * f_a / (f_b - f_a);
        let f_c = f(c);
        if f_c * f_b <= 0.0 {
            (a, f_a) = (b, f_b);
        } else {
            f_a /= 2.0;
        }
        (b, f_b) = (c, f_c);
    }
    (a / 2.0).exp()
}
