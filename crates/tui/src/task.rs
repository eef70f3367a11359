use core::time::Duration;

use arbiter_engine::{Score, TimeBudget};
use arbiter_game::{Game, Span, Time};
use arbiter_rules::{ByColor, Color, Move, PlayedLine};

use crate::Computer;

/// What the computer is asked to think about.
#[derive(Clone, Debug)]
pub struct Task {
    /// Which task it is: what comes of an old one is not wanted any more.
    pub number: u64,
    /// What is wanted.
    pub purpose: Purpose,
    /// Who thinks.
    pub computer: Computer,
    /// The game so far.
    pub line: PlayedLine,
    /// What the clocks leave; none without clocks.
    pub clocks: Option<ByColor<TimeBudget>>,
}

/// What comes of thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A move of the computer.
    Move,
    /// Advice for the person.
    Hint,
}

/// What the computer has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move.
    pub mv: Move,
    /// How good it thinks its position is, if it has judged it.
    pub score: Option<Score>,
    /// How long a person would have thought.
    pub thinking: Span,
}

/// What is kept in reserve for each move: for the way from one thread to the
/// other, and to the screen.
const OVERHEAD: Duration = Duration::from_millis(120);

/// What the clocks of a game leave each side, as an engine is told.
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
        overhead: OVERHEAD,
    })
}

fn duration(span: Span) -> Duration {
    Duration::from_millis(span.as_millis())
}

#[cfg(test)]
mod tests {
    use arbiter_game::{FirstMoves, Options};

    use super::*;

    /// Milliseconds left, added by each move, and the moves to go.
    fn told(control: &str, after_millis: u64) -> (u128, u128, Option<u32>) {
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
    fn every_clock_is_told_as_engines_know_it() {
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
            assert_eq!(told(control, millis), expected, "{control}");
        }
    }

    #[test]
    fn without_a_clock_there_is_nothing_to_tell() {
        let game = Game::start(Options::default(), Time::from_millis(0)).unwrap();
        assert!(time_budgets(&game, Time::from_millis(5)).is_none());
    }
}
