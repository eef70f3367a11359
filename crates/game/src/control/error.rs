use core::fmt;

use crate::TimeControl;

/// Why a text is not a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseTimeControlError {
    /// The byte where reading stopped.
    pub offset: usize,
    /// What stands against it.
    pub problem: ControlProblem,
}

/// What can be wrong with a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ControlProblem {
    /// A time is missing, or is not written as one.
    Time,
    /// A time is longer than [`TimeControl::LONGEST`].
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
            ControlProblem::Time => f.write_str("a time such as 5 or 1:30 is expected"),
            ControlProblem::TooLong => {
                let days = TimeControl::LONGEST.as_seconds() / (24 * 60 * 60);
                write!(f, "the time is longer than {days} days")
            }
            ControlProblem::NoTime => f.write_str("this leaves no time at all"),
            ControlProblem::Bonus => f.write_str("seconds for each move are expected"),
            ControlProblem::Moves => {
                write!(f, "the moves are not a number from 1 to {}", u16::MAX)
            }
            ControlProblem::Periods => {
                write!(f, "the periods are not a number from 1 to {}", u16::MAX)
            }
            ControlProblem::TooManyPeriods => {
                write!(
                    f,
                    "there are more than {} periods",
                    TimeControl::MOST_PERIODS
                )
            }
            ControlProblem::EndlessPeriod => {
                f.write_str("a period before the last needs a number of moves, such as 40/90:00")
            }
            ControlProblem::Unknown => f.write_str("the time control is not known"),
            ControlProblem::Unexpected => f.write_str("this does not belong to a time control"),
        }?;
        write!(f, " (byte {})", self.offset)
    }
}

impl core::error::Error for ParseTimeControlError {}
