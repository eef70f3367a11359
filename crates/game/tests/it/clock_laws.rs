//! Properties that hold for every clock.

use arbiter_game::{Clock, LagCompensation, Span, Time, TimeControl};
use arbiter_rules::Color;
use proptest::prelude::*;

use crate::control::any_control;

#[derive(Clone, Copy, Debug)]
enum ClockAction {
    Start(Color),
    Press(Span),
    Free(Color),
    Give(Color, Span),
    Stop,
    Restore(Color),
}

fn any_color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

/// Small and huge numbers, including the extremes.
fn any_millis() -> impl Strategy<Value = u64> {
    prop_oneof![
        6 => 0..3_000_u64,
        1 => any::<u64>(),
        1 => (0..3_000_u64).prop_map(|less| u64::MAX - less),
    ]
}

fn any_action() -> impl Strategy<Value = ClockAction> {
    let span = || any_millis().prop_map(Span::from_millis);
    prop_oneof![
        2 => any_color().prop_map(ClockAction::Start),
        8 => span().prop_map(ClockAction::Press),
        1 => any_color().prop_map(ClockAction::Free),
        1 => (any_color(), span()).prop_map(|(color, span)| ClockAction::Give(color, span)),
        1 => Just(ClockAction::Stop),
        1 => any_color().prop_map(ClockAction::Restore),
    ]
}

fn apply(clock: &mut Clock, action: ClockAction, at: Time) {
    match action {
        ClockAction::Start(color) => clock.start(at, color),
        ClockAction::Press(lag) => {
            if let Some(spared) = clock.spare(at, lag) {
                clock.press(at, spared);
            }
        }
        ClockAction::Free(color) => clock.press_free(color),
        ClockAction::Give(color, span) => clock.give(color, span),
        ClockAction::Stop => clock.stop(at),
        ClockAction::Restore(color) => clock.restore(clock.snapshot(), at, color),
    }
}

const LAG: LagCompensation = LagCompensation {
    start: Span::from_millis(300),
    per_move: Span::from_millis(100),
    max: Span::from_millis(1_000),
};

fn any_lag() -> impl Strategy<Value = LagCompensation> {
    prop_oneof![Just(LagCompensation::OFF), Just(LAG)]
}

/// A clock after some actions at increasing times, and the current time.
fn any_clock() -> impl Strategy<Value = (Clock, Time)> {
    let step = (0..600_u64, any_action());
    let steps = prop::collection::vec(step, 0..30);
    (any_control(), any_lag(), steps).prop_map(|(control, lag, steps)| {
        let mut clock = Clock::new(&control, lag);
        let mut at = Time::from_millis(1_000);
        clock.start(at, Color::White);
        for (passed, action) in steps {
            at = at + Span::from_millis(passed);
            apply(&mut clock, action, at);
        }
        (clock, at)
    })
}

fn shown(clock: &Clock, color: Color, at: Time) -> Span {
    clock.remaining(color, at).unwrap_or(Span::ZERO)
}

