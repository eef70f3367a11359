use core::fmt;

use crate::TimeControl;

/// Why a text is not a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseTimeControlError {
    /// The byte where reading stopped.
    pub offset: usize,
    /// What stands against it.
    pub problem: TimeControlProblem,
}

/// What can be wrong with a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TimeControlProblem {
    /// A time is missing, or is not written as one.
    Time,
    /// A time is longer than [`TimeControl::MAX_TIME`].
    TooLong,
    /// Nobody would have any time.
    NoTime,
    /// The time of a move is missing, or is not written as one.
    Bonus,
    /// A number of moves that is not between 1 and 65535.
    Moves,
    /// A number of byo-yomi periods that is not between 1 and 65535.
    Periods,
    /// More periods than [`TimeControl::MOST_PERIODS`].
    TooManyPeriods,
    /// A period that is not the last has no number of moves.
    EndlessPeriod,
    /// The tag says that the time control is not known.
    Unknown,
    /// Something follows that does not belong here.
    Unexpected,
}

impl fmt::Display for ParseTimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            TimeControlProblem::Time => f.write_str("a time such as 5 or 1:30 is expected"),
            TimeControlProblem::TooLong => {
                let days = TimeControl::MAX_TIME.as_seconds() / (24 * 60 * 60);
                write!(f, "the time is longer than {days} days")
            }
            TimeControlProblem::NoTime => f.write_str("this leaves no time at all"),
            TimeControlProblem::Bonus => f.write_str("seconds for each move are expected"),
            TimeControlProblem::Moves => {
                write!(f, "the moves are not a number from 1 to {}", u16::MAX)
            }
            TimeControlProblem::Periods => {
                write!(f, "the periods are not a number from 1 to {}", u16::MAX)
            }
            TimeControlProblem::TooManyPeriods => {
                write!(
                    f,
                    "there are more than {} periods",
                    TimeControl::MAX_PERIODS
                )
            }
            TimeControlProblem::EndlessPeriod => {
                f.write_str("a period before the last needs a number of moves, such as 40/90:00")
            }
            TimeControlProblem::Unknown => f.write_str("the time control is not known"),
            TimeControlProblem::Unexpected => f.write_str("this does not belong to a time control"),
        }?;
        write!(f, " (byte {})", self.offset)
    }
}

impl core::error::Error for ParseTimeControlError {}
