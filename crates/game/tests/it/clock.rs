//! One script for each kind of time control. A line gives a time and an action,
//! and the expected line what both clocks show after it.

use std::fmt::Write;

use arbiter_game::{Clock, ClockReading, LagCompensation, Span, Time, TimeControl};
use arbiter_rules::Color;

/// Runs a script on a clock without lag compensation.
#[track_caller]
fn check(control: &str, script: &str, expected: &str) {
    check_with(LagCompensation::OFF, control, script, expected);
}

/// Runs a script of lines `time action`, where the action is `start white`,
/// `press`, `press LAG`, `free white`, `give white 15`, `read`, `stop`, `remember`
/// (takes a snapshot) or `restore white`.
#[track_caller]
pub fn check_with(lag: LagCompensation, control: &str, script: &str, expected: &str) {
    let control: TimeControl = control.parse().unwrap();
    let mut clock = Clock::new(&control, lag);
    let mut snapshot = clock.snapshot();
    let mut seen = String::new();
    for line in script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = Time::from_millis(millis(words[0]));
        match words[1..] {
            ["start", color] => clock.start(at, side(color)),
            ["press"] => press(&mut clock, at, Span::ZERO),
            ["press", lag] => press(&mut clock, at, Span::from_millis(millis(lag))),
            ["free", color] => clock.press_free(side(color)),
            ["give", color, span] => clock.give(side(color), Span::from_millis(millis(span))),
            ["read"] => {}
            ["stop"] => clock.stop(at),
            ["remember"] => snapshot = clock.snapshot(),
            ["restore", color] => clock.restore(snapshot, at, side(color)),
            _ => panic!("no such action: {line}"),
        }
        writeln!(seen, "{}", shown(&clock, at)).unwrap();
    }
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    assert_eq!(seen.trim(), expected.join("\n").trim());
}

/// Presses the clock only if the move is not too late, as the game does.
fn press(clock: &mut Clock, at: Time, lag: Span) {
    match clock.spare(at, lag) {
        Some(spared) => clock.press(at, spared),
        None => clock.stop(at),
    }
}

/// Returns what both clocks show, White's first, such as `4:50 > 5:00`: the arrow points
/// at the running clock.
fn shown(clock: &Clock, at: Time) -> String {
    let arrow = match clock.running() {
        Some(Color::White) => "<",
        Some(Color::Black) => ">",
        None => "|",
    };
    let side = |color| clock.reading(color, at).map_or("none".into(), face);
    let mut text = format!("{} {arrow} {}", side(Color::White), side(Color::Black));
    if let Some(color) = clock.fallen_flag(at) {
        write!(text, ", {color} out of time").unwrap();
    }
    text
}

fn face(reading: ClockReading) -> String {
    let millis = reading.time.as_millis();
    let mut text = format!("{}:{:02}", millis / 60_000, millis / 1_000 % 60);
    if !millis.is_multiple_of(1_000) {
        write!(text, ".{:03}", millis % 1_000).unwrap();
    }
    if !reading.delay.is_zero() {
        write!(text, " waits {}", reading.delay).unwrap();
    }
    if let Some(moves) = reading.moves {
        write!(text, " for {moves}").unwrap();
    }
    if let Some(periods) = reading.periods {
        write!(
            text,
            " {} {periods}",
            if reading.stage == 0 { "then" } else { "of" }
        )
        .unwrap();
    }
    text
}

fn side(word: &str) -> Color {
    match word {
        "white" => Color::White,
        "black" => Color::Black,
        _ => panic!("no such side: {word}"),
    }
}

/// Parses times such as `1:02:03.5`.
fn millis(text: &str) -> u64 {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let seconds = whole.split(':').fold(0, |seconds, part| {
        seconds * 60 + part.parse::<u64>().unwrap()
    });
    seconds * 1_000 + format!("{decimals:0<3}").parse::<u64>().unwrap()
}

