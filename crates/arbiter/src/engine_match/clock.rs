use std::time::Duration;

use super::limit::ClockRule;

/// The clock of one side. It may be negative: the time by which an engine has exceeded it,
/// within the margin, is deducted from its next moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    rule: ClockRule,
    remaining_micros: i64,
    moves: u32,
}

impl Clock {
    pub fn new(rule: ClockRule) -> Clock {
        Clock {
            rule,
            remaining_micros: micros(rule.base),
            moves: 0,
        }
    }

    /// Returns the remaining time, or zero if it is negative.
    pub fn remaining(&self) -> Duration {
        Duration::from_micros(self.remaining_micros.max(0) as u64)
    }

    pub fn increment(&self) -> Duration {
        self.rule.increment
    }

    /// Returns the number of moves to the next time control, if there is one.
    pub fn moves_to_go(&self) -> Option<u32> {
        let period = self.rule.moves?;
        Some(period - self.moves % period)
    }

    /// Returns the maximum time for the next move with this margin.
    pub fn max_move_time(&self, margin: Duration) -> Duration {
        Duration::from_micros((self.remaining_micros + micros(margin)).max(0) as u64)
    }

    /// Records a move that took this long.
    pub fn press(&mut self, elapsed: Duration) {
        self.moves += 1;
        self.remaining_micros += micros(self.rule.increment) - micros(elapsed);
        if self
            .rule
            .moves
            .is_some_and(|period| self.moves.is_multiple_of(period))
        {
            self.remaining_micros += micros(self.rule.base);
        }
    }
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[test]
    fn a_move_uses_time_and_adds_the_increment() {
        let mut clock = Clock::new("1+0.05".parse().unwrap());
        clock.press(millis(250));
        assert_eq!(clock.remaining(), millis(800));
        assert_eq!(clock.moves_to_go(), None);
    }

    #[test]
    fn the_margin_can_be_used_only_once() {
        let margin = millis(20);
        let mut clock = Clock::new("1+0.005".parse().unwrap());
        assert_eq!(clock.max_move_time(margin), millis(1020));
        clock.press(millis(1020));
        assert_eq!(clock.remaining(), Duration::ZERO);
        assert_eq!(clock.max_move_time(margin), millis(5));
    }

    #[test]
    fn time_is_added_after_a_period() {
        let mut clock = Clock::new("2/10".parse().unwrap());
        let mut seen = Vec::new();
        for _ in 0..4 {
            seen.push((clock.moves_to_go().unwrap(), clock.remaining().as_secs()));
            clock.press(Duration::from_secs(4));
        }
        assert_eq!(seen, [(2, 10), (1, 6), (2, 12), (1, 8)]);
    }
}
