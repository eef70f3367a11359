use core::{fmt, time::Duration};

use arbiter_engine::{
    Score, TimeBudget,
    uci::client::{BestMoveError, ClientError, OptionError, ParseProgramError},
};
use arbiter_game::{Game, Span, Time};
use arbiter_rules::{ByColor, Color, Move, PlayedLine};

use crate::Computer;

/// A request to the computer to think about a position.
#[derive(Clone, Debug)]
pub struct ThinkRequest {
    /// The number of the request. Results of earlier requests are ignored.
    pub number: u64,
    /// What the move is for.
    pub purpose: ThinkPurpose,
    /// The computer that thinks.
    pub computer: Computer,
    /// The game so far.
    pub line: PlayedLine,
    /// The time budgets of both sides; `None` without clocks.
    pub clocks: Option<ByColor<TimeBudget>>,
}

/// What the chosen move is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThinkPurpose {
    /// The computer plays it.
    Move,
    /// It is suggested to the person.
    Hint,
}

/// The move that the computer has chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChosenMove {
    /// The move.
    pub mv: Move,
    /// The computer's score for its position, if it has one.
    pub score: Option<Score>,
    /// How long a person would have thought about it.
    pub thinking_time: Span,
}

/// Why the computer has no move.
#[derive(Debug)]
pub enum ThinkError {
    /// The command does not name a program.
    Program(ParseProgramError),
    /// The program cannot be started, has exited, or does not answer.
    Client(ClientError),
    /// The program rejects an option.
    Option(OptionError),
    /// The program's answer is not a legal move.
    Answer(BestMoveError),
    /// No move was found.
    NoMove,
    /// The thread that was thinking has stopped.
    ThreadStopped,
}

impl fmt::Display for ThinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThinkError::Program(error) => error.fmt(f),
            ThinkError::Client(error) => write_client_error(f, error),
            ThinkError::Option(error) => error.fmt(f),
            ThinkError::Answer(error) => write!(f, "its answer is {error}"),
            ThinkError::NoMove => f.write_str("it found no move"),
            ThinkError::ThreadStopped => f.write_str("it stopped unexpectedly"),
        }
    }
}

/// Describes a problem with a program in less than a line. Its last output is
/// quoted, unless it is search output.
fn write_client_error(f: &mut fmt::Formatter<'_>, error: &ClientError) -> fmt::Result {
    let last_output = match error {
        ClientError::NotStarted { program, error } => {
            return write!(f, "{program} cannot be started: {error}");
        }
        ClientError::TimedOut {
            expected,
            last_output,
            ..
        } => {
            write!(f, "its program did not answer with {}", expected.word())?;
            last_output
        }
        ClientError::Exited {
            status,
            last_output,
            ..
        } => {
            f.write_str("its program exited")?;
            if let Some(status) = status {
                write!(f, " ({status})")?;
            }
            last_output
        }
    };
    let quoted: String = last_output.chars().take(MAX_QUOTED_CHARS).collect();
    match quoted.trim() {
        "" => Ok(()),
        quoted if quoted.starts_with("info") => Ok(()),
        quoted => write!(f, ", saying \"{quoted}\""),
    }
}

/// The maximum number of characters quoted of a program's last output.
const MAX_QUOTED_CHARS: usize = 60;

impl core::error::Error for ThinkError {}

impl From<ClientError> for ThinkError {
    fn from(error: ClientError) -> ThinkError {
        ThinkError::Client(error)
    }
}

impl From<OptionError> for ThinkError {
    fn from(error: OptionError) -> ThinkError {
        ThinkError::Option(error)
    }
}

impl From<BestMoveError> for ThinkError {
    fn from(error: BestMoveError) -> ThinkError {
        ThinkError::Answer(error)
    }
}

/// The time reserved per move for passing it between threads and drawing it.
const MOVE_OVERHEAD: Duration = Duration::from_millis(120);

/// Returns the time budget of each side; `None` without clocks.
pub(crate) fn time_budgets(game: &Game, at: Time) -> Option<ByColor<TimeBudget>> {
    let white = time_budget(game, Color::White, at)?;
    let black = time_budget(game, Color::Black, at)?;
    Some(ByColor { white, black })
}

fn time_budget(game: &Game, color: Color, at: Time) -> Option<TimeBudget> {
    let budget = game.clock().budget(color, at)?;
    Some(TimeBudget {
        remaining: duration(budget.remaining),
        increment: duration(budget.increment),
        moves_to_go: budget.moves_to_go.map(u32::from),
        overhead: MOVE_OVERHEAD,
    })
}

fn duration(span: Span) -> Duration {
    Duration::from_millis(span.as_millis())
}

#[cfg(test)]
mod tests {
    use arbiter_game::{FirstMoves, Options};

    use super::*;

    /// Returns White's remaining time and increment in milliseconds, and the moves
    /// to the next time control.
    fn budget(control: &str, after_millis: u64) -> (u128, u128, Option<u32>) {
        let mut options = Options::default().with_clock(control.parse().unwrap());
        options.first_moves = FirstMoves::Timed;
        let game = Game::start(options, Time::from_millis(0)).unwrap();
        let time_budgets = time_budgets(&game, Time::from_millis(after_millis)).unwrap();
        let white = time_budgets.white;
        (
            white.remaining.as_millis(),
            white.increment.as_millis(),
            white.moves_to_go,
        )
    }

    #[test]
    fn every_time_control_becomes_a_time_budget() {
        for (control, millis, expected) in [
            ("5", 1_000, (299_000, 0, None)),
            ("5+3", 1_000, (299_000, 3_000, None)),
            ("3b2", 1_000, (179_000, 2_000, None)),
            ("3d2", 500, (181_500, 2_000, None)),
            ("40/90+30, 30+30", 0, (5_400_000, 30_000, Some(40))),
            ("1+5x30", 0, (60_000, 30_000, None)),
            ("0:10+5x30", 15_000, (25_000, 0, Some(1))),
            ("10+25/5:00", 0, (600_000, 0, None)),
            ("1 hourglass", 0, (60_000, 0, None)),
            ("3 days", 0, (259_200_000, 0, Some(1))),
        ] {
            assert_eq!(budget(control, millis), expected, "{control}");
        }
    }

    #[test]
    fn without_a_clock_there_is_no_time_budget() {
        let game = Game::start(Options::default(), Time::from_millis(0)).unwrap();
        assert!(time_budgets(&game, Time::from_millis(5)).is_none());
    }
}
