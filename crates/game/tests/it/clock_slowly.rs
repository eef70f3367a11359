//! A reference implementation: a slow clock that counts every millisecond, as a
//! mechanical clock does, and is compared with the real one.

use std::num::NonZeroU16;

use arbiter_game::{Bonus, Clock, LagCompensation, Span, Time, TimeControl};
use arbiter_rules::Color;
use proptest::prelude::*;

use crate::control::any_control;

#[derive(Clone, Copy)]
struct Hand {
    millis: u64,
    /// The time left in the running byo-yomi period.
    period: u64,
    /// The moves to make, or the byo-yomi periods left.
    count: u16,
    stage: usize,
}

struct SlowClock {
    controls: [TimeControl; 2],
    hands: [Hand; 2],
    turn: usize,
    /// The part of the delay left in this turn, and the duration of the turn.
    delay: u64,
    took: u64,
    fallen: bool,
}

impl Hand {
    fn new(control: &TimeControl) -> Hand {
        let mut hand = Hand {
            millis: 0,
            period: 0,
            count: 0,
            stage: 0,
        };
        match control {
            TimeControl::None | TimeControl::Odds { .. } => {}
            TimeControl::Periods(periods) => {
                hand.millis = periods[0].time.as_millis();
                hand.count = periods[0].moves.map_or(0, NonZeroU16::get);
            }
            TimeControl::ByoYomi {
                main,
                periods,
                time,
                ..
            } => {
                hand.millis = main.as_millis();
                hand.count = periods.get();
                hand.period = time.as_millis();
            }
            TimeControl::Canadian {
                main, moves, time, ..
            } => {
                hand.millis = main.as_millis();
                if main.is_zero() {
                    hand.millis = time.as_millis();
                    hand.count = moves.get();
                    hand.stage = 1;
                }
            }
            TimeControl::Hourglass { time, .. } | TimeControl::Correspondence { time, .. } => {
                hand.millis = time.as_millis();
            }
        }
        hand
    }
}

impl SlowClock {
    fn new(control: &TimeControl) -> SlowClock {
        let controls = [Color::White, Color::Black].map(|color| control.of(color).clone());
        let mut clock = SlowClock {
            hands: [Hand::new(&controls[0]), Hand::new(&controls[1])],
            controls,
            turn: 1,
            delay: 0,
            took: 0,
            fallen: false,
        };
        clock.turn_over();
        clock
    }

    /// Lets one millisecond pass.
    fn tick(&mut self) {
        if self.fallen {
            return;
        }
        self.took += 1;
        let bonus = self.bonus();
        let hand = &mut self.hands[self.turn];
        match &self.controls[self.turn] {
            TimeControl::None | TimeControl::Odds { .. } => {}
            TimeControl::Periods(..) => {
                if matches!(bonus, Bonus::Delay(_)) && self.delay > 0 {
                    self.delay -= 1;
                } else {
                    hand.millis -= 1;
                }
                self.fallen = hand.millis == 0 && self.delay == 0;
            }
            TimeControl::ByoYomi { time, .. } => {
                if hand.millis > 0 {
                    hand.millis -= 1;
                } else {
                    hand.period -= 1;
                }
                if hand.period == 0 {
                    if hand.count == 1 {
                        self.fallen = true;
                    } else {
                        hand.count -= 1;
                        hand.period = time.as_millis();
                    }
                }
            }
            TimeControl::Canadian { moves, time, .. } => {
                hand.millis -= 1;
                if hand.millis == 0 {
                    if hand.stage == 1 {
                        self.fallen = true;
                    } else {
                        hand.stage = 1;
                        hand.millis = time.as_millis();
                        hand.count = moves.get();
                    }
                }
            }
            TimeControl::Hourglass { .. } => {
                hand.millis -= 1;
                self.fallen = hand.millis == 0;
                self.hands[1 - self.turn].millis += 1;
            }
            TimeControl::Correspondence { .. } => {
                hand.millis -= 1;
                self.fallen = hand.millis == 0;
            }
        }
    }

    fn press(&mut self) {
        let bonus = self.bonus();
        let hand = &mut self.hands[self.turn];
        match &self.controls[self.turn] {
            TimeControl::Periods(periods) => {
                match bonus {
                    Bonus::Increment(span) => hand.millis += span.as_millis(),
                    Bonus::Bronstein(span) => hand.millis += span.as_millis().min(self.took),
                    Bonus::None | Bonus::Delay(_) => {}
                }
                if hand.count > 0 {
                    hand.count -= 1;
                    if hand.count == 0 {
                        hand.stage += 1;
                        let next = periods[hand.stage.min(periods.len() - 1)];
                        hand.millis += next.time.as_millis();
                        hand.count = next.moves.map_or(0, NonZeroU16::get);
                    }
                }
            }
            TimeControl::ByoYomi { time, .. } => hand.period = time.as_millis(),
            TimeControl::Canadian { moves, time, .. } => {
                if hand.stage == 1 {
                    hand.count -= 1;
                    if hand.count == 0 {
                        hand.millis = time.as_millis();
                        hand.count = moves.get();
                    }
                }
            }
            TimeControl::Correspondence { time, .. } => hand.millis = time.as_millis(),
            TimeControl::None | TimeControl::Hourglass { .. } | TimeControl::Odds { .. } => {}
        }
        self.turn_over();
    }

