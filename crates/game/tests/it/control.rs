//! Parsing and printing time controls.

use arbiter_game::{Bonus, TimeControl};
use arbiter_rules::Color;
use proptest::prelude::*;

/// A time control of any kind, mostly with little time.
pub fn any_control() -> impl Strategy<Value = TimeControl> {
    any_text().prop_map(|text| {
        text.parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    })
}

/// The notation of any time control.
fn any_text() -> impl Strategy<Value = String> {
    let fits_one_side = |text: &String| {
        !["-", "hourglass", "move", "days"]
            .iter()
            .any(|it| text.ends_with(it))
    };
    let side = || one_text().prop_filter("not for one side", fits_one_side);
    prop_oneof![
        6 => one_text(),
        1 => (side(), side()).prop_map(|(white, black)| format!("{white} / {black}")),
    ]
}

/// The notation of any time control that is the same for both sides.
fn one_text() -> impl Strategy<Value = String> {
    let count = || prop_oneof![4 => 1..6_u16, 1 => 1..=u16::MAX];
    let many = prop::collection::vec((count(), any_time(), any_bonus()), 0..4);
    prop_oneof![
        1 => Just(String::from("-")),
        4 => (any_time(), any_bonus()).prop_map(|(time, bonus)| format!("{time}{bonus}")),
        4 => (many, prop::option::of(count()), any_time(), any_bonus()).prop_map(
            |(many, moves, time, bonus)| {
                let mut text = String::new();
                for (moves, time, bonus) in many {
                    text += &format!("{moves}/{time}{bonus}, ");
                }
                if let Some(moves) = moves {
                    text += &format!("{moves}/");
                }
                text + &format!("{time}{bonus}")
            }
        ),
        2 => (any_main(), count(), 1..3_000_u64).prop_map(
            |(main, periods, time)| format!("{main}+{periods}x{}", seconds(time))
        ),
        2 => (any_main(), count(), any_time()).prop_map(
            |(main, moves, time)| format!("{main}+{moves}/{time}")
        ),
        2 => any_time().prop_map(|time| format!("{time} hourglass")),
        1 => any_time().prop_map(|time| format!("{time}/move")),
        1 => (1..=1_000_u16).prop_map(|days| format!("{days} days")),
    ]
}

/// From a millisecond to some seconds, and occasionally the longest time.
fn any_time() -> impl Strategy<Value = String> {
    let longest = TimeControl::MAX_TIME.as_millis();
    prop_oneof![8 => 1..5_000_u64, 1 => 1..=longest].prop_map(|millis| {
        let (minutes, rest) = (millis / 60_000, millis % 60_000);
        format!("{minutes}:{:02}.{:03}", rest / 1_000, rest % 1_000)
    })
}

fn any_main() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::from("0")), any_time()]
}

fn any_bonus() -> impl Strategy<Value = String> {
    let millis = || 0..2_000_u64;
    prop_oneof![
        Just(String::new()),
        millis().prop_map(|millis| format!("+{}", seconds(millis))),
        millis().prop_map(|millis| format!("b{}", seconds(millis))),
        millis().prop_map(|millis| format!("d{}", seconds(millis))),
    ]
}

fn seconds(millis: u64) -> String {
    format!("{}.{:03}", millis / 1_000, millis % 1_000)
}

proptest! {
    #[test]
    fn what_is_written_is_read_as_the_same_rule(control in any_control()) {
        let text = control.to_string();
        prop_assert_eq!(text.parse(), Ok(control.clone()), "{}", text);
        let tag = control.to_pgn();
        prop_assert_eq!(TimeControl::from_pgn(&tag), Ok(control), "{}", tag);
    }

    #[test]
    fn any_text_is_parsed_or_refused(
        text in prop_oneof!["[0-9+/x:., *?bdhs-]{0,12}", "\\PC{0,12}"],
    ) {
        for control in [text.parse(), TimeControl::from_pgn(&text)] {
            match control {
                Ok(control) => {
                    let control: TimeControl = control;
                    prop_assert_eq!(control.to_string().parse(), Ok(control.clone()));
                    prop_assert_eq!(TimeControl::from_pgn(&control.to_pgn()), Ok(control));
                }
                Err(error) => {
                    prop_assert!(error.offset <= text.len());
                    prop_assert!(text.is_char_boundary(error.offset));
                }
            }
        }
    }
}