#[test]
fn without_a_clock_no_flag_falls() {
    check(
        "-",
        "
        0        start white
        9:00:00  press
        99:00:00 read
        99:00:01 give white 10
        ",
        "
        none < none
        none > none
        none > none
        none > none
        ",
    );
}

#[test]
fn in_sudden_death_the_flag_falls_exactly_at_the_deadline() {
    check(
        "5",
        "
        0        start white
        0:01     press
        0:31.5   press
        5:30.499 read
        5:30.5   read
        5:30.5   press
        9:00     read
        ",
        "
        5:00 < 5:00
        4:59 > 5:00
        4:59 < 4:29.500
        0:00.001 < 4:29.500
        0:00 < 4:29.500, white out of time
        0:00 | 4:29.500
        0:00 | 4:29.500
        ",
    );
}

#[test]
fn fischer_credits_the_increment_after_the_move() {
    check(
        "0:10+3",
        "
        0      start white
        0:04   press
        0:04   press
        0:12   press
        0:25   read
        ",
        "
        0:10 < 0:10
        0:09 > 0:10
        0:09 < 0:13
        0:04 > 0:13
        0:04 > 0:00, black out of time
        ",
    );
}

#[test]
fn an_increment_does_not_save_a_move_that_comes_too_late() {
    check(
        "0:10+3",
        "
        0    start white
        0:10 press
        ",
        "
        0:10 < 0:10
        0:00 | 0:10
        ",
    );
}

#[test]
fn a_control_with_only_an_increment_starts_with_it() {
    check(
        "0+3",
        "
        0       start white
        0:02.9  press
        ",
        "
        0:03 < 0:03
        0:03.100 > 0:03
        ",
    );
}

#[test]
fn bronstein_gives_back_at_most_the_time_used() {
    check(
        "1b5",
        "
        0    start white
        0:02 read
        0:02 press
        0:09 press
        1:08.999 read
        1:09 read
        ",
        "
        1:00 < 1:00
        0:58 < 1:00
        1:00 > 1:00
        1:00 < 0:58
        0:00.001 < 0:58
        0:00 < 0:58, white out of time
        ",
    );
}

#[test]
fn a_simple_delay_passes_before_the_clock_runs() {
    check(
        "1d5",
        "
        0        start white
        0:02     read
        0:05     press
        0:17     press
        1:21.999 read
        1:22     read
        ",
        "
        1:00 waits 5.0 < 1:00 waits 5.0
        1:00 waits 3.0 < 1:00 waits 5.0
        1:00 waits 5.0 > 1:00 waits 5.0
        1:00 waits 5.0 < 0:53 waits 5.0
        0:00.001 < 0:53 waits 5.0
        0:00 < 0:53 waits 5.0, white out of time
        ",
    );
}

#[test]
fn a_completed_period_adds_the_time_of_the_next() {
    check(
        "2/1:30+10, 1/0:30, 1:00d5",
        "
        0    start white
        0:20 press
        0:20 press
        1:20 press
        1:20 press
        2:00 press
        2:00 press
        3:08 read
        4:05 read
        ",
        "
        1:30 for 2 < 1:30 for 2
        1:20 for 1 > 1:30 for 2
        1:20 for 1 < 1:40 for 1
        1:00 for 1 > 1:40 for 1
        1:00 for 1 < 2:20 for 1
        1:20 waits 5.0 > 2:20 for 1
        1:20 waits 5.0 < 3:20 waits 5.0
        0:17 < 3:20 waits 5.0
        0:00 < 3:20 waits 5.0, white out of time
        ",
    );
}

#[test]
fn the_last_period_with_a_number_of_moves_repeats() {
    check(
        "2/1:00, 1/0:10",
        "
        0    start white
        0:01 press
        0:01 press
        0:02 press
        0:02 press
        0:03 press
        0:03 press
        0:04 press
        ",
        "
        1:00 for 2 < 1:00 for 2
        0:59 for 1 > 1:00 for 2
        0:59 for 1 < 1:00 for 1
        1:08 for 1 > 1:00 for 1
        1:08 for 1 < 1:10 for 1
        1:17 for 1 > 1:10 for 1
        1:17 for 1 < 1:20 for 1
        1:26 for 1 > 1:20 for 1
        ",
    );
}