    fn turn_over(&mut self) {
        self.turn = 1 - self.turn;
        self.took = 0;
        self.delay = match self.bonus() {
            Bonus::Delay(span) => span.as_millis(),
            _ => 0,
        };
    }

    fn bonus(&self) -> Bonus {
        match &self.controls[self.turn] {
            TimeControl::Periods(periods) => {
                periods[self.hands[self.turn].stage.min(periods.len() - 1)].bonus
            }
            _ => Bonus::None,
        }
    }

    /// Returns the time, the moves to make and the byo-yomi periods left.
    fn reading(&self, color: usize) -> (u64, Option<u16>, Option<u16>) {
        let hand = self.hands[color];
        match self.controls[color] {
            TimeControl::ByoYomi { .. } => {
                let time = match hand.millis {
                    0 if self.fallen && color == self.turn => 0,
                    0 => hand.period,
                    millis => millis,
                };
                (time, None, Some(hand.count))
            }
            _ => (hand.millis, (hand.count > 0).then_some(hand.count), None),
        }
    }
}

/// An action at the board.
#[derive(Clone, Copy, Debug)]
enum ClockAction {
    Think(u64),
    Press,
    Give(bool, u64),
    /// The clocks are stopped for this many milliseconds.
    Pause(u64),
}

fn any_actions() -> impl Strategy<Value = Vec<ClockAction>> {
    let action = prop_oneof![
        6 => prop_oneof![0..20_u64, 0..700_u64].prop_map(ClockAction::Think),
        6 => Just(ClockAction::Press),
        1 => (any::<bool>(), 0..500_u64).prop_map(|(to, span)| ClockAction::Give(to, span)),
        1 => (0..100_u64).prop_map(ClockAction::Pause),
    ];
    prop::collection::vec(action, 0..40)
}

fn check(control: &TimeControl, actions: &[ClockAction]) -> Result<(), TestCaseError> {
    let mut slow = SlowClock::new(control);
    let mut fast = Clock::new(control, LagCompensation::OFF);
    let mut at = Time::default();
    fast.start(at, Color::White);
    for &action in actions {
        match action {
            ClockAction::Think(millis) => {
                for _ in 0..millis {
                    slow.tick();
                    at = at + Span::from_millis(1);
                    prop_assert_eq!(fast.fallen_flag(at).is_some(), slow.fallen);
                    if slow.fallen {
                        break;
                    }
                }
            }
            ClockAction::Press => {
                slow.press();
                prop_assert_eq!(fast.spare(at, Span::ZERO), Some(Span::ZERO));
                fast.press(at, Span::ZERO);
            }
            ClockAction::Give(to, millis) => {
                // A mechanical clock would add time to a period that runs out by
                // starting main time again; the scripts avoid that case.
                if matches!(
                    control.of(Color::ALL[usize::from(to)]),
                    TimeControl::None | TimeControl::ByoYomi { .. } | TimeControl::Canadian { .. }
                ) {
                    continue;
                }
                slow.hands[usize::from(to)].millis += millis;
                fast.give(Color::ALL[usize::from(to)], Span::from_millis(millis));
            }
            ClockAction::Pause(millis) => {
                let turn = fast.running().expect("it was started");
                fast.stop(at);
                at = at + Span::from_millis(millis);
                fast.start(at, turn);
            }
        }
        for color in Color::ALL {
            let reading = fast.reading(color, at);
            let Some(reading) = reading else {
                prop_assert!(control.is_none());
                continue;
            };
            prop_assert_eq!(
                (reading.time.as_millis(), reading.moves, reading.periods),
                slow.reading(color as usize),
                "{} after {:?}",
                color,
                action
            );
            if color as usize == slow.turn {
                prop_assert_eq!(reading.delay.as_millis(), slow.delay);
            }
        }
        prop_assert_eq!(fast.running(), Some(Color::ALL[slow.turn]));
        if slow.fallen {
            prop_assert_eq!(fast.deadline(), Some(at));
            return Ok(());
        }
        prop_assert!(fast.deadline().is_none_or(|deadline| deadline > at));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn the_clock_agrees_with_one_that_counts_every_millisecond(
        control in any_control(),
        actions in any_actions(),
    ) {
        check(&control, &actions)?;
    }
}
