use core::fmt;

use crate::TimeControl;

/// Why a text is not a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseTimeControlError {
    /// The byte offset at which parsing stopped.
    pub offset: usize,
    /// What is wrong.
    pub problem: TimeControlProblem,
}

/// What can be wrong with a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TimeControlProblem {
    /// A time is missing or malformed.
    Time,
    /// A time is longer than [`TimeControl::MAX_TIME`].
    TooLong,
    /// The players would have no time.
    NoTime,
    /// The time for a move is missing or malformed.
    Bonus,
    /// The number of moves is not between 1 and 65535.
    Moves,
    /// The number of byo-yomi periods is not between 1 and 65535.
    Periods,
    /// There are more periods than [`TimeControl::MAX_PERIODS`].
    TooManyPeriods,
    /// A period before the last has no number of moves.
    EndlessPeriod,
    /// The PGN tag says that the time control is unknown.
    Unknown,
    /// This time control cannot be that of one side only.
    Odds,
    /// There is unexpected text.
    Unexpected,
}

impl fmt::Display for ParseTimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            TimeControlProblem::Time => f.write_str("expected a time, such as 5 or 1:30"),
            TimeControlProblem::TooLong => {
                let days = TimeControl::MAX_TIME.as_seconds() / (24 * 60 * 60);
                write!(f, "the time is longer than {days} days")
            }
            TimeControlProblem::NoTime => f.write_str("the players would have no time"),
            TimeControlProblem::Bonus => f.write_str("expected a number of seconds per move"),
            TimeControlProblem::Moves => {
                write!(f, "the number of moves must be from 1 to {}", u16::MAX)
            }
            TimeControlProblem::Periods => {
                write!(f, "the number of periods must be from 1 to {}", u16::MAX)
            }
            TimeControlProblem::TooManyPeriods => {
                write!(
                    f,
                    "there are more than {} periods",
                    TimeControl::MAX_PERIODS
                )
            }
            TimeControlProblem::EndlessPeriod => f.write_str(
                "every period except the last needs a number of moves, such as 40/90:00",
            ),
            TimeControlProblem::Unknown => f.write_str("the time control is unknown"),
            TimeControlProblem::Odds => f.write_str(
                "in a game with time odds each side needs a clock of its own, such as 5+3 / 1+0",
            ),
            TimeControlProblem::Unexpected => f.write_str("unexpected text in a time control"),
        }?;
        write!(f, " (byte {})", self.offset)
    }
}

impl core::error::Error for ParseTimeControlError {}