#[test]
fn a_time_control_prints_in_one_canonical_way() {
    for (text, written) in [
        ("-", "-"),
        (" none ", "-"),
        ("inf", "-"),
        ("5", "5+0"),
        ("05+00", "5+0"),
        ("5d0", "5+0"),
        ("90:00", "90+0"),
        ("1:30:00+30", "90+30"),
        ("1:00:00.5", "60:00.5+0"),
        ("0.25+0", "0:15+0"),
        ("0:30+0", "0:30+0"),
        ("1+0.05", "1+0.05"),
        ("3+1:30", "3+90"),
        ("0+1", "0+1"),
        ("0d3", "0d3"),
        ("3 D 2", "3d2"),
        ("3b2.500", "3b2.5"),
        ("40/90", "40/90:00"),
        ("40/90:00+30,30:00+30", "40/90:00+30, 30:00+30"),
        ("40/1:30:00d5, 20/60b5, 15", "40/90:00d5, 20/60:00b5, 15:00"),
        ("1/1", "1/1:00"),
        ("0+1x10", "0+1x10"),
        ("10 + 5 x 1:00", "10+5x60"),
        ("0:30+25/5", "0:30+25/5:00"),
        ("0:30 Hourglass", "0:30 hourglass"),
        ("1 DAY", "1 day"),
        ("14days", "14 days"),
        ("24:00:00/move", "1 day"),
        ("90/move", "1:30:00/move"),
        ("0:10.5/move", "0:00:10.5/move"),
    ] {
        let control: TimeControl = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(control.to_string(), written, "{text}");
    }
}

#[test]
fn an_error_names_the_problem_and_its_byte() {
    for (text, error) in [
        ("", "expected a time, such as 5 or 1:30 (byte 0)"),
        ("blitz", "expected a time, such as 5 or 1:30 (byte 0)"),
        ("5:3", "expected a time, such as 5 or 1:30 (byte 2)"),
        ("5:60", "expected a time, such as 5 or 1:30 (byte 2)"),
        ("1:00:00:00", "unexpected text in a time control (byte 7)"),
        ("5.1234", "expected a time, such as 5 or 1:30 (byte 2)"),
        ("5+", "expected a number of seconds per move (byte 2)"),
        ("5d", "expected a number of seconds per move (byte 2)"),
        ("5+3 / x", "expected a time, such as 5 or 1:30 (byte 6)"),
        ("5+3 / 1 / 2", "unexpected text in a time control (byte 8)"),
        (
            "5+3 / 3 days",
            "in a game with time odds each side needs a clock of its own, such as 5+3 / 1+0 (byte 6)",
        ),
        ("5+3d2", "unexpected text in a time control (byte 3)"),
        ("5+3 blitz", "unexpected text in a time control (byte 4)"),
        ("0", "the players would have no time (byte 0)"),
        ("0+0", "the players would have no time (byte 0)"),
        ("40/90, 0", "the players would have no time (byte 7)"),
        ("0 hourglass", "the players would have no time (byte 0)"),
        ("0 days", "the players would have no time (byte 0)"),
        ("10+5x0", "the players would have no time (byte 5)"),
        ("10+5/0", "the players would have no time (byte 5)"),
        (
            "0/90",
            "the number of moves must be from 1 to 65535 (byte 0)",
        ),
        (
            "40/90, 65536/30",
            "the number of moves must be from 1 to 65535 (byte 7)",
        ),
        (
            "10+0/5",
            "the number of moves must be from 1 to 65535 (byte 3)",
        ),
        (
            "10+0x30",
            "the number of periods must be from 1 to 65535 (byte 3)",
        ),
        (
            "10+x30",
            "the number of periods must be from 1 to 65535 (byte 3)",
        ),
        ("40/90,", "expected a time, such as 5 or 1:30 (byte 6)"),
        (
            "90+30, 30",
            "every period except the last needs a number of moves, such as 40/90:00 (byte 0)",
        ),
        ("1001 days", "the time is longer than 1000 days (byte 0)"),
        (
            "99999999999999999999",
            "the time is longer than 1000 days (byte 0)",
        ),
        (
            "5+99999999999999999999",
            "the time is longer than 1000 days (byte 2)",
        ),
        ("3 dayz", "unexpected text in a time control (byte 2)"),
        ("*3", "expected a time, such as 5 or 1:30 (byte 0)"),
        ("5 ♔", "unexpected text in a time control (byte 2)"),
    ] {
        let found = text.parse::<TimeControl>().unwrap_err();
        assert_eq!(found.to_string(), error, "{text}");
    }
    let many = "1/1, ".repeat(16) + "1";
    let found = many.parse::<TimeControl>().unwrap_err();
    assert_eq!(
        found.to_string(),
        "there are more than 16 periods (byte 80)"
    );
}