#[test]
fn the_moves_of_a_period_must_be_made_in_its_time() {
    check(
        "2/1:00, 1:00",
        "
        0    start white
        0:10 press
        0:10 press
        1:00 read
        ",
        "
        1:00 for 2 < 1:00 for 2
        0:50 for 1 > 1:00 for 2
        0:50 for 1 < 1:00 for 1
        0:00 for 1 < 1:00 for 1, white out of time
        ",
    );
}

#[test]
fn a_move_renews_its_byo_yomi_period_and_a_period_used_up_is_lost() {
    check(
        "1+3x30",
        "
        0        start white
        0:59     press
        0:59     press
        1:00     read
        1:29.999 press
        1:30     press
        2:30     press
        2:31     press
        2:59     read
        3:00.999 read
        3:01     read
        ",
        "
        1:00 then 3 < 1:00 then 3
        0:01 then 3 > 1:00 then 3
        0:01 then 3 < 1:00 then 3
        0:30 of 3 < 1:00 then 3
        0:30 of 3 > 1:00 then 3
        0:30 of 3 < 0:59.999 then 3
        0:30 of 1 > 0:59.999 then 3
        0:30 of 1 < 0:58.999 then 3
        0:02 of 1 < 0:58.999 then 3
        0:00.001 of 1 < 0:58.999 then 3
        0:00 of 1 < 0:58.999 then 3, white out of time
        ",
    );
}

#[test]
fn one_turn_can_use_up_main_time_and_byo_yomi_periods() {
    check(
        "1+3x30",
        "
        0        start white
        1:30     read
        2:29.999 read
        2:30     read
        ",
        "
        1:00 then 3 < 1:00 then 3
        0:30 of 2 < 1:00 then 3
        0:00.001 of 1 < 1:00 then 3
        0:00 of 1 < 1:00 then 3, white out of time
        ",
    );
}

#[test]
fn canadian_overtime_is_renewed_when_its_moves_are_made() {
    check(
        "1+2/0:30",
        "
        0        start white
        1:10     press
        1:10     press
        1:29.999 read
        1:29.999 press
        1:29.999 press
        1:30.999 press
        1:40     press
        2:08.999 read
        2:09     read
        ",
        "
        1:00 < 1:00
        0:20 for 1 > 1:00
        0:20 for 1 < 1:00
        0:00.001 for 1 < 1:00
        0:30 for 2 > 1:00
        0:30 for 2 < 1:00
        0:29 for 1 > 1:00
        0:29 for 1 < 0:50.999
        0:00.001 for 1 < 0:50.999
        0:00 for 1 < 0:50.999, white out of time
        ",
    );
}

#[test]
fn a_move_at_the_end_of_main_time_is_the_first_of_canadian_overtime() {
    check(
        "1+2/0:30",
        "
        0        start white
        1:00     read
        1:00     press
        1:59.999 press
        2:00     press
        ",
        "
        1:00 < 1:00
        0:30 for 2 < 1:00
        0:30 for 1 > 1:00
        0:30 for 1 < 0:00.001
        0:30 for 2 > 0:00.001
        ",
    );
}

#[test]
fn without_main_time_canadian_overtime_begins_with_the_first_move() {
    check(
        "0+2/0:30",
        "
        0    free white
        0    free black
        0    start white
        0:10 press
        0:20 press
        0:20 press
        ",
        "
        0:30 for 1 | 0:30 for 2
        0:30 for 1 | 0:30 for 1
        0:30 for 1 < 0:30 for 1
        0:30 for 2 > 0:30 for 1
        0:30 for 2 < 0:30 for 2
        0:30 for 1 > 0:30 for 2
        ",
    );
}

