use core::fmt;
use std::{str::FromStr, time::Duration};

/// The limits of an engine: a clock, time per move, nodes or depth. If several are set, the
/// first one reached applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limit {
    pub clock: Option<ClockRule>,
    pub move_time: Option<Duration>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
}

/// A time control: time for the game or for a number of moves, and an increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockRule {
    /// The number of moves after which the time is added again; none means the whole game.
    pub moves: Option<u32>,
    pub base: Duration,
    pub increment: Duration,
}

impl Limit {
    /// Reports whether there is no limit.
    pub fn is_none(&self) -> bool {
        *self == Limit::default()
    }

    /// Reports whether the limit depends on time, and so on the machine.
    pub fn is_timed(&self) -> bool {
        self.clock.is_some() || self.move_time.is_some()
    }
}

/// Writes the limit as in an engine specification: `1+0.05`, `nodes=1000`.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time
                .map(|time| format!("movetime={}", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join(" "))
    }
}

impl fmt::Display for ClockRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// The text is not a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseClockRuleError;

impl fmt::Display for ParseClockRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected a time in seconds: 10, 1+0.05 (one second plus 0.05 seconds per move), \
             40/60+0.6 (60 seconds for 40 moves) or 2:30+1",
        )
    }
}

impl std::error::Error for ParseClockRuleError {}

impl FromStr for ClockRule {
    type Err = ParseClockRuleError;

    fn from_str(text: &str) -> Result<ClockRule, ParseClockRuleError> {
        let (moves, rest) = match text.trim().split_once('/') {
            Some((moves, rest)) => {
                let moves = moves.parse().ok().filter(|&moves| moves > 0);
                (Some(moves.ok_or(ParseClockRuleError)?), rest)
            }
            None => (None, text.trim()),
        };
        let (base, increment) = match rest.split_once('+') {
            Some((base, increment)) => (base, seconds(increment)?),
            None => (rest, Duration::ZERO),
        };
        let base = match base.split_once(':') {
            Some((minutes, rest)) => {
                let minutes: u32 = minutes.parse().map_err(|_| ParseClockRuleError)?;
                Duration::from_secs(60) * minutes.min(100_000) + seconds(rest)?
            }
            None => seconds(base)?,
        };
        if base.is_zero() {
            return Err(ParseClockRuleError);
        }
        Ok(ClockRule {
            moves,
            base,
            increment,
        })
    }
}

/// Parses a time in seconds, of at most some months.
pub fn seconds(text: &str) -> Result<Duration, ParseClockRuleError> {
    const MAX_SECONDS: f64 = 1e7;
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=MAX_SECONDS).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err(ParseClockRuleError),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = text.parse::<ClockRule>();
        let found = found.map_or("error".to_owned(), |rule| rule.to_string());
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn time_controls_are_parsed_in_seconds() {
        check("1+0.05", "1+0.05");
        check("10", "10");
        check("40/60+0.6", "40/60+0.6");
        check("2:30+1", "150+1");
        check("40/1:30", "40/90");
        for text in [
            "", "0", "0+1", "x", "1+", "+1", "0/60", "1+x", "-1", "inf", "nan", "1e99",
        ] {
            check(text, "error");
        }
    }
}
