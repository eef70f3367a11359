use core::time::Duration;

use crate::Effort;

/// What the clock leaves for the moves to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// What is left on the clock.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// In how many moves more time comes, if it does.
    pub moves_to_go: Option<u32>,
    /// What is lost on the way of each move, and kept in reserve.
    pub overhead: Duration,
}

/// How long to think about one move: it never looks at a clock, it is told.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimePlan {
    soft: Duration,
    hard: Duration,
}

/// How many times the overhead of a move is kept on the clock.
const RESERVE: u32 = 6;

impl TimePlan {
    /// A plan for the next move of a game with a clock.
    #[must_use]
    pub fn new(allowance: &Allowance) -> TimePlan {
        // Now and then a move takes longer on its way than others: some is
        // kept for that, as long as there is some.
        let reserve = (RESERVE * allowance.overhead).min(allowance.left / 2);
        let left = allowance.left - reserve.max(allowance.overhead.min(allowance.left));
        let (soft, hard) = match allowance.moves_to_go {
            Some(moves) => {
                let share = left.as_secs_f64() / f64::from(moves.clamp(1, 40));
                let increment = 0.8 * allowance.increment.as_secs_f64();
                (0.8 * share + increment, 4.0 * share + increment)
            }
            None => {
                let left = left.as_secs_f64();
                let increment = allowance.increment.as_secs_f64();
                (0.04 * left + 0.7 * increment, 0.2 * left + increment)
            }
        };
        let most = left.mul_f64(0.75);
        TimePlan {
            soft: Duration::from_secs_f64(soft).min(most),
            hard: Duration::from_secs_f64(hard).min(most),
        }
    }

    /// A plan to think exactly this long.
    #[must_use]
    pub fn exactly(time: Duration) -> TimePlan {
        TimePlan {
            soft: time,
            hard: time,
        }
    }

    /// After this time the search must stop, wherever it is.
    #[must_use]
    pub fn hard(&self) -> Duration {
        self.hard
    }

    /// Whether a search that has taken this long has found enough. A best move
    /// that stands firm and takes most of the effort needs less time; a score
    /// that falls needs more.
    #[must_use]
    pub fn is_enough(&self, elapsed: Duration, effort: &Effort) -> bool {
        if self.soft == self.hard {
            return elapsed >= self.hard;
        }
        if effort.is_forced {
            return true;
        }
        let stability = 1.3 - 0.06 * f64::from(effort.stable_depths.min(9));
        let share = 1.8 - 1.2 * effort.share_of_best;
        let fall = effort.score_before.in_centipawns() - effort.score.in_centipawns();
        let worry = 1.0 + f64::from(fall.clamp(0, 60)) / 100.0;
        elapsed >= self.soft.mul_f64(stability * share * worry)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Score;

    fn effort(stable_depths: u32, share_of_best: f64, fall: i32) -> Effort {
        Effort {
            depth: 10,
            score: Score::centipawns(-fall),
            score_before: Score::DRAW,
            stable_depths,
            share_of_best,
            is_forced: false,
        }
    }

    proptest! {
        #[test]
        fn no_plan_takes_what_is_not_there(
            left in 0u64..10_000_000,
            increment in 0u64..100_000,
            moves_to_go in proptest::option::of(0u32..200),
            overhead in 0u64..5_000,
        ) {
            let plan = TimePlan::new(&Allowance {
                left: Duration::from_millis(left),
                increment: Duration::from_millis(increment),
                moves_to_go,
                overhead: Duration::from_millis(overhead),
            });
            prop_assert!(plan.soft <= plan.hard);
            prop_assert!(plan.hard <= Duration::from_millis(left.saturating_sub(overhead)));
        }
    }

    #[test]
    fn a_firm_move_needs_less_time_and_a_falling_score_more() {
        let plan = TimePlan::new(&Allowance {
            left: Duration::from_secs(60),
            increment: Duration::ZERO,
            moves_to_go: None,
            overhead: Duration::from_millis(10),
        });
        let usual = plan.soft.mul_f64(1.25);
        assert!(plan.is_enough(usual, &effort(5, 0.5, 0)));
        assert!(plan.is_enough(plan.soft.mul_f64(0.6), &effort(9, 0.95, 0)));
        assert!(!plan.is_enough(plan.soft.mul_f64(0.6), &effort(0, 0.5, 0)));
        assert!(!plan.is_enough(usual, &effort(5, 0.5, 60)));
        assert!(TimePlan::exactly(usual).is_enough(usual, &effort(0, 0.0, 60)));
    }
}