proptest! {
    #[test]
    fn the_flag_falls_at_the_deadline_and_not_a_millisecond_before((clock, at) in any_clock()) {
        if let Some(deadline) = clock.deadline() {
            let turn = clock.running();
            prop_assert!(turn.is_some());
            prop_assert_eq!(clock.fallen_flag(deadline), turn);
            prop_assert_eq!(clock.fallen_flag(deadline + Span::from_millis(1)), turn);
            if deadline > at {
                let before = Time::from_millis(deadline.as_millis() - 1);
                prop_assert_eq!(clock.fallen_flag(before), None);
                prop_assert!(clock.spare(before, Span::from_millis(u64::MAX)).is_some());
            }
            prop_assert_eq!(clock.spare(deadline, Span::from_millis(u64::MAX)), None);
        } else {
            prop_assert_eq!(clock.fallen_flag(at), None);
        }
    }

    #[test]
    fn while_a_clock_runs_it_never_shows_more(
        (clock, at) in any_clock(),
        steps in prop::collection::vec(0..400_u64, 1..20),
    ) {
        let Some(turn) = clock.running() else { return Ok(()) };
        let Some(mut reading) = clock.reading(turn, at) else { return Ok(()) };
        let mut at = at;
        for step in steps {
            at = at + Span::from_millis(step);
            let next = clock.reading(turn, at).unwrap();
            // Overtime comes after the main time, the number of byo-yomi periods
            // only decreases, and the time within one only runs down.
            let key = |reading: arbiter_game::ClockReading| {
                (u16::MAX - reading.stage, reading.periods, reading.time, reading.delay)
            };
            prop_assert!(key(next) <= key(reading), "{:?} after {:?}", next, reading);
            reading = next;
        }
    }

    #[test]
    fn a_time_that_goes_back_counts_as_no_time_passed(
        control in any_control(),
        lag in any_lag(),
        actions in prop::collection::vec((any_millis(), any_action()), 0..30),
    ) {
        let mut clock = Clock::new(&control, lag);
        let mut steady = clock.clone();
        let mut latest = Time::default();
        for (millis, action) in actions {
            let at = Time::from_millis(millis);
            // Only an action that starts or stops a clock sets a time.
            let timed = match action {
                ClockAction::Start(_) | ClockAction::Restore(_) => true,
                ClockAction::Press(lag) => {
                    clock.running().is_some() && clock.spare(at, lag).is_some()
                }
                ClockAction::Stop => clock.running().is_some(),
                ClockAction::Free(_) | ClockAction::Give(..) => false,
            };
            if timed {
                latest = latest.max(at);
            }
            apply(&mut clock, action, at);
            apply(&mut steady, action, at.max(latest));
        }
        prop_assert_eq!(clock, steady);
    }

    #[test]
    fn no_number_is_too_large(
        control in any_control(),
        actions in prop::collection::vec((any_millis(), any_action()), 0..30),
    ) {
        let mut clock = Clock::new(&control, LAG);
        let mut latest = Time::default();
        for (millis, action) in actions {
            let at = Time::from_millis(millis);
            apply(&mut clock, action, at);
            latest = latest.max(at);
            for color in Color::ALL {
                prop_assert_eq!(clock.remaining(color, at).is_none(), control.is_none());
            }
            let lost = clock.fallen_flag(latest).is_some();
            prop_assert_eq!(lost, clock.deadline().is_some_and(|end| end <= latest));
            prop_assert!(!lost || clock.spare(latest, Span::ZERO).is_none());
        }
    }

    #[test]
    fn a_stopped_clock_shows_the_same_for_ever((clock, at) in any_clock(), later in any_millis()) {
        let mut stopped = clock.clone();
        stopped.stop(at);
        let later = at + Span::from_millis(later);
        prop_assert_eq!(stopped.running(), None);
        prop_assert_eq!(stopped.deadline(), None);
        for color in Color::ALL {
            prop_assert_eq!(stopped.reading(color, later), clock.reading(color, at));
        }
    }

    #[test]
    fn a_press_starts_the_other_clock_and_costs_only_the_time_since_it_began(
        (mut clock, at) in any_clock(),
        took in 0..3_000_u64,
    ) {
        let Some(turn) = clock.running() else { return Ok(()) };
        let at = at + Span::from_millis(took);
        if let Some(spared) = clock.spare(at, Span::ZERO) {
            let other = shown(&clock, !turn, at);
            clock.press(at, spared);
            prop_assert_eq!(clock.running(), Some(!turn));
            prop_assert_eq!(shown(&clock, !turn, at), other);
        }
    }
}

#[test]
fn the_total_time_of_an_hourglass_is_constant() {
    let most = Span::from_millis(u64::MAX);
    for (to_white, to_black) in [(Span::ZERO, Span::ZERO), (most, Span::ZERO), (most, most)] {
        let mut clock = Clock::new(&"0:01 hourglass".parse().unwrap(), LAG);
        clock.give(Color::White, to_white);
        clock.give(Color::Black, to_black);
        let mut at = Time::default();
        let sand = |clock: &Clock, at| {
            let millis = |color| u128::from(clock.remaining(color, at).unwrap().as_millis());
            millis(Color::White) + millis(Color::Black)
        };
        let all = sand(&clock, at);
        clock.start(at, Color::White);
        for step in (0..400).map(|step| step * 7 % 1_000) {
            at = at + Span::from_millis(step);
            assert_eq!(sand(&clock, at), all);
            // Even after the flag, while lag can still be compensated.
            assert_eq!(sand(&clock, at + Span::from_seconds(3)), all);
            clock.press(at, Span::from_millis(step / 2));
            assert_eq!(sand(&clock, at), all);
        }
    }
}

#[test]
fn a_flag_whose_deadline_overflows_never_falls() {
    let mut clock = Clock::new(&"5".parse().unwrap(), LagCompensation::OFF);
    let end = Time::from_millis(u64::MAX);
    clock.start(Time::from_millis(u64::MAX - 5), Color::White);
    assert_eq!(clock.deadline(), None);
    assert_eq!(clock.fallen_flag(end), None);
    assert_eq!(
        clock.remaining(Color::White, end),
        Some(Span::from_millis(299_995))
    );
}

#[test]
fn a_copy_of_a_clock_shares_its_time_control() {
    let control: TimeControl = "40/90:00+30, 30:00+30".parse().unwrap();
    let clock = Clock::new(&control, LagCompensation::OFF);
    assert_eq!(clock.control(), &control);
    assert!(size_of_val(&clock) <= 192, "{}", size_of_val(&clock));
}