#[test]
fn the_pgn_tag_counts_in_seconds() {
    for (tag, control) in [
        ("-", "-"),
        ("300", "5+0"),
        ("180+0", "3+0"),
        ("300+3", "5+3"),
        ("5+0.05", "0:05+0.05"),
        ("40/9000", "40/150:00"),
        ("40/7200:20/3600:900+30", "40/120:00, 20/60:00, 15:00+30"),
        ("*180", "3 hourglass"),
        ("2700d5", "45d5"),
        ("300+0S5", "5d5"),
        ("300B5", "5b5"),
        ("600+5x30", "10+5x30"),
        ("600+25/300", "10+25/5:00"),
        ("1/1209600", "14 days"),
        ("1/60+0", "1/1:00"),
        ("1/60:300", "1/1:00, 5:00"),
    ] {
        let read = TimeControl::from_pgn(tag).unwrap_or_else(|error| panic!("{tag}: {error}"));
        assert_eq!(read.to_string(), control, "{tag}");
        assert_eq!(TimeControl::from_pgn(&read.to_pgn()), Ok(read), "{tag}");
    }
}

#[test]
fn an_unclear_pgn_tag_is_an_error() {
    for tag in [
        "?",
        "",
        "*",
        "*0",
        "*60+1",
        "0",
        "5:00",
        "0:05:00",
        "5400+30:1800",
        "90min+30sec",
        "40/2h",
        "G/60",
        "40/90, 30",
        "180=300",
        "300+3+1",
        "-5",
        "3 days",
        "1 hourglass",
        "rapid",
    ] {
        assert!(TimeControl::from_pgn(tag).is_err(), "{tag}");
    }
}

#[test]
fn every_kind_of_time_control_is_distinguishable() {
    let bonus = |text: &str| match text.parse().unwrap() {
        TimeControl::Periods(periods) => periods[0].bonus,
        control => panic!("{control:?}"),
    };
    assert_eq!(bonus("5"), Bonus::None);
    assert!(matches!(bonus("5+3"), Bonus::Increment(_)));
    assert!(matches!(bonus("5b3"), Bonus::Bronstein(_)));
    assert!(matches!(bonus("5d3"), Bonus::Delay(_)));
    let system = |text: &str| text.parse::<TimeControl>().unwrap();
    assert!(system("-").is_none());
    assert!(matches!(system("5+5x3"), TimeControl::ByoYomi { .. }));
    assert!(matches!(system("5+5/3"), TimeControl::Canadian { .. }));
    assert!(matches!(system("5+5 / 3"), TimeControl::Odds { .. }));
    assert_eq!(*system("5+5 / 3").of(Color::Black), system("3"));
    assert!(matches!(
        system("5 hourglass"),
        TimeControl::Hourglass { .. }
    ));
    assert!(matches!(
        system("5 days"),
        TimeControl::Correspondence { .. }
    ));
}
