//! What the clocks show, and when that changes.

use arbiter_game::{ClockReading, Game, Span, Time};
use arbiter_rules::Color;

/// What one side's clock shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Face {
    /// The digits.
    pub time: String,
    /// What else is to be known: moves to the next time control, periods of
    /// byo-yomi, the delay that runs.
    pub besides: String,
    pub is_running: bool,
    pub is_low: bool,
}

/// From here on a clock is about to run out.
const LOW: Span = Span::from_seconds(20);

/// The clock of this side; none without a clock.
pub(crate) fn face(game: &Game, color: Color, at: Time) -> Option<Face> {
    let reading = game.clock().reading(color, at.max(game.last_event_at()))?;
    let is_running = game.clock().running() == Some(color);
    Some(Face {
        time: reading.time.to_string(),
        besides: besides(&reading, is_running),
        is_running,
        is_low: reading.time < LOW,
    })
}

fn besides(reading: &ClockReading, is_running: bool) -> String {
    if is_running && !reading.delay.is_zero() {
        return format!("waits {}", reading.delay);
    }
    match (reading.moves, reading.periods) {
        (Some(1), _) => "1 move to go".to_owned(),
        (Some(moves), _) => format!("{moves} moves to go"),
        (None, Some(1)) if reading.stage > 0 => "last period".to_owned(),
        (None, Some(1)) => "1 period".to_owned(),
        (None, Some(periods)) => format!("{periods} periods"),
        (None, None) => String::new(),
    }
}

/// The first time after this at which a digit changes or the game changes by
/// itself. None if no clock runs.
pub(crate) fn next_change(game: &Game, at: Time) -> Option<Time> {
    let at = at.max(game.last_event_at());
    let flag = game.deadline();
    let Some(running) = game.clock().running() else {
        return flag;
    };
    let reading = game.clock().reading(running, at)?;
    let counted = if reading.delay.is_zero() {
        reading.time
    } else {
        reading.delay
    };
    let mut next = until_less(counted);
    // Of an hourglass both sides are seen to run.
    let other = game.clock().reading(!running, at)?;
    let later = game
        .clock()
        .reading(!running, at + Span::from_millis(1_000))?;
    if later.time != other.time {
        next = next.min(until_more(other.time));
    }
    let change = at + next;
    Some(flag.map_or(change, |flag| flag.min(change)))
}

/// How long until fewer digits are shown of a time that runs down.
fn until_less(left: Span) -> Span {
    let into = left.as_millis() % unit(left);
    // At zero itself a period of byo-yomi begins, or a delay is over.
    Span::from_millis((into + 1).min(left.as_millis().max(1)))
}

/// How long until more are shown of one that grows.
fn until_more(left: Span) -> Span {
    Span::from_millis(unit(left) - left.as_millis() % unit(left))
}

/// Tenths are shown below ten seconds.
fn unit(left: Span) -> u64 {
    if left < Span::from_seconds(10) {
        100
    } else {
        1_000
    }
}

#[cfg(test)]
mod tests {
    use arbiter_game::{Action, FirstMoves, Options};
    use arbiter_rules::UciMove;

    use super::*;

    fn begin(control: &str) -> Game {
        let mut options = Options::default().with_clock(control.parse().unwrap());
        options.first_moves = FirstMoves::Timed;
        let mut game = Game::start(options, Time::from_millis(0)).unwrap();
        let wish: UciMove = "e2e4".parse().unwrap();
        let events = game.decide(Time::from_millis(1_234), Color::White, Action::from(wish));
        for event in events.unwrap() {
            game.apply(&event);
        }
        game
    }

    fn shown(game: &Game, at: Time) -> [Option<Face>; 2] {
        [face(game, Color::White, at), face(game, Color::Black, at)]
    }

    /// The screen is drawn when a digit changes, and only then.
    #[test]
    fn a_clock_is_drawn_again_exactly_when_its_digits_change() {
        for control in [
            "0:13+3",
            "0:12d2",
            "0:12b2",
            "0:05+3x4",
            "0:04+5/0:06",
            "0:11 hourglass",
            "40/0:12",
        ] {
            let game = begin(control);
            let mut at = game.last_event_at();
            while let Some(next) = next_change(&game, at) {
                let before = shown(&game, Time::from_millis(next.as_millis() - 1));
                assert_eq!(shown(&game, at), before, "{control} at {at:?}");
                if game.deadline().is_some_and(|flag| next >= flag) {
                    break;
                }
                assert_ne!(shown(&game, next), before, "{control} at {next:?}");
                at = next;
            }
        }
    }

    #[test]
    fn nothing_changes_without_a_clock() {
        let game = begin("-");
        assert_eq!(next_change(&game, game.last_event_at()), None);
        assert_eq!(face(&game, Color::White, game.last_event_at()), None);
    }

    #[test]
    fn a_clock_says_what_else_is_to_be_known() {
        for (control, at, said) in [
            ("40/90, 30", 2_000, ["39 moves to go", "40 moves to go"]),
            ("5d3", 1_300, ["", "waits 2.9"]),
            ("0:05+3x10", 7_000, ["3 periods", "3 periods"]),
            ("0:05+1x10", 7_000, ["1 period", "last period"]),
            ("5+3", 7_000, ["", ""]),
        ] {
            let faces = shown(&begin(control), Time::from_millis(at));
            let besides = faces.map(|face| face.unwrap().besides);
            assert_eq!(besides, said, "{control}");
        }
    }
}