#[test]
fn in_an_hourglass_one_side_gains_the_time_the_other_uses() {
    check(
        "1 hourglass",
        "
        0    start white
        0:20 read
        0:20 press
        0:50 press
        1:59.999 read
        2:00 read
        ",
        "
        1:00 < 1:00
        0:40 < 1:20
        0:40 > 1:20
        1:10 < 0:50
        0:00.001 < 1:59.999
        0:00 < 2:00, white out of time
        ",
    );
}

#[test]
fn in_correspondence_each_move_has_its_own_time() {
    check(
        "1 day",
        "
        0           start white
        23:59:59    press
        24:00:00    press
        47:59:59.999 read
        48:00:00    read
        ",
        "
        1440:00 < 1440:00
        1440:00 > 1440:00
        1440:00 < 1440:00
        0:00.001 < 1440:00
        0:00 < 1440:00, white out of time
        ",
    );
}

#[test]
fn an_untimed_move_is_counted_but_neither_costs_nor_earns_time() {
    check(
        "2/1:00+5, 1:00",
        "
        0    free white
        0:40 free black
        0:50 start white
        0:52 press
        ",
        "
        1:00 for 1 | 1:00 for 2
        1:00 for 1 | 1:00 for 1
        1:00 for 1 < 1:00 for 1
        2:03 > 1:00 for 1
        ",
    );
}

#[test]
fn added_time_postpones_the_fall_of_the_flag() {
    check(
        "1",
        "
        0        start white
        0:59     give white 15
        0:59     give black 15
        1:14.999 read
        1:15     read
        ",
        "
        1:00 < 1:00
        0:16 < 1:00
        0:16 < 1:15
        0:00.001 < 1:15
        0:00 < 1:15, white out of time
        ",
    );
}

#[test]
fn a_stopped_clock_keeps_its_time_and_continues_from_there() {
    check(
        "1+2x10",
        "
        0    start white
        1:05 stop
        9:00 read
        9:00 press
        9:00 start white
        9:04 read
        9:15 read
        ",
        "
        1:00 then 2 < 1:00 then 2
        0:05 of 2 | 1:00 then 2
        0:05 of 2 | 1:00 then 2
        0:05 of 2 | 1:00 then 2
        0:05 of 2 < 1:00 then 2
        0:01 of 2 < 1:00 then 2
        0:00 of 1 < 1:00 then 2, white out of time
        ",
    );
}

#[test]
fn starting_one_clock_charges_the_other() {
    check(
        "1+5",
        "
        0    start white
        0:10 start black
        ",
        "
        1:00 < 1:00
        0:50 > 1:00
        ",
    );
}

#[test]
fn a_takeback_restores_the_time_of_the_move() {
    check(
        "1+5",
        "
        0    start white
        0:10 press
        0:10 remember
        0:30 press
        0:40 restore black
        0:50 read
        ",
        "
        1:00 < 1:00
        0:55 > 1:00
        0:55 > 1:00
        0:55 < 0:45
        0:55 > 1:00
        0:55 > 0:50
        ",
    );
}

#[test]
fn with_time_odds_each_side_has_its_own_clock() {
    let mut clock = Clock::new(&"5+3 / 1d2".parse().unwrap(), LagCompensation::OFF);
    let seconds = Span::from_seconds;
    let start = Time::from_millis(0);
    clock.start(start, Color::White);
    clock.press(start + seconds(10), Span::ZERO);
    clock.press(start + seconds(20), Span::ZERO);
    let at = start + seconds(20);
    assert_eq!(clock.remaining(Color::White, at), Some(seconds(293)));
    assert_eq!(clock.remaining(Color::Black, at), Some(seconds(52)));
    let budget = clock.budget(Color::White, at).unwrap();
    assert_eq!(budget.increment, seconds(3));
    clock.press(at + seconds(1), Span::ZERO);
    // Black has 52 seconds and a delay of two.
    assert_eq!(clock.deadline(), Some(at + seconds(1 + 54)));
    assert_eq!(clock.fallen_flag(at + seconds(55)), Some(Color::Black));
}
