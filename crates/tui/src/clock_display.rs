//! What the clocks show, and when it changes.

use arbiter_game::{ClockReading, Game, Span, Time};
use arbiter_rules::Color;

/// The clock of one side as shown on the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClockDisplay {
    /// The time left.
    pub time: String,
    /// The moves to the next time control, the byo-yomi periods, or the delay that
    /// is running.
    pub note: String,
    pub is_running: bool,
    pub is_low: bool,
}

/// A clock with less time than this is highlighted.
const LOW_TIME: Span = Span::from_seconds(20);

impl ClockDisplay {
    /// Returns what this side's clock shows; `None` in a game without clocks.
    pub(crate) fn new(game: &Game, color: Color, at: Time) -> Option<ClockDisplay> {
        let reading = game.clock().reading(color, at.max(game.last_event_at()))?;
        let is_running = game.clock().running() == Some(color);
        Some(ClockDisplay {
            time: reading.time.to_string(),
            note: note(&reading, is_running),
            is_running,
            is_low: reading.time < LOW_TIME,
        })
    }
}

fn note(reading: &ClockReading, is_running: bool) -> String {
    if is_running && !reading.delay.is_zero() {
        return format!("delay {}", reading.delay);
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

/// Returns the next time at which a digit changes or the game changes on its own;
/// `None` if no clock is running.
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
    // With an hourglass both clocks change.
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

/// Returns how long until the shown digits of a decreasing time change.
fn until_less(left: Span) -> Span {
    let into = left.as_millis() % unit(left);
    // At exactly zero a byo-yomi period begins or a delay ends.
    Span::from_millis((into + 1).min(left.as_millis().max(1)))
}

/// Returns how long until the shown digits of an increasing time change.
fn until_more(left: Span) -> Span {
    Span::from_millis(unit(left) - left.as_millis() % unit(left))
}

/// Returns the smallest unit shown, in milliseconds: tenths below ten seconds.
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
        let e4: UciMove = "e2e4".parse().unwrap();
        let events = game.decide(Time::from_millis(1_234), Color::White, Action::from(e4));
        for event in events.unwrap() {
            game.apply(&event);
        }
        game
    }

    fn shown(game: &Game, at: Time) -> [Option<ClockDisplay>; 2] {
        Color::ALL.map(|color| ClockDisplay::new(game, color, at))
    }

    #[test]
    fn a_clock_is_redrawn_exactly_when_its_digits_change() {
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
        assert_eq!(
            ClockDisplay::new(&game, Color::White, game.last_event_at()),
            None
        );
    }

    #[test]
    fn a_clock_has_a_note_on_moves_periods_and_delay() {
        for (control, at, expected) in [
            ("40/90, 30", 2_000, ["39 moves to go", "40 moves to go"]),
            ("5d3", 1_300, ["", "delay 2.9"]),
            ("0:05+3x10", 7_000, ["3 periods", "3 periods"]),
            ("0:05+1x10", 7_000, ["1 period", "last period"]),
            ("5+3", 7_000, ["", ""]),
        ] {
            let clocks = shown(&begin(control), Time::from_millis(at));
            let notes = clocks.map(|clock| clock.unwrap().note);
            assert_eq!(notes, expected, "{control}");
        }
    }
}
