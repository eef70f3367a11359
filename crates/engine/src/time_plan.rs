use core::time::Duration;

use crate::SearchProgress;

/// The time available for the coming moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// The time left on the clock.
    pub remaining: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// The number of moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
    /// The time lost in transmitting each move.
    pub overhead: Duration,
}

/// How long to think about one move. A plan reads no clock: callers pass the
/// elapsed time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimePlan {
    /// The usual thinking time, adjusted by how the search goes.
    soft: Duration,
    /// The maximum thinking time.
    hard: Duration,
}

/// The reserve kept on the clock, as a multiple of the overhead of one move.
const RESERVED_OVERHEADS: u32 = 6;

impl TimePlan {
    /// Plans the next move of a game with a clock.
    #[must_use]
    pub fn new(budget: &TimeBudget) -> TimePlan {
        // Some moves take longer to transmit than others.
        let reserve = (RESERVED_OVERHEADS * budget.overhead).min(budget.remaining / 2);
        let left = budget.remaining - reserve.max(budget.overhead.min(budget.remaining));
        let (soft, hard) = match budget.moves_to_go {
            Some(moves) => {
                let share = left.as_secs_f64() / f64::from(moves.clamp(1, 40));
                let increment = 0.8 * budget.increment.as_secs_f64();
                (0.8 * share + increment, 4.0 * share + increment)
            }
            None => {
                let left = left.as_secs_f64();
                let increment = budget.increment.as_secs_f64();
                (0.04 * left + 0.7 * increment, 0.2 * left + increment)
            }
        };
        let longest = left.mul_f64(0.75);
        TimePlan {
            soft: Duration::from_secs_f64(soft).min(longest),
            hard: Duration::from_secs_f64(hard).min(longest),
        }
    }

    /// Plans to think for exactly this long.
    #[must_use]
    pub fn exactly(time: Duration) -> TimePlan {
        TimePlan {
            soft: time,
            hard: time,
        }
    }

    /// Returns the time after which the search must stop.
    #[must_use]
    pub fn hard_limit(&self) -> Duration {
        self.hard
    }

    /// Reports whether a search that has completed a depth after this time
    /// should end. A stable best move that takes most of the nodes needs less
    /// time; a falling score needs more.
    #[must_use]
    pub fn should_finish(&self, elapsed: Duration, progress: &SearchProgress) -> bool {
        if self.soft == self.hard {
            return elapsed >= self.hard;
        }
        if progress.is_forced {
            return true;
        }
        let stability = 1.3 - 0.06 * f64::from(progress.stable_depths.min(9));
        let share = 1.8 - 1.2 * progress.share_of_best;
        let fall = progress.score_before.in_centipawns() - progress.score.in_centipawns();
        let worry = 1.0 + f64::from(fall.clamp(0, 60)) / 100.0;
        elapsed >= self.soft.mul_f64(stability * share * worry)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Score;

    fn progress(stable_depths: u32, share_of_best: f64, fall: i32) -> SearchProgress {
        SearchProgress {
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
        fn no_plan_exceeds_the_remaining_time(
            left in 0u64..10_000_000,
            increment in 0u64..100_000,
            moves_to_go in proptest::option::of(0u32..200),
            overhead in 0u64..5_000,
        ) {
            let plan = TimePlan::new(&TimeBudget {
                remaining: Duration::from_millis(left),
                increment: Duration::from_millis(increment),
                moves_to_go,
                overhead: Duration::from_millis(overhead),
            });
            prop_assert!(plan.soft <= plan.hard);
            prop_assert!(plan.hard <= Duration::from_millis(left.saturating_sub(overhead)));
        }
    }

    #[test]
    fn a_stable_best_move_needs_less_time_and_a_falling_score_more() {
        let plan = TimePlan::new(&TimeBudget {
            remaining: Duration::from_secs(60),
            increment: Duration::ZERO,
            moves_to_go: None,
            overhead: Duration::from_millis(10),
        });
        let usual = plan.soft.mul_f64(1.25);
        assert!(plan.should_finish(usual, &progress(5, 0.5, 0)));
        assert!(plan.should_finish(plan.soft.mul_f64(0.6), &progress(9, 0.95, 0)));
        assert!(!plan.should_finish(plan.soft.mul_f64(0.6), &progress(0, 0.5, 0)));
        assert!(!plan.should_finish(usual, &progress(5, 0.5, 60)));
        assert!(TimePlan::exactly(usual).should_finish(usual, &progress(0, 0.0, 60)));
    }
}
