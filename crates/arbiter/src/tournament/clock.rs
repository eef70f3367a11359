use std::time::Duration;

use super::limit::ClockRule;

/// The clock of one side. It may show less than nothing: what an engine is
/// forgiven once it owes from then on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    rule: ClockRule,
    left_micros: i64,
    moves: u32,
}

impl Clock {
    pub fn new(rule: ClockRule) -> Clock {
        Clock {
            rule,
            left_micros: micros(rule.base),
            moves: 0,
        }
    }

    /// What it shows; nothing if it owes.
    pub fn left(&self) -> Duration {
        Duration::from_micros(self.left_micros.max(0) as u64)
    }

    pub fn increment(&self) -> Duration {
        self.rule.increment
    }

    /// In how many moves more time comes, if it does.
    pub fn moves_to_go(&self) -> Option<u32> {
        let period = self.rule.moves?;
        Some(period - self.moves % period)
    }

    /// The longest that the next move may take if so much is forgiven.
    pub fn longest(&self, margin: Duration) -> Duration {
        Duration::from_micros((self.left_micros + micros(margin)).max(0) as u64)
    }

    /// A move has taken this long, which was not too long.
    pub fn press(&mut self, elapsed: Duration) {
        self.moves += 1;
        self.left_micros += micros(self.rule.increment) - micros(elapsed);
        if self
            .rule
            .moves
            .is_some_and(|period| self.moves.is_multiple_of(period))
        {
            self.left_micros += micros(self.rule.base);
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
    fn a_move_takes_time_and_gives_the_increment() {
        let mut clock = Clock::new("1+0.05".parse().unwrap());
        clock.press(millis(250));
        assert_eq!(clock.left(), millis(800));
        assert_eq!(clock.moves_to_go(), None);
    }

    #[test]
    fn what_is_forgiven_once_is_not_forgiven_again() {
        let margin = millis(20);
        let mut clock = Clock::new("1+0.005".parse().unwrap());
        assert_eq!(clock.longest(margin), millis(1020));
        clock.press(millis(1020));
        assert_eq!(clock.left(), Duration::ZERO);
        assert_eq!(clock.longest(margin), millis(5));
    }

    #[test]
    fn time_comes_again_after_a_period() {
        let mut clock = Clock::new("2/10".parse().unwrap());
        let mut seen = Vec::new();
        for _ in 0..4 {
            seen.push((clock.moves_to_go().unwrap(), clock.left().as_secs()));
            clock.press(Duration::from_secs(4));
        }
        assert_eq!(seen, [(2, 10), (1, 6), (2, 12), (1, 8)]);
    }
}
