//! Lag compensation and its limits.

use arbiter_game::{Clock, LagCompensation, Span, Time};
use arbiter_rules::Color;
use proptest::prelude::*;

use crate::{clock::check_with, control::any_control};

const SECOND: LagCompensation = LagCompensation {
    start: Span::from_millis(1_000),
    per_move: Span::from_millis(500),
    max: Span::from_millis(1_500),
};

#[test]
fn lag_is_compensated_while_the_balance_lasts() {
    check_with(
        SECOND,
        "1",
        "
        0     start white
        0:03  press 0.6
        0:03  press 9
        0:13  press 3
        0:13  press 0
        0:14  press 3
        ",
        "
        1:00 < 1:00
        0:57.600 > 1:00
        0:57.600 < 1:00
        0:48.500 > 1:00
        0:48.500 < 1:00
        0:48 > 1:00
        ",
    );
}

#[test]
fn a_move_sent_in_time_is_in_time_if_the_balance_covers_its_lag() {
    check_with(
        SECOND,
        "1",
        "
        0        start white
        1:00.300 read
        1:00.300 press 0.301
        ",
        "
        1:00 < 1:00
        0:00 < 1:00
        0:00.001 > 1:00
        ",
    );
    check_with(
        SECOND,
        "1",
        "
        0        start white
        1:00.999 read
        1:01     read
        1:01     press 9
        ",
        "
        1:00 < 1:00
        0:00 < 1:00
        0:00 < 1:00, white out of time
        0:00 | 1:00
        ",
    );
}

#[test]
fn bronstein_does_not_give_back_compensated_time() {
    check_with(
        SECOND,
        "1b5",
        "
        0    start white
        0:03 press 1
        ",
        "
        1:00 < 1:00
        1:00 > 1:00
        ",
    );
}

#[test]
fn a_takeback_does_not_restore_the_lag_balance() {
    let mut clock = Clock::new(&"1".parse().unwrap(), SECOND);
    let before = clock.snapshot();
    let at = Time::from_millis(2_000);
    clock.start(Time::default(), Color::White);
    clock.press(at, Span::from_millis(1_000));
    clock.restore(before, at, Color::White);
    let at = at + Span::from_seconds(5);
    let lag = Span::from_seconds(3);
    assert_eq!(clock.spare(at, lag), Some(SECOND.per_move));
}

#[test]
fn the_compensation_suits_the_speed_of_the_game() {
    for (control, start, per_move, max) in [
        ("-", 0, 0, 0),
        ("0:15", 630, 210, 1_470),
        ("1", 1_170, 390, 2_000),
        ("3+2", 2_000, 1_000, 2_000),
        ("0+1x10", 2_000, 1_000, 2_000),
        ("1+10/0:10", 1_650, 550, 2_000),
        ("1 hourglass", 1_170, 390, 2_000),
        ("40/90:00+30, 30:00+30", 2_000, 1_000, 2_000),
        ("1 day", 0, 0, 0),
    ] {
        let lag = LagCompensation::for_control(&control.parse().unwrap());
        let millis = [lag.start, lag.per_move, lag.max].map(Span::as_millis);
        assert_eq!(millis, [start, per_move, max], "{control}");
    }
}

/// Small and large compensations, and one above the limit.
fn any_lag() -> impl Strategy<Value = LagCompensation> {
    let span = || prop_oneof![0..2_000_u64, any::<u64>()].prop_map(Span::from_millis);
    (span(), span(), span()).prop_map(|(start, per_move, max)| LagCompensation {
        start,
        per_move,
        max,
    })
}

/// The duration of each turn and the lag claimed for its move.
fn any_turns() -> impl Strategy<Value = Vec<(u64, u64)>> {
    let lag = prop_oneof![0..3_000_u64, any::<u64>()];
    prop::collection::vec((0..4_000_u64, lag), 0..60)
}

proptest! {
    /// At every moment of every turn and for every lag, either the move is in time
    /// or the flag is down, and no player is spared more than the balance.
    #[test]
    fn a_move_and_a_flag_exclude_one_another_and_all_that_is_spared_is_bounded(
        control in any_control(),
        lag in any_lag(),
        turns in any_turns(),
    ) {
        let full = lag.max.min(LagCompensation::MAX_BALANCE);
        let mut balances = [lag.start.min(full); 2];
        let mut spared_in_all = [Span::ZERO; 2];
        let mut moves = [0_u64; 2];
        let mut clock = Clock::new(&control, lag);
        let mut at = Time::default();
        clock.start(at, Color::White);
        for (took, claimed) in turns {
            let since = at;
            let turn = clock.running().unwrap() as usize;
            at = at + Span::from_millis(took);
            let claimed = Span::from_millis(claimed);
            let balance = balances[turn];

            // Without a balance the flag would fall at the plain deadline.
            let late = clock.deadline().is_some_and(|deadline| {
                at.as_millis() >= deadline.as_millis() - balance.as_millis()
            });
            let lost = clock.deadline().is_some_and(|deadline| at >= deadline);
            prop_assert_eq!(clock.fallen_flag(at).is_some(), lost);
            prop_assert_eq!(clock.spare(at, Span::ZERO).is_none(), late);
            prop_assert!(!lost || clock.spare(at, claimed).is_none());

            let Some(spared) = clock.spare(at, claimed) else {
                prop_assert!(late);
                return Ok(());
            };
            // A false lag gains at most the balance and at most the turn.
            prop_assert!(spared <= claimed && spared <= balance && spared <= at - since);
            let mut liar = clock.clone();
            liar.press(at, claimed);
            clock.press(at, spared);
            prop_assert_eq!(&liar, &clock);

            balances[turn] = (balance - spared + lag.per_move).min(full);
            spared_in_all[turn] += spared;
            moves[turn] += 1;
            let most = lag.per_move.as_millis().saturating_mul(moves[turn]);
            prop_assert!(spared_in_all[turn] <= lag.start + Span::from_millis(most));
        }
    }

    /// Whatever lag is claimed.
    #[test]
    fn a_clock_that_forgives_nothing_is_exact(control in any_control(), turns in any_turns()) {
        let mut clock = Clock::new(&control, LagCompensation::OFF);
        let mut honest = clock.clone();
        let mut at = Time::default();
        clock.start(at, Color::White);
        honest.start(at, Color::White);
        for (took, claimed) in turns {
            at = at + Span::from_millis(took);
            clock.press(at, Span::from_millis(claimed));
            honest.press(at, Span::ZERO);
            prop_assert_eq!(&clock, &honest);
        }
    }
}
