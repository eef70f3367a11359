//! Glicko-2 ratings, after Mark Glickman's paper "Example of the Glicko-2
//! system" (<http://www.glicko.net/glicko/glicko2.pdf>). The formulas use the
//! paper's letters.

use std::f64::consts::PI;

use arbiter_game::Span;
use arbiter_rules::{ByColor, Color};

/// The rating of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating itself; 1500 for a new player.
    pub value: f64,
    /// The rating deviation: with a probability of 95 % the true strength is
    /// within twice this of the rating.
    pub deviation: f64,
    /// How much the rating is expected to fluctuate.
    pub volatility: f64,
}

/// The result of a game, for the rating of one player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// The opponent's rating before the game.
    pub opponent: Rating,
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
}

/// The factor between the paper's scale and ours.
const SCALE: f64 = 173.7178;
/// The paper's system constant: how much the volatility may change.
const TAU: f64 = 0.5;
/// The paper's convergence tolerance.
const EPSILON: f64 = 0.000_001;

/// The length of a rating period. After a year without a game a deviation of 60
/// has become about 110.
const PERIOD: Span = Span::from_seconds(5 * 24 * 60 * 60);

/// The smallest deviation, so that a rating can always change.
const MIN_DEVIATION: f64 = 45.0;
/// The largest deviation: that of a new player.
const MAX_DEVIATION: f64 = 350.0;
/// The lowest rating.
const MIN_RATING: f64 = 100.0;

/// A rating with a larger deviation is provisional.
pub const PROVISIONAL_DEVIATION: f64 = 110.0;

impl Rating {
    /// Reports whether the deviation is too large for the rating to say much.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL_DEVIATION
    }

    /// Returns the rating as it is shown.
    #[must_use]
    pub fn rounded(&self) -> i32 {
        rounded(self.value)
    }

    /// Returns the deviation as it is shown.
    #[must_use]
    pub fn rounded_deviation(&self) -> i32 {
        rounded(self.deviation)
    }

    /// Returns the rating after these games, played within this many rating
    /// periods (one in the paper).
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
        // Without informative games only the deviation grows.
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
            value: self.value.max(MIN_RATING),
            deviation: self.deviation.clamp(MIN_DEVIATION, MAX_DEVIATION),
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

/// Returns a rating or deviation as it is shown: rounded to an integer.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a cast of a float keeps to the range"
)]
pub fn rounded(value: f64) -> i32 {
    value.round() as i32
}

/// Returns both ratings after a game; none is the winner of a draw. `idle` is
/// how long ago each rating last changed.
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

/// Returns the new volatility (step 5), by the Illinois algorithm.
fn volatility(phi: f64, sigma: f64, v: f64, delta: f64) -> f64 {
    /// A handful suffice; the limit guarantees an end.
    const MAX_STEPS: usize = 100;
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
        let below = (1..MAX_STEPS).map(|k| alpha - k as f64 * TAU);
        below.into_iter().find(|&x| f(x) >= 0.0).unwrap_or(alpha)
    };
    let (mut f_a, mut f_b) = (f(a), f(b));
    for _ in 0..MAX_STEPS {
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
